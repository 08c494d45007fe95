"""What a rating update costs, beside TrueSkill's plain ranking and OpenSkill's.

All contenders rate the same simulated league in turn, a slice of matches each, for several
rounds, so that whatever else the machine does falls on all of them. Prints microseconds an
update (best and median round), and what the same league's leaderboard costs.

    python benchmarks/ratings.py [MATCHES]
"""

from __future__ import annotations

import random
import sys
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import trueskill

from arena.league.ratings import BETA, RateBy, fold, rate_result
from arena.league.results import Entry, Result
from arena.league.standings import Scoreboard

try:
    from openskill.models import PlackettLuce
except ImportError:
    PlackettLuce = None

if TYPE_CHECKING:
    from collections.abc import Callable

    Contender = Callable[[list[Result]], None]

BOTS = 8
ROUNDS = 9


def league(seats: int, matches: int) -> list[Result]:
    """Results of bots whose worst performance loses."""
    rng = random.Random(seats)
    skills = {f"bot{i}@{i:012x}": rng.gauss(25, 5) for i in range(BOTS)}
    return [_match(rng, skills, order, seats) for order in range(matches)]


def _match(rng: random.Random, skills: dict[str, float], order: int, seats: int) -> Result:
    entries = tuple(rng.sample(sorted(skills), seats))
    shown = [rng.gauss(skills[entry], BETA) for entry in entries]
    best_first = sorted(range(seats), key=lambda seat: -shown[seat])
    return Result(
        match_id=str(order),
        block=str(order // 6),
        order=order,
        entries=entries,
        losers=(best_first[-1],),
        out=tuple(best_first[:-1]),
        reason="played",
        fault_seat=None,
        fault_kind=None,
        think_us=(tuple(rng.randrange(50, 2000) for _ in range(76)),) * seats,
    )


def ours(rate_by: RateBy) -> Contender:
    """One loser against the others, or the finishing order, on the factor graph."""
    ratings = {}

    def play(results: list[Result]) -> None:
        for result in results:
            ratings.update(rate_result(ratings, result, rate_by))

    return play


def plain_trueskill() -> Contender:
    """`trueskill.rate` with ranks (0, ..., 0, 1): another model, and a wrong one."""
    env = trueskill.TrueSkill(tau=0)
    ratings = {}

    def play(results: list[Result]) -> None:
        for result in results:
            groups = [(ratings.get(e, env.create_rating()),) for e in result.entries]
            ranks = [int(seat in result.losers) for seat in range(result.seats)]
            for entry, group in zip(result.entries, env.rate(groups, ranks), strict=True):
                ratings[entry] = group[0]

    return play


def openskill() -> Contender:
    """OpenSkill's Plackett-Luce with the same ranks."""
    model = PlackettLuce()
    ratings = {}

    def play(results: list[Result]) -> None:
        for result in results:
            groups = [[ratings.get(e) or model.rating()] for e in result.entries]
            ranks = [float(seat in result.losers) for seat in range(result.seats)]
            rated = model.rate(groups, ranks=ranks)
            for entry, group in zip(result.entries, rated, strict=True):
                ratings[entry] = group[0]

    return play


def contenders() -> dict[str, Contender]:
    """By name, each with ratings of its own."""
    found = {
        "one loser (arena)": ours(RateBy.LOSS),
        "finishing order (arena)": ours(RateBy.FINISH),
        "trueskill, plain ranks": plain_trueskill(),
    }
    if PlackettLuce is not None:
        found["openskill, plain ranks"] = openskill()
    return found


def updates(seats: int, matches: int) -> dict[str, list[float]]:
    """Microseconds an update by contender: a list with one figure a round."""
    results = league(seats, matches)
    size = matches // ROUNDS
    players = contenders()
    figures: dict[str, list[float]] = {}
    for start in range(0, size * ROUNDS, size):
        for name, play in players.items():
            begun = perf_counter()
            play(results[start : start + size])
            figures.setdefault(name, []).append((perf_counter() - begun) / size * 1e6)
    return figures


def leaderboard(matches: int) -> tuple[float, float, float]:
    """Seconds to count a league's results, to fold its ratings, and to show it again."""
    results = league(3, matches)
    entries = [Entry.parse(entry) for entry in sorted({e for r in results for e in r.entries})]
    board = Scoreboard(entries, 3)
    times = [perf_counter()]
    for result in results:
        board.add(result)
    times.append(perf_counter())
    fold(results)
    times.append(perf_counter())
    board.standings()
    folded = perf_counter()
    board.standings()
    return times[1] - times[0], times[2] - times[1], perf_counter() - folded


def main() -> None:
    """Print both tables."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 4500
    print(f"µs an update, best / median of {ROUNDS} rounds, {matches} matches of {BOTS} bots")
    for seats in range(2, 7):
        for name, figures in updates(seats, matches).items():
            print(f"  {seats} seats  {name:<24} {min(figures):7.0f} / {median(figures):5.0f}")
    counting, folding, showing = leaderboard(10_000)
    print(
        f"10,000 results with 228 think times each: counted in {counting:.2f} s, "
        f"ratings folded in {folding:.2f} s, shown again in {showing * 1000:.0f} ms"
    )


if __name__ == "__main__":
    main()
