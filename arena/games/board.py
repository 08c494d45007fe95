"""The board: where all 52 cards are, which of them everyone has seen, and what happened.

The phases of a game move cards on one board and tell it what happened; they hold
themselves what only they know (whose turn, the trick). The board knows no rule but the
deal and drawing a card.
"""

from typing import Final

from arena.cards import ALL, cards_in, mask_of
from arena.chance import Deal
from arena.games.events import Event, EventKind

HAND_SIZE: Final = 3
MASK_BYTES: Final = 7


class Board:
    """All cards of a match.

    Attributes:
        players: number of seats.
        dealer: the dealer's seat.
        pack: the shuffled pack; cards from index `top` on are the stock.
        top: index of the stock's top card.
        stock: the stock as a set.
        hands: each seat's hand.
        piles: each seat's pile of won cards; empty in phase two.
        set_aside: cards out of the game before the deal, unseen.
        laid_aside: Mattis's face-down last card, a set of one or none.
        laid_aside_by: its owner; None if there is none (yet).
        trump_card: None until one is shown.
        gone: cards that left the game.
        seen: cards of which every seat knows where they are. Cards that only some know
            are not among them: see `arena.games.knowledge`.
        dreck_order: the order in which cards laid out between the phases are dealt.
        events: what happened.
    """

    __slots__ = (
        "dealer",
        "dreck_order",
        "events",
        "gone",
        "hands",
        "laid_aside",
        "laid_aside_by",
        "pack",
        "piles",
        "players",
        "recording",
        "seen",
        "set_aside",
        "stock",
        "top",
        "trump_card",
    )

    def __init__(self, players: int, deal: Deal, set_aside: int, *, recording: bool) -> None:
        """Set `set_aside` cards aside, then deal three to each seat."""
        self.players = players
        self.dealer = deal.dealer
        self.pack = deal.pack
        self.dreck_order = deal.dreck_order
        self.top = set_aside
        self.set_aside = mask_of(deal.pack[:set_aside])
        self.stock = ALL ^ self.set_aside
        self.hands = [0] * players
        self.piles = [0] * players
        self.laid_aside = 0
        self.laid_aside_by: int | None = None
        self.trump_card: int | None = None
        self.gone = 0
        self.seen = 0
        self.recording = recording
        self.events: list[Event] = []
        self._deal()

    def _deal(self) -> None:
        order = self.clockwise(self.dealer + 1)
        for _ in range(HAND_SIZE):
            for seat in order:
                self.hands[seat] |= 1 << self.take_top()
        for seat in order:
            self.note(EventKind.DEALT, seat, self.hands[seat])

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All seats clockwise from `first`, which may be the number of one seat too far."""
        return tuple((first + step) % self.players for step in range(self.players))

    @property
    def stock_size(self) -> int:
        """Number of cards left in the stock."""
        return 52 - self.top

    @property
    def trumps(self) -> int:
        """The suit of trumps, known from the end of phase one on."""
        assert self.trump_card is not None  # noqa: S101 - phases keep it
        return self.trump_card // 13

    def take_top(self) -> int:
        """Take the stock's top card off it. The caller puts it somewhere."""
        card = self.pack[self.top]
        self.top += 1
        self.stock ^= 1 << card
        return card

    def draw(self, seat: int, count: int) -> None:
        """Draw this many cards from the stock into a hand."""
        drawn = 0
        for _ in range(count):
            drawn |= 1 << self.take_top()
        self.hands[seat] |= drawn
        self.note(EventKind.DREW, seat, drawn)

    def show(self, seat: int, cards: int) -> None:
        """Everyone sees these cards of a seat."""
        self.seen |= cards
        self.note(EventKind.SHOWN, seat, cards)

    def set_trumps(self, card: int) -> None:
        """This card, just shown, sets trumps."""
        self.trump_card = card
        self.note(EventKind.TRUMPS, None, 1 << card)

    def piles_to_hands(self) -> None:
        """What each seat won becomes part of its hand: the phases change."""
        self.hands = [hand | pile for hand, pile in zip(self.hands, self.piles, strict=True)]
        self.piles = [0] * self.players

    def note(self, kind: EventKind, seat: int | None = None, cards: int = 0) -> None:
        """Record an event whose count is that of its cards."""
        if self.recording:
            self.events.append(Event(kind, seat, cards_in(cards), cards.bit_count()))

    def note_count(self, kind: EventKind, seat: int | None, count: int) -> None:
        """Record an event that names a number of cards or players, not which."""
        if self.recording:
            self.events.append(Event(kind, seat, b"", count))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of cards in each hand."""
        return tuple(hand.bit_count() for hand in self.hands)

    def copy(self) -> "Board":
        """An independent board with the same cards; the pack, which never changes, shared."""
        copied = Board.__new__(Board)
        copied.players = self.players
        copied.dealer = self.dealer
        copied.pack = self.pack
        copied.dreck_order = self.dreck_order
        copied.top = self.top
        copied.stock = self.stock
        copied.hands = self.hands[:]
        copied.piles = self.piles[:]
        copied.set_aside = self.set_aside
        copied.laid_aside = self.laid_aside
        copied.laid_aside_by = self.laid_aside_by
        copied.trump_card = self.trump_card
        copied.gone = self.gone
        copied.seen = self.seen
        copied.recording = self.recording
        copied.events = self.events[:]
        return copied

    def key(self) -> bytes:
        """Canonical bytes of all that can still matter or be known."""
        laid_aside_by = 0xFF if self.laid_aside_by is None else self.laid_aside_by
        trump_card = 0xFF if self.trump_card is None else self.trump_card
        masks = (
            *self.hands,
            *self.piles,
            self.set_aside,
            self.laid_aside,
            self.gone,
            self.seen,
        )
        return (
            bytes((self.players, self.dealer, self.top, laid_aside_by, trump_card))
            + bytes(self.pack[self.top :])
            + b"".join([mask.to_bytes(MASK_BYTES, "big") for mask in masks])
        )
