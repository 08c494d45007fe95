"""A process with all that descends from it, as /proc tells: to count, to measure, to end.

Light, as every bot's launcher imports it.
"""

from __future__ import annotations

import os
import signal

_PAGE = os.sysconf("SC_PAGE_SIZE")
_LISTED = os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110 - as below


def descendants(root: int) -> list[int]:
    """All processes below `root`, itself not among them; zombies too."""
    children = _children if _LISTED else _parents().get
    found: list[int] = []
    waiting = [root]
    while waiting:
        below = children(waiting.pop()) or []
        found += below
        waiting += below
    return found


def size(pids: list[int], most: int) -> tuple[int, int]:
    """What these processes hold: processes and threads, and bytes of memory.

    Memory that several of them share is told apart if it looks like more than `most` bytes:
    that takes time. Else it counts for each of them.
    """
    processes = memory = 0
    for pid in pids:
        threads, pages = _threads_and_pages(pid)
        processes += threads
        memory += pages * _PAGE
    if memory > most and len(pids) > 1:
        memory = sum(map(_share, pids))
    return processes, memory


def stop(root: int) -> set[int]:
    """Stop all that descends from `root`, until no new one appears; what was stopped.

    Else one could go on forking while the others are being ended.
    """
    stopped: set[int] = set()
    while fresh := set(descendants(root)) - stopped:
        for pid in fresh:
            _signal(pid, signal.SIGSTOP)
        stopped |= fresh
    return stopped


def end(root: int) -> None:
    """Have all that descends from `root` end; its own parent has to reap it."""
    for pid in stop(root):
        _signal(pid, signal.SIGKILL)


def end_own() -> None:
    """End all that descends from this process, and reap it; this process adopts orphans."""
    while True:
        end(os.getpid())
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - pathlib costs its import
    except OSError:
        return found
    for thread in threads:
        found += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def _parents() -> dict[int, list[int]]:
    """The children of every process on the machine: slow, for kernels that list none."""
    found: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - as above
        words = (
            _read(f"/proc/{name}/stat").rpartition(b")")[2].split() if name.isdigit() else []
        )
        if words:
            found.setdefault(int(words[1]), []).append(int(name))
    return found


def _threads_and_pages(pid: int) -> tuple[int, int]:
    _, _, rest = _read(f"/proc/{pid}/stat").rpartition(b")")
    words = rest.split()
    return (int(words[17]), int(words[21])) if len(words) > 21 else (0, 0)


def _share(pid: int) -> int:
    """Bytes of memory, each page divided by the number of processes that share it."""
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return _threads_and_pages(pid)[1] * _PAGE


def _read(path: str) -> bytes:
    """What the file holds; nothing if the process has gone."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(opened, 1 << 16)
    except OSError:
        return b""
    finally:
        os.close(opened)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return
