"""How a bot's process is started on each rung: the command, its environment, its open files."""

from __future__ import annotations

import marshal
import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import arena
from arena.referee.sandbox import bubblewrap, seccomp, sight
from arena.referee.sandbox.rungs import Rung

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arena.referee.sandbox.footing import Footing
    from arena.referee.sandbox.limits import Limits
    from arena.referee.sandbox.plan import Plan, Watch
    from arena.referee.sandbox.quarters import Quarters

_START = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from arena.referee.sandbox.launcher import main; main(int(sys.argv[2]))"
)
_JOIN = (
    'while [ "$1" != -- ]; do echo 0 >"$1/cgroup.procs" || exit 125; shift; done; '
    'shift; exec "$@"'
)
_OURS = 3
"""Processes of ours that the launcher counts with a bot's: those of bwrap."""


@dataclass(slots=True)
class Launch:
    """A process to be started, as `subprocess` takes it.

    Attributes:
        command: the program and its arguments.
        environment: all of it.
        folder: where it starts; None: anywhere.
        inherited: open files that it inherits; the referee has no more use for them then.
        control: as long as this is open, a launcher lets the bot live.
        report: here a launcher tells what became of it.
    """

    command: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    folder: Path | None = None
    inherited: list[int] = field(default_factory=list)
    control: int | None = None
    report: int | None = None

    def inherit(self, content: bytes) -> int:
        """Another open file, with that content, to be read from its start."""
        opened = os.memfd_create("arena")
        self.inherited.append(opened)
        os.write(opened, content)
        os.lseek(opened, 0, os.SEEK_SET)
        return opened

    def let_go(self) -> None:
        """Close what was inherited."""
        while self.inherited:
            os.close(self.inherited.pop())

    def close(self) -> None:
        """Close all files; a launcher that is still there ends its bot."""
        self.let_go()
        for end in (self.control, self.report):
            if end is not None:
                os.close(end)
        self.control = self.report = None


