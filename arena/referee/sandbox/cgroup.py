"""Control groups: they count what a bot and all its processes use, limit it, and end it.

Both versions are used, as they are found: the controllers of version 1 lie in file systems of
their own, version 2 has all in one tree, and there are machines with both. Groups are made
below the one that this process is in, so that whatever limits the harness limits its bots;
where that can't be (version 2 gives no controllers below a group with processes), at the root
of the tree.

A group that a killed referee left behind is removed by the next one that looks.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from arena.referee.sandbox.limits import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.referee.sandbox.limits import Limits

PREFIX = "arena-bot-"
"""How our groups' names begin; the pid of the referee and a number follow."""

_V1 = ("memory", "pids", "freezer", "cpuacct")
_NEEDED = ("memory", "pids")
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Place:
    """Where groups can be made.

    Attributes:
        v1: by controller the folder in which its groups are made.
        v2: the same for version 2; None: there is none.
        v2_controllers: what groups made there limit.
    """

    v1: dict[str, Path]
    v2: Path | None
    v2_controllers: frozenset[str]

    @property
    def complete(self) -> bool:
        """Whether memory and processes are both limited."""
        return all(name in self.v1 or name in self.v2_controllers for name in _NEEDED)

    @property
    def folders(self) -> tuple[Path, ...]:
        """All folders in which groups are made."""
        return (*self.v1.values(), *((self.v2,) if self.v2 is not None else ()))

    def sweep(self) -> None:
        """Remove the groups of referees that are no more."""
        for folder in self.folders:
            for group in folder.glob(f"{PREFIX}*"):
                pid = group.name.removeprefix(PREFIX).partition("-")[0]
                if not Path(f"/proc/{pid}").exists():
                    with contextlib.suppress(OSError):
                        group.rmdir()


@cache
def place() -> Place | None:
    """Where this process can make groups, found out by making some; None: nowhere."""
    mounts = dict(_mounts())
    own = dict(_own_groups())
    v2, controllers = _version_2(mounts, own)
    v1 = {
        name: folder
        for name in (_V1 if v2 is None else _NEEDED)
        if name in mounts and (folder := _usable(mounts[name], own.get(name, "/")))
    }
    found = Place(v1, v2, controllers)
    found.sweep()
    return found if found.folders else None


class Group:
    """The groups of one bot, one in each tree, used as one."""

    def __init__(self, where: Place, limits: Limits) -> None:
        """Make them.

        Raises:
            OSError: they can't be made, or not with these limits.
        """
        name = f"{PREFIX}{os.getpid()}-{next(_numbers)}"
        self._v1 = {controller: folder / name for controller, folder in where.v1.items()}
        self._v2 = where.v2 / name if where.v2 is not None else None
        self._in_v2 = where.v2_controllers
        self._limits = limits
        try:
            for folder in self.folders:
                folder.mkdir()
            self._limit()
        except OSError:
            self.remove()
            raise

    @property
    def folders(self) -> tuple[Path, ...]:
        """A process joins by writing 0 into `cgroup.procs` of each of them."""
        return (*self._v1.values(), *((self._v2,) if self._v2 is not None else ()))

    @property
    def exists(self) -> bool:
        """Whether something of it is still there."""
        return any(folder.exists() for folder in self.folders)

    def _limit(self) -> None:
        memory, processes = str(self._limits.memory), str(self._limits.processes + _OWN)
        if "memory" in self._v1:
            (self._v1["memory"] / "memory.limit_in_bytes").write_text(memory)
            with contextlib.suppress(OSError):  # a kernel that doesn't count swap
                (self._v1["memory"] / "memory.memsw.limit_in_bytes").write_text(memory)
        elif self._v2 is not None and "memory" in self._in_v2:
            (self._v2 / "memory.max").write_text(memory)
            with contextlib.suppress(OSError):
                (self._v2 / "memory.swap.max").write_text("0")
        if "pids" in self._v1:
            (self._v1["pids"] / "pids.max").write_text(processes)
        elif self._v2 is not None and "pids" in self._in_v2:
            (self._v2 / "pids.max").write_text(processes)

    @property
    def out_of_memory(self) -> bool:
        """Whether the kernel has killed a process because there was no memory left for it."""
        return self._count("memory", "memory.oom_control", "memory.events", "oom_kill") > 0

    @property
    def out_of_processes(self) -> bool:
        """Whether a process or thread more than allowed was wanted."""
        return self._count("pids", "pids.events", "pids.events", "max") > 0

    def _count(self, controller: str, in_v1: str, in_v2: str, key: str) -> int:
        file = self._file(controller, in_v1, in_v2)
        for line in _read(file).splitlines():
            name, _, value = line.partition(" ")
            if name == key:
                return int(value)
        return 0

    def _file(self, controller: str, in_v1: str, in_v2: str) -> Path | None:
        if controller in self._v1:
            return self._v1[controller] / in_v1
        return self._v2 / in_v2 if self._v2 is not None else None

    def usage(self) -> Usage:
        """What was used up to now."""
        peak = self._file("memory", "memory.max_usage_in_bytes", "memory.peak")
        processes = self._file("pids", "pids.peak", "pids.peak")
        return Usage(self._cpu_s(), _number(peak), _number(processes))

    def _cpu_s(self) -> float | None:
        if self._v2 is not None:
            return self._count("", "", "cpu.stat", "usage_usec") / 1e6
        nanoseconds = _number(self._file("cpuacct", "cpuacct.usage", ""))
        return None if nanoseconds is None else nanoseconds / 1e9

    def freeze(self, *, frozen: bool = True) -> bool:
        """Stop all processes, or let them go on; whether that can be done here."""
        if self._v2 is not None:
            (self._v2 / "cgroup.freeze").write_text("1" if frozen else "0")
        elif "freezer" in self._v1:
            state = "FROZEN" if frozen else "THAWED"
            (self._v1["freezer"] / "freezer.state").write_text(state)
        else:
            return False
        return True

    def kill(self) -> None:
        """End all processes; they are stopped first where that takes more than one step."""
        with contextlib.suppress(OSError):
            if self._v2 is not None and (self._v2 / "cgroup.kill").exists():
                (self._v2 / "cgroup.kill").write_text("1")
                return
            self.freeze()
        for pid in self.members():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.freeze(frozen=False)  # a frozen process of version 1 doesn't die

    def members(self) -> list[int]:
        """The processes in the group; none when it has been removed."""
        found: set[int] = set()
        for folder in self.folders:
            found.update(map(int, _read(folder / "cgroup.procs").split()))
        return sorted(found - {0})

    def remove(self) -> bool:
        """Remove the groups; False while there is still a process in one."""
        for folder in self.folders:
            with contextlib.suppress(OSError):
                folder.rmdir()
        return not self.exists


