"""TrueSkill for a game with one loser, and the fold of a league's results into ratings.

A bot's skill is a number known up to a Gaussian; in a match each seat performs with its skill
plus Gaussian noise, and the seat that performed worst loses. So a match says that the loser's
performance was below each of the others', and nothing about these among themselves. That is the
factor graph built here, on the `trueskill` package's nodes: one comparison for each of the
others, all sharing the loser's performance. Calling two who were merely not last a draw is a
different statement, and a wrong one (`docs/statistics.md` has the figures).

Nothing here knows of files or terminals; loss rates live in `statistics`.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, product
from math import erfc, exp, pi, prod, sqrt
from typing import TYPE_CHECKING

from trueskill.factorgraph import (
    LikelihoodFactor,
    PriorFactor,
    SumFactor,
    TruncateFactor,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arena.league.results import Result

MU = 25.0
SIGMA = MU / 3
BETA = SIGMA / 2
"""The noise of one match: with a difference of beta the better one wins 76 % of duels."""

SETTLED = 1e-7
"""Messages that change by less, in natural parameters, have converged."""
MAX_ROUNDS = 100
"""A bound that no graph seen comes near; without one a rounding error could loop for ever."""

FAR = 25.0
"""Standard deviations beyond which an upset is computed by series; both agree to 1e-8 here."""

CHECKPOINT = 32
"""Results between two states of a running fold that are kept."""
GRID = tuple(step / 4 for step in range(-36, 37))
"""Where performances are evaluated, in standard deviations."""

Pair = tuple[int, int]
"""Seats of a table: the first performed better than the second."""


class RateBy(StrEnum):
    """What of a result counts for the rating."""

    LOSS = "loss"
    """Who lost."""
    FINISH = "finish"
    """The whole finishing order."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a skill: a Gaussian."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def exposed(self) -> float:
        """Mu - 3 sigma: what the skill hardly falls below; leaderboards sort by it."""
        return self.mu - 3 * self.sigma


DEFAULT = Rating()
"""The rating of a bot that has played nothing."""


def comparisons(result: Result, rate_by: RateBy = RateBy.LOSS) -> list[list[Pair]]:
    """What a result says: ways to read it, each a list of comparisons; all weigh the same.

    Who lost is read once for each loser: "this one was below the safe ones", so that m losers
    who share a loss are charged a mth each, and together as much as a loser alone. When all
    lose nothing was learnt. The finishing order is read once, each place being above the next;
    seats that share a place are not compared.
    """
    if rate_by == RateBy.FINISH:
        steps = pairwise(result.places())
        return [[pair for above, below in steps for pair in product(above, below)]]
    return [[(seat, loser) for seat in result.safe] for loser in result.losers]


def rate(ratings: Sequence[Rating], readings: Sequence[Iterable[Pair]]) -> list[Rating]:
    """Ratings after a match: the mean of what its readings say, in natural parameters.

    Args:
        ratings: before the match, a rating per seat.
        readings: as `comparisons` gives them.
    """
    learnt = [learn(ratings, pairs) for pairs in readings]
    return [_pooled(views) for views in zip(*learnt, strict=True)]


def _pooled(views: Sequence[Rating]) -> Rating:
    if len(views) == 1:
        return views[0]
    precisions = [view.sigma**-2 for view in views]
    weighted = sum(p * view.mu for p, view in zip(precisions, views, strict=True))
    return Rating(weighted / sum(precisions), sqrt(len(views) / sum(precisions)))


def rate_result(
    ratings: Mapping[str, Rating], result: Result, rate_by: RateBy = RateBy.LOSS
) -> dict[str, Rating]:
    """The new ratings of those who sat in a match; who has none yet starts with the default.

    Messages are passed in the order of the entries' ids, so that the seating, which the model
    knows nothing of, can't change the last digit.
    """
    seats = sorted(range(result.seats), key=result.entries.__getitem__)
    place = {seat: index for index, seat in enumerate(seats)}
    readings = [
        sorted((place[a], place[b]) for a, b in pairs) for pairs in comparisons(result, rate_by)
    ]
    entries = [result.entries[seat] for seat in seats]
    before = [ratings.get(entry, DEFAULT) for entry in entries]
    return dict(zip(entries, rate(before, readings), strict=True))


def fold(results: Iterable[Result], rate_by: RateBy = RateBy.LOSS) -> dict[str, Rating]:
    """Ratings of all who sat in the results, which are taken in schedule order."""
    running = RunningRatings(rate_by)
    for result in results:
        running.add(result)
    return running.ratings()