@dataclass(frozen=True, slots=True)
class Starter:
    """Makes the commands that start bots in their quarters.

    Attributes:
        footing: how the bot is kept.
        limits: how much it may use.
        quarters: where it lives.
    """

    footing: Footing
    limits: Limits
    quarters: Quarters

    def launch(self, command: Sequence[str], added: Mapping[str, str]) -> Launch:
        """How the bot is started.

        Args:
            command: its manifest's.
            added: what its environment has beyond what all bots' have.

        Raises:
            FileNotFoundError: there is no such program.
        """
        words = [self._program(command[0]), *command[1:]]
        environment = {**self._environment(), **added}
        if sys.platform != "linux":
            return Launch(words, environment, self.quarters.bot)
        launch = Launch()
        if self.footing.namespaces:
            self._wrap(launch, words, environment)
        else:
            launch.command, launch.environment = words, environment
        if self.footing.supervised:
            self._supervise(launch)
        else:
            groups = map(str, self._groups())
            launch.command = ["/bin/sh", "-c", _JOIN, "sh", *groups, "--", *launch.command]
        return launch

    @property
    def path(self) -> str:
        """Where programs are looked for."""
        if self.footing.rung is Rung.BARE:
            own = Path(sys.executable).parent
            return os.pathsep.join([str(own), os.environ.get("PATH", os.defpath)])
        return sight.binaries()

    def _program(self, name: str) -> str:
        """Where the bot finds its program; `python` is the interpreter that we run on."""
        if name == "python":
            return sys.executable
        folder = self.quarters.bot
        found = shutil.which(str(folder / name) if "/" in name else name, path=self.path)
        if found is None:
            raise FileNotFoundError(2, "no such program")
        if self.footing.namespaces and Path(found).is_relative_to(folder):
            return str(bubblewrap.BOT / Path(found).relative_to(folder))
        return found

    def _environment(self) -> dict[str, str]:
        """All bots'; nothing of ours."""
        inside = self.footing.namespaces
        scratch = bubblewrap.SCRATCH if inside else str(self.quarters.scratch)
        packages = self.quarters.packages
        return {
            **({"PYTHONPATH": str(packages)} if packages.exists() else {}),
            "HOME": scratch,
            "TMPDIR": scratch,
            "PATH": self.path,
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1",
        }

    def _groups(self) -> list[str]:
        group = self.quarters.group
        return [] if group is None else list(map(str, group.folders))

    def _resources(self) -> dict[str, int]:
        if self.footing.rung is Rung.BARE:
            return {}
        uncounted = not self.footing.counted
        # Elsewhere all of the user's processes would count, those outside of the arena too.
        alone = self.footing.own_uid or self.footing.namespaces
        return self.limits.resources(memory=uncounted, processes=uncounted and alone)

    def _wrap(self, launch: Launch, words: list[str], environment: Mapping[str, str]) -> None:
        """Put the command into namespaces."""
        uid = self.quarters.uid
        arguments = bubblewrap.options(
            self.quarters.bot, self.quarters.run, environment, self.limits, root=uid is not None
        )
        filter_ = seccomp.program(seccomp.ALL_SOCKETS)
        launch.command = [
            *bubblewrap.command(
                launch.inherit(arguments), launch.inherit(filter_) if filter_ else None
            ),
            *(bubblewrap.become(uid) if uid is not None else ()),
            *bubblewrap.limited(self._resources()),
            *words,
        ]

    def _supervise(self, launch: Launch) -> None:
        """Have a launcher start the command, and stay beside it."""
        control, launch.control = os.pipe()
        launch.report, report = os.pipe()
        os.set_blocking(launch.report, False)
        plan = self._plan(launch, control, report)
        launch.inherited += [control, report]
        file = launch.inherit(marshal.dumps(dict(plan)))
        root = str(Path(arena.__file__).parent.parent)
        launch.command = [sys.executable, "-I", "-S", "-c", _START, root, str(file)]
        launch.environment = {}

    def _plan(self, launch: Launch, control: int, report: int) -> Plan:
        landlock = self.footing.rung is Rung.LANDLOCK
        # bwrap and what it starts see to the rest by themselves
        inside = self.footing.namespaces
        filtered = not inside and self.footing.rung is not Rung.BARE
        uid = self.quarters.uid
        return {
            "command": launch.command,
            "environment": launch.environment,
            "folder": "/" if inside else str(self.quarters.bot),
            "cgroups": self._groups(),
            "resources": {} if inside else self._resources(),
            "uid": None if inside else uid,
            "powerless": landlock and os.geteuid() == 0 and uid is None,
            "reading": self._visible() if landlock else None,
            "writing": [str(self.quarters.scratch), "/dev/null"],
            "filter": seccomp.program(seccomp.LOCAL_SOCKETS) if filtered else b"",
            "keep": list(launch.inherited),
            "watch": self._watch(),
            "control": control,
            "report": report,
        }

    def _watch(self) -> Watch:
        """What nobody but the launcher sees to."""
        bare = self.footing.rung is Rung.BARE
        uncounted = not (bare or self.footing.counted)
        on_disk = not (bare or self.footing.namespaces)
        ours = _OURS if self.footing.namespaces else 0
        return {
            "memory": self.limits.memory if uncounted else 0,
            "processes": self.limits.processes + ours if uncounted else 0,
            "scratch": str(self.quarters.scratch),
            "scratch_bytes": self.limits.scratch if on_disk else 0,
        }

    def _visible(self) -> list[str]:
        """What Landlock leaves to be read."""
        fixed = (*sight.SYSTEM, *sight.SETTINGS, *sight.DEVICES, *sight.OWN_PROCESS)
        own = (self.quarters.bot, self.quarters.packages)
        return [*fixed, *map(str, (*sight.interpreter(), *own))]
