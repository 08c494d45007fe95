"""Loss rates and their differences, with error bars over blocks.

The matches of a block share a deal, so they are not independent, and the block, not the match,
is what is counted when it comes to how sure a figure is. Blocks of one table are compared with
that table's mean where there are enough: that some tables are harder is no uncertainty.
`docs/statistics.md` has the formulas and how they were tried.

Losses are counted in `LOSS_UNITS`; everything here is pure, and the order of results is no
matter. Student's distribution stands in `student`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING

from arena.league.results import LOSS_UNITS
from arena.league.student import t_cdf, t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arena.league.results import Result

LEVEL = 0.95
"""Of all intervals here."""


def loss_rate(results: Iterable[Result], entry: str) -> LossRate | None:
    """How often an entry lost; None if it never sat."""
    tally = Tally()
    for result in results:
        if entry in result.entries:
            tally.add(result, result.loss_units(result.entries.index(entry)))
    return tally.loss_rate()


def loss_rate_by_seat(results: Iterable[Result], entry: str, seats: int) -> list[float | None]:
    """How often an entry lost in each seat; None where it never sat."""
    rates = SeatRates(seats)
    for result in results:
        if entry in result.entries:
            seat = result.entries.index(entry)
            rates.add(seat, result.loss_units(seat))
    return rates.rates()


def difference(results: Iterable[Result], one: str, other: str) -> Difference | None:
    """How much more often `one` lost than `other`; None if they never met."""
    tally = Tally()
    for result in results:
        if one in result.entries and other in result.entries:
            seats = map(result.entries.index, (one, other))
            of_one, of_other = map(result.loss_units, seats)
            tally.add(result, of_one - of_other)
    return tally.difference()


def loses_less(results: Iterable[Result], one: str, other: str) -> bool:
    """Whether `one` loses significantly less than `other`, see `Difference.less`."""
    found = difference(results, one, other)
    return found is not None and found.less


@dataclass(frozen=True, slots=True)
class LossRate:
    """How often an entry lost.

    Attributes:
        rate: losses a match.
        low: lower end of the 95 % interval, at least 0.
        high: upper end, at most 1.
        matches: how many it played.
        losses: how many it lost; shares of shared losses are fractions.
        blocks: in how many blocks.
    """

    rate: float
    low: float
    high: float
    matches: int
    losses: float
    blocks: int


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more often one entry lost than another in the matches where both sat.

    Attributes:
        mean: losses a match of the one minus those of the other.
        low: lower end of the 95 % interval.
        high: upper end.
        p_less: one-sided p-value of "the one loses no less than the other".
        matches: where both sat.
        blocks: where both sat.
    """

    mean: float
    low: float
    high: float
    p_less: float
    matches: int
    blocks: int

    @property
    def less(self) -> bool:
        """Whether the one loses significantly less: the whole interval lies below 0.

        The same as a one-sided p-value below 2.5 %.
        """
        return self.high < 0


class Tally:
    """Totals over blocks of something counted in `LOSS_UNITS` per match."""

    def __init__(self) -> None:
        self._blocks: dict[str, _Block] = {}

    def add(self, result: Result, units: int) -> None:
        """Count one match."""
        block = self._blocks.get(result.block)
        if block is None:
            block = self._blocks[result.block] = _Block(result.table)
        block.matches += 1
        block.units += units

    def loss_rate(self) -> LossRate | None:
        """The rate of losses counted; None before the first match."""
        return _loss_rate(_Totals(self._blocks.values())) if self._blocks else None

    def difference(self) -> Difference | None:
        """The mean of differences counted; None before the first match."""
        return _difference(_Totals(self._blocks.values())) if self._blocks else None


class SeatRates:
    """Losses and matches by seat, of one entry."""

    def __init__(self, seats: int) -> None:
        self._matches = [0] * seats
        self._units = [0] * seats

    def add(self, seat: int, units: int) -> None:
        """Count one match."""
        self._matches[seat] += 1
        self._units[seat] += units

    def rates(self) -> list[float | None]:
        """Losses a match in each seat; None where there was no match."""
        return [
            units / LOSS_UNITS / matches if matches else None
            for units, matches in zip(self._units, self._matches, strict=True)
        ]


@dataclass(slots=True)
class _Block:
    table: tuple[str, ...]
    matches: int = 0
    units: int = 0


class _Totals:
    """Sums over blocks: in losses, not units, and to the last digit whatever the order.

    `residual` is the sum of squares of what blocks differ from what their stratum's mean rate
    gives, scaled up for the means having been estimated.
    """

    def __init__(self, blocks: Iterable[_Block]) -> None:
        self.blocks = list(blocks)
        self.matches = sum(block.matches for block in self.blocks)
        self.losses = sum(block.units for block in self.blocks) / LOSS_UNITS
        self.mean = self.losses / self.matches
        count, strata = len(self.blocks), _strata(self.blocks)
        self.freedom = max(count - len(strata), 1)
        squares = fsum(map(_squares, strata))
        self.residual = squares * count / self.freedom


def _strata(blocks: list[_Block]) -> list[list[_Block]]:
    """Blocks by table, if there are two for each on average; else all together."""
    tables: dict[tuple[str, ...], list[_Block]] = {}
    for block in blocks:
        tables.setdefault(block.table, []).append(block)
    return list(tables.values()) if 2 * len(tables) <= len(blocks) else [blocks]


def _squares(stratum: list[_Block]) -> float:
    mean = sum(block.units for block in stratum) / sum(block.matches for block in stratum)
    return fsum((b.units - mean * b.matches) ** 2 for b in stratum) / LOSS_UNITS**2


def _loss_rate(totals: _Totals) -> LossRate:
    """Wilson's interval on the matches' effective number, with a t quantile."""
    size = totals.matches / _design_effect(totals)
    square = t_quantile((1 + LEVEL) / 2, totals.freedom) ** 2
    rate = totals.mean
    middle = (rate + square / (2 * size)) / (1 + square / size)
    half = sqrt(square * (rate * (1 - rate) + square / (4 * size)) / size) / (1 + square / size)
    return LossRate(
        rate=rate,
        low=max(middle - half, 0.0),
        high=min(middle + half, 1.0),
        matches=totals.matches,
        losses=totals.losses,
        blocks=len(totals.blocks),
    )


def _design_effect(totals: _Totals) -> float:
    """By how much the blocks' variance exceeds that of as many independent matches.

    What was seen is worth as much as the blocks that have something to say: those with a loss,
    or, where losing is the rule, those with a match not lost. The less they are, the nearer to
    the worst, which is that a block is worth one match. So nothing lost is no certainty.
    """
    blocks = totals.blocks
    worst = totals.matches / len(blocks)
    with_loss = sum(block.units > 0 for block in blocks)
    with_win = sum(block.units < LOSS_UNITS * block.matches for block in blocks)
    told = min(with_loss, with_win)
    if not told:
        return worst
    rate = totals.mean
    seen = totals.residual / (totals.matches * rate * (1 - rate))
    return (told**2 * seen + worst) / (told**2 + 1)


def _difference(totals: _Totals) -> Difference:
    """A t interval, with two more matches supposed, one lost by each of the two."""
    error = sqrt(totals.residual + 2) / (totals.matches + 2)
    mean = totals.losses / (totals.matches + 2)
    half = t_quantile((1 + LEVEL) / 2, totals.freedom) * error
    return Difference(
        mean=totals.mean,
        low=max(mean - half, -1.0),
        high=min(mean + half, 1.0),
        p_less=t_cdf(mean / error, totals.freedom),
        matches=totals.matches,
        blocks=len(totals.blocks),
    )