class RunningRatings:
    """A fold that results can be added to, in whatever order they come.

    Always equal to the fold of all results so far in schedule order. A result that comes after
    later ones takes the fold back to a checkpoint before it; with results that come nearly in
    order, as from a few workers, that costs next to nothing.
    """

    def __init__(self, rate_by: RateBy = RateBy.LOSS) -> None:
        self._rate_by = RateBy(rate_by)  # a league file's text does too; a misspelt one doesn't
        self._results: list[Result] = []
        self._checkpoints: list[dict[str, Rating]] = [{}]  # after each CHECKPOINT results
        self._folded = 0
        self._ratings: dict[str, Rating] = {}

    def add(self, result: Result) -> None:
        """Take in one result; the work is done when ratings are asked for."""
        index = len(self._results)
        if index and _schedule_order(result) < _schedule_order(self._results[-1]):
            index = bisect_right(self._results, _schedule_order(result), key=_schedule_order)
        self._results.insert(index, result)
        if index < self._folded:
            self._take_back_to(index)

    def ratings(self) -> dict[str, Rating]:
        """The ratings of all who have sat in a result."""
        for result in self._results[self._folded :]:
            self._ratings |= rate_result(self._ratings, result, self._rate_by)
            self._folded += 1
            if self._folded % CHECKPOINT == 0:
                self._checkpoints.append(dict(self._ratings))
        return dict(self._ratings)

    def _take_back_to(self, index: int) -> None:
        del self._checkpoints[index // CHECKPOINT + 1 :]
        self._folded = (len(self._checkpoints) - 1) * CHECKPOINT
        self._ratings = dict(self._checkpoints[-1])


def _schedule_order(result: Result) -> tuple[int, str]:
    return result.order, result.match_id


def predict_loss(ratings: Sequence[Rating]) -> list[float]:
    """Each seat's probability to be the one loser of a match between these ratings.

    Counts what isn't known of the skills as well as the noise of the match. Each is the
    integral, over the seat's performance, of the chance that all others do better, by the
    trapezoid rule, which for such functions is exact to the last digits.
    """
    spreads = [sqrt(rating.sigma**2 + BETA**2) for rating in ratings]
    chances = [_last_place(seat, ratings, spreads) for seat in range(len(ratings))]
    return [chance / sum(chances) for chance in chances]


def _last_place(seat: int, ratings: Sequence[Rating], spreads: Sequence[float]) -> float:
    others = [
        (ratings[other].mu, spreads[other] * sqrt(2))
        for other in range(len(ratings))
        if other != seat
    ]
    total = 0.0
    for z in GRID:
        x = ratings[seat].mu + z * spreads[seat]
        total += exp(-z * z / 2) * prod(erfc((x - mu) / root) / 2 for mu, root in others)
    return total


class Comparison:
    """One seat performed better than another: a truncated difference of two performances."""

    def __init__(self, better: Variable, worse: Variable) -> None:
        margin = Variable()
        self.difference = SumFactor(margin, [better, worse], [1, -1])
        self.outcome = TruncateFactor(margin, v_win, w_win, 0.0)

    def settle(self) -> float:
        """Take in what the two performances say, answer both; returns how much was new."""
        self.difference.down()
        new = float(self.outcome.up())
        self.difference.up(0)
        self.difference.up(1)
        return new


def learn(priors: Sequence[Rating], pairs: Iterable[Pair]) -> list[Rating]:
    """Ratings after comparisons of performances in one match.

    Args:
        priors: a rating per seat.
        pairs: which seats performed better than which. Seats in no pair keep their rating.
    """
    skills = [Variable() for _ in priors]
    performances = [Variable() for _ in priors]
    noises = [
        LikelihoodFactor(skill, performance, BETA**2)
        for skill, performance in zip(skills, performances, strict=True)
    ]
    for skill, prior, noise in zip(skills, priors, noises, strict=True):
        PriorFactor(skill, prior).down()
        noise.down()
    _settle([Comparison(performances[a], performances[b]) for a, b in pairs])
    for noise in noises:
        noise.up()
    return [Rating(float(skill.mu), float(skill.sigma)) for skill in skills]


def _settle(comparisons: Sequence[Comparison]) -> None:
    """Pass messages until they say nothing new; a lone comparison has said all at once."""
    for _ in range(MAX_ROUNDS if len(comparisons) > 1 else 1):
        if max((each.settle() for each in comparisons), default=0.0) < SETTLED:
            return


def v_win(margin: float, draw_margin: float = 0.0) -> float:
    """How far a comparison that went as it did moves the mean: density over probability.

    The package's own breaks when the outcome was near certain or near impossible; here the
    ratio's asymptotic series takes over where the error function runs out.
    """
    x = margin - draw_margin
    if x > -FAR:
        return sqrt(2 / pi) * exp(-x * x / 2) / erfc(-x / sqrt(2))
    return -x - 1 / x + 2 / x**3 - 10 / x**5


def w_win(margin: float, draw_margin: float = 0.0) -> float:
    """By which part the same comparison shrinks the variance, in [0, 1)."""
    x = margin - draw_margin
    if x > -FAR:
        v = v_win(x)
        return v * (v + x)
    return 1 - 1 / x**2 + 6 / x**4 - 50 / x**6
