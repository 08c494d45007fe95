"""What the bridge adds to a decision: a C program behind it beside the same bot in Python.

Run: python benchmarks/bridge.py [--matches 60] [--in-flight 1] [--pair BOT BOT]

Both sit in every match, in turn in either seat, so that whatever the machine does meanwhile
meets both alike. They play the same strategy (bots/greedy and bots/greedy-c), and what is
compared is the time from a question to its answer as the referee's clocks see it: the whole way
through gRPC there and back, the bot's thinking, and for the one in C the bridge and two pipes.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
from pathlib import Path

from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.build import build
from arena.referee.host import Host
from arena.referee.loop import run
from arena.referee.manifest import load_manifest

BOTS = Path(__file__).parents[1] / "bots"
TIME = TimeControl(move_time=30, bank=0, start_time=60)
WARM_UP = 4
"""Matches that aren't counted."""


async def measure(specs: list, matches: int, in_flight: int, logs: Path) -> list[list[int]]:
    """The think times of both bots, in microseconds."""
    times: list[list[int]] = [[], []]
    rules = make_ruleset("mattis", 2)
    gate = asyncio.Semaphore(in_flight)

    async def play(number: int) -> None:
        seating = (0, 1) if number % 2 else (1, 0)
        async with gate:
            order = MatchOrder("m", rules, number.to_bytes(32, "big"), seating, TIME)
            record = await host.play(order)
        if record.fault is not None:
            raise SystemExit(f"{record.fault}")
        for step in record.steps:
            if step.think_us is not None and number >= WARM_UP:
                times[seating[step.seat]].append(step.think_us)

    async with Host(specs, logs, TIME) as host:
        for number in range(WARM_UP):
            await play(number)
        await asyncio.gather(*map(play, range(WARM_UP, WARM_UP + matches)))
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--in-flight", type=int, default=1)
    parser.add_argument("--pair", nargs=2, default=["greedy", "greedy-c"])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    specs = [load_manifest(BOTS / name) for name in options.pair]
    with tempfile.TemporaryDirectory() as logs:
        for spec in specs:
            build(spec, Path(logs))
        times = run(measure(specs, options.matches, options.in_flight, Path(logs)))
    figures = {
        spec.name: {
            "decisions": len(own),
            "median": statistics.median(own),
            "quartile": statistics.quantiles(own, n=4)[0],
        }
        for spec, own in zip(specs, times, strict=True)
    }
    if options.json:
        print(json.dumps(figures))
        return
    for name, row in figures.items():
        print(
            f"{name:<14} {row['decisions']:>6} decisions, median {row['median']:>6.0f} µs, "
            f"quartile {row['quartile']:>6.0f} µs"
        )
    plain, bridged = figures.values()
    more = {key: bridged[key] / plain[key] - 1 for key in ("median", "quartile")}
    print(f"the bridge adds {more['median']:+.0%}; at the quartile {more['quartile']:+.0%}")


if __name__ == "__main__":
    main()
