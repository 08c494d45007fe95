"""A bot that pries: `python pry.py ATTACK WORD...`. It says what it reached, if anything.

Its last line begins with "reached" or "stopped". All that it does has an end.
"""

import contextlib
import ctypes
import mmap
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
SCRATCH = Path(os.environ["TMPDIR"])


def say(*words):
    sys.stdout.write(f"{' '.join(map(str, words))}\n")
    sys.stdout.flush()


def read(path):
    """Anything that can be read at that path: a file, or the names in a folder."""
    path = Path(path)
    return path.read_bytes() if path.is_file() else repr(sorted(path.iterdir())).encode()


def everything(secret):
    """Look for a text in the environment of every process that can be seen."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if secret.encode() in (entry / "environ").read_bytes():
                return f"{entry} has it"
    raise OSError("nowhere")


def descriptors(secret):
    for number in range(3, 256):
        with contextlib.suppress(OSError):
            os.lseek(number, 0, os.SEEK_SET)
            if secret.encode() in os.read(number, 4096):
                return f"descriptor {number}"
    raise OSError("none")


def processes(reversed_name):
    """The name comes reversed, so as not to be found in our own arguments."""
    name = reversed_name[::-1]
    own = {str(os.getpid()), "self", "thread-self"}
    for entry in Path("/proc").iterdir():
        if entry.name in own:
            continue
        with contextlib.suppress(OSError):
            if name.encode() in (entry / "cmdline").read_bytes():
                return str(entry)
    raise OSError("none")


def send_signal(pid):
    os.kill(int(pid), signal.SIGUSR1)
    return "sent"


def ptrace(pid):
    seize, detach = 0x4206, 17
    if LIBC.ptrace(seize, int(pid), None, None) != 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    LIBC.ptrace(detach, int(pid), None, None)
    return "traced"


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as stream:
        stream.settimeout(5)
        stream.connect(address)
    return f"connected to {address!r}"


def find_socket(temporary):
    """Every place in which another bot's socket could be found."""
    own = os.environ["ARENA_ADDRESS"].removeprefix("unix:")
    found = set()
    for table in ("/proc/net/unix", "/proc/self/net/unix", "/proc/thread-self/net/unix"):
        with contextlib.suppress(OSError):
            lines = Path(table).read_text().splitlines()
            found |= {line.split()[-1] for line in lines if line.endswith("/socket")}
    for top in {temporary, "/run", str(SCRATCH.parent.parent)} - {"/"}:
        for folder, _, files in os.walk(top):
            found |= {f"{folder}/socket"} if "socket" in files else set()
    for path in found - {own}:
        if temporary in path:
            with contextlib.suppress(OSError):
                return connect(socket.AF_UNIX, path)
    raise OSError(f"none of {sorted(found)}")


def write(path):
    Path(path).write_text("I was here")
    return f"wrote {path}"


def unlink_socket():
    Path(os.environ["ARENA_ADDRESS"].removeprefix("unix:")).unlink()
    return "removed"


def note(name):
    """Write where a later process may look; what was there already."""
    found = [path for path in (Path("/tmp", name), Path("/dev/shm", name)) if path.exists()]  # noqa: S108
    for folder in ("/tmp", "/dev/shm"):  # noqa: S108
        with contextlib.suppress(OSError):
            write(Path(folder, name))
    return ", ".join(map(str, found))


def scratch_note():
    file = SCRATCH / "note"
    if file.exists():
        return "found the note"
    write(file)
    raise OSError("no note")


def kernel():
    """Calls that open large parts of the kernel; the number is theirs on this machine."""
    numbers = {"x86_64": (272, 250, 321, 425, 298), "aarch64": (97, 219, 280, 425, 241)}
    unshare, keyctl, bpf, io_uring, perf = numbers[os.uname().machine]
    room = ctypes.create_string_buffer(256)
    works = {
        "unshare": LIBC.syscall(unshare, 0x10000000),
        "keyctl": LIBC.syscall(keyctl, 0, -3, 1),
        "bpf": LIBC.syscall(bpf, 0, room, 128),
        "io_uring": LIBC.syscall(io_uring, 1, room),
        "perf": LIBC.syscall(perf, room, 0, -1, -1, 0),
    }
    got = [name for name, result in works.items() if result >= 0]
    if not got:
        raise OSError("all refused")
    return ", ".join(got)


