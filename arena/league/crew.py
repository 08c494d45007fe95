"""The coordinator's side of the worker processes: their start, their messages, their end."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Self

import msgspec

from arena.errors import RefereeError
from arena.league.messages import (
    LINE_LIMIT,
    Alive,
    Begin,
    Here,
    Message,
    Over,
    Play,
    Played,
    Ready,
    Replace,
    Void,
    line,
    to_coordinator,
)

if TYPE_CHECKING:
    from pathlib import Path

_GRACE = 15.0
"""Seconds that a worker has to end its bots and itself; then it is killed."""

_HURRIED_GRACE = 3.0
"""The same when there is no time to lose."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A worker's process has ended.

    Attributes:
        how: its exit code, or the signal that ended it as a negative number.
        log: where its last words may stand.
    """

    how: int
    log: Path

    def __str__(self) -> str:
        how = f"signal {-self.how}" if self.how < 0 else f"exit code {self.how}"
        return f"a worker's process ended with {how}; see {self.log}"


@dataclass(frozen=True, slots=True)
class News:
    """Something that a worker said, or that it has gone."""

    worker: Worker
    what: Ready | Here | Played | Void | Gone


class Worker:
    """A worker process. What it says is put on the queue that all workers share.

    Attributes:
        number: its place in the crew, which the next process takes over if this one ends.
        ready: whether it may be given matches.
        fresh: whether its bots have not been told of any match.
    """

    def __init__(
        self, number: int, begin: Begin, logs: Path, news: asyncio.Queue[News | None]
    ) -> None:
        self.number = number
        self.ready = False
        self.fresh = True
        self._begin = begin
        self._silence = 6 * begin.pulse
        self._log = logs / "worker.log"
        self._news = news
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None

    async def start(self) -> Self:
        """Start the process; it says `Ready` when it is.

        Raises:
            RefereeError: the process can't be started, or its log can't be written.
        """
        try:
            self._log.parent.mkdir(parents=True, exist_ok=True)
            with self._log.open("ab") as log:
                self._process = await self._spawn(log)
        except OSError as error:
            reason = f"{error.filename}: {error.strerror}"
            raise RefereeError(f"a worker can't be started: {reason}") from error
        self._reader = asyncio.create_task(self._read(self._process))
        self._say(self._begin)
        return self

    async def _spawn(self, log: IO[bytes]) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # whatever lies in the current folder is no module of ours
            "-m",
            "arena.league.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            limit=LINE_LIMIT,
            start_new_session=True,  # a terminal's Ctrl-C is the coordinator's to handle
        )

    def play(self, order: Play) -> None:
        """Have a match played."""
        self.fresh = False
        self._say(order)

    def replace(self) -> None:
        """Have all bot processes replaced, unless none has played; `Ready` follows."""
        if not self.fresh:
            self.ready = False
            self.fresh = True
            self._say(Replace())

    def over(self) -> None:
        """Say that nothing more will be played."""
        self._say(Over())

    async def close(self, *, hurry: bool = False) -> None:
        """Have the process end its bots and itself; nothing of it is left then."""
        if self._process is None or self._reader is None:
            return
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _HURRIED_GRACE if hurry else _GRACE)
        except TimeoutError:
            self._kill(self._process)
        finally:
            await self._reader
            shutil.rmtree(self._begin.home, ignore_errors=True)

    def _say(self, message: Message) -> None:
        assert self._process is not None  # noqa: S101 - for the type checker: it was started
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        # If the process is gone, nobody hears it; that it is gone comes as news.
        self._process.stdin.write(line(message))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        try:
            while (text := await self._line(process.stdout)).endswith(b"\n"):
                message = to_coordinator.decode(text)
                if not isinstance(message, Alive):
                    self._news.put_nowait(News(self, message))
        except TimeoutError:
            self._note(f"nothing heard of the worker for {self._silence:g} s: killed")
            self._kill(process)
        except (ValueError, msgspec.MsgspecError) as error:  # no such line is ever written
            self._note(f"what the worker said can't be understood: {error}")
            self._kill(process)
        self._news.put_nowait(News(self, Gone(await process.wait(), self._log)))

    async def _line(self, pipe: asyncio.StreamReader) -> bytes:
        return await asyncio.wait_for(pipe.readline(), self._silence)

    def _note(self, text: str) -> None:
        with self._log.open("a", encoding="utf-8") as log:
            log.write(f"{text}\n")

    @staticmethod
    def _kill(process: asyncio.subprocess.Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
