"""Proves a ledger: that everything in it follows from the secret, the rules and the choices.

Anyone who has the ledger can do it; with the league file it is also compared with what was to
be played. What is proved, and what can't be, stands in `docs/fair-chance.md`; the proof of one
match is `arena.league.proof`'s. Prints nothing.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections import Counter, deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from arena.errors import ArenaError, LedgerError
from arena.games.registry import make_ruleset
from arena.league.config import entry_id, load_league
from arena.league.ledger_file import canonical, explained, open_to_read, schema_rows
from arena.league.plan import schedule_of
from arena.league.played import open_played, standings_of
from arena.league.proof import Examined, Finding, Row, Terms, examine
from arena.league.seal import broken
from arena.league.secret import commitment, make_secret

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from pathlib import Path

    from arena.league.config import League

_CHUNK = 20
"""Rows that are sent to a process at a time."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What came out.

    Attributes:
        matches: how many the ledger has.
        missing: how many of the schedule are not played yet; None if there is no league file.
        commitment: the hash of the secret that the ledger holds, hex; "" if it can't be read.
        findings: what is not as it should be; empty if everything holds.
    """

    matches: int
    missing: int | None
    commitment: str
    findings: tuple[Finding, ...]


def verify(
    file: Path,
    progress: Callable[[int], None],
    *,
    workers: int = 1,
    published: str | None = None,
) -> Verification:
    """Prove what a league has played.

    Args:
        file: a league file, or a ledger by itself (`.ledger`).
        progress: called after every match, with how many there are in all.
        workers: how many processes examine matches; with 1 it is this one.
        published: the hash of the secret as it was shown when the league began, hex; None if
            nobody has noted it.

    Raises:
        ConfigError: the league file has a mistake.
        LedgerError: there is no ledger.
    """
    league = None if file.suffix == ".ledger" else load_league(file)
    ledger_file = file if league is None else league.ledger_file
    if not ledger_file.is_file():
        raise LedgerError(f"{ledger_file}: no ledger there: the league was not played yet")
    return _Verifier(ledger_file, league, progress).verify(workers, published)


class _Ledger(NamedTuple):
    """The small tables, as text."""

    league: dict[str, str]
    entries: list[tuple[str, ...]]


class _Verifier:
    """Takes one ledger through all checks; a check that fails leaves the others to go on."""

    def __init__(
        self, file: Path, league: League | None, progress: Callable[[int], None]
    ) -> None:
        self._file = file
        self._league = league
        self._progress = progress
        self._findings: list[Finding] = []
        self._ids: Counter[str] = Counter()
        self._missing: int | None = None
        self._commitment = ""

    def verify(self, workers: int, published: str | None) -> Verification:
        with self._part("seal"):
            self._note("seal", broken(self._file))
        with self._part("file"), closing(open_to_read(self._file)) as connection:
            connection.text_factory = (
                bytes  # a row that is no text is to be found, not an error
            )
            if self._check_file(connection):
                self._check_content(connection, workers, published)
        if self._league is not None and not self._findings:
            with self._part("leaderboard"):
                self._check_leaderboard(self._league)
        return Verification(
            self._ids.total(), self._missing, self._commitment, tuple(self._findings)
        )

    @contextmanager
    def _part(self, where: str) -> Iterator[None]:
        """Whatever can't be read is a finding."""
        try:
            with explained(self._file):
                yield
        except (ArenaError, OSError, ValueError, LookupError, TypeError, AttributeError) as e:
            self._note(where, f"{type(e).__name__}: {e}")

    def _note(self, where: str, what: str | None) -> None:
        if what is not None:
            self._findings.append(Finding(where, what))

    def _compare(self, where: str, expected: object, came: object) -> None:
        if expected != came:
            self._note(where, f"expected {expected}, got {came}")

    def _check_file(self, connection: sqlite3.Connection) -> bool:
        """The file's own order: pages, indices, tables and the triggers that guard them.

        Returns:
            Whether its pages are whole: what a damaged one seems to hold proves nothing.
        """
        whole = False
        with self._part("file"):
            lines = [line for (line,) in connection.execute("PRAGMA integrity_check(20)")]
            for line in lines:
                self._note("file", None if line == b"ok" else line.decode())
            whole = lines == [b"ok"]
            rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
            came = {tuple(_text(value) for value in row) for row in rows}
            for row in sorted(came ^ schema_rows(), key=str):
                self._note("file", f"{row[0]} {row[1]} is not as arena makes it")
        return whole

    def _check_content(
        self, connection: sqlite3.Connection, workers: int, published: str | None
    ) -> None:
        with self._part("league"):
            tables = _read(connection)
            terms = self._check_league(tables, published)
            self._check_rows(connection, terms, workers)
            if self._league is not None:
                self._missing = self._count_missing(self._league)

    def _check_league(self, tables: _Ledger, published: str | None) -> Terms:
        league, definition = tables.league, json.loads(tables.league["definition"])
        secret = bytes.fromhex(league["secret"])
        self._compare("league", {"definition", "engine", "secret", "secret_sha256"}, {*league})
        self._compare("secret", league["secret"], secret.hex())
        self._commitment = commitment(secret)
        self._compare("secret's hash", self._commitment, league["secret_sha256"])
        if published is not None:
            self._compare("secret's hash", published.lower(), league["secret_sha256"])
        if definition["seed"] is not None:
            self._compare("secret", make_secret(definition["seed"]).hex(), league["secret"])
        now = definition if self._league is None else self._league.definition()
        self._compare("definition", canonical(now), league["definition"])
        for entry, name, digest, *_ in tables.entries:
            self._compare("entries", entry_id(name, digest), entry)
        ruleset = make_ruleset(definition["game"], definition["seats"], **definition["options"])
        entries = {entry: (name, digest, v) for entry, name, digest, v, *_ in tables.entries}
        self._strikes = definition["strikes"], definition["benched"]
        return Terms(secret, str(ruleset), ruleset.players, entries)

    def _check_rows(self, connection: sqlite3.Connection, terms: Terms, workers: int) -> None:
        (total,) = connection.execute("SELECT count(*) FROM matches").fetchone()
        rows = map(Row._make, connection.execute("SELECT * FROM matches ORDER BY rowid"))
        faults: Counter[str] = Counter()
        forfeits: Counter[str] = Counter()
        for one in _examine_all(terms, rows, workers):
            self._ids[one.match_id] += 1
            if one.finding is not None:
                self._findings.append(one.finding)
            if one.guilty is not None:
                (forfeits if one.benched else faults)[one.guilty] += 1
            self._progress(total)
        self._compare("matches", f"{total} rows", f"{self._ids.total()} rows")
        for match_id, count in self._ids.items():
            self._note(match_id, f"it is there {count} times" if count > 1 else None)
        self._check_bench(faults, forfeits)

    def _check_bench(self, faults: Counter[str], forfeits: Counter[str]) -> None:
        """Nobody forfeits who has not faulted before as often as it takes."""
        strikes, benched = self._strikes
        for entry in forfeits:
            if benched != "forfeit" or not 0 < strikes <= faults[entry]:
                self._note(entry, f"benched after {faults[entry]} faults")

    def _count_missing(self, league: League) -> int:
        with open_played(league.file) as played:
            ids = {match.match_id for match in schedule_of(league)}
            return len(ids - self._ids.keys() - played.sentence.skipped)

    def _check_leaderboard(self, league: League) -> None:
        """What `show` says, computed again from the matches in another order."""
        with open_played(league.file) as played:
            backwards = reversed(played.results)
            again = standings_of(league, backwards, played.sentence.entries)
            for expected, came in zip(again, played.standings(), strict=True):
                self._compare("leaderboard", expected, came)


def _read(connection: sqlite3.Connection) -> _Ledger:
    league = connection.execute("SELECT key, value FROM league")
    entries = connection.execute("SELECT * FROM entries ORDER BY entry")
    return _Ledger(
        {key.decode(): value.decode() for key, value in league},
        [tuple(value.decode() for value in row) for row in entries],
    )


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode()


def _examine_all(terms: Terms, rows: Iterable[Row], workers: int) -> Iterator[Examined]:
    """Examine rows, in their order; in `workers` processes, or in this one if it is 1."""
    if workers == 1:
        yield from (examine(terms, row) for row in rows)
        return
    # Spawned, because a fork would copy threads' locks as they are; Ctrl-C is the parent's.
    pool = ProcessPoolExecutor(
        workers,
        multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    waiting: deque[Future[list[Examined]]] = deque()
    rows = iter(rows)
    try:
        while chunk := list(islice(rows, _CHUNK)):
            waiting.append(pool.submit(_examine_some, terms, chunk))
            if len(waiting) > 4 * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _examine_some(terms: Terms, rows: list[Row]) -> list[Examined]:
    return [examine(terms, row) for row in rows]
