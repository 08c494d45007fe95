"""How often each of the repository's bots loses, in this process: no referee, no clocks.

    python benchmarks/bots.py [--deals N] [--seed TEXT] [--processes N] [RULESET …]

All bots meet at all tables (with more seats than bots, some sit twice); every deal is played in
the seatings of a league, and intervals are over these blocks. Prints loss rates, how far apart
`careful` and `greedy` are, the median hand at the beginning of phase two, and the CPU time of a
decision (the engine's for view and events, some 12 µs, is in it).
"""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from statistics import median
from time import thread_time_ns
from typing import TYPE_CHECKING, NamedTuple

from arena.chance import deal_from_seed
from arena.games.registry import parse_ruleset
from arena.league.results import Result
from arena.league.seatings import seatings
from arena.league.statistics import difference, loss_rate
from arena.sdk.local import LocalMatch, load_bot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arena.games.ruleset import Ruleset

FOLDER = Path(__file__).parent.parent / "bots"
NAMES = ("random", "greedy", "hoarder", "careful")
RULESETS = (
    "atlanta[min_sequence=2]/3",
    "atlanta[min_sequence=3]/3",
    *(
        f"mattis[series={series}]/{players}"
        for players in (2, 3, 5)
        for series in ("false", "true")
    ),
    "hund/3",
)
BATCH = 10
"""Deals that a process plays before it reports."""


class Job(NamedTuple):
    """Some deals of one table."""

    ruleset: Ruleset
    table: tuple[str, ...]
    deals: range
    seed: str
    folders: dict[str, Path]


class Played(NamedTuple):
    """A match, and what its result doesn't say."""

    result: Result
    hands: tuple[int, ...]
    decisions: int


def tables(names: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every set of bots that fills the seats; some twice if there are too few."""
    if seats <= len(names):
        return list(combinations(names, seats))
    return [
        (*names, *twins) for twins in combinations_with_replacement(names, seats - len(names))
    ]


def play(job: Job) -> list[Played]:
    """Play all matches of a job."""
    bots = {name: load_bot(job.folders[name]) for name in set(job.table)}
    return [
        _play(job, bots, deal, seating)
        for deal in job.deals
        for seating in seatings(len(job.table))
    ]


def _play(job: Job, bots: dict, deal: int, seating: tuple[int, ...]) -> Played:
    block = f"{'|'.join(job.table)}/{deal}"
    seed = hashlib.sha256(f"{job.seed}/{job.ruleset}/{block}".encode()).digest()
    seated = [bots[job.table[bot]] for bot in seating]
    players = job.ruleset.players
    match = LocalMatch(job.ruleset, deal_from_seed(seed, players), seed, seated)
    think: list[list[int]] = [[] for _ in range(players)]
    while not match.state.over:
        begun = thread_time_ns()
        decision = match.step()
        if decision is not None:
            think[decision.match.seat].append((thread_time_ns() - begun) // 1000)
    end = match.finish()
    result = Result(
        match_id=f"{block}/{seating}",
        block=block,
        order=0,
        entries=tuple(_entry(job.table, bot) for bot in seating),
        losers=end.losers,
        out=end.out,
        reason=end.reason.name.lower(),
        fault_seat=None,
        fault_kind=None,
        think_us=tuple(map(tuple, think)),
    )
    return Played(result, match.state.hands_at_phase_two, sum(map(len, think)))


def _entry(table: tuple[str, ...], bot: int) -> str:
    """The bot's name; a twin gets a name of its own."""
    name = table[bot]
    return name + "'" * table[:bot].count(name)


def jobs(ruleset: Ruleset, folders: dict[str, Path], deals: int, seed: str) -> Iterator[Job]:
    """All that is to be played, in pieces."""
    for first in range(0, deals, BATCH):
        for table in tables(tuple(folders), ruleset.players):
            yield Job(ruleset, table, range(first, min(first + BATCH, deals)), seed, folders)


def report(ruleset: Ruleset, names: Sequence[str], played: list[Played]) -> None:
    """Print what came out."""
    results = [match.result for match in played]
    stalemates = sum(result.reason == "stalemate" for result in results)
    asked = sum(match.decisions for match in played) / len(played)
    print(
        f"{ruleset}: {len(played):,} matches, {asked:.0f} decisions each, "
        f"{stalemates / len(played):.1%} stalemates; even is {1 / ruleset.players:.1%}"
    )
    hands, think = defaultdict(list), defaultdict(list)
    for match in played:
        for seat, entry in enumerate(match.result.entries):
            hands[entry].append(match.hands[seat])
            think[entry].extend(match.result.think_us[seat])
    for name in names:
        rate = loss_rate(results, name)
        times = sorted(think[name])
        print(
            f"  {name:10} {rate.rate:6.1%}  [{rate.low:5.1%}, {rate.high:5.1%}]"
            f"   {median(hands[name]):4.0f} cards"
            f"   {times[len(times) // 2]:5} µs, 99 %: {times[len(times) * 99 // 100]} µs"
        )
    if "careful" in names and "greedy" in names:
        apart = difference(results, "careful", "greedy")
        print(f"  careful less greedy {apart.mean:+.1%} [{apart.low:+.1%}, {apart.high:+.1%}]")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("rulesets", nargs="*", default=RULESETS, metavar="RULESET")
    parser.add_argument("--deals", type=int, default=100, help="a table (default 100)")
    parser.add_argument("--seed", default="bots")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--bot", action="append", type=Path, help="other bots than ours")
    options = parser.parse_args()
    folders = {name: FOLDER / name for name in NAMES}
    if options.bot:
        folders = {folder.name: folder.resolve() for folder in options.bot}
    with ProcessPoolExecutor(options.processes) as pool:
        for text in options.rulesets:
            ruleset = parse_ruleset(text)
            work = list(jobs(ruleset, folders, options.deals, options.seed))
            played = [match for some in pool.map(play, work) for match in some]
            report(ruleset, tuple(folders), played)


if __name__ == "__main__":
    main()
