"""A worker process: one referee with its bots, playing what the coordinator sends.

    python -m arena.league.worker

It reads messages on stdin and writes messages on what was its stdout (`arena.league.messages`);
whatever is printed goes to stderr. When stdin ends, it ends its bots and itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import RefereeError
from arena.games.registry import parse_ruleset
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
    to_worker,
)
from arena.match.order import MatchOrder
from arena.referee.host import Host

if TYPE_CHECKING:
    from collections.abc import Callable


class Worker:
    """Plays orders with a host, and says what became of them."""

    def __init__(self, host: Host, begin: Begin, say: Callable[[Message], None]) -> None:
        self._host = host
        self._ruleset = parse_ruleset(begin.ruleset)
        self._time = begin.time
        self._pulse = begin.pulse
        self._say = say
        self._tasks: set[asyncio.Task[None]] = set()

    async def obey(self, reader: asyncio.StreamReader) -> None:
        """Do as told until nothing more is said."""
        self._host.over = False
        self._tasks.add(asyncio.create_task(self._beat()))
        self._say(Ready())
        while text := await reader.readline():
            message = to_worker.decode(text)
            if isinstance(message, Play):
                task = asyncio.create_task(self._play(message))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            elif isinstance(message, Replace):
                await self._host.replace_all()
                self._say(Ready())
            elif isinstance(message, Over):
                self._host.over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._pulse)
            self._say(Alive())

    async def _play(self, message: Play) -> None:
        seed = bytes.fromhex(message.seed)
        try:
            order = MatchOrder(
                match_id=message.match_id,
                ruleset=self._ruleset,
                seed=seed,
                seating=message.seating,
                time=self._time,
                again=message.again,
            )
            record = await self._host.play(order)
        except RefereeError as error:
            self._say(Void(message.match_id, str(error)))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours: void
            traceback.print_exc()
            self._say(Void(message.match_id, f"{type(error).__name__}: {error}"))
        else:
            self._say(Played(record))


async def serve(incoming: int, outgoing: int) -> None:
    """Work on two pipes until `incoming` ends."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=LINE_LIMIT)
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(incoming, "rb", 0)
    )
    transport, _ = await loop.connect_write_pipe(
        asyncio.BaseProtocol, os.fdopen(outgoing, "wb", 0)
    )
    text = await reader.readline()
    if not text:
        return
    begin = to_worker.decode(text)
    if not isinstance(begin, Begin):
        raise RefereeError(f"expected a first message to begin with, got {begin}")
    _settle(begin.home)

    def say(message: Message) -> None:
        if not transport.is_closing():  # a coordinator that was killed hears nothing more
            transport.write(line(message))

    async with Host(
        begin.specs(),
        Path(begin.logs),
        begin.time,
        policy=begin.policy,
        rules=begin.rules,
        limits=begin.limits,
        listen=begin.listen,
        changed=lambda names: say(Here(tuple(sorted(names)))),
    ) as host:
        await Worker(host, begin, say).obey(reader)
    transport.close()
    shutil.rmtree(begin.home, ignore_errors=True)


def _settle(home: str) -> None:
    """Make that folder the place of all that is needed meanwhile."""
    Path(home).mkdir(mode=0o711)  # bots that are users of their own pass through it
    tempfile.tempdir = home


def main() -> None:
    """Run as a process."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    loop_factory = None
    with contextlib.suppress(ImportError):
        import uvloop  # noqa: PLC0415 - not there on every system

        loop_factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.run(serve(incoming, outgoing))


if __name__ == "__main__":
    main()
    sys.exit(0)
