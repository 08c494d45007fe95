"""What is seen of the checked bot's processes, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.referee.check.shown import shown
from arena.referee.check.surprises import surprise

if TYPE_CHECKING:
    from arena.referee.sandbox.limits import Usage
    from arena.v1 import arena_pb2 as pb


class Watcher:
    """An observer that remembers.

    Attributes:
        starts: how long each process took to its hello, in seconds.
        exits: the exit code of each process that was told to end; None: it didn't.
        peak: the most memory that a process was seen to use, in bytes; None: it can't be told.
        surprising: whether messages are altered (`surprises`).
    """

    def __init__(self) -> None:
        self.starts: list[float] = []
        self.exits: list[int | None] = []
        self.peak: int | None = None
        self.surprising = False
        self._last: pb.Decision | None = None

    def started(self, seconds: float) -> None:
        """Take down the time, and forget the process before it."""
        self.starts.append(seconds)
        self._last = None

    def saying(self, message: pb.PlayResponse) -> None:
        """Remember the last question, and surprise the bot if that is wanted."""
        if message.decisions:
            self._last = message.decisions[-1]
        if self.surprising:
            surprise(message)

    def stopped(self, usage: Usage, code: int | None) -> None:
        """Take down how it ended, and what it used."""
        self.exits.append(code)
        if usage.peak_memory is not None:
            self.peak = max(self.peak or 0, usage.peak_memory)

    @property
    def asked(self) -> dict[str, Any] | None:
        """The last question to the present process, readable; None if there was none."""
        return None if self._last is None else shown(self._last)