def scratch_link(folder):
    (SCRATCH / "file").symlink_to(Path(folder, "precious"))
    (SCRATCH / "folder").symlink_to(folder)
    (SCRATCH / "..data").mkdir()
    return "linked"


def scratch_maze():
    closed = SCRATCH / "closed"
    closed.mkdir()
    (closed / "file").touch()
    closed.chmod(0)
    os.chdir(SCRATCH)
    for _ in range(1200):
        Path("deeper").mkdir()
        os.chdir("deeper")
    return "dug"


def fork_bomb(most):
    for _ in range(int(most)):
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
    time.sleep(0.7)
    return f"{most} processes"


def threads(most):
    threading.stack_size(1 << 18)
    for _ in range(int(most)):
        threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
    time.sleep(0.7)
    return f"{most} threads"


def fill(size, flags):
    room = mmap.mmap(-1, size, flags)
    for start in range(0, size, 1 << 20):
        room[start : start + (1 << 20)] = b"x" * (1 << 20)
    return room


def memory(mib, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS):
    kept = [fill(8 << 20, flags) for _ in range(int(mib) // 8)]
    time.sleep(0.7)
    return f"{len(kept) * 8} MiB"


def memory_together(mib):
    for _ in range(8):
        if os.fork() == 0:
            kept = fill(int(mib) // 8 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            time.sleep(30)
            kept.close()
            os._exit(0)
    time.sleep(0.9)
    return f"{mib} MiB"


def memory_hidden(mib):
    numbers = {"x86_64": 29, "aarch64": 194}
    segment = LIBC.syscall(numbers[os.uname().machine], 0, 1 << 20, 0o1600)
    if segment >= 0:
        LIBC.shmctl(segment, 0, None)
        return "shmget"
    file = os.memfd_create("hidden")
    for _ in range(int(mib)):
        os.write(file, b"x" * (1 << 20))
    return f"{mib} MiB"


def disk(mib):
    for number in range(int(mib)):
        (SCRATCH / str(number)).write_bytes(b"x" * (1 << 20))
    time.sleep(0.9)
    return f"{mib} MiB"


def file(mib):
    with (SCRATCH / "file").open("wb") as opened:
        for _ in range(int(mib)):
            opened.write(b"x" * (1 << 20))
    return f"{mib} MiB"


def daemon(_):
    """Be forgotten: a grandchild in a session of its own, that holds nothing open."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(3):
                os.close(number)
            signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
            program = [sys.executable, "-c", "import time; time.sleep(60)", *sys.argv[1:]]
            os.execv(sys.executable, program)  # noqa: S606
        os._exit(0)
    os.wait()
    time.sleep(0.2)
    return "a daemon"


def wait(_):
    """A victim: it has a token, and does nothing."""
    say("waiting")
    time.sleep(60)


ATTACKS = {
    "other-bot": read,
    "other-scratch": read,
    "ledger": read,
    "environment": everything,
    "token": everything,
    "descriptors": descriptors,
    "processes": processes,
    "signal": send_signal,
    "ptrace": ptrace,
    "loopback": lambda port: connect(socket.AF_INET, ("127.0.0.1", int(port))),
    "abstract": lambda name: connect(socket.AF_UNIX, f"\0{name}"),
    "find-socket": find_socket,
    "known-socket": lambda path: connect(socket.AF_UNIX, path),
    "own-folder": lambda: write("new"),
    "unlink-socket": unlink_socket,
    "host-tmp": note,
    "scratch-note": scratch_note,
    "kernel": kernel,
    "scratch-link": scratch_link,
    "scratch-maze": scratch_maze,
    "fork-bomb": fork_bomb,
    "threads": threads,
    "memory": memory,
    "memory-together": memory_together,
    "memory-shared": lambda mib: memory(mib, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS),
    "memory-hidden": memory_hidden,
    "disk": disk,
    "file": file,
    "daemon": daemon,
    "wait": wait,
}


def main():
    name, *words = sys.argv[1:]
    try:
        say("reached:", ATTACKS[name](*words))
    except (OSError, MemoryError, RuntimeError) as error:
        say("stopped:", error)
        time.sleep(
            0.7 if name in ("fork-bomb", "threads") else 0
        )  # it goes on with what it has
    os._exit(0)


main()
