"""How much of the machine a bot's process may use, and what it has used."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.match.faults import FaultKind

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bot's process, with all that it starts, may use.

    Attributes:
        memory_mb: MiB of memory in all.
        processes: processes and threads in all; a Java machine has some thirty.
        file_mb: MiB that a single file may have.
        scratch_mb: MiB in the scratch folder.
        open_files: files that a process may hold open.
        output_mb: MiB that it may print in its life.
        cpu_s: seconds of CPU time that a process may use in its life, which lasts for many
            matches; 0: no limit.
    """

    memory_mb: int = 512
    processes: int = 128
    file_mb: int = 64
    scratch_mb: int = 64
    open_files: int = 256
    output_mb: int = 16
    cpu_s: int = 0

    def __post_init__(self) -> None:
        """Refuse limits under which nothing runs.

        Raises:
            ValueError: a limit is out of its range.
        """
        for field in fields(self):
            least, most = RANGES[field.name]
            value = getattr(self, field.name)
            if not least <= value <= most:
                raise ValueError(f"{field.name}: expected {least} to {most}, got {value}")

    @property
    def memory(self) -> int:
        """`memory_mb` in bytes."""
        return self.memory_mb * MIB

    @property
    def scratch(self) -> int:
        """`scratch_mb` in bytes."""
        return self.scratch_mb * MIB

    @property
    def output(self) -> int:
        """`output_mb` in bytes."""
        return self.output_mb * MIB

    def resources(self, *, memory: bool, processes: bool) -> dict[str, int]:
        """The kernel's limits for each process, by `prlimit`'s names.

        Args:
            memory: whether the kernel doesn't count what all processes use together.
            processes: the same for their number.

        Those two are twice as high as the limit that the launcher watches: they hold whoever is
        too fast for it, and of memory the kernel counts what was set aside, used or not.
        """
        wanted = {
            "fsize": self.file_mb * MIB,
            "nofile": self.open_files,
            "core": 0,
            "memlock": 1 << 16,
            "msgqueue": 0,
        }
        if memory:
            wanted["data"] = 2 * self.memory
        if processes:
            wanted["nproc"] = 2 * self.processes
        if self.cpu_s:
            wanted["cpu"] = self.cpu_s
        return wanted


RANGES = {
    "memory_mb": (32, 1 << 20),
    "processes": (4, 1 << 16),
    "file_mb": (1, 1 << 20),
    "scratch_mb": (1, 1 << 20),
    "open_files": (16, 1 << 20),
    "output_mb": (1, 1 << 20),
    "cpu_s": (0, 1 << 24),
}
"""The least and the greatest value of each limit."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a bot's process used, with all that it started; None where it can't be told.

    Attributes:
        cpu_s: seconds of CPU time.
        peak_memory: bytes of memory at most.
        processes: processes and threads, now or at most.
    """

    cpu_s: float | None = None
    peak_memory: int | None = None
    processes: int | None = None


@dataclass(frozen=True, slots=True)
class Breach:
    """A limit that a bot went beyond, and for which it was ended."""

    kind: FaultKind
    detail: str
