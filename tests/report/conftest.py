import random

import pytest

from arena.chance import seed_from_text
from arena.games.registry import parse_ruleset
from arena.league.standings import Standing
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.match.record import Player


@pytest.fixture
def standing():
    """A standing with figures like those of a league, and what is given changed."""

    def make(rank=1, bot="careful", **changes):
        figures = {
            "version": "1.0+0123456789ab",
            "mu": 25.31,
            "sigma": 0.83,
            "rating": 22.82,
            "matches": 480,
            "losses": 150.0,
            "loss_rate": 0.3125,
            "loss_low": 0.284,
            "loss_high": 0.341,
            "expected": 1 / 3,
            "loss_rate_by_seat": [0.312, 0.33, 0.305],
            "faults": 0,
            "fault_kinds": {},
            "think_us_median": 412,
            "think_us_p99": 2301,
        }
        return Standing(rank=rank, bot=bot, **figures | changes)

    return make


@pytest.fixture
def play_match():
    """The record of a match whose bots choose at random, but mostly the first action."""

    def play(ruleset="atlanta/3", seed="hello", names=None, fault=None):
        rules = parse_ruleset(ruleset)
        names = names or [f"bot{seat}" for seat in range(rules.players)]
        order = MatchOrder(
            "m1", rules, seed_from_text(seed), tuple(range(rules.players)), TimeControl()
        )
        match = Match(order, [Player(name, "1.0", "ab" * 32) for name in names])
        chance = random.Random(seed)
        while not match.over:
            legal = match.question.legal
            match.answer(0 if chance.random() < 0.7 else chance.randrange(len(legal)), 5)
            if fault is not None:
                match.fail(fault)
        return match.record()

    return play
