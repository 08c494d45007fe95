"""From a match's record to its result: the one place where the league reads records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.errors import LedgerError
from arena.league.config import entry_id
from arena.league.results import Result

if TYPE_CHECKING:
    from arena.league.schedule import Match
    from arena.match.record import Record


def result_of(match: Match, record: Record) -> Result:
    """What standings and ratings need of a record.

    Raises:
        LedgerError: the record is of another match than the schedule's.
    """
    entries = tuple(entry_id(player.bot, player.digest) for player in record.seating)
    if (match.match_id, match.entries) != (record.match_id, entries):
        raise LedgerError(
            f"{match.match_id}: expected a record of {', '.join(match.entries)}, got one of "
            f"{record.match_id} with {', '.join(entries)}"
        )
    return Result(
        match_id=match.match_id,
        block=match.block,
        order=match.order,
        entries=entries,
        losers=record.losers,
        out=record.out,
        reason=record.reason,
        fault_seat=None if record.fault is None else record.fault.seat,
        fault_kind=None if record.fault is None else record.fault.kind,
        think_us=_think_us(record),
    )


def _think_us(record: Record) -> tuple[tuple[int, ...], ...]:
    times: list[list[int]] = [[] for _ in record.seating]
    for step in record.steps:
        if step.think_us is not None:
            times[step.seat].append(step.think_us)
    return tuple(map(tuple, times))
