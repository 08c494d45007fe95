"""The few system calls that Python has no function for, by number and prctl option.

Light, as every bot's launcher imports it.
"""

from __future__ import annotations

import ctypes
import os

_PR_SET_PDEATHSIG = 1
_PR_SET_SECCOMP = 22
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

_SECCOMP_MODE_FILTER = 2
_CAPABILITY_VERSION_3 = 0x20080522
_HIGHEST_CAPABILITY = 63
_SYS_CAPSET = {"x86_64": 126, "aarch64": 91}

_libc = ctypes.CDLL(None, use_errno=True)


def call(number: int, *arguments: object) -> int:
    """Make a system call by its number.

    Raises:
        OSError: it failed.
    """
    return _checked(_libc.syscall(ctypes.c_long(number), *arguments))


def end_with_parent(signal: int) -> None:
    """Have the kernel send `signal` when the thread that started this process ends."""
    _prctl(_PR_SET_PDEATHSIG, signal)


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent has ended."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def forgo_privileges() -> None:
    """From now on no program that is executed gains anything by it."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Give up all that root may do beyond owning its files; for good."""
    for capability in range(_HIGHEST_CAPABILITY + 1):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break  # the kernel knows no more
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    call(_SYS_CAPSET[os.uname().machine], ctypes.byref(header), ctypes.byref(nothing))


def filter_calls(program: bytes) -> None:
    """Put a seccomp filter (`seccomp.program`) on this process; needs `forgo_privileges`."""

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

    filter_ = Program(len(program) // 8, program)
    _prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(filter_))


def _prctl(option: int, *arguments: object) -> None:
    padded = (*arguments, 0, 0, 0, 0)[:4]
    _checked(_libc.prctl(option, *padded))


def _checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result
