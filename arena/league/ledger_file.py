"""A ledger's file: its tables, how it is opened, and what SQLite's errors mean.

What stands in the tables is `arena.league.ledger`'s.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from arena import __version__
from arena.errors import LedgerError
from arena.league.secret import commitment, make_secret

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

SCHEMA = 2
"""The version of the tables; stands in the file's `user_version`."""

APPLICATION = int.from_bytes(b"aren", "big")
"""Marks the file as ours; stands in its `application_id`."""

_TABLES = """
CREATE TABLE league (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE entries (
    entry TEXT PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL,
    version TEXT NOT NULL, author TEXT NOT NULL, language TEXT NOT NULL
) STRICT;
CREATE TABLE matches (
    match_id TEXT PRIMARY KEY, block TEXT NOT NULL, record TEXT NOT NULL, sha256 TEXT NOT NULL
) STRICT;
"""

_GUARDS = """
CREATE TRIGGER {0}_keep BEFORE DELETE ON {0} BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER {0}_fix BEFORE UPDATE ON {0} BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER {0}_once BEFORE INSERT ON {0}
    WHEN EXISTS (SELECT 1 FROM {0} WHERE {1} = NEW.{1})
    BEGIN SELECT RAISE(ABORT, 'append-only'); END;
"""
# The third stops INSERT OR REPLACE, which deletes without asking the first.

_REASONS = {
    "SQLITE_NOTADB": "not a ledger",
    "SQLITE_CORRUPT": "damaged; what can be saved, `sqlite3 FILE .recover` saves",
    "SQLITE_FULL": "the disk is full; with more space the same command goes on",
    "SQLITE_IOERR": "the disk failed, or is full; nothing that was finished is lost",
    "SQLITE_READONLY": "can't be written",
    "SQLITE_CANTOPEN": "can't be opened",
    "SQLITE_PERM": "can't be opened",
    "SQLITE_BUSY": "in use by another program",
    "SQLITE_LOCKED": "in use by another program",
    "SQLITE_CONSTRAINT": "a row that is already written was to be written again or changed",
}


def open_to_write(file: Path, definition: Mapping[str, object]) -> sqlite3.Connection:
    """Open a ledger, or begin one if there is none, for the league of that definition.

    Raises:
        LedgerError: the file is no ledger, or another league's.
        sqlite3.Error: it can't be opened or written.
    """
    with suppress(OSError):  # SQLite says what is wrong with the place
        file.touch(mode=0o600)  # for the owner alone: it holds the secret
    connection = sqlite3.connect(file, isolation_level=None, timeout=30)
    try:
        _prepare(file, connection, definition)
        _check_definition(file, connection, definition)
    except BaseException:
        connection.close()
        raise
    return connection


def open_to_read(file: Path) -> sqlite3.Connection:
    """Open a ledger that can't be changed through this connection.

    Raises:
        LedgerError: there is none, or the file is no ledger.
        sqlite3.Error: it can't be opened.
    """
    if not file.is_file():
        raise LedgerError(f"{file}: no ledger there: the league was not played yet")
    connection = _connect_to_read(file)
    try:
        _check_form(file, connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(
    file: Path, connection: sqlite3.Connection, definition: Mapping[str, object]
) -> None:
    """Make a blank file a ledger, in one transaction; check one that isn't blank."""
    fresh = _blank(connection)
    if not fresh:
        _check_form(file, connection)
    connection.execute("PRAGMA journal_mode = WAL")
    # Whatever ends this process, even kill -9, loses no match; a power cut may lose the last
    # few, and they are played again.
    connection.execute("PRAGMA synchronous = NORMAL")
    if fresh:
        with transaction(connection):
            _create(connection, definition)


def schema_rows() -> set[tuple[str | None, ...]]:
    """What a ledger's `sqlite_master` says: type, name, table and SQL of everything in it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        _create_tables(connection)
        return {*connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")}


def _create_tables(connection: sqlite3.Connection) -> None:
    guards = (("league", "key"), ("entries", "entry"), ("matches", "match_id"))
    for statement in _statements(_TABLES + "".join(_GUARDS.format(*pair) for pair in guards)):
        connection.execute(statement)


def _create(connection: sqlite3.Connection, definition: Mapping[str, object]) -> None:
    _create_tables(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {SCHEMA}")
    seed = definition["seed"]
    secret = make_secret(seed if isinstance(seed, str) else None)
    rows = {
        "engine": __version__,
        "definition": canonical(definition),
        "secret": secret.hex(),
        "secret_sha256": commitment(secret),
    }
    connection.executemany("INSERT INTO league VALUES (?, ?)", rows.items())


def _statements(script: str) -> Iterator[str]:
    """The script's statements one by one: `executescript` would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def canonical(definition: Mapping[str, object]) -> str:
    """A definition as JSON, the same text for the same league."""
    return json.dumps(definition, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _blank(connection: sqlite3.Connection) -> bool:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(tables == 0)


def _check_form(file: Path, connection: sqlite3.Connection) -> None:
    if _blank(connection):
        raise LedgerError(f"{file}: empty: the league was not played yet")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise LedgerError(f"{file}: not a ledger, but another program's database")
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    if schema > SCHEMA:
        raise LedgerError(
            f"{file}: written by a newer version of arena (schema {schema}; this one knows "
            f"up to {SCHEMA})"
        )
    if schema < SCHEMA:
        raise LedgerError(
            f"{file}: written by an older version of arena (schema {schema}; this one reads "
            f"{SCHEMA}); that version can still show it"
        )


def _check_definition(
    file: Path, connection: sqlite3.Connection, definition: Mapping[str, object]
) -> None:
    query = "SELECT value FROM league WHERE key = 'definition'"
    (old,) = connection.execute(query).fetchone()
    was, now = dict(_flat(json.loads(old))), dict(_flat(definition))
    changes = [
        f"{key} was {_json(was.get(key))} and is {_json(now.get(key))}"
        for key in sorted({*was, *now})
        if was.get(key) != now.get(key)
    ]
    if changes:
        raise LedgerError(
            f"{file}: this ledger belongs to another league: {'; '.join(changes)}. Change that "
            f"back, or give the new league a file of its own name"
        )


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield above + key, value


def _json(value: object) -> str:
    return "not set" if value is None else json.dumps(value)


def _connect_to_read(file: Path) -> sqlite3.Connection:
    """A connection that can't write, also where the folder can't be written."""
    uri = file.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, isolation_level=None, timeout=30)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if not _name(error).startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise
        # No file can be made beside it for reading in WAL mode, so nobody writes there either.
        return sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None)
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written inside is written, or none of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # some errors have ended it already
            connection.execute("ROLLBACK")
        raise


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.Error as error:
        kind = "_".join(_name(error).split("_")[:2])
        reason = _REASONS.get(kind, "SQLite failed")
        raise LedgerError(f"{file}: {reason} ({error})") from error


def _name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))
