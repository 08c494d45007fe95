"""What a league plays, and in which order: a pure function of its entries and numbers.

Every set of entries that fills the seats is a table. Each table has deals of its own, and plays
every deal in all seatings of the set (`arena.league.seatings`): a block.

Bots keep their processes from match to match, and no process may meet a deal twice. So the
deals are cut into rounds, and a round is played in passes: pass 0 plays the first seating of
every deal of the round at all tables, pass 1 the second, and so on. Between two passes all
processes are replaced. The order of the schedule is round, pass, deal, table.

Where a remote bot sits, nothing can be replaced, and so every match has a deal of its own and
is a block by itself: where other tables play deal 4 in six seatings, such a table plays deals
24 to 29, one in each seating.

Ids stay what they are when a league grows: a match's id holds its table, deal and seating, not
its place in the order.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import ceil, comb
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.league.seatings import Seating, seatings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_TABLES = 5_000
"""More tables than this are refused: no league of that size was ever played to its end."""

PASS_MATCHES = 400
"""About how many matches a pass has if the league file doesn't say: enough that replacing the
processes after it takes little of the time, few enough that blocks get finished early."""


@dataclass(frozen=True, slots=True)
class Table:
    """Entries that play each other.

    Attributes:
        entries: their ids, sorted.
    """

    entries: tuple[str, ...]

    @property
    def key(self) -> str:
        """The entries as one text; the table's deals come from it."""
        return "|".join(self.entries)

    @property
    def name(self) -> str:
        """A short name, the same wherever these entries meet: `t` and ten hex digits."""
        return "t" + hashlib.sha256(self.key.encode()).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class Match:
    """A match to be played.

    Attributes:
        order: its place in the schedule, from 0.
        block: the name of its block, such as `t0123456789-d004`.
        seating_number: which seating of the set it is, from 0: also the pass that plays it.
        deal: which of its table's deals it is, from 0.
        table: who plays.
        entries: who sits where: the table's entries, by seat.
    """

    order: int
    block: str
    seating_number: int
    deal: int
    table: Table
    entries: tuple[str, ...]

    @property
    def match_id(self) -> str:
        """Its name in the league, such as `t0123456789-d004-s2`."""
        return f"{self.block}-s{self.seating_number}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Matches that may be played in any order, each with a deal of its own.

    Attributes:
        round: from 0.
        number: from 0 in each round; the number of the seating that is played.
        matches: in the schedule's order.
    """

    round: int
    number: int
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class Schedule:
    """All matches of a league.

    Attributes:
        entries: the ids of those who take part, in any order.
        seats: how many sit at a table.
        deals: how many deals a table plays.
        deals_per_round: how many of them are played in a round; the last has what is left.
        remote: those of the entries that are remote.
    """

    entries: tuple[str, ...]
    seats: int
    deals: int
    deals_per_round: int
    remote: frozenset[str] = frozenset()

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Every set of entries that fills the seats, sorted."""
        return tuple(Table(c) for c in combinations(sorted(self.entries), self.seats))

    @cached_property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings in which every deal is played."""
        return seatings(self.seats)

    @property
    def blocks(self) -> int:
        """How many deals are played at all tables together."""
        return self.deals * (len(self.tables) + self.alone * (len(self.seatings) - 1))

    @property
    def alone(self) -> int:
        """How many tables have a remote bot, and so a deal of its own for every match."""
        return sum(self._alone(table) for table in self.tables)

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return ceil(self.deals / self.deals_per_round)

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self.tables) * self.deals * len(self.seatings)

    def __iter__(self) -> Iterator[Match]:
        """All matches in order."""
        for one in self.passes():
            yield from one.matches

    def passes(self) -> Iterator[Pass]:
        """All passes in order."""
        start = 0
        for number in range(self.rounds):
            first = number * self.deals_per_round
            deals = range(first, min(first + self.deals_per_round, self.deals))
            for seating_number in range(len(self.seatings)):
                matches = tuple(self._matches(start, deals, seating_number))
                yield Pass(number, seating_number, matches)
                start += len(matches)

    def _matches(self, start: int, deals: range, seating_number: int) -> Iterator[Match]:
        order = start
        for deal in deals:
            for table, name, alone in self._named_tables:
                number = deal * len(self.seatings) + seating_number if alone else deal
                yield Match(
                    order=order,
                    block=f"{name}-d{number:03}",
                    seating_number=seating_number,
                    deal=number,
                    table=table,
                    entries=tuple(table.entries[i] for i in self.seatings[seating_number]),
                )
                order += 1

    @cached_property
    def _named_tables(self) -> tuple[tuple[Table, str, bool], ...]:
        return tuple((table, table.name, self._alone(table)) for table in self.tables)

    def _alone(self, table: Table) -> bool:
        """Whether every match of the table has a deal of its own."""
        return not self.remote.isdisjoint(table.entries)


def make_schedule(
    entries: Sequence[str],
    seats: int,
    deals: int,
    deals_per_round: int | None = None,
    remote: frozenset[str] = frozenset(),
) -> Schedule:
    """The schedule of a league; without `deals_per_round`, rounds of a sensible size.

    Raises:
        ConfigError: there would be more than `MAX_TABLES` tables.
    """
    tables = comb(len(entries), seats)
    if tables > MAX_TABLES:
        raise ConfigError(
            f"bots: {len(entries)} bots at {seats} seats make {tables:,} tables, and a league "
            f"has at most {MAX_TABLES:,}: leave some out, or split them into several leagues"
        )
    if deals_per_round is None:
        deals_per_round = max(1, ceil(PASS_MATCHES / max(1, tables)))
    schedule = Schedule(tuple(entries), seats, deals, min(deals, deals_per_round), remote)
    if len({table.name for table in schedule.tables}) < tables:
        raise ConfigError("bots: two tables have the same name by chance; rename a bot")
    return schedule
