"""What a bot's process prints, kept in a file of limited size.

The pipe is always drained, whatever the bot prints: a full pipe would stall the bot, which then
would lose on time. Control characters are written as escapes, so that nobody's terminal obeys a
bot when the log is looked at.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from pathlib import Path

MAX_LOG_BYTES = 1 << 20
"""How large a bot's log may grow; what comes after is read and thrown away."""

_TAIL_LINES = 8
_TAIL_WIDTH = 200
_VISIBLE = {
    code: f"\\x{code:02x}" for code in [*range(32), *range(127, 160)] if code not in (9, 10)
}


def harmless(text: str) -> str:
    """The text with control characters, but for tab and line feed, written as escapes."""
    return text.translate(_VISIBLE)


class BotLog:
    """The log of one bot: one file, appended to by each of its processes in turn."""

    def __init__(self, path: Path) -> None:
        """Log to `path`, whose folder must be there."""
        self._path = path
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def tail(self) -> str:
        """The last lines that the present process printed, joined by " | "."""
        return " | ".join(self._tail)

    async def drain(
        self, pipe: asyncio.StreamReader, title: str, most: int, over: Callable[[], None]
    ) -> None:
        """Read `pipe` to its end into the file, under a line with `title`.

        Call `over` once when more than `most` bytes have come.
        """
        self._tail.clear()
        rest = ""
        left = most
        self._write(f"--- {title}\n")
        while chunk := await pipe.read(1 << 16):
            if left >= 0 > (left := left - len(chunk)):
                over()
            text = harmless(chunk.decode("utf-8", "replace"))
            self._write(text)
            rest = self._remember(rest + text)
        if rest:
            self._remember(rest + "\n")

    def _write(self, text: str) -> None:
        """Append to the file, if there is room in it and on the disk.

        A log that can't be written is no reason to stop reading: the bot would stall.
        """
        with suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            if file.tell() < MAX_LOG_BYTES:
                file.write(text[:MAX_LOG_BYTES])

    def _remember(self, text: str) -> str:
        """Keep whole lines in the tail; what is left of an unfinished one."""
        *lines, rest = text.split("\n")
        self._tail.extend(line[:_TAIL_WIDTH] for line in lines[-_TAIL_LINES:] if line.strip())
        return rest[-_TAIL_WIDTH:]
