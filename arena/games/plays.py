"""Plays: which a hand holds, which beat another, what a pickup takes.

The rules: docs/rules.md, "Phase two".

Each of these questions has its one function here; phases ask, and decide nothing of it
themselves.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from arena.cards import SUIT_MASKS, cards_in
from arena.games.actions import PLAYS, Action

Plays: TypeAlias = tuple[Action, ...]

NO_SEQUENCES: Final = 14
"""As `min_sequence`: longer than any suit, so single cards only."""

_CLUBS, _DIAMONDS, _HEARTS, _SPADES = SUIT_MASKS


class SuitPlays(dict[int, Plays]):
    """The plays that a set of cards of one suit holds, in canonical order.

    Worked out when first asked for, then looked up: a suit has 8,192 subsets, and the same
    few thousand come up again and again.
    """

    def __init__(self, min_sequence: int) -> None:
        super().__init__()
        self.min_sequence = min_sequence

    def __missing__(self, mask: int) -> Plays:
        found = tuple(
            play
            for low in cards_in(mask)
            for play in PLAYS[low]
            if play.mask & mask == play.mask
            and (len(play.cards) == 1 or len(play.cards) >= self.min_sequence)
        )
        self[mask] = found
        return found

    def of(self, hand: int) -> Plays:
        """All plays that a hand holds, in canonical order."""
        return (
            self[hand & _CLUBS]
            + self[hand & _DIAMONDS]
            + self[hand & _HEARTS]
            + self[hand & _SPADES]
        )

    def beating(self, last: Action, hand: int, trumps: int) -> Plays:
        """The plays of a hand that beat the last play, in canonical order."""
        higher = self[hand & last.above]
        if last.suit == trumps:
            return higher
        trumping = self[hand & SUIT_MASKS[trumps]]
        return higher + trumping if last.suit < trumps else trumping + higher


@cache
def suit_plays(min_sequence: int) -> SuitPlays:
    """The shared look-up for sequences of at least this many cards."""
    return SuitPlays(min_sequence)


def plays_in(hand: int, min_sequence: int) -> Plays:
    """All single cards and sequences of a hand, in canonical order."""
    return suit_plays(min_sequence).of(hand)


def beats(play: Action, other: Action, trumps: int) -> bool:
    """Whether a play beats another: higher in its suit, or trump on a suit that isn't.

    Lengths don't matter.
    """
    if play.suit == other.suit:
        return play.cards[0] > other.cards[-1]
    return play.suit == trumps


def lowest_run(table: Sequence[Action]) -> int:
    """How many of the table's first plays a pickup takes in Atlanta Mattis.

    The first, and each next one as long as the suit stays and the rank goes on by one,
    whoever made it, whatever `min_sequence` is.
    """
    taken = 1
    while taken < len(table) and _goes_on(table[taken - 1], table[taken]):
        taken += 1
    return taken


def _goes_on(play: Action, following: Action) -> bool:
    return play.suit == following.suit and play.cards[-1] + 1 == following.cards[0]


def first_play(table: Sequence[Action]) -> int:  # noqa: ARG001 - asked like `lowest_run`
    """How many of the table's first plays a pickup takes in Mattis: one, whole."""
    return 1
