"""One bot process: its socket, its server, its scratch folder, its log, its end.

Every process is the leader of a session and a process group of its own, and nothing of it is
left when `stop` returns: the group is killed and the process reaped.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import grpc

from arena.match.faults import FaultKind
from arena.referee.session import MAX_MESSAGE_BYTES, Session
from arena.v1 import arena_pb2 as pb

if TYPE_CHECKING:
    from pathlib import Path

    from arena.referee.log import BotLog
    from arena.referee.manifest import BotSpec
    from arena.referee.stopwatch import LagMeter

_GRACE = 1.0
"""Seconds that a process gets to end by itself, when its stream has ended."""

_SOCKET_PATH_MAX = 100
"""Longest path of a unix socket that every system takes, in bytes."""

_SERVER_OPTIONS = [
    # Somewhat more than the session takes, so that an oversized message can be named as such.
    ("grpc.max_receive_message_length", 16 * MAX_MESSAGE_BYTES),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.server_handshake_timeout_ms", 2000),
    ("grpc.so_reuseport", 0),
]


class BotProcess:
    """A running bot, or one that failed to start; `session.failure` tells."""

    def __init__(self, spec: BotSpec, home: Path, log: BotLog, lag: LagMeter) -> None:
        """Prepare a process for `spec` in the empty folder `home`, which becomes its own."""
        self._spec = spec
        self._home = home
        self._log = log
        self._token = secrets.token_urlsafe(24)
        self._process: asyncio.subprocess.Process | None = None
        self._server: grpc.aio.Server | None = None
        self._watch: asyncio.Task[None] | None = None
        self._drain: asyncio.Task[None] | None = None
        self._stopping = False
        self.session = Session(spec.name, self._token, lag, self._stream_ended)

    async def start(self, timeout: float) -> None:  # noqa: ASYNC109 - a bot's, not the call's
        """Start server and process, and wait for the hello, at most `timeout` seconds."""
        address = await self._serve()
        scratch = self._home / "scratch"
        scratch.mkdir(mode=0o700)
        try:
            await self._spawn(address, scratch)
        except OSError as error:
            command = " ".join(self._spec.manifest.run)
            self.session.fail(
                FaultKind.START_FAILED, f"can't run {command!r}: {error.strerror}"
            )
            return
        try:
            await asyncio.wait_for(self.session.accepted(), timeout)
        except TimeoutError:
            self.session.fail(FaultKind.START_TIMEOUT, f"no hello within {timeout:g} s")
            self._kill()

    async def stop(self) -> None:
        """End the stream, then the process and all of its group; tidy up."""
        self._stopping = True
        self.session.close()
        if self._process is not None:
            if not self.session.tired:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._process.wait(), _GRACE)
            self._kill()
            await self._process.wait()
        if self._server is not None:
            await self._server.stop(0)
        tasks = [task for task in (self._watch, self._drain) if task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=_GRACE)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        shutil.rmtree(self._home, ignore_errors=True)

    async def _serve(self) -> str:
        """Start this process's own server; the address that the bot is told."""
        server = grpc.aio.server(options=_SERVER_OPTIONS)
        method: grpc.RpcMethodHandler[bytes, pb.PlayResponse] = (
            grpc.stream_stream_rpc_method_handler(
                self._play,
                request_deserializer=None,  # the session names what can't be read
                response_serializer=pb.PlayResponse.SerializeToString,
            )
        )
        handlers = {"Play": method}
        server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler("arena.v1.ArenaService", handlers)]
        )
        path = str(self._home / "socket")
        if hasattr(socket, "AF_UNIX") and len(path.encode()) <= _SOCKET_PATH_MAX:
            address = f"unix:{path}"
            server.add_insecure_port(address)
        else:
            address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
        await server.start()
        self._server = server
        return address

    async def _play(
        self, _: object, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]
    ) -> None:
        await self.session.play(context)

    async def _spawn(self, address: str, scratch: Path) -> None:
        environment = _environment(address, self._token, scratch)
        program, *arguments = self._spec.manifest.run
        self._process = process = await asyncio.create_subprocess_exec(
            *_parent_death_guard(),
            _find(program, self._spec.folder, environment["PATH"]),
            *arguments,
            cwd=self._spec.folder,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        loop = asyncio.get_running_loop()
        title = f"{self._spec.name} {self._spec.version}, process {process.pid}"
        self._drain = loop.create_task(self._log.drain(process.stdout, title))
        self._watch = loop.create_task(self._watch_exit(process))

    async def _watch_exit(self, process: asyncio.subprocess.Process) -> None:
        code = await process.wait()
        if self._stopping or self.session.failure is not None:
            return
        if self._drain is not None:
            await asyncio.wait({self._drain}, timeout=0.2)
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        last_words = self._log.tail()
        detail = f"the process ended with {how}" + (f": {last_words}" if last_words else "")
        kind = FaultKind.CRASHED if self.session.greeted else FaultKind.START_FAILED
        self.session.fail(kind, detail)

    def _stream_ended(self) -> None:
        """A broken stream ends the process; else it has just ended, or the bot hung up."""
        if self.session.failure is not None:
            self._kill()
        elif not self._stopping:
            asyncio.get_running_loop().call_later(_GRACE, self._hung_up)

    def _hung_up(self) -> None:
        if not self._stopping:
            self.session.fail(FaultKind.CLOSED, "the bot ended its stream")
            self._kill()

    def _kill(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


def _find(program: str, folder: Path, path: str) -> str:
    """Where the program of a bot's command is; `python` is the interpreter that we run on.

    Raises:
        FileNotFoundError: there is no such program.
    """
    if program == "python":
        return sys.executable
    found = shutil.which(folder / program if "/" in program else program, path=path)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, "no such program")
    return found


def _environment(address: str, token: str, scratch: Path) -> dict[str, str]:
    """All that a bot's environment holds: nothing of ours."""
    binaries = os.path.dirname(sys.executable)  # noqa: PTH120 - a venv's link isn't resolved
    return {
        "ARENA_ADDRESS": address,
        "ARENA_TOKEN": token,
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "PATH": os.pathsep.join([binaries, os.environ.get("PATH", os.defpath)]),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
    }


@functools.cache
def _parent_death_guard() -> tuple[str, ...]:
    """A command prefix that has the kernel kill the bot when the referee dies, if it can."""
    guard = ("setpriv", "--pdeathsig", "KILL", "--")
    if shutil.which(guard[0]) is None:
        return ()
    probe = subprocess.run([*guard, "true"], capture_output=True, check=False)
    return guard if probe.returncode == 0 else ()
