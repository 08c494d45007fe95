"""What shows that a ledger was not changed since it was written.

Every match's row holds a digest of its own, which says where a change is. And when a run ends,
the file as a whole is sealed: its SHA-256 is written beside it, in the form that `sha256sum -c`
reads. A digest of all bytes covers those that mean nothing, too; so there is no byte in a
ledger that can change unseen. A file whose seal doesn't fit is not played on.

Neither is a signature: whoever may write both files can make them fit again
(`docs/fair-chance.md`).
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from arena.errors import LedgerError
from arena.league.ledger_file import APPLICATION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SEAL = re.compile(r"([0-9a-f]{64})  (.+)\n")


def row_digest(match_id: bytes, block: bytes, record: bytes) -> str:
    """SHA-256 of a match's row, hex; ids hold no zero byte, so nothing is ambiguous."""
    return hashlib.sha256(b"\0".join((match_id, block, record))).hexdigest()


def seal_file(ledger_file: Path) -> Path:
    """Where a ledger's seal is."""
    return ledger_file.with_name(ledger_file.name + ".sha256")


def broken(ledger_file: Path) -> str | None:
    """What is wrong with a ledger's seal; None if it fits.

    Raises:
        OSError: one of the files can't be read.
    """
    seal = seal_file(ledger_file)
    if not seal.is_file():
        return (
            f"there is no seal ({seal.name}): no run has come to its end since the last match; "
            "is one under way?"
        )
    parts = _SEAL.fullmatch(seal.read_bytes().decode("utf-8", "replace"))
    if parts is None:
        return f"{seal.name} is no seal"
    if _has_wal(ledger_file):
        return f"there is more in {ledger_file.name}-wal, which is not sealed"
    if parts[1] != _digest(ledger_file):
        return "its bytes are not those that were sealed when the last run ended"
    return None


@contextmanager
def unsealed(ledger_file: Path) -> Iterator[None]:
    """The time in which a ledger may be written: it has no seal then, and a new one afterwards.

    Hold the lock meanwhile.

    Raises:
        LedgerError: the ledger is not the one that was sealed, or the seal can't be removed.
    """
    seal = seal_file(ledger_file)
    try:
        if seal.exists() and ledger_file.exists() and (wrong := broken(ledger_file)):
            raise LedgerError(
                f"{ledger_file}: {wrong}; `arena league verify` says what differs. To play on "
                f"with it as it is, remove {seal}"
            )
        seal.unlink(missing_ok=True)
    except OSError as error:
        raise LedgerError(f"{error.filename}: {error.strerror}") from error
    try:
        yield
    finally:
        # Where this fails, as on a full disk, the ledger is left without a seal, which is told
        # when it is verified; the next run makes up for it.
        with suppress(OSError, sqlite3.Error):
            _seal(ledger_file)


def _seal(ledger_file: Path) -> None:
    if not ledger_file.is_file():
        return
    with closing(sqlite3.connect(ledger_file, timeout=30)) as connection:
        if connection.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            return
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if _has_wal(ledger_file):
        return
    seal = seal_file(ledger_file)
    new = seal.with_name(seal.name + ".new")
    with new.open("w", encoding="utf-8") as file:
        file.write(f"{_digest(ledger_file)}  {ledger_file.name}\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(seal)


def _has_wal(ledger_file: Path) -> bool:
    """Whether SQLite finds rows that are not in the file itself yet."""
    wal = ledger_file.with_name(ledger_file.name + "-wal")
    return wal.exists() and wal.stat().st_size > 0


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
