"""The attacks, and what comes of each on each rung: the table that docs/sandbox.md shows.

`driver.py` carries them out and says in the same words what came of them.
"""

from typing import NamedTuple

RUNGS = ("namespaces-root", "namespaces-user", "landlock", "uid", "bare")

STOPPED = "stopped"
"""The attack achieved nothing, and nobody is punished."""
OPEN = "not stopped"


class Attack(NamedTuple):
    """A row: a name, what is tried, and the outcome on each of `RUNGS`.

    An outcome is `STOPPED`, `OPEN`, or the kind of fault by which the attacker lost.
    """

    name: str
    what: str
    outcomes: tuple[str, ...]


def _alike(outcome):
    return (outcome,) * len(RUNGS)


def _but_bare(outcome):
    return (*(outcome,) * (len(RUNGS) - 1), OPEN)


def _but(outcome, *rungs):
    return tuple(OPEN if rung in rungs else outcome for rung in RUNGS)


PRYING = (
    Attack("other-bot", "read another bot's folder, if its parent is closed (mode 0700)",
           _but_bare(STOPPED)),
    Attack("other-scratch", "read another bot's scratch folder", _but_bare(STOPPED)),
    Attack("ledger", "read a league's ledger", _but_bare(STOPPED)),
    Attack("environment", "read the referee's environment, by way of any process",
           _but_bare(STOPPED)),
    Attack("token", "read the token of another bot's process", _but_bare(STOPPED)),
    Attack("descriptors", "use files that the referee holds open", _alike(STOPPED)),
    Attack("processes", "see other processes and their arguments",
           _but(STOPPED, "uid", "bare")),
    Attack("signal", "send a signal to a process of the operator", _but_bare(STOPPED)),
    Attack("ptrace", "trace a process of the operator", _but_bare(STOPPED)),
    Attack("loopback", "connect to a TCP port of this machine", _but_bare(STOPPED)),
    Attack("abstract", "connect to an abstract unix socket", _but(STOPPED, "uid", "bare")),
    Attack("find-socket", "find another bot's socket, and connect", _but_bare(STOPPED)),
    Attack("known-socket", "connect to another bot's socket, whose path somebody has told",
           _but(STOPPED, "landlock", "bare")),
    Attack("own-folder", "write into its own folder", _but_bare(STOPPED)),
    Attack("unlink-socket", "remove its own socket", _but_bare(STOPPED)),
    Attack("host-tmp", "leave a note for a later process in /tmp or /dev/shm",
           _but(STOPPED, "uid", "bare")),
    Attack("scratch-note", "leave a note for a later process in its scratch folder",
           _alike(STOPPED)),
    Attack("kernel", "unshare, keyctl, bpf, io_uring, perf: large pieces of the kernel",
           _but_bare(STOPPED)),
    Attack("scratch-link", "lay links in the scratch folder, so that their targets are removed",
           _alike(STOPPED)),
    Attack("scratch-maze", "fill the scratch folder with what is hard to remove: closed "
           "folders, folders a thousand deep", _alike(STOPPED)),
)  # fmt: skip

HOARDING = (
    Attack("fork-bomb", "start processes without end", _but_bare("over-processes")),
    Attack("threads", "start threads without end", _but_bare("over-processes")),
    Attack("memory", "fill memory", _but_bare("over-memory")),
    Attack("memory-together", "fill memory from several processes, each with little",
           _but_bare("over-memory")),
    Attack("memory-shared", "fill memory that is shared between processes",
           _but_bare("over-memory")),
    Attack("memory-hidden", "fill memory that belongs to no process (memfd, System V)",
           _but_bare(STOPPED)),
    Attack("disk", "fill the disk with many files",
           (STOPPED, STOPPED, "over-output", "over-output", OPEN)),
    Attack("file", "write one huge file", _but_bare(STOPPED)),
    Attack("daemon", "leave a process behind, in a session of its own", _alike(STOPPED)),
)  # fmt: skip

FLOODING = (
    Attack("huge-message", "send a message of 100 MB", _alike("crashed")),
    Attack("messages", "send answers without end", _alike("answered-twice")),
    Attack("streams", "open hundreds of streams on its connection", _alike(STOPPED)),
    Attack("half-open", "open hundreds of connections, and say nothing", _alike(STOPPED)),
    Attack("pings", "send HTTP/2 pings without end", _alike(OPEN)),
    Attack("settings", "send HTTP/2 settings without end", _alike(OPEN)),
    Attack("stderr", "print without end, with escape codes and markup", _alike("over-output")),
)  # fmt: skip

TRICKS = (
    Attack("link-out", "a link in the bot's folder that leads out of it", _alike(STOPPED)),
    Attack("link-folder", "the same with a folder", _alike(STOPPED)),
    Attack("pipe", "a named pipe in the bot's folder, at which its reader hangs",
           _alike(STOPPED)),
    Attack("manifest-up", "a manifest that runs `../` something", _alike(STOPPED)),
    Attack("manifest-absolute", "a manifest that runs `/bin/sh`", _alike(STOPPED)),
    Attack("manifest-link", "a manifest that is a link to another file", _alike(STOPPED)),
)  # fmt: skip

ATTACKS = (*PRYING, *HOARDING, *FLOODING, *TRICKS)


def markdown():
    """The table as docs/sandbox.md has it."""
    head = ("attack", *(f"`{rung}`" for rung in RUNGS))
    rows = [head, ("---",) * len(head)]
    rows += [(f"{attack.what}", *attack.outcomes) for attack in ATTACKS]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
