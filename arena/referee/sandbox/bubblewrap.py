"""The command lines of bubblewrap (`bwrap`), which puts a bot into namespaces of its own.

Options are passed through an open file, so that no other user reads them in the list of
processes. bwrap itself is started with an empty environment: it is process 1 of the sandbox,
and a bot can read what that one was started with.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from arena.referee.sandbox import sight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arena.referee.sandbox.limits import Limits

BOT = "/bot"
"""Where a bot finds its folder."""

SCRATCH = "/tmp"  # noqa: S108 - in the sandbox, where it is the bot's alone
"""Where a bot finds its scratch folder."""

RUN = "/run/referee"
"""Where a bot finds the folder of its socket."""

_NAMESPACES = (
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
)
_OF_ROOT = (
    "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID",
    "--cap-add", "CAP_SETPCAP",
)  # fmt: skip
_OF_USERS = (
    "--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL",
)  # fmt: skip

_SHARED_MEMORY = 16 << 20
"""Bytes in /dev/shm."""


def program(name: str) -> str:
    """The full path of one of the programs that the rungs with namespaces need.

    Raises:
        FileNotFoundError: it isn't installed.
    """
    found = shutil.which(name, path=sight.SEARCHED)
    if found is None:
        raise FileNotFoundError(name)
    return found


def options(
    folder: Path, run: Path, environment: Mapping[str, str], limits: Limits, *, root: bool
) -> bytes:
    """What bwrap reads from `--args FD`: all but the command.

    Args:
        folder: the bot's, on this machine.
        run: the folder of its socket.
        environment: the bot's.
        limits: for the size of the scratch folder.
        root: whether root starts it, without a user namespace.
    """
    words = [
        *_NAMESPACES,
        *(_OF_ROOT if root else _OF_USERS),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev"),
        *_memory_folder(SCRATCH, limits.scratch),
        *_memory_folder("/dev/shm", _SHARED_MEMORY),  # noqa: S108 - in the sandbox
        *_interpreter(),
        *("--ro-bind", str(folder), BOT),
        *("--perms", "0755", "--dir", "/run", "--ro-bind", str(run), RUN),
        *("--remount-ro", "/", "--hostname", "bot", "--chdir", BOT),
    ]
    for name, value in environment.items():
        words += ["--setenv", name, value]
    return b"".join(word.encode() + b"\0" for word in words)


def command(arguments: int, filter_: int | None) -> list[str]:
    """What starts bwrap, with the open files of its options and of the seccomp filter."""
    seccomp = [] if filter_ is None else ["--seccomp", str(filter_)]
    return [program("bwrap"), "--args", str(arguments), *seccomp, "--"]


def become(uid: int) -> list[str]:
    """In the sandbox of root: be that user from here on, without any privilege."""
    return [
        program("setpriv"), "--reuid", str(uid), "--regid", str(uid), "--clear-groups",
        "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs",
    ]  # fmt: skip


def limited(resources: Mapping[str, int]) -> list[str]:
    """In the sandbox, where a user's other processes don't count: live under these limits."""
    return [program("prlimit"), *(f"--{name}={most}" for name, most in resources.items())]


def _system() -> Iterator[str]:
    for path in map(Path, sight.SYSTEM):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.exists():
            yield from _shown(path)
    for setting in sight.SETTINGS:
        if Path(setting).exists():
            yield from _shown(Path(setting))


def _interpreter() -> Iterator[str]:
    for path in sight.interpreter():
        yield from _shown(path)


def _shown(path: Path) -> Iterator[str]:
    """Show a file or folder at its own place; folders on the way to it hold nothing else."""
    for folder in reversed(path.parents[:-1]):
        yield from ("--perms", "0755", "--dir", str(folder))
    yield from ("--ro-bind", str(path), str(path))


def _memory_folder(path: str, size: int) -> tuple[str, ...]:
    return "--perms", "1777", "--size", str(size), "--tmpfs", path
