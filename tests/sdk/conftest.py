"""Messages as a referee sends them, for tests of what the SDK makes of them."""

import random

import pytest

from arena.games.registry import parse_ruleset
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

TIME = TimeControl(move_time=1.5, bank=20.0, increment=0.25, match_time=60.0)


class Referee:
    """A match whose questions are made into messages for the seat that is asked."""

    def __init__(self, ruleset="atlanta/3", match_id=1, seed=7):
        self.ruleset = parse_ruleset(ruleset)
        self.match_id = match_id
        seating = tuple(range(self.ruleset.players))
        self.match = Match(MatchOrder("m", self.ruleset, bytes([seed] * 32), seating, TIME), ())

    @property
    def order(self):
        return self.match.order

    def message(self, *parts, seat=0):
        """What the referee says: "start", "decision", "end", or several of them."""
        outbox = pb.PlayResponse()
        if "start" in parts:
            encode.match_start(outbox, self.match_id, self.order, seat)
        if "decision" in parts:
            encode.decision(outbox, self.match_id, self.match.question)
        if "end" in parts:
            encode.match_end(outbox, self.match_id, self.match, seat)
        return outbox

    def start(self, seat=0):
        return self.message("start", seat=seat).starts[0]

    def decision(self):
        return self.message("decision").decisions[0]

    def end(self, seat=0):
        return self.message("end", seat=seat).ends[0]

    def questions(self, seed=0):
        """Every question of the match, played on at random."""
        rng = random.Random(seed)
        while not self.match.over:
            yield self.match.question
            self.match.answer(rng.randrange(len(self.match.question.legal)), 100)


class Kit:
    Referee = Referee
    pb = pb


@pytest.fixture(scope="session")
def kit():
    return Kit
