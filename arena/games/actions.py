"""Actions: what a seat may answer to a decision, their text and their canonical order.

There are 419 of them, made once: the same action is always the same object, also after
copying or pickling, so `is` and `==` agree and a look-up by identity is enough.
Which of them are legal is decided by the phases of a game.
"""

from enum import Enum
from typing import Final, NoReturn

from arena.cards import SUIT_MASKS, card_text, cards_text, mask_of
from arena.errors import NotationError


class ActionKind(Enum):
    """What an action does; the texts are those of docs/rules.md, "Cards and notation"."""

    PLAY = "play"
    FLIP = "flip"
    SLOUGH = "slough"
    PASS = "pass"  # noqa: S105 - no password
    PICKUP = "pickup"


class Action:
    """One action. `str(action)` is its text, and `Action.parse` gives the same object back.

    Attributes:
        kind: what it does.
        cards: the cards played or sloughed, low to high; empty for the other kinds.
        mask: the same cards as a set.
        order: its place in the canonical order of lists of legal actions.
        suit: the suit of the cards, -1 if it has none.
        above: the cards of that suit that are higher than all of its own.
    """

    __slots__ = ("above", "cards", "kind", "mask", "order", "suit", "text")

    kind: ActionKind
    cards: bytes
    mask: int
    order: int
    suit: int
    above: int
    text: str

    def __init__(self, kind: ActionKind, cards: bytes, order: int, text: str) -> None:
        if text in _BY_TEXT:
            raise TypeError("actions are made once: use Action.parse, play or slough")
        suit = cards[0] // 13 if cards else -1
        values = {
            "kind": kind,
            "cards": cards,
            "mask": mask_of(cards),
            "order": order,
            "suit": suit,
            "above": SUIT_MASKS[suit] & ~((2 << cards[-1]) - 1) if cards else 0,
            "text": text,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        _BY_TEXT[text] = self

    @staticmethod
    def parse(text: str) -> "Action":
        """The action with this text. Raises NotationError if there is none."""
        action = _BY_TEXT.get(text)
        if action is None:
            raise NotationError(
                "expected an action such as 5c6c, slough:5c, flip, pass or pickup, "
                f"got {text!r}"
            )
        return action

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"an action is immutable: {name} can't be set")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action.parse({self.text!r})"

    def __copy__(self) -> "Action":
        return self

    def __deepcopy__(self, memo: object) -> "Action":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Action.parse, (self.text,)


_BY_TEXT: dict[str, Action] = {}

_SLOUGHS_FROM: Final = 1000
_OTHERS_FROM: Final = 2000


def _make_play(low: int, length: int) -> Action:
    cards = bytes(range(low, low + length))
    return Action(ActionKind.PLAY, cards, low * 16 + length, cards_text(cards))


def _make_slough(card: int) -> Action:
    text = f"slough:{card_text(card)}"
    return Action(ActionKind.SLOUGH, bytes([card]), _SLOUGHS_FROM + card, text)


PLAYS: Final = tuple(
    tuple(_make_play(low, length) for length in range(1, 14 - low % 13)) for low in range(52)
)
"""PLAYS[low][length - 1] is the play of that many cards from its lowest card up."""
SINGLES: Final = tuple(plays[0] for plays in PLAYS)
SLOUGHS: Final = tuple(_make_slough(card) for card in range(52))
FLIP: Final = Action(ActionKind.FLIP, b"", _OTHERS_FROM, "flip")
PASS: Final = Action(ActionKind.PASS, b"", _OTHERS_FROM + 1, "pass")
PICKUP: Final = Action(ActionKind.PICKUP, b"", _OTHERS_FROM + 2, "pickup")


def play(low: int, length: int = 1) -> Action:
    """The play of `length` cards from card `low` up.

    Raises NotationError if the suit has no such run.
    """
    if not 0 <= low < 52 or not 1 <= length <= 13 - low % 13:
        raise NotationError(f"no suit has {length} cards in sequence from card {low} up")
    return PLAYS[low][length - 1]


def slough(card: int) -> Action:
    """The slough of one card."""
    return SLOUGHS[card]
