"""What a launcher is told to do: plain values, as they travel in `marshal` form.

Launcher and referee are the same version of the same interpreter, so marshal will do, and costs
no import.
"""

from __future__ import annotations

from typing import TypedDict


class Watch(TypedDict):
    """The limits that the launcher sees to, as the kernel doesn't. 0: not this one.

    Attributes:
        memory: bytes.
        processes: processes and threads.
        scratch: the folder to be measured.
        scratch_bytes: how much it may hold.
    """

    memory: int
    processes: int
    scratch: str
    scratch_bytes: int


class Plan(TypedDict):
    """A program and what is to be done before and while it runs.

    Attributes:
        command: the program and its arguments.
        environment: all of it.
        folder: where the program starts.
        cgroups: the folders of the control groups that it joins.
        resources: limits by the names of `prlimit`.
        uid: the user and group that it becomes; None: it stays what it is.
        powerless: whether it gives up the capabilities of root.
        reading: files and folders left to it by Landlock; None: no Landlock.
        writing: folders in which it may write then.
        filter: a seccomp program; empty: none.
        keep: open files that the program inherits.
        watch: limits to see to meanwhile.
        control: the launcher ends everything when this pipe has ended.
        report: what became of it is written there (`Report`).
    """

    command: list[str]
    environment: dict[str, str]
    folder: str
    cgroups: list[str]
    resources: dict[str, int]
    uid: int | None
    powerless: bool
    reading: list[str] | None
    writing: list[str]
    filter: bytes
    keep: list[int]
    watch: Watch
    control: int
    report: int


class Report(TypedDict):
    """What the launcher has to say at the end.

    Attributes:
        breach: the limit that was broken, "memory", "processes" or "scratch", if one was.
        cpu_s: seconds of CPU time.
        memory: bytes at most, as far as was looked.
        processes: processes and threads at most, as far as was looked.
    """

    breach: str | None
    cpu_s: float
    memory: int
    processes: int
