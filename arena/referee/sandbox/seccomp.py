"""A filter for system calls that no bot needs and that have helped to break out of sandboxes.

`program` gives it as the kernel takes it: an array of BPF instructions. What is listed here is
refused, all else is allowed; a list of what to allow would break with every new runtime. The
filter also keeps a process from sockets of other kinds than those named.
"""

from __future__ import annotations

import errno
import platform
import socket
import struct
from typing import NamedTuple

_LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_ANY_BIT = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K

_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
_KILL = 0x80000000

_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16
"""Offsets in `struct seccomp_data`; of an argument the low half, on little-endian machines."""

_X32 = 0x40000000
"""System calls of the x32 form have this bit, and would slip through."""

_NEW_NAMESPACES = 0x7E020000
"""All CLONE_NEW* flags that `clone` takes."""


class _Machine(NamedTuple):
    """An architecture: its audit number, and the place of its numbers in `_REFUSED`."""

    audit: int
    column: int
    clone: int
    clone3: int
    socket: int


_MACHINES = {
    "x86_64": _Machine(0xC000003E, 0, 56, 435, 41),
    "aarch64": _Machine(0xC00000B7, 1, 220, 435, 198),
}

# name, number on x86_64, number on aarch64 (None: there is none)
_REFUSED: tuple[tuple[str, int | None, int | None], ...] = (
    # namespaces and mounts
    ("unshare", 272, 97), ("setns", 308, 268), ("mount", 165, 40), ("umount2", 166, 39),
    ("pivot_root", 155, 41), ("chroot", 161, 51), ("move_mount", 429, 429),
    ("open_tree", 428, 428), ("fsopen", 430, 430), ("fsconfig", 431, 431),
    ("fsmount", 432, 432), ("fspick", 433, 433), ("mount_setattr", 442, 442),
    # large pieces of kernel that bots have no use for
    ("bpf", 321, 280), ("perf_event_open", 298, 241), ("userfaultfd", 323, 282),
    ("io_uring_setup", 425, 425), ("io_uring_enter", 426, 426),
    ("io_uring_register", 427, 427), ("keyctl", 250, 219), ("add_key", 248, 217),
    ("request_key", 249, 218), ("fanotify_init", 300, 262), ("lookup_dcookie", 212, 18),
    # other processes
    ("ptrace", 101, 117), ("process_vm_readv", 310, 270), ("process_vm_writev", 311, 271),
    ("pidfd_getfd", 438, 438), ("kcmp", 312, 272),
    # memory that belongs to no process: nothing would count it, some would stay behind
    ("memfd_create", 319, 279), ("memfd_secret", 447, 447), ("shmget", 29, 194),
    ("semget", 64, 190), ("msgget", 68, 186),
    # the machine
    ("kexec_load", 246, 104), ("kexec_file_load", 320, 294), ("init_module", 175, 105),
    ("finit_module", 313, 273), ("delete_module", 176, 106), ("reboot", 169, 142),
    ("swapon", 167, 224), ("swapoff", 168, 225), ("acct", 163, 89), ("quotactl", 179, 60),
    ("syslog", 103, 116), ("settimeofday", 164, 170), ("clock_settime", 227, 112),
    ("sethostname", 170, 161), ("setdomainname", 171, 162), ("vhangup", 153, 58),
    ("name_to_handle_at", 303, 264), ("open_by_handle_at", 304, 265),
    ("ioperm", 173, None), ("iopl", 172, None),
)  # fmt: skip

LOCAL_SOCKETS = (socket.AF_UNIX, 16)
"""Unix sockets, and netlink, which runtimes ask for the list of interfaces."""

ALL_SOCKETS = (*LOCAL_SOCKETS, socket.AF_INET, socket.AF_INET6)
"""Where there is a network namespace, which has no network: runtimes like to have them."""


def program(sockets: tuple[int, ...], machine: str = platform.machine()) -> bytes:
    """The filter, or nothing if this kind of machine isn't known.

    Args:
        sockets: the address families that sockets may have.
        machine: as `platform.machine` names it.
    """
    known = _MACHINES.get(machine)
    if known is None:
        return b""
    code = [
        *_unless(_ARCH, known.audit, _KILL),
        _instruction(_LOAD, _NUMBER),
        *_if(_AT_LEAST, _X32, _ERROR | errno.ENOSYS),
    ]
    for row in _REFUSED:
        number = row[1 + known.column]
        if isinstance(number, int):
            code += _if(_EQUAL, number, _ERROR | errno.EPERM)
    # The flags of clone3 lie in memory, out of reach: without it, libraries turn to clone.
    code += _if(_EQUAL, known.clone3, _ERROR | errno.ENOSYS)
    code += _where(known.clone, _if(_ANY_BIT, _NEW_NAMESPACES, _ERROR | errno.EPERM))
    code += _where(known.socket, _only(sockets))
    code.append(_instruction(_RETURN, _ALLOW))
    return b"".join(code)


def refused(machine: str = platform.machine()) -> dict[str, int]:
    """The calls that are always refused, by name, with their numbers."""
    column = _MACHINES[machine].column
    numbers = {row[0]: row[1 + column] for row in _REFUSED}
    return {name: n for name, n in numbers.items() if isinstance(n, int)}


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _if(test: int, value: int, result: int) -> list[bytes]:
    """Return `result` if what is loaded passes the test; else go on."""
    return [_instruction(test, value, 0, 1), _instruction(_RETURN, result)]


def _unless(offset: int, value: int, result: int) -> list[bytes]:
    return [
        _instruction(_LOAD, offset),
        _instruction(_EQUAL, value, 1, 0),
        _instruction(_RETURN, result),
    ]


def _where(number: int, body: list[bytes]) -> list[bytes]:
    """For that system call, `body` on its first argument; the number is loaded again then."""
    inner = [_instruction(_LOAD, _FIRST_ARGUMENT), *body, _instruction(_LOAD, _NUMBER)]
    return [_instruction(_EQUAL, number, 0, len(inner)), *inner]


def _only(families: tuple[int, ...]) -> list[bytes]:
    """Refuse an address family that isn't listed."""
    tests = [
        _instruction(_EQUAL, family, len(families) - place, 0)
        for place, family in enumerate(families)
    ]
    return [*tests, _instruction(_RETURN, _ERROR | errno.EAFNOSUPPORT)]
