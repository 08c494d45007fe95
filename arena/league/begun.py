"""How often a match was begun, where that counts: at tables with a remote bot.

Such a bot can't be replaced, so a match that was begun and not finished is played again with
another deal. Which matches were begun must outlast a crash: it is written in a file beside the
ledger, a line a match, before anybody is told of the deal. Once the ledger has the match, its
record says how often it was begun before.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from arena.errors import LedgerError

if TYPE_CHECKING:
    from pathlib import Path


class Begun:
    """Counts beginnings. One process writes at a time: the one that holds the ledger's lock."""

    def __init__(self, file: Path) -> None:
        """Go on with what stands in `file`, if there is one.

        Raises:
            LedgerError: it can't be read.
        """
        self._file = file
        try:
            text = file.read_text(encoding="ascii") if file.exists() else ""
        except (OSError, ValueError) as error:
            raise LedgerError(f"{file}: can't be read: {error}") from error
        self._times = Counter(text.split())
        self._torn = bool(text) and not text.endswith("\n")

    def times(self, match_id: str) -> int:
        """How often the match was begun."""
        return self._times[match_id]

    def add(self, match_id: str) -> None:
        """It is about to begin.

        Raises:
            LedgerError: that can't be written.
        """
        line = f"\n{match_id}\n" if self._torn else f"{match_id}\n"
        try:
            with self._file.open("a", encoding="ascii") as file:
                file.write(line)
        except OSError as error:
            raise LedgerError(f"{self._file}: can't be written: {error.strerror}") from error
        self._torn = False
        self._times[match_id] += 1
