"""The ledger: one SQLite file that holds all that a league played, and nothing else.

It is append-only, and triggers keep it so. A match is one row, written in one transaction;
a league is resumed by taking the ledger's matches from the schedule. No row holds a time of
day, a process id or its place among the others, so the same league gives the same rows however
it is played (think times aside).

One process may write at a time (`arena.league.lock`); any number may read meanwhile.
"""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self

from arena.errors import LedgerError
from arena.league.config import entry_id
from arena.league.conversion import result_of
from arena.league.ledger_file import explained, open_to_read, open_to_write, transaction
from arena.league.seal import row_digest
from arena.league.secret import commitment
from arena.match.record import Record

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Generator, Iterable, Mapping
    from pathlib import Path

    from arena.league.results import Result
    from arena.league.schedule import Match, Schedule
    from arena.referee.manifest import BotSpec


class Ledger:
    """An open ledger; a context manager that closes it.

    Attributes:
        file: where it is.
        definition: what may not change while the league lasts (`League.definition`).
        secret: the 32 bytes from which the league's deals come.
    """

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self.file = file
        self._connection = connection
        try:
            rows = dict(connection.execute("SELECT key, value FROM league"))
            self.definition: dict[str, Any] = json.loads(rows["definition"])
            self.secret = bytes.fromhex(rows["secret"])
        except (KeyError, ValueError) as error:
            connection.close()
            raise LedgerError(f"{file}: damaged: {error}") from error
        except BaseException:
            connection.close()
            raise

    @classmethod
    def write_to(cls, file: Path, definition: Mapping[str, object]) -> Self:
        """Open the league's ledger, or begin it if there is none. Hold the lock meanwhile.

        A new ledger's secret comes from the definition's `seed`.

        Raises:
            LedgerError: the file is no ledger, can't be written, or is another league's.
        """
        with explained(file):
            return cls(file, open_to_write(file, definition))

    @classmethod
    def read_from(cls, file: Path) -> Self:
        """Open a ledger that stays as it is.

        Raises:
            LedgerError: there is none, or it can't be read.
        """
        if not file.is_file():
            raise LedgerError(f"{file}: no ledger there: the league was not played yet")
        with explained(file):
            return cls(file, open_to_read(file))

    def hold(self) -> None:
        """See from now on what is there now, whatever a run writes meanwhile."""
        with explained(self.file):
            self._connection.execute("BEGIN")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def commitment(self) -> str:
        """What is published of the secret: its SHA-256, hex."""
        return commitment(self.secret)

    def add_entries(self, bots: Iterable[BotSpec]) -> None:
        """Note who takes part; those noted already stay as they are."""
        known = {entry for (entry,) in self._rows("SELECT entry FROM entries")}
        new = {entry_id(bot.name, bot.digest): bot for bot in bots}
        rows = [
            (entry, bot.name, bot.digest, about.version, about.author, about.language)
            for entry, bot in new.items()
            for about in (bot.manifest,)
            if entry not in known
        ]
        with explained(self.file), transaction(self._connection):
            self._connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", rows)

    def add(self, match: Match, record: Record) -> None:
        """Write a finished match; once this returns it is there to stay.

        Raises:
            LedgerError: the match is written already, or the file can't be written.
        """
        row = match.match_id, match.block, record.to_json().decode()
        digest = row_digest(*(column.encode() for column in row))
        with explained(self.file):
            self._connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", (*row, digest))

    def match_ids(self) -> set[str]:
        """The ids of all matches that are written, those of former entries too."""
        return {match_id for (match_id,) in self._rows("SELECT match_id FROM matches")}

    def record(self, match_id: str) -> Record:
        """A match's record.

        Raises:
            LedgerError: there is no such match.
            RecordError: the record can't be read.
        """
        rows = [*self._rows("SELECT record FROM matches WHERE match_id = ?", match_id)]
        if not rows:
            raise LedgerError(f"{self.file}: no match {match_id!r}")
        return Record.from_json(rows[0][0])

    def results(self, schedule: Schedule) -> list[Result]:
        """The results of the schedule's matches that are written, in the schedule's order.

        Matches of former entries, or beyond the schedule's deals, are left out.

        Raises:
            LedgerError: a record is not that of the match under whose id it is written.
            RecordError: a record can't be read.
        """
        matches = {match.match_id: match for match in schedule}
        with closing(self._rows("SELECT match_id, record FROM matches")) as rows:
            results = [
                result_of(matches[match_id], Record.from_json(record))
                for match_id, record in rows
                if match_id in matches
            ]
        return sorted(results, key=lambda result: result.order)

    def _rows(self, query: str, *values: str) -> Generator[tuple[Any, ...], None, None]:
        with explained(self.file):
            yield from self._connection.execute(query, values)
