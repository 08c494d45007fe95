"""Landlock: a process gives up, for good, all files that it doesn't name, and more.

The numbers are those of `linux/landlock.h`. What the kernel can't refuse yet it doesn't: an
older one has fewer kinds of access (`abi`).
"""

from __future__ import annotations

import ctypes
import os
import stat

from arena.referee.sandbox.kernel import call

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_READING = _EXECUTE | _READ_FILE | _READ_DIR
_BITS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many kinds of access to files each version knows; later ones know no more."""

_TCP = 0b11  # to bind and to connect, from version 4
_SCOPES = 0b11  # abstract sockets and signals, from version 6

SCOPED = 6
"""The first version that keeps a process from signalling others, and from abstract sockets."""


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scopes", ctypes.c_uint64),
    )


class _Rule(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("access", ctypes.c_uint64), ("folder", ctypes.c_int32))


def abi() -> int:
    """The kernel's version of Landlock; 0: it has none."""
    try:
        return call(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)
    except OSError:
        return 0


def restrict(reading: Iterable[str], writing: Iterable[str]) -> None:
    """Leave this process, and all that it starts, with nothing but these files and folders.

    Args:
        reading: to be read and executed, with all below; those that aren't there, or that the
            process couldn't reach anyway, are left out.
        writing: where everything may be done.

    Raises:
        OSError: the kernel has no Landlock.
    """
    version = abi()
    everything = (1 << _BITS[min(max(version, 1), 5)]) - 1
    wanted = _Ruleset(everything, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = call(_CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), 0)
    for path in reading:
        _allow(ruleset, path, _READING & everything)
    for path in writing:
        _allow(ruleset, path, everything)
    call(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        return
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            access &= _OF_FILES
        rule = _Rule(access, opened)
        call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(opened)
