"""Sees to it that a league is played by one process at a time.

The lock is the kernel's and ends with the process, however that ends; the file beside the
ledger stays, and means nothing by itself. It is a POSIX lock, since one of `flock` is held by a
child that is just being started, too, and then outlives its holder for a moment.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from arena.errors import LedgerError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def locked(ledger_file: Path) -> Iterator[None]:
    """Hold the lock of the ledger in that place; in one process, once at a time.

    Raises:
        LedgerError: another process holds it, or there can be no lock there.
    """
    file = ledger_file.with_name(ledger_file.name + "-lock")
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise LedgerError(f"{file}: can't be written: {error.strerror}") from error
    try:
        _take(descriptor, ledger_file)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, ledger_file: Path) -> None:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:  # which one depends on the system
        holder = os.pread(descriptor, 32, 0).decode("ascii", "replace").strip() or "unknown"
        raise LedgerError(
            f"{ledger_file}: this league is being played already, by process {holder}"
        ) from error
    with suppress(OSError):  # the number is for people; on a full disk there is none
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
