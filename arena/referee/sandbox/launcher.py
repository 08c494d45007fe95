"""The process between the referee and a bot where no cgroup ends, counts and measures.

    python -I -S -c 'import sys; sys.path.insert(0, ROOT); from … import main; main(PLAN)'

It starts the bot, adopts whatever that leaves behind, looks how much it uses, and ends all of
it when the bot has ended, when a limit is broken, when the referee says so or is gone. Then it
ends in the way in which the bot ended. It imports little, as every bot waits for it.
"""

from __future__ import annotations

import marshal
import os
import resource
import select
import signal

from arena.referee.sandbox import kernel, tree

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from arena.referee.sandbox.plan import Plan, Report, Watch

PAUSE = 0.1
"""Seconds between two looks at what a bot uses."""

_SCRATCH_EVERY = 5
"""At every how manieth look the scratch folder is measured."""

_LEAST_FILE = 4096
"""Bytes that a file or folder counts at least: empty ones fill a disk too."""

_FROM_TERMINALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_KILLED = -signal.SIGKILL

NOT_STARTED = 127
"""Exit code if the program can't be executed."""


def main(file: int) -> None:
    """Do what the plan in that open file says, and never return."""
    with os.fdopen(file, "rb") as plan_file:
        plan: Plan = marshal.load(plan_file)  # noqa: S302 - the referee wrote it
    for ours in (plan["control"], plan["report"]):
        os.set_inheritable(ours, False)
    kernel.adopt_orphans()
    for number in _FROM_TERMINALS:
        signal.signal(number, signal.SIG_IGN)
    wake, alarm = os.pipe()
    os.set_blocking(alarm, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
    bot = os.fork()
    if bot == 0:
        _become(plan)
    for inherited in plan["keep"]:
        os.close(inherited)
    status, breach, peak = _wait(plan, bot, wake)
    tree.end_own()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = peak[0], max(peak[1], used.ru_maxrss * 1024)
    breach = breach or _breach(plan["watch"], peak, scratch=False)  # it may have been quick
    _tell(plan["report"], breach, peak, used.ru_utime + used.ru_stime)
    _end_as(status)


def _wait(plan: Plan, bot: int, wake: int) -> tuple[int, str | None, tuple[int, int]]:
    """Wait for the end: how the bot ended, the limit that it broke, the most that it used."""
    watch = plan["watch"]
    control = plan["control"]
    pause = PAUSE if any(watch.values()) else None
    looks = processes = memory = 0
    breach: str | None = None
    while breach is None:
        ready, _, _ = select.select([control, wake], [], [], pause)
        if control in ready:
            return _KILLED, None, (processes, memory)
        if wake in ready:
            os.read(wake, 4096)
            if (status := _reap(bot)) is not None:
                return status, None, (processes, memory)
        if pause is not None:
            now = tree.size(tree.descendants(os.getpid()), watch["memory"] or 1 << 62)
            processes, memory = max(processes, now[0]), max(memory, now[1])
            looks += 1
            breach = _breach(watch, now, scratch=looks % _SCRATCH_EVERY == 0)
    return _KILLED, breach, (processes, memory)


def _reap(bot: int) -> int | None:
    """Reap what has ended; the bot's status as -signal or exit code, if it is among them."""
    found = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid == 0:
            return found
        if pid == bot:
            found = os.waitstatus_to_exitcode(status)


def _breach(watch: Watch, now: tuple[int, int], *, scratch: bool) -> str | None:
    """The limit that is broken, if one is."""
    processes, memory = now
    if watch["processes"] and processes > watch["processes"]:
        return "processes"
    if watch["memory"] and memory > watch["memory"]:
        return "memory"
    most = watch["scratch_bytes"]
    if scratch and most and _bytes_in(watch["scratch"], most) > most:
        return "scratch"
    return None


def _bytes_in(folder: str, most: int) -> int:
    """What a folder holds; counting ends above `most`."""
    total = 0
    waiting = [folder]
    while waiting and total <= most:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    found = entry.stat(follow_symlinks=False)
                    total += max(found.st_blocks * 512, _LEAST_FILE)
                    if total > most:
                        break
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue  # it is gone again
    return total


def _tell(report: int, breach: str | None, peak: tuple[int, int], cpu_s: float) -> None:
    processes, memory = peak
    said: Report = {
        "breach": breach,
        "cpu_s": cpu_s,
        "memory": memory,
        "processes": processes,
    }
    os.write(report, marshal.dumps(dict(said)))


def _end_as(status: int) -> None:
    """End with the bot's exit code, or by the signal that ended it (negative)."""
    if status >= 0:
        os._exit(status)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if status != _KILLED:
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
    signal.pause()


def _become(plan: Plan) -> None:
    """In the child: take on everything that the plan says, then be the program."""
    try:
        _prepare(plan)
        os.chdir(plan["folder"])
        _restrict(plan)
        os.execve(plan["command"][0], plan["command"], plan["environment"])  # noqa: S606
    except OSError as error:
        os.write(2, f"arena: can't start {plan['command'][0]}: {error}\n".encode())
    finally:
        os._exit(NOT_STARTED)


def _prepare(plan: Plan) -> None:
    """What needs the rights of whoever runs the league."""
    signal.set_wakeup_fd(-1)
    for number in (*_FROM_TERMINALS, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    for group in plan["cgroups"]:
        with open(f"{group}/cgroup.procs", "w") as members:  # noqa: PTH123 - no pathlib
            members.write("0")
    for name, most in plan["resources"].items():
        kind = getattr(resource, f"RLIMIT_{name.upper()}")
        _, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))


def _restrict(plan: Plan) -> None:
    """Give up what the bot isn't to have. From here on nothing can be got back."""
    uid = plan["uid"]
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    if plan["powerless"]:
        kernel.drop_capabilities()
    kernel.end_with_parent(signal.SIGKILL)
    if plan["reading"] is not None or plan["filter"]:
        kernel.forgo_privileges()
    if plan["reading"] is not None:
        from arena.referee.sandbox import landlock  # noqa: PLC0415 - only where it is needed

        landlock.restrict(plan["reading"], plan["writing"])
    if plan["filter"]:
        kernel.filter_calls(plan["filter"])
