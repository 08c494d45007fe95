"""The leaderboard's content: one standing per entry, from results. Prints nothing.

`standings` is a pure function of the results; a `Scoreboard` gives the same, with results
added as they come.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from arena.league.ratings import DEFAULT, RateBy, Rating, RunningRatings
from arena.league.statistics import SeatRates, Tally
from arena.match.faults import FaultKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arena.league.results import Entry, Result


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard. The names are those of the JSON form.

    Attributes:
        rank: from 1, by rating, then by name.
        bot: its name; untrusted text.
        version: its author's version, if any, and the digest of its folder.
        mu: mean of what is known of its skill.
        sigma: and the standard deviation.
        rating: mu - 3 sigma.
        matches: how many it played.
        losses: how many it lost; shares of shared losses are fractions.
        loss_rate: losses a match; None before the first.
        loss_low: lower end of the rate's 95 % interval over blocks; 0 before the first match.
        loss_high: upper end; 1 before the first match.
        expected: the rate if all were equal, 1 / seats.
        loss_rate_by_seat: by seat; None where it never sat.
        faults: matches that a fault of its own ended.
        fault_kinds: the same by kind, most frequent first.
        think_us_median: of its answers' times, microseconds; None if it answered nothing.
        think_us_p99: the time that 99 % of its answers didn't exceed.
        benched: whether it faulted too often in a row, and plays no more.
        forfeits: matches that it lost without playing, for being benched; no `faults`.
        remote: whether it plays from another machine.
    """

    rank: int
    bot: str
    version: str
    mu: float
    sigma: float
    rating: float
    matches: int
    losses: float
    loss_rate: float | None
    loss_low: float
    loss_high: float
    expected: float
    loss_rate_by_seat: list[float | None]
    faults: int
    fault_kinds: dict[str, int]
    think_us_median: int | None
    think_us_p99: int | None
    benched: bool = False
    forfeits: int = 0
    remote: bool = False


def standings(
    results: Iterable[Result],
    entries: Iterable[Entry],
    seats: int,
    rate_by: RateBy = RateBy.LOSS,
    benched: Iterable[str] = (),
) -> list[Standing]:
    """The leaderboard after all results, best first.

    Args:
        results: in any order.
        entries: who is listed, with or without a match.
        seats: of every table.
        rate_by: what the rating counts.
        benched: ids of those who are benched.

    Raises:
        ValueError: if a result is of other entries or of another number of seats.
    """
    board = Scoreboard(entries, seats, rate_by)
    for result in results:
        board.add(result)
    for entry in benched:
        board.bench(entry)
    return board.standings()


class Scoreboard:
    """Standings that results can be added to, in whatever order they come."""

    def __init__(
        self, entries: Iterable[Entry], seats: int, rate_by: RateBy = RateBy.LOSS
    ) -> None:
        self._seats = seats
        self._lines = {entry.id: _Line(entry, seats) for entry in entries}
        self._ratings = RunningRatings(rate_by)

    def add(self, result: Result) -> None:
        """Count one match.

        Raises:
            ValueError: if it is of other entries or of another number of seats.
        """
        if result.seats != self._seats:
            raise ValueError(
                f"match {result.match_id!r}: {self._seats} seats expected, not {result.seats}"
            )
        if strangers := set(result.entries) - self._lines.keys():
            raise ValueError(f"match {result.match_id!r}: not listed: {sorted(strangers)}")
        self._ratings.add(result)
        for seat, entry in enumerate(result.entries):
            self._lines[entry].add(result, seat)

    def bench(self, entry: str) -> None:
        """Note that the entry is benched."""
        self._lines[entry].benched = True

    def standings(self) -> list[Standing]:
        """The leaderboard after the results so far, best first."""
        ratings = self._ratings.ratings()
        rated = [(ratings.get(key, DEFAULT), line) for key, line in self._lines.items()]
        rated.sort(key=lambda pair: (-pair[0].exposed, pair[1].entry.name, pair[1].entry.id))
        return [
            line.standing(rank, rating) for rank, (rating, line) in enumerate(rated, start=1)
        ]


class _Line:
    """What is counted for one entry."""

    def __init__(self, entry: Entry, seats: int) -> None:
        self.entry = entry
        self._losses = Tally()
        self._by_seat = SeatRates(seats)
        self._seats = seats
        self._faults: Counter[str] = Counter()
        self._forfeits = 0
        self.benched = False
        self._think_us: Counter[int] = Counter()

    def add(self, result: Result, seat: int) -> None:
        units = result.loss_units(seat)
        self._losses.add(result, units)
        self._by_seat.add(seat, units)
        self._think_us.update(result.think_us[seat])
        if seat == result.fault_seat and result.fault_kind == FaultKind.BENCHED:
            self._forfeits += 1
        elif seat == result.fault_seat and result.fault_kind is not None:
            self._faults[result.fault_kind] += 1

    def standing(self, rank: int, rating: Rating) -> Standing:
        lost = self._losses.loss_rate()
        median, slow = _quantiles(self._think_us, (0.5, 0.99))
        return Standing(
            rank=rank,
            bot=self.entry.name,
            version=self.entry.version,
            mu=rating.mu,
            sigma=rating.sigma,
            rating=rating.exposed,
            matches=lost.matches if lost else 0,
            losses=lost.losses if lost else 0.0,
            loss_rate=lost.rate if lost else None,
            loss_low=lost.low if lost else 0.0,
            loss_high=lost.high if lost else 1.0,
            expected=1 / self._seats,
            loss_rate_by_seat=self._by_seat.rates(),
            faults=self._faults.total(),
            fault_kinds=dict(self._faults.most_common()),
            think_us_median=median,
            think_us_p99=slow,
            benched=self.benched,
            forfeits=self._forfeits,
            remote=self.entry.remote,
        )


def _quantiles(counts: Counter[int], shares: Sequence[float]) -> list[int | None]:
    """For each share the least value that so many of all don't exceed, shares ascending."""
    wanted = [ceil(share * counts.total()) for share in shares]
    found: list[int | None] = []
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        while len(found) < len(wanted) and seen >= wanted[len(found)]:
            found.append(value)
    return found or [None] * len(wanted)
