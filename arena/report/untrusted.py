"""Other people's text on our terminals: it may say anything, and steer nothing.

Control characters, and those that turn or join text invisibly, are written as escapes. What
is left has the width that it seems to have, so that tables stay straight.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Co"})
"""Categories of characters that nobody sees, and terminals or readers may obey."""

_MIDDLE: Final = "…"


def harmless(text: str) -> str:
    """The text with every steering character written as its escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _STEERING:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def fitted(text: str, width: int, middle: str = _MIDDLE) -> str:
    """The harmless text in at most so many cells: a long one loses its middle.

    Its end stays, for names in a family differ there: `searcher-depth-1`, `searcher-depth-2`.
    """
    text = harmless(text)
    if cell_len(text) <= width:
        return text
    room = max(width - cell_len(middle), 1)
    tail = room // 3
    head = set_cell_size(text, room - tail).rstrip()
    return head + middle + _last_cells(text, tail)


def aligned(texts: Sequence[str]) -> list[str]:
    """Texts that are harmless already, with blanks after them up to one width."""
    widest = max(map(cell_len, texts), default=0)
    return [set_cell_size(text, widest) for text in texts]


def _last_cells(text: str, width: int) -> str:
    start = len(text)
    while start and cell_len(text[start - 1 :]) <= width:
        start -= 1
    return text[start:]
