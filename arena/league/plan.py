"""What a league is going to do, in numbers, and about how long that takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.league.schedule import Schedule, make_schedule
from arena.league.seatings import describe

if TYPE_CHECKING:
    from arena.league.config import League

MATCH_SECONDS = 0.025
"""Processor time of a match with quick Python bots, theirs included."""

START_SECONDS = 0.25
"""Processor time of starting a Python bot."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A league in numbers.

    Attributes:
        name: the league's.
        ruleset: text of the ruleset.
        entries: ids, in the league file's order.
        workers: how many referees play at once.
        tables: how many sets of bots meet.
        blocks: how many deals are played at all tables together.
        matches: blocks times seatings.
        rounds: into how many rounds they are cut.
        passes: how many passes all rounds have.
        restarts: how many bot processes are started, if none fails.
        alone: how many tables have a remote bot, and a deal of its own for every match.
        seatings: which seatings a deal is played in, for people.
        seconds: about how long it takes if the bots are quick.
    """

    name: str
    ruleset: str
    entries: tuple[str, ...]
    workers: int
    tables: int
    blocks: int
    matches: int
    rounds: int
    passes: int
    restarts: int
    alone: int
    seatings: str
    seconds: float


def schedule_of(league: League) -> Schedule:
    """The league's schedule.

    Raises:
        ConfigError: it would have too many tables.
    """
    seats = league.ruleset.players
    try:
        return make_schedule(
            league.entries, seats, league.deals, league.deals_per_round, league.remote
        )
    except ConfigError as error:
        raise ConfigError(f"{league.file}: {error}") from error


def make_plan(league: League, cpus: int) -> Plan:
    """The league in numbers, on a machine with so many processors."""
    schedule = schedule_of(league)
    passes = schedule.rounds * len(schedule.seatings)
    restarts = passes * league.workers * (len(league.bots) - len(league.remote))
    work = len(schedule) * MATCH_SECONDS + restarts * START_SECONDS
    return Plan(
        name=league.name,
        ruleset=str(league.ruleset),
        entries=league.entries,
        workers=league.workers,
        tables=len(schedule.tables),
        blocks=schedule.blocks,
        matches=len(schedule),
        rounds=schedule.rounds,
        passes=passes,
        restarts=restarts,
        alone=schedule.alone,
        seatings=describe(league.ruleset.players),
        seconds=work / max(1, min(cpus, 2 * league.workers)),
    )
