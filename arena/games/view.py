"""A view: everything that one seat may know at one moment.

The rules: docs/rules.md, "What each seat may know".

A view is complete: a bot that keeps nothing between decisions can play from it alone.
It is made by the games (`arena.games.knowledge` for the games of this package); here is
only its shape, and the questions that a bot asks of it again and again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from arena.cards import Suit, cards_in, mask_of, rank_of, suit_of
from arena.games.actions import PLAYS, Action


class Phase(IntEnum):
    """Collecting cards in tricks, then shedding them."""

    COLLECT = 1
    SHED = 2


class Ask(IntEnum):
    """What a decision is about."""

    TURN = 1  # phase one: a card from hand, or a flip
    SLOUGH = 2  # phase one: slough a card or pass
    LEAD = 3  # phase two: any play
    FOLLOW = 4  # phase two: beat the last play or pick up


class Laid(IntEnum):
    """How cards came to the table."""

    PLAYED = 1
    FLIPPED = 2
    SLOUGHED = 3


class TableCards(NamedTuple):
    """One play, flip or slough that lies on the table.

    Attributes:
        seat: who laid it.
        kind: how.
        cards: its cards, low to high.
        round: phase one: the round of the trick, from 0; phase two: 0.
    """

    seat: int
    kind: Laid
    cards: bytes
    round: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know.

    Tuples with an entry a seat stand in seat order. Sets of cards are 52-bit masks.

    Attributes:
        seat: whose view it is.
        players: number of seats.
        dealer: the dealer's seat.
        phase: the game's phase.
        ask: what is asked of this seat (of a seat that isn't asked: what would be).
        leader: who leads, or led, the present trick.
        hand: own hand.
        table: what lies on the table, in the order in which it came.
        round_seats: phase one: the seats of the present round in turn order; else empty.
        trick_plays: phase two: number of plays on the table that ends the trick; else 0.
        stock: number of cards left in the stock.
        trump_card: the card that was shown as trumps; None before.
        hand_sizes: number of cards in each hand.
        pile_sizes: number of cards on each pile.
        known_hands: the cards known to be in each hand; the own entry is the hand.
        known_piles: the cards known to be on each pile.
        gone: cards known to be out of the game.
        set_aside: number of cards set aside before the deal (two-handed Mattis).
        known_set_aside: the cards known to be among them.
        laid_aside: the owner of the face-down trump card; None if there is none.
        known_laid_aside: that card, if it follows from counting; else the empty set.
        known_stock: the cards known to be in the stock.
        unseen: the cards of which the seat doesn't know where they are.
        out: seats that are out, in the order in which they went.
        played: phase two: which seats have played at least once; phase one: all False.
    """

    seat: int
    players: int
    dealer: int
    phase: Phase
    ask: Ask
    leader: int
    hand: int
    hand_sizes: tuple[int, ...]
    known_hands: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    known_piles: tuple[int, ...]
    played: tuple[bool, ...]
    table: tuple[TableCards, ...] = ()
    round_seats: tuple[int, ...] = ()
    trick_plays: int = 0
    stock: int = 0
    trump_card: int | None = None
    gone: int = 0
    set_aside: int = 0
    known_set_aside: int = 0
    laid_aside: int | None = None
    known_laid_aside: int = 0
    known_stock: int = 0
    unseen: int = 0
    out: tuple[int, ...] = ()

    @property
    def trumps(self) -> Suit | None:
        """The suit of trumps; None while it isn't known."""
        return None if self.trump_card is None else suit_of(self.trump_card)

    @property
    def cards(self) -> bytes:
        """The own hand as cards, ascending."""
        return cards_in(self.hand)

    @property
    def seats_in(self) -> tuple[int, ...]:
        """The seats that are not out, in seat order."""
        return tuple(seat for seat in range(self.players) if seat not in self.out)

    def clockwise(self, start: int | None = None) -> Iterator[int]:
        """The other seats that are in, clockwise from the one after `start` (own seat)."""
        first = self.seat if start is None else start
        for step in range(1, self.players):
            seat = (first + step) % self.players
            if seat not in self.out:
                yield seat

    def next_seat(self, seat: int | None = None) -> int:
        """The next seat clockwise that is in, after `seat` (own seat if left out)."""
        return next(self.clockwise(seat))

    def known(self, seat: int) -> int:
        """The cards known to be in this seat's hand or on its pile."""
        return self.known_hands[seat] | self.known_piles[seat]

    def fully_known(self, seat: int) -> bool:
        """Whether every card in this seat's hand is known."""
        return self.known_hands[seat].bit_count() == self.hand_sizes[seat]

    @property
    def table_mask(self) -> int:
        """All cards on the table."""
        return mask_of(card for laid in self.table for card in laid.cards)

    @property
    def best_rank(self) -> int:
        """The present round's highest rank so far; -1 if it has no card yet.

        Of use at a turn in phase one.
        """
        turns = [laid for laid in self.table if laid.kind is not Laid.SLOUGHED]
        latest = [laid for laid in turns if laid.round == turns[-1].round]
        if any(laid.seat == self.seat for laid in latest):
            return -1  # this seat had its turn: that round is over, and a new one begins
        return max([rank_of(laid.cards[0]) for laid in latest], default=-1)

    @property
    def last_play(self) -> Action | None:
        """The last play on the table, that a follower must beat; None on an empty table.

        Of use in phase two.
        """
        if not self.table:
            return None
        cards = self.table[-1].cards
        return PLAYS[cards[0]][len(cards) - 1]

    @property
    def plays_left(self) -> int:
        """Phase two: how many more plays end the trick."""
        return self.trick_plays - len(self.table)
