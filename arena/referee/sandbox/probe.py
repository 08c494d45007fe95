"""Finds the best rung that works here, by running a program in it that tries it out.

Nothing is taken for granted: a kernel may have what a container or a distribution forbids.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.errors import ConfigError
from arena.referee.sandbox import bubblewrap, cgroup, check, landlock, seccomp, sight
from arena.referee.sandbox.cell import Cell
from arena.referee.sandbox.footing import Footing
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import LADDER, Policy, Rung

_PATIENCE = 20.0
"""Seconds that a try may take; it takes a tenth of one."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a rung doesn't work here, and what would change that ("" if nothing would)."""

    rung: Rung
    reason: str
    advice: str = ""


def find(policy: Policy) -> Footing:
    """The best rung that the policy takes and that works here.

    Raises:
        ConfigError: there is none.
    """
    for rung in policy.accepted:
        found = attempt(rung)
        if isinstance(found, Footing):
            return found
    best = best_footing().rung
    raise ConfigError(
        f'sandbox: expected isolation of at least "{policy.least}", this machine gives '
        f'"{best}" ("arena doctor" says why, and what helps)'
    )


def best_footing() -> Footing:
    """The best rung that works here."""
    return next(found for rung in LADDER if isinstance(found := attempt(rung), Footing))


@cache
def attempt(rung: Rung) -> Footing | Refusal:
    """Try a rung; what it stands on, or why it doesn't work. Remembered while we run."""
    if rung is Rung.BARE:
        return Footing(Rung.BARE)
    if sys.platform != "linux":
        return Refusal(rung, "needs Linux")
    footing = _PREPARED[rung]()
    if isinstance(footing, Refusal):
        return footing
    problem = _run(footing)
    return footing if problem is None else Refusal(rung, problem, _cure(rung, problem))


def _namespaces_root() -> Footing | Refusal:
    if os.geteuid() != 0:
        return Refusal(Rung.NAMESPACES_ROOT, "needs root")
    return _missing(Rung.NAMESPACES_ROOT, "bwrap", "setpriv", "prlimit") or Footing(
        Rung.NAMESPACES_ROOT, own_uid=True, place=cgroup.place()
    )


def _namespaces_user() -> Footing | Refusal:
    if os.geteuid() == 0:
        return Refusal(Rung.NAMESPACES_USER, "is for ordinary users")
    return _missing(Rung.NAMESPACES_USER, "bwrap", "prlimit") or Footing(Rung.NAMESPACES_USER)


def _landlock() -> Footing | Refusal:
    if landlock.abi() == 0:
        advice = "a kernel from 5.13 on with landlock among the modules of its lsm= option"
        return Refusal(Rung.LANDLOCK, "the kernel has no Landlock", advice)
    if os.geteuid() != 0:
        return Footing(Rung.LANDLOCK)
    reachable = sight.closed_folder(sight.interpreter()) is None
    return Footing(Rung.LANDLOCK, own_uid=reachable, place=cgroup.place())


def _uid() -> Footing | Refusal:
    if os.geteuid() != 0:
        return Refusal(Rung.UID, "needs root")
    closed = sight.closed_folder(sight.interpreter())
    if closed is not None:
        reason = f"the interpreter lies in {closed}, which is closed to other users"
        advice = (
            "an environment made with a Python that all users can read, as /usr/bin/python3"
        )
        return Refusal(Rung.UID, reason, advice)
    return Footing(Rung.UID, own_uid=True, place=cgroup.place())


_PREPARED = {
    Rung.NAMESPACES_ROOT: _namespaces_root,
    Rung.NAMESPACES_USER: _namespaces_user,
    Rung.LANDLOCK: _landlock,
    Rung.UID: _uid,
}


def _missing(rung: Rung, *programs: str) -> Refusal | None:
    for name in programs:
        try:
            bubblewrap.program(name)
        except FileNotFoundError:
            package = {"bwrap": "bubblewrap"}.get(name, "util-linux")
            advice = f"the package {package}: apt install {package}"
            return Refusal(rung, f"{name} isn't installed", advice)
    return None


def _run(footing: Footing) -> str | None:
    """Run the check in that rung; what is wrong, or None."""
    top = Path(tempfile.mkdtemp(prefix="arena-probe-"))
    try:
        top.chmod(0o711)
        secret = top / "secret"
        secret.touch(mode=0o600)
        bot, home = top / "bot", top / "home"
        bot.mkdir()
        home.mkdir(mode=0o700)
        shutil.copy(check.__file__, bot / "check.py")
        return _checked(Cell(footing, Limits(), bot, home), secret)
    except OSError as error:
        return str(error)
    finally:
        shutil.rmtree(top, ignore_errors=True)


def _checked(cell: Cell, secret: Path) -> str | None:
    filtered = "filtered" if seccomp.program(()) else "free"
    launch = cell.launch(("python", "check.py", str(secret), filtered), {})
    try:
        done = subprocess.run(
            launch.command,
            env=launch.environment,
            pass_fds=launch.inherited,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_PATIENCE,
            check=False,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return f"a program didn't end within {_PATIENCE:g} s"
    finally:
        cell.close_now()
    if done.returncode == 0:
        return None
    lines = done.stdout.decode("utf-8", "replace").split("\n")
    return next((line for line in reversed(lines) if line.strip()), cell.how(done.returncode))


def _cure(rung: Rung, problem: str) -> str:
    """What helps when bubblewrap is there and doesn't work."""
    if rung is Rung.NAMESPACES_ROOT:
        return (
            "bubblewrap 0.8 or newer, and the right to make namespaces; a container needs "
            "CAP_SYS_ADMIN, and seccomp and AppArmor profiles that allow them"
        )
    if rung is Rung.NAMESPACES_USER:
        return next((cure for file, value, cure in _SWITCHES if _holds(file, value)), _NEWER)
    return "" if "Python bots" not in problem else "an environment that other users can read"


_NEWER = "bubblewrap 0.8 or newer, and the right to make user namespaces"
_APPARMOR = """\
a profile that lets bwrap make user namespaces, /etc/apparmor.d/bwrap with \
'abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) \
{ userns, }', then apparmor_parser -r /etc/apparmor.d/bwrap"""
_SWITCHES = (
    ("kernel/apparmor_restrict_unprivileged_userns", "1", _APPARMOR),
    ("kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
    ("user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
)


def _holds(file: str, value: str) -> bool:
    with contextlib.suppress(OSError):
        return Path("/proc/sys", file).read_text().strip() == value
    return False
