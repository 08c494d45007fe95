"""What of the machine a bot may see: the system's programs, the interpreter, and our code.

Nothing of what is listed here is secret; all of it is read-only.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from functools import cache
from pathlib import Path

import arena
from arena.errors import RulesError
from arena.games import registry

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store")
"""Programs and libraries; on most systems all but the first are links into it."""

SETTINGS = (
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/localtime",
    *map(str, sorted(Path("/etc").glob("java*"))),
)
"""Files without which runtimes don't run, or don't know what time it is."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

OWN_PROCESS = tuple(
    f"/proc/self/{name}"
    for name in ("auxv", "cgroup", "cmdline", "fd", "io", "limits", "maps", "mountinfo",
                 "mounts", "smaps", "stat", "statm", "status")
)  # fmt: skip
"""What a process may read of itself. Not `net` and not `task`, which holds another `net`: there
the paths of all sockets are listed, other bots' among them."""

SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where bots' programs are looked for, after the interpreter's own folder."""


@cache
def interpreter() -> tuple[Path, ...]:
    """The folders that Python bots need, outside of the system's own; no folder twice.

    Those are the environment that the harness runs in, the Python that it was made from, and
    the packages of the harness and of games that were added, which may lie elsewhere.
    """
    wanted = [Path(sys.prefix), Path(sys.base_prefix), *_packages()]
    wanted += [path.resolve() for path in wanted]
    found: list[Path] = []
    for path in sorted(set(wanted), key=lambda path: len(path.parts)):
        if not any(path.is_relative_to(outer) for outer in (*map(Path, SYSTEM), *found)):
            found.append(path)
    return tuple(found)


@cache
def loose_packages() -> tuple[Path, ...]:
    """Our packages that lie outside of the Python environment, as in a developer's tree."""
    prefixes = (Path(sys.prefix), Path(sys.base_prefix))
    return tuple(p for p in _packages() if not any(p.is_relative_to(q) for q in prefixes))


def binaries() -> str:
    """Bots' `PATH`."""
    return f"{Path(sys.executable).parent}:{SEARCHED}"


def _packages() -> list[Path]:
    """Where the harness lies, and each package that provides a game."""
    folders = {Path(arena.__file__).absolute().parent}
    for name in registry.names():
        with contextlib.suppress(RulesError):  # broken, and no bot can play it
            package = type(registry.get(name)).__module__.partition(".")[0]
            file = getattr(sys.modules.get(package), "__file__", None)
            folders |= {_root(Path(file).absolute())} if file is not None else set()
    return sorted(folders)


def _root(file: Path) -> Path:
    """What is to be seen of a module: its package's folder, or the one file."""
    return file.parent if file.name == "__init__.py" else file


def closed_folder(paths: tuple[Path, ...]) -> Path | None:
    """A folder on the way to one of these that only some users may enter; None if all may."""
    for path in paths:
        for folder in (*reversed(path.parents), path):
            if not os.stat(folder).st_mode & stat.S_IXOTH:  # noqa: PTH116 - follows links
                return folder
    return None


def closed_files(folder: Path) -> bool:
    """Whether there is something in a bot's folder that other users can't read."""
    for path in (folder, *folder.rglob("*")):
        if path.is_symlink():
            continue
        wanted = stat.S_IROTH | (stat.S_IXOTH if path.is_dir() else 0)
        if path.stat().st_mode & wanted != wanted:
            return True
    return False
