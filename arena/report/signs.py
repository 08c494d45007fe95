"""The signs beyond ASCII that reports use, and what stands for them where there are none.

Cards are written rank first, as everywhere; on a terminal that knows them the suits are
♣ ♦ ♥ ♠, two of them red, else the letters of the notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from arena.cards import RANKS, SUITS, rank_of, suit_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_RED: Final = frozenset({1, 2})


@dataclass(frozen=True, slots=True)
class Signs:
    """One set of signs.

    Attributes:
        suits: four characters, in the order c d h s.
        dot: between parts of a line.
        arrow: before what follows from something.
        dash: between the ends of an interval.
        about: before a deviation.
        ellipsis: for what is left out.
        mu: the mean's letter.
        sigma: the deviation's.
        minus: before what is taken away.
        mark: after the name of a bot that is benched.
        far: after the name of a bot that plays from another machine.
    """

    suits: str
    dot: str
    arrow: str
    dash: str
    about: str
    ellipsis: str
    mu: str
    sigma: str
    minus: str
    mark: str
    far: str


UNICODE: Final = Signs("♣♦♥♠", "·", "→", "–", "±", "…", "μ", "σ", "−", "†", "‡")  # noqa: RUF001
ASCII: Final = Signs(SUITS, "-", "->", "-", "+-", "..", "mu", "sigma", "-", "*", "~")


def signs_for(encoding: str) -> Signs:
    """The signs that an encoding can carry."""
    try:
        "".join(UNICODE.suits + UNICODE.arrow + UNICODE.minus).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def card_text(card: int, signs: Signs) -> Text:
    """One card: `T♦` in red, or `Td`."""
    suit = suit_of(card)
    return Text(RANKS[rank_of(card)] + signs.suits[suit], "red" if suit in _RED else "")


def run_text(cards: Iterable[int], signs: Signs) -> Text:
    """Cards that belong together, run together: `5♣6♣7♣`."""
    return Text().join(card_text(card, signs) for card in cards)


def hand_text(cards: Iterable[int], signs: Signs) -> Text:
    """Cards in a hand, apart: `5♣ 6♣ Q♥`; a dash where there are none."""
    return Text(" ").join(card_text(card, signs) for card in cards) or Text("none", "dim")


def suit_text(card: int, signs: Signs) -> Text:
    """A card's suit alone."""
    suit = suit_of(card)
    return Text(signs.suits[suit], "red" if suit in _RED else "")