_OWN = 6
"""Processes of ours that are counted with a bot's: shell, bubblewrap, launcher."""


def _mounts() -> Iterator[tuple[str, tuple[Path, str]]]:
    """By controller, "" for version 2: where its tree is mounted, and which part of it."""
    for line in _read(Path("/proc/self/mountinfo")).splitlines():
        left, _, right = line.partition(" - ")
        root, folder = left.split()[3:5]
        kind, _, options = right.split(" ", 2)
        if kind == "cgroup2":
            yield "", (Path(folder), root)
        elif kind == "cgroup":
            for name in options.split(" ")[-1].split(","):
                if name in _V1:
                    yield name, (Path(folder), root)


def _own_groups() -> Iterator[tuple[str, str]]:
    """By controller, "" for version 2: the group that this process is in."""
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, controllers, group = line.split(":", 2)
        for name in controllers.split(","):
            yield name, group


def _usable(mount: tuple[Path, str], group: str) -> Path | None:
    """The folder of that group, if groups can be made in it."""
    folder, root = mount
    inside = Path(group).relative_to(root) if Path(group).is_relative_to(root) else Path()
    below = folder / str(inside).removeprefix("/")
    return below if _can_make(below, ()) else None


def _version_2(
    mounts: dict[str, tuple[Path, str]], own: dict[str, str]
) -> tuple[Path | None, frozenset[str]]:
    """Where groups of version 2 can be made, best with controllers, and with which."""
    if "" not in mounts:
        return None, frozenset()
    below = _usable(mounts[""], own.get("", "/"))
    best: tuple[Path | None, frozenset[str]] = below, frozenset()
    for folder in (below, mounts[""][0]):
        if folder is not None and len(found := _controllers(folder)) > len(best[1]):
            best = (folder, frozenset(found)) if _can_make(folder, found) else best
    return best


def _controllers(folder: Path) -> tuple[str, ...]:
    """Which of the controllers we need are passed on to groups made in the folder."""
    available = _read(folder / "cgroup.controllers").split()
    with contextlib.suppress(OSError):
        wanted = " ".join(f"+{name}" for name in _NEEDED if name in available)
        (folder / "cgroup.subtree_control").write_text(wanted)
    return tuple(
        name for name in _read(folder / "cgroup.subtree_control").split() if name in _NEEDED
    )


def _can_make(folder: Path, controllers: tuple[str, ...]) -> bool:
    trial = folder / f"{PREFIX}{os.getpid()}-{next(_numbers)}"
    try:
        trial.mkdir()
    except OSError:
        return False
    try:
        files = {"memory": "memory.max", "pids": "pids.max"}
        return all((trial / files[name]).exists() for name in controllers)
    finally:
        trial.rmdir()


def _read(file: Path | None) -> str:
    if file is None:
        return ""
    try:
        return file.read_text()
    except OSError:
        return ""


def _number(file: Path | None) -> int | None:
    text = _read(file).strip()
    return int(text) if text.isdigit() else None
