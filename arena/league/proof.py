"""Proving one match of a ledger: its row, its origin, its course. Pure.

What concerns the ledger as a whole is `arena.league.verify`'s.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from arena.errors import ArenaError
from arena.league.config import entry_id
from arena.league.schedule import Table
from arena.league.seal import row_digest
from arena.league.seatings import seatings
from arena.league.secret import deal_seed
from arena.match.faults import FaultKind
from arena.match.record import Record
from arena.match.replay import Difference, replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_MATCH_ID = re.compile(
    r"(?P<block>(?P<table>t[0-9a-f]{10})-d(?P<deal>\d{3,}))-s(?P<seating>\d+)", re.ASCII
)


class Finding(NamedTuple):
    """Something that is not as it should be.

    Attributes:
        where: a match's id, or a part of the ledger.
        what: in what way.
    """

    where: str
    what: str

    def __str__(self) -> str:
        """One line for people."""
        return f"{self.where}: {self.what}"


class Row(NamedTuple):
    """A row of the table `matches`, as it lies there."""

    match_id: bytes
    block: bytes
    record: bytes
    digest: bytes


class Examined(NamedTuple):
    """What became of a row.

    Attributes:
        match_id: as far as it can be read.
        finding: what is wrong first of all; None if nothing is.
        guilty: the entry whose fault ended the match.
        benched: whether it was not played for that.
    """

    match_id: str
    finding: Finding | None
    guilty: str | None = None
    benched: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for all matches of a league.

    Attributes:
        secret: where its deals come from.
        ruleset: what is played, as text.
        seats: how many sit at a table.
        entries: by id, what the ledger says of who takes part: name, digest, version.
    """

    secret: bytes
    ruleset: str
    seats: int
    entries: Mapping[str, tuple[str, str, str]]


def examine(terms: Terms, row: Row) -> Examined:
    """Look for mistakes in a row."""
    match_id = row.match_id.decode("utf-8", "backslashreplace")
    try:
        what = next(_mistakes(terms, row), None)
        guilty, benched = _fault(Record.from_json(row.record))
    except (ArenaError, ValueError, LookupError) as error:
        # No record, or of a game that isn't there, or of seats that aren't.
        return Examined(match_id, Finding(match_id, str(error)))
    finding = None if what is None else Finding(match_id, what)
    return Examined(match_id, finding, guilty, benched)


def compare_origin(secret: bytes, match_id: str, record: Record) -> Difference | None:
    """Name, seating and seed of a record must be those of the match under this id."""
    table = Table(tuple(sorted(entry_id(p.bot, p.digest) for p in record.seating)))
    parts = _MATCH_ID.fullmatch(match_id)
    if record.match_id != match_id or parts is None or parts["table"] != table.name:
        return Difference("match", match_id, f"{record.match_id} of table {table.name}")
    sets, number = seatings(len(record.seating)), int(parts["seating"])
    if number >= len(sets):
        return Difference("seating", f"one of {len(sets)}", f"number {number}")
    seats = [table.entries[index] for index in sets[number]]
    came = [entry_id(player.bot, player.digest) for player in record.seating]
    if seats != came:
        return Difference("seating", ", ".join(seats), ", ".join(came))
    if record.again and not any(player.remote for player in record.seating):
        return Difference("again", "0, as no remote bot played", str(record.again))
    seed = deal_seed(secret, table.key, int(parts["deal"]), record.again).hex()
    return None if seed == record.seed else Difference("seed", seed, record.seed)


def _mistakes(terms: Terms, row: Row) -> Iterator[str]:
    """What is wrong, the plainest first; each may lean on what was found right before."""
    if row.digest.decode() != row_digest(row.match_id, row.block, row.record):
        yield "the row was changed after it was written: its digest doesn't fit"
    record, match_id = Record.from_json(row.record), row.match_id.decode()
    if record.to_json() != row.record:
        yield "the record is not written as arena writes it"
    if record.ruleset != terms.ruleset or len(record.seating) != terms.seats:
        yield f"expected a match of {terms.ruleset}, got one of {record.ruleset}"
    if difference := compare_origin(terms.secret, match_id, record):
        yield str(difference)
    if row.block.decode() != match_id.rpartition("-s")[0]:
        yield f"the row names another block, {row.block.decode()!r}"
    for player in record.seating:
        entry = entry_id(player.bot, player.digest)
        came = player.bot, player.digest, player.version
        if terms.entries.get(entry) != came:
            yield f"{entry} is not among the entries as it sits in this match"
    if difference := replay(record):
        yield str(difference)
    if _fault(record)[1] and any(step.think_us is not None for step in record.steps):
        yield "a bot decided something in a match that was not played"


def _fault(record: Record) -> tuple[str | None, bool]:
    """Whose fault it was, and whether it was benched."""
    if record.fault is None:
        return None, False
    player = record.seating[record.fault.seat]
    return entry_id(player.bot, player.digest), record.fault.kind == FaultKind.BENCHED
