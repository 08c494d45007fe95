"""Card numbers, sets of cards, and their text (docs/rules.md, "Cards and notation").

A card is an int 0..51, `13 * suit + rank`. A set of cards is an int of 52 bits, bit c for
card c: union, difference and "does he hold it" are one machine operation each. Where the
order counts, cards stand in `bytes`, one card number a byte.

What cards are worth in a game is no business of this module.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from arena.errors import NotationError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
ALL: Final = (1 << 52) - 1


class Suit(IntEnum):
    """The suits in the order that the notation and all lists of actions use."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUITS[self]


SUIT_MASKS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
RANK_MASKS: Final = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13))

_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
_NUMBERS: Final = {text: card for card, text in enumerate(_TEXTS)}


def rank_of(card: int) -> int:
    """Rank 0 (a two) to 12 (an ace)."""
    return card % 13


def suit_of(card: int) -> Suit:
    """The suit of a card."""
    return Suit(card // 13)


def card_text(card: int) -> str:
    """Rank then suit, as in `Td`."""
    return _TEXTS[card]


def parse_card(text: str) -> int:
    """Read one card. Raises NotationError if the text isn't exactly one."""
    card = _NUMBERS.get(text)
    if card is None:
        raise NotationError(f"expected a card such as Td, got {text!r}")
    return card


def cards_text(cards: Iterable[int]) -> str:
    """The cards' texts run together, in the order given."""
    return "".join([_TEXTS[card] for card in cards])


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards that are run together. Raises NotationError at the first that is none."""
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> bytes:
    """The cards of a set, ascending."""
    if not mask:
        return b""
    clubs, diamonds, hearts, spades = _IN_SUIT
    return (
        clubs[mask & _RANK_BITS]
        + diamonds[mask >> 13 & _RANK_BITS]
        + hearts[mask >> 26 & _RANK_BITS]
        + spades[mask >> 39]
    )


class _InSuit(dict[int, bytes]):
    """The cards of each set of ranks in one suit, remembered: at most 8,192 of them.

    A view is made of some fourteen sets of cards, so listing them card by card took most of
    the time of a message.
    """

    def __init__(self, lowest: int) -> None:
        super().__init__()
        self._lowest = lowest

    def __missing__(self, ranks: int) -> bytes:
        first = self._lowest
        cards = bytes([first + rank for rank in range(13) if ranks >> rank & 1])
        self[ranks] = cards
        return cards


_RANK_BITS: Final = (1 << 13) - 1
_IN_SUIT: Final = (_InSuit(0), _InSuit(13), _InSuit(26), _InSuit(39))
