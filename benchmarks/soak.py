"""Whether a referee that plays for hours stays as it was: memory, descriptors, processes.

Run: python benchmarks/soak.py [--matches 20000] [--in-flight 32]

One host plays fast matches between three Python bots, so many at a time, and replaces all
processes now and then, as a league does between its passes. Ends with 1 if the referee's memory
has grown by more than --growth MiB since a tenth of the matches was played, if descriptors or
processes are more than they were then, or if any are left when the host has ended.
"""

import argparse
import asyncio
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee import TIME, make_bots

from arena.cards import cards_in
from arena.chance import seed_from_text
from arena.games.plays import plays_in
from arena.games.registry import make_ruleset
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.loop import run
from arena.referee.manifest import load_manifest

MIB = 1 << 20
SEATINGS = tuple(itertools.permutations(range(3)))
SPARE = 3
"""Descriptors and processes that may be on their way out when they are counted."""


@dataclass(frozen=True)
class Sample:
    """The referee at one moment."""

    matches: int
    rss: int
    descriptors: int
    processes: int


def sample(matches: int) -> Sample:
    """How it is now."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return Sample(
        matches=matches,
        rss=pages * os.sysconf("SC_PAGE_SIZE"),
        descriptors=sum(1 for _ in Path("/proc/self/fd").iterdir())
        - 1,  # less the one that lists
        processes=len(below(os.getpid())),
    )


def below(pid: int) -> list[int]:
    """All processes that a process has started, and those that they have started."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(c) for t in tasks for c in (t / "children").read_text().split()]
    except OSError:  # it has just ended
        return []
    return children + [grandchild for child in children for grandchild in below(child)]


def fill_caches() -> None:
    """The engine remembers what it knows of every set of cards of a suit: let it know all."""
    for suit in range(4):
        for ranks in range(1 << 13):
            mask = ranks << 13 * suit
            cards_in(mask)
            plays_in(mask, 2)


class Soak:
    """Plays, and takes samples."""

    def __init__(self, host: Host, options: argparse.Namespace) -> None:
        self.host = host
        self.matches = options.matches
        self.in_flight = options.in_flight
        self.every = options.replace
        self.ruleset = make_ruleset("atlanta")
        self.samples: list[Sample] = []
        self.started = time.monotonic()
        self.faults = 0

    async def play(self) -> None:
        """All matches; a sample at the start and after each tenth."""
        self.note(0)
        done = 0
        while done < self.matches:
            tenth = self.matches * len(self.samples) // 10
            upto = min(tenth, done + self.every, self.matches)
            await self.play_some(iter(range(done, upto)))
            done = upto
            if done == tenth:
                self.note(done)
            if done % self.every == 0:
                await self.host.replace_all()

    async def play_some(self, numbers: Iterator[int]) -> None:
        """These matches, with so many in flight."""

        async def lane() -> None:
            for number in numbers:
                seed = seed_from_text(f"soak {number}")
                order = MatchOrder(
                    f"soak-{number}", self.ruleset, seed, SEATINGS[number % 6], TIME
                )
                record = await self.host.play(order)
                self.faults += record.fault is not None

        await asyncio.gather(*(lane() for _ in range(self.in_flight)))

    def note(self, done: int) -> None:
        """Take a sample and print it."""
        now = sample(done)
        self.samples.append(now)
        seconds = time.monotonic() - self.started
        print(
            f"{done:>9} {done / seconds if done else 0:>9.1f} {now.rss / MIB:>8.1f} "
            f"{now.descriptors:>11} {now.processes:>9} {1000 * self.host.worst_lag:>13.1f}",
            flush=True,
        )


async def soak(options: argparse.Namespace) -> list[str]:
    """Play, print; what is wrong."""
    fill_caches()
    print(f"{'matches':>9} {'matches/s':>9} {'RSS MiB':>8} descriptors processes worst lag ms")
    with tempfile.TemporaryDirectory() as place:
        specs = [load_manifest(folder) for folder in make_bots(Path(place))]
        async with Host(specs, Path(place) / "logs", TIME) as host:
            await Soak(host, options).play_some(iter(range(10)))  # what gRPC starts, it keeps
        before = sample(0)
        async with Host(specs, Path(place) / "logs", TIME) as host:
            soaked = Soak(host, options)
            await soaked.play()
        after = sample(options.matches)
    return [*leaks(soaked, options.growth), *left_behind(before, after)]


def leaks(soaked: Soak, growth: float) -> list[str]:
    """What has grown since the first tenth."""
    early, late = soaked.samples[1], soaked.samples[-1]
    grown = (late.rss - early.rss) / MIB
    per_match = (late.rss - early.rss) / max(late.matches - early.matches, 1)
    print(f"memory: {grown:+.1f} MiB since the first tenth, {per_match:+.0f} bytes a match")
    found = [f"memory grew by more than {growth:g} MiB"] if grown > growth else []
    for name in ("descriptors", "processes"):
        most = max(getattr(one, name) for one in soaked.samples[2:])
        if most > getattr(early, name) + SPARE:
            found.append(f"{name}: {getattr(early, name)} after a tenth, later {most}")
    if soaked.faults:
        found.append(f"{soaked.faults} faults of bots that make none")
    return found


def left_behind(before: Sample, after: Sample) -> list[str]:
    """What there is more than before the host began."""
    print(f"afterwards: {after.descriptors} descriptors, {after.processes} processes")
    found = []
    if after.processes > before.processes:
        found.append(f"{after.processes - before.processes} processes left behind")
    if after.descriptors > before.descriptors + SPARE:
        found.append(f"{after.descriptors - before.descriptors} descriptors left behind")
    return found


def main() -> None:
    """Soak and judge."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--in-flight", type=int, default=32)
    parser.add_argument("--replace", type=int, default=1_000, help="processes after so many")
    parser.add_argument("--growth", type=float, default=8.0, help="MiB that are no leak")
    options = parser.parse_args()
    if options.matches < 10:
        parser.error("--matches: expected 10 or more")
    wrong = run(soak(options))
    for line in wrong:
        print(f"wrong: {line}")
    print("leaks" if wrong else "no leak")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
