"""No byte that a seat is sent depends on what the rules hide from it.

The deal is rearranged in ways that the seat can't know of, the same actions are played, and
every message to the seat must stay the same to the byte.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.chance import deal_from_seed
from arena.games import hiding, registry
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

RULESETS = [
    registry.parse_ruleset(text)
    for text in (
        "atlanta/3",
        "atlanta[min_sequence=3]/3",
        "mattis/2",
        "mattis[series=true]/3",
        "mattis/4",
        "mattis[series=true]/6",
        "hund/3",
        "hund[series=true]/5",
    )
]
SEED = bytes(range(32))
TIME = TimeControl()


def messages(ruleset, deal, steps, seat):
    """Every message to `seat` of the match in which `steps` were taken, as bytes."""
    order = MatchOrder("m", ruleset, SEED, tuple(range(ruleset.players)), TIME)
    match = Match(order, (), deal)
    sent = [pb.PlayResponse()]
    encode.match_start(sent[0], 1, order, seat)

    def ask():
        if match.question is not None and match.question.seat == seat:
            sent.append(pb.PlayResponse())
            encode.decision(sent[-1], 1, match.question)

    ask()
    state = registry.get(ruleset.game).start(ruleset, deal)
    for _, action in steps:
        legal = state.legal()
        state.apply(action)
        if len(legal) > 1:
            match.answer(match.question.legal.index(action), 0)
            ask()
    return [message.SerializeToString(deterministic=True) for message in sent]


def playout(ruleset, deal, random):
    """A random game's steps."""
    state = registry.get(ruleset.game).start(ruleset, deal)
    steps = []
    while state.seat is not None:
        action = random.choice(state.legal())
        steps.append((state.seat, action))
        state.apply(action)
    return steps


def moments(ruleset, deal, steps):
    """How many steps came before each decision that was asked, with its seat."""
    state = registry.get(ruleset.game).start(ruleset, deal)
    for number, (seat, action) in enumerate(steps):
        if len(state.legal()) > 1:
            yield number, seat
        state.apply(action)


def rearranged_game(ruleset, seed):
    """Two games that one seat can't tell apart, and that seat; None if chance found none."""
    random = Random(seed)
    deal = deal_from_seed(random.randbytes(32), ruleset.players)
    steps = playout(ruleset, deal, random)
    asked = list(moments(ruleset, deal, steps))
    number, seat = random.choice(asked[: len(asked) // random.choice((1, 2, 4))])  # early: more
    before = steps[:number]
    other = hiding.rearranged(
        registry.get(ruleset.game), ruleset, deal, before, seat=seat, random=random
    )
    return (deal, before, other, seat) if other and other.deal != deal else None


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
@given(seed=st.integers(0, 2**64))
@settings(max_examples=25, deadline=None)
def test_what_a_seat_is_sent_is_the_same_to_the_byte_whatever_it_cannot_see(ruleset, seed):
    game = rearranged_game(ruleset, seed)
    if game is None:
        return
    deal, before, other, seat = game
    assert messages(ruleset, deal, before, seat) == messages(
        ruleset, other.deal, other.steps, seat
    )


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_rearrangements_are_found_often_enough_to_prove_something(ruleset):
    found = sum(rearranged_game(ruleset, seed) is not None for seed in range(20))
    assert 5 <= found


def test_a_message_that_tells_a_hidden_card_is_noticed(monkeypatch):
    honest = encode._fill_view
    bottom_card = []

    def leaky(message, view):
        honest(message, view)
        message.gone += bytes(bottom_card)

    def told(deal, steps, seat):
        bottom_card[:] = deal.pack[-1:]
        return messages(RULESETS[0], deal, steps, seat)

    monkeypatch.setattr(encode, "_fill_view", leaky)
    games = filter(None, (rearranged_game(RULESETS[0], seed) for seed in range(40)))
    assert any(told(a, s, seat) != told(b.deal, b.steps, seat) for a, s, b, seat in games)


def test_a_bots_own_seed_tells_nothing_of_the_deal():
    order = MatchOrder("m", RULESETS[0], SEED, (0, 1, 2), TIME)
    message = pb.PlayResponse()
    encode.match_start(message, 1, order, 0)

    assert 16 == len(message.starts[0].seed)
    assert message.starts[0].seed not in SEED
