"""One bot process: its server, its cell in the sandbox, its log, its end.

Nothing of it is left when `stop` returns, nor of anything that it started.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import tempfile
from typing import TYPE_CHECKING

import grpc

from arena.match.faults import FaultKind
from arena.referee.sandbox.rungs import Rung
from arena.referee.service import SERVER_OPTIONS, handlers
from arena.referee.session import Session
from arena.referee.turns import CellTurns

if TYPE_CHECKING:
    from pathlib import Path

    from arena.referee.log import BotLog
    from arena.referee.manifest import BotSpec
    from arena.referee.observer import Observer
    from arena.referee.sandbox.cell import Cell
    from arena.referee.sandbox.sandbox import Sandbox
    from arena.referee.stopwatch import LagMeter
    from arena.referee.turns import TurnRules
    from arena.v1 import arena_pb2 as pb

_GRACE = 1.0
"""Seconds that a process gets to end by itself, when its stream has ended."""

_SOCKET_PATH_MAX = 100
"""Longest path of a unix socket that every system takes, in bytes."""

_BELOW = len("/arena-12345678/0123456789abcdef/run/socket")
"""How much longer a socket's path is than that of the folder for temporary files."""


def short_folder() -> str:
    """A folder for temporary files whose path leaves room for those of sockets."""
    folder = tempfile.gettempdir()
    long = len(os.fsencode(folder)) + _BELOW > _SOCKET_PATH_MAX
    return "/tmp" if long and os.name == "posix" else folder  # noqa: S108 - mkdtemp is used in it


class BotProcess:
    """A running bot, or one that failed to start; `session.failure` tells."""

    def __init__(
        self,
        spec: BotSpec,
        sandbox: Sandbox,
        home: Path,
        log: BotLog,
        lag: LagMeter,
        *,
        rules: TurnRules,
        observer: Observer | None = None,
    ) -> None:
        """Prepare a process for `spec` in the empty folder `home`, which becomes its own.

        Raises:
            OSError: the machine doesn't give what a process needs.
        """
        self._spec = spec
        self._sandbox = sandbox
        self._cell: Cell = sandbox.cell(spec.folder, home)
        self._log = log
        self._token = secrets.token_urlsafe(24)
        self._process: asyncio.subprocess.Process | None = None
        self._server: grpc.aio.Server | None = None
        self._watch: asyncio.Task[None] | None = None
        self._drain: asyncio.Task[None] | None = None
        self._stopping = False
        self._observer = observer
        saying = None if observer is None else observer.saying
        turns = CellTurns(self._cell, rules) if rules.any else None
        self.session = Session(
            spec.name, self._token, lag, self._stream_ended, saying=saying, turns=turns
        )

    async def start(self, timeout: float) -> None:  # noqa: ASYNC109 - a bot's, not the call's
        """Start server and process, and wait for the hello, at most `timeout` seconds.

        Raises:
            OSError: the machine doesn't give what a process needs.
        """
        address = await self._serve()
        begun = asyncio.get_running_loop().time()
        try:
            await self._spawn(address)
        except (FileNotFoundError, PermissionError) as error:
            command = " ".join(self._spec.manifest.run)
            self.session.fail(
                FaultKind.START_FAILED, f"can't run {command!r}: {error.strerror}"
            )
            return
        try:
            await asyncio.wait_for(self.session.accepted(), timeout)
        except TimeoutError:
            self.session.fail(FaultKind.START_TIMEOUT, f"no hello within {timeout:g} s")
            self._cell.kill()
        if self._observer is not None and self.session.greeted:
            self._observer.started(asyncio.get_running_loop().time() - begun)

    async def stop(self) -> None:
        """End the stream, then the process and all that it started; tidy up."""
        self._stopping = True
        self.session.close()
        code = None
        if self._process is not None and not self.session.tired:
            with contextlib.suppress(TimeoutError):
                code = await asyncio.wait_for(self._process.wait(), _GRACE)
        await self._sandbox.dismiss(self._cell)
        if self._server is not None:
            await self._server.stop(0)
        if self._observer is not None:
            self._observer.stopped(self._cell.usage(), code)
        tasks = [task for task in (self._watch, self._drain) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=_GRACE)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self) -> str:
        """Start this process's own server; the address that the bot is told."""
        server = grpc.aio.server(options=SERVER_OPTIONS)
        server.add_generic_rpc_handlers([handlers(self._play)])
        path = str(self._cell.socket)
        if hasattr(socket, "AF_UNIX") and len(path.encode()) <= _SOCKET_PATH_MAX:
            address = self._cell.address
            server.add_insecure_port(f"unix:{path}")
        elif self._sandbox.rung is Rung.BARE:
            address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        else:
            raise OSError(f"{path}: too long for a socket's path; set TMPDIR to a shorter one")
        await server.start()
        self._server = server
        self._cell.open_socket()
        return address

    async def _play(
        self, _: object, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]
    ) -> None:
        await self.session.play(context)

    async def _spawn(self, address: str) -> None:
        added = {"ARENA_ADDRESS": address, "ARENA_TOKEN": self._token}
        self._process = process = await self._cell.start(self._spec.manifest.run, added)
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        loop = asyncio.get_running_loop()
        title = f"{self._spec.name} {self._spec.version}, process {process.pid}"
        drain = self._log.drain(process.stdout, title, self._sandbox.limits.output, self._wordy)
        self._drain = loop.create_task(drain)
        self._watch = loop.create_task(self._watch_exit(process))

    async def _watch_exit(self, process: asyncio.subprocess.Process) -> None:
        code = await process.wait()
        if self._stopping or self.session.failure is not None:
            return
        if self._drain is not None:
            await asyncio.wait({self._drain}, timeout=0.2)
        breach = self._cell.breach()
        if breach is not None:
            self.session.fail(breach.kind, breach.detail)
            return
        kind = FaultKind.CRASHED if self.session.greeted else FaultKind.START_FAILED
        last_words = self._log.tail()
        self.session.fail(kind, self._end(code) + (f": {last_words}" if last_words else ""))

    def _end(self, code: int) -> str:
        """How the process ended, for its author."""
        how = self._cell.how(code)
        if code == 0 and not self.session.greeted:
            return f"the program ended before it said hello; does it call run(…)? ({how})"
        return f"the process ended with {how}"

    def _wordy(self) -> None:
        """It prints too much."""
        if not self._stopping:
            most = f"expected at most {self._sandbox.limits.output_mb} MiB of output"
            self.session.fail(FaultKind.OVER_OUTPUT, most)
            self._cell.kill()

    def _stream_ended(self) -> None:
        """A broken stream ends the process; else it has just ended, or the bot hung up."""
        if self.session.failure is not None:
            self._cell.kill()
        elif not self._stopping:
            asyncio.get_running_loop().call_later(_GRACE, self._hung_up)

    def _hung_up(self) -> None:
        if not self._stopping:
            self.session.fail(FaultKind.CLOSED, "the bot ended its stream")
            self._cell.kill()
