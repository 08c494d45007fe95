"""Plays, beating and pickups: one function each (docs/rules.md, "Phase two")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.cards import ALL, Suit, cards_in, mask_of
from arena.games.actions import PLAYS, Action
from arena.games.plays import (
    NO_SEQUENCES,
    beats,
    first_play,
    lowest_run,
    plays_in,
    suit_plays,
)

HANDS = st.integers(0, ALL)
ALL_PLAYS = st.sampled_from([play for low in PLAYS for play in low])


def parsed(text):
    return [Action.parse(part) for part in text.split()]


@pytest.mark.parametrize(
    ("hand", "min_sequence", "plays"),
    [
        ("5c6c7c", 2, "5c 5c6c 5c6c7c 6c 6c7c 7c"),
        ("5c6c7c", 3, "5c 5c6c7c 6c 7c"),
        ("5c6c7c", NO_SEQUENCES, "5c 6c 7c"),
        ("KcAc2d", 2, "Kc KcAc Ac 2d"),
        ("Ac2c3c", 2, "2c 2c3c 3c Ac"),
        ("5c6d7h", 2, "5c 6d 7h"),
        ("", 2, ""),
    ],
)
def test_a_hand_holds_its_cards_and_sequences_in_canonical_order(
    kit, hand, min_sequence, plays
):
    assert parsed(plays) == list(plays_in(kit.cards(hand), min_sequence))


def test_a_whole_suit_holds_13_cards_and_78_sequences():
    assert 13 + 78 == len(plays_in(0x1FFF, 2))


@pytest.mark.parametrize(
    ("play", "other", "beaten"),
    [
        ("6c", "5c", True),
        ("5c", "6c", False),
        ("6d", "5c", False),  # another suit
        ("2s", "Ac", True),  # a trump on a suit that isn't
        ("Ac", "2s", False),
        ("3s", "2s", True),  # trumps among themselves by rank
        ("2s", "3s", False),
        ("8c", "5c6c7c", True),  # a single card beats a sequence
        ("2s", "5c6c7c", True),
        ("8c9c", "7c", True),  # a sequence beats a single card
        ("7c8c9c", "5c6c", True),  # lengths don't matter
        ("7c8c", "6c7c", False),  # the lowest must be above the highest
        ("6c7c8c", "7c", False),
    ],
)
def test_a_play_beats_another_by_suit_rank_and_trump_alone(play, other, beaten):
    assert beaten == beats(Action.parse(play), Action.parse(other), Suit.SPADES)


@given(HANDS, ALL_PLAYS, st.sampled_from(list(Suit)), st.sampled_from([2, 3, NO_SEQUENCES]))
def test_the_plays_that_beat_are_those_of_the_hand_that_beat(hand, last, trumps, shortest):
    beating = [play for play in plays_in(hand, shortest) if beats(play, last, trumps)]
    assert beating == list(suit_plays(shortest).beating(last, hand, trumps))


@given(HANDS)
def test_plays_come_in_canonical_order_and_from_the_hand(hand):
    plays = plays_in(hand, 2)
    assert sorted(plays, key=lambda play: play.order) == list(plays)
    assert all(play.mask & ~hand == 0 for play in plays)
    assert hand == mask_of(card for play in plays for card in play.cards)
    assert hand.bit_count() == len([play for play in plays if len(play.cards) == 1])
    assert hand.bit_count() == len(cards_in(hand))


@pytest.mark.parametrize(
    ("table", "taken"),
    [
        ("5c", 1),
        ("5c 7c", 1),
        ("5c 6c", 2),  # one run, though two players made it
        ("5c 6c7c 9c", 2),
        ("5c6c 7c 8c", 3),
        ("5c 2s", 1),
        ("5c 6d", 1),
        ("Ac 2d", 1),  # neighbours in number, not in suit
        ("9c Tc Qc", 2),
    ],
)
def test_a_pickup_takes_the_lowest_unbroken_run_of_whole_plays(table, taken):
    assert taken == lowest_run(parsed(table))


@pytest.mark.parametrize("table", ["5c", "5c 6c", "5c6c 7c"])
def test_a_pickup_in_mattis_takes_the_first_play(table):
    assert 1 == first_play(parsed(table))
