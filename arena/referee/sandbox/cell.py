"""The cell of one bot's process: before it starts, while it runs, and when it has ended."""

from __future__ import annotations

import asyncio
import contextlib
import marshal
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

from arena.match.faults import FaultKind
from arena.referee.sandbox import bubblewrap, tree
from arena.referee.sandbox.command import Launch, Starter
from arena.referee.sandbox.limits import Breach, Usage
from arena.referee.sandbox.quarters import Quarters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arena.referee.sandbox.footing import Footing
    from arena.referee.sandbox.limits import Limits
    from arena.referee.sandbox.plan import Report

_ENDING = 3.0
"""Seconds that a killed tree of processes gets to be gone."""

_ENDED_BY_SIGNAL = 128
"""bwrap tells in this way that a signal ended its command: this and the signal's number."""


class Cell:
    """One bot's process and what belongs to it.

    Attributes:
        socket: where the referee's socket for this bot has to be.
        address: where the bot finds it.
    """

    def __init__(self, footing: Footing, limits: Limits, folder: Path, home: Path) -> None:
        """Prepare all that the process needs.

        Args:
            footing: how it is kept.
            limits: how much it may use.
            folder: the bot's.
            home: an empty folder for what belongs to this process.

        Raises:
            OSError: the machine doesn't give what is needed.
        """
        self._footing = footing
        self._limits = limits
        self._quarters = Quarters(footing, limits, folder, home)
        self._launch = Launch()
        self._process: asyncio.subprocess.Process | None = None
        self._said: Report | None = None
        self._breach: Breach | None = None
        self._used = Usage()
        self.socket = self._quarters.run / "socket"
        seen = Path(bubblewrap.RUN, "socket") if footing.namespaces else self.socket
        self.address = f"unix:{seen}"

    def open_socket(self) -> None:
        """Let the bot connect, now that the socket is there."""
        self._quarters.open_socket(self.socket)

    def launch(self, command: Sequence[str], added: Mapping[str, str]) -> Launch:
        """How the bot is started; once. See `Starter.launch`."""
        starter = Starter(self._footing, self._limits, self._quarters)
        self._launch = starter.launch(command, added)
        return self._launch

    async def start(
        self, command: Sequence[str], added: Mapping[str, str]
    ) -> asyncio.subprocess.Process:
        """Start the bot; what it prints comes on the process's `stdout`.

        Call it in the thread of the event loop: when the thread that started a bot ends, the
        bot is ended too.

        Raises:
            OSError: it can't be started; FileNotFoundError if there is no such program.
        """
        launch = self.launch(command, added)
        try:
            self._process = await asyncio.create_subprocess_exec(
                *launch.command,
                cwd=launch.folder,
                env=launch.environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                pass_fds=launch.inherited,
                start_new_session=True,
            )
        finally:
            launch.let_go()
        return self._process

    # --- while it runs ------------------------------------------------------------------

    def look(self) -> None:
        """End the process if it went beyond a limit that its cgroup keeps."""
        if self._breach is None and self._beyond_group() is not None:
            self.kill()

    def freeze(self, *, frozen: bool = True) -> bool:
        """Stop the process with all that it started, or let it go on; whether that can be."""
        group = self._quarters.group
        return group is not None and group.freeze(frozen=frozen)

    def kill(self) -> None:
        """End the process and all that it started; they may still be ending on return."""
        if self._quarters.group is not None:
            self._beyond_group()
            self._quarters.group.kill()
        if self._launch.control is not None:
            os.close(self._launch.control)
            self._launch.control = None
        elif self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    # --- afterwards ---------------------------------------------------------------------

    def how(self, code: int) -> str:
        """In words how the process ended, from the exit code that was seen."""
        if code > _ENDED_BY_SIGNAL and self._footing.namespaces:
            code = _ENDED_BY_SIGNAL - code
        if code >= 0:
            return f"exit code {code}"
        with contextlib.suppress(ValueError):
            return f"signal {signal.Signals(-code).name}"
        return f"signal {-code}"

    def breach(self) -> Breach | None:
        """The limit for which the process was ended, or that ended it."""
        return self._breach or self._beyond_group() or self._beyond_launcher()

    def usage(self) -> Usage:
        """What was used up to now; what a launcher's bot used is known when it has ended."""
        group = self._quarters.group
        if group is not None and group.exists:
            self._used = group.usage()
        elif (said := self._reported()) is not None:
            self._used = Usage(said["cpu_s"], said["memory"], said["processes"])
        return self._used

    async def close(self) -> None:
        """End what is left of the process, and take away all that belongs to it."""
        if self._process is not None:
            self.kill()
            try:
                await asyncio.wait_for(self._process.wait(), _ENDING)
            except TimeoutError:
                self._force(self._process.pid)
                await self._process.wait()
        self.usage()
        for _ in range(int(_ENDING / _PAUSE)):
            # In a thread: a bot can make its scratch folder take seconds to remove.
            if await asyncio.to_thread(self._quarters.remove):
                break
            await asyncio.sleep(_PAUSE)
            self.kill()
        self._launch.close()

    def close_now(self) -> None:
        """The same for a process that has ended, or whose end need not be waited for."""
        self.kill()
        for _ in range(int(_ENDING / _PAUSE)):
            if self._quarters.remove():
                break
            time.sleep(_PAUSE)
        self._launch.close()

    def _force(self, pid: int) -> None:
        """The launcher doesn't answer: do its work."""
        tree.end(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)

    def _beyond_group(self) -> Breach | None:
        group = self._quarters.group
        if group is not None and self._breach is None:
            if group.out_of_memory:
                self._breach = self._beyond("memory")
            elif group.out_of_processes:
                self._breach = self._beyond("processes")
        return self._breach

    def _beyond_launcher(self) -> Breach | None:
        said = self._reported()
        return None if said is None or said["breach"] is None else self._beyond(said["breach"])

    def _beyond(self, limit: str) -> Breach:
        """What it means to go beyond one of the limits that are watched while a bot runs."""
        limits = self._limits
        kind, most = {
            "memory": (FaultKind.OVER_MEMORY, f"{limits.memory_mb} MiB of memory"),
            "processes": (
                FaultKind.OVER_PROCESSES,
                f"{limits.processes} processes and threads",
            ),
            "scratch": (
                FaultKind.OVER_OUTPUT,
                f"{limits.scratch_mb} MiB in the scratch folder",
            ),
        }[limit]
        return Breach(kind, f"expected at most {most}")

    def _reported(self) -> Report | None:
        if self._said is None and self._launch.report is not None:
            with contextlib.suppress(BlockingIOError):
                text = os.read(self._launch.report, 4096)
                self._said = marshal.loads(text) if text else None  # noqa: S302 - our launcher's
        return self._said


_PAUSE = 0.002
"""Seconds between two looks whether a cgroup is empty."""
