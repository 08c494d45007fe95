"""Events: what the seats saw happen, and what of it each seat may see.

The rules: docs/rules.md, "What each seat may know".

A pass is no event: that a slough was offered and refused is hidden. Cards in an event
stand in ascending order, so that their order tells nothing that the set doesn't.
"""

from enum import IntEnum
from typing import Final, NamedTuple


class EventKind(IntEnum):
    """What happened. The numbers are also those of the protocol; new kinds get new ones."""

    DEALT = 1  # seat was dealt `count` cards; cards: only to itself
    PLAYED = 2  # seat played `cards` from its hand
    FLIPPED = 3  # seat played the stock's top card
    SLOUGHED = 4  # seat sloughed `cards`
    ROUND_TIED = 5  # a round ended with `count` players sharing its highest rank
    TRICK_WON = 6  # seat put the trick, `count` cards, on its pile
    TRICK_VOID = 7  # a player must take a turn and can't: nobody wins the trick
    TOOK_BACK = 8  # seat took back its own `cards` (Atlanta: hand; Mattis: pile)
    DREW = 9  # seat drew `count` cards; cards: only to itself
    SHOWN = 10  # seat showed `cards`: the last card, the laid-aside one, or its hand
    LAID_ASIDE = 11  # seat laid the stock's last card aside, seen by nobody
    KEPT = 12  # seat's last hand cards, `count`, went to its pile; cards: only to itself
    TRUMPS = 13  # `cards` is the one card that sets trumps
    LAID_OUT = 14  # seat laid out `cards` as dreck
    DRECK_DEALT = 15  # seat was dealt `count` cards of the dreck; cards: only to itself
    PHASE_TWO = 16  # phase two begins, seat leads
    PICKED_UP = 17  # seat picked up `cards` from the table
    TRICK_OVER = 18  # a trick of phase two is over, `count` cards left the game, seat leads
    OUT = 19  # seat is out and safe
    STALEMATE = 20  # the game would never end
    ENDED = 21  # the game is over


PRIVATE_KINDS: Final = frozenset(
    {EventKind.DEALT, EventKind.DREW, EventKind.KEPT, EventKind.DRECK_DEALT}
)
"""Events whose cards only their own seat sees."""

UNSEEN_KINDS: Final = frozenset({EventKind.LAID_ASIDE})
"""Events whose cards nobody sees: they are never filled in."""


class Event(NamedTuple):
    """One thing that happened.

    Attributes:
        kind: what.
        seat: who did it or to whom it happened; None if it concerns nobody alone.
        cards: the cards, ascending; empty where there are none or they are hidden.
        count: how many cards (players in ROUND_TIED), also where the cards are hidden.
    """

    kind: EventKind
    seat: int | None = None
    cards: bytes = b""
    count: int = 0  # type: ignore[assignment] # hides tuple.count, of no use here

    def seen_by(self, viewer: int) -> "Event":
        """The same event as this seat may see it: other seats' private cards are blanked."""
        if self.kind in UNSEEN_KINDS or (self.kind in PRIVATE_KINDS and self.seat != viewer):
            return Event(self.kind, self.seat, b"", self.count)
        return self
