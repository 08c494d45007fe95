"""Do honest bots lose on time on a busy machine, and is lateness noticed at once?

Run: python benchmarks/clock.py [--decisions 10000]

Both questions are asked at full load, as in a league: one referee a core, each with three bots
and eight matches in flight, and none of them ever waits. `--burners` adds processes that only
count.

1. Bots that answer at once play with `move_time` 100 ms and no bank until so many decisions
   were asked; every fault is counted.
2. A bot that never answers plays with the same clock, beside a referee that goes on playing;
   how long after its limit was it noticed?
"""

import argparse
import asyncio
import multiprocessing
import os
import re
import statistics
import tempfile
from pathlib import Path

from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.loop import run
from arena.referee.manifest import load_manifest

QUICK = "from arena.sdk import run\n\nrun(lambda decision: decision.legal[0])\n"
STUCK = "import time\n\nfrom arena.sdk import run\n\nrun(lambda decision: time.sleep(60))\n"
MANIFEST = """
name = "{name}"
run = ["python", "bot.py"]
concurrency = 8
games = ["atlanta"]
"""
TIME = TimeControl(move_time=0.1, bank=0.0, start_time=60.0)


def make_bot(folder: Path, name: str, code: str) -> Path:
    """A bot's folder."""
    place = folder / name
    place.mkdir()
    (place / "bot.py").write_text(code)
    (place / "bot.toml").write_text(MANIFEST.format(name=name))
    return place


def burn() -> None:
    """Use a core."""
    while True:
        pass


def order(number: int) -> MatchOrder:
    """A match with a deal of its own."""
    seed = number.to_bytes(32, "big")
    return MatchOrder(f"m{number}", make_ruleset("atlanta"), seed, (0, 1, 2), TIME)


async def honest(folder: Path, decisions: int) -> None:
    """Play until so many decisions were asked; print faults and think times."""
    specs = [load_manifest(make_bot(folder, name, QUICK)) for name in ("ann", "bob", "cyd")]
    asked: list[int] = []
    faults: list[str] = []
    numbers = iter(range(1, 1_000_000))

    async def play(host: Host) -> None:
        while len(asked) < decisions:
            record = await host.play(order(next(numbers)))
            asked.extend(s.think_us for s in record.steps if s.think_us is not None)
            if record.fault:
                faults.append(record.fault.detail)

    async with Host(specs, folder / "logs", TIME) as host:
        await asyncio.gather(*(play(host) for _ in range(8)))
        lag = host.worst_lag
    asked.sort()
    median, late, worst = statistics.median(asked), asked[-len(asked) // 1000], asked[-1]
    print(f"honest: {len(asked)} decisions, {len(faults)} faults; think time in ms: ", end="")
    print(
        f"median {median / 1000:.1f}, p99.9 {late / 1000:.1f}, worst {worst / 1000:.1f}; ",
        end="",
    )
    print(f"worst lag of the referee {lag * 1000:.1f}")
    for detail in faults[:5]:
        print(f"  {detail}")


async def stuck(folder: Path, matches: int) -> None:
    """Have a bot miss its limit again and again; print how late that was noticed."""
    programs = (("dan", QUICK), ("eve", STUCK), ("fay", QUICK))
    specs = [load_manifest(make_bot(folder, *program)) for program in programs]
    late = []
    async with Host(specs, folder / "logs", TIME) as host:
        for number in range(1, matches + 1):
            record = await host.play(order(number))
            waited = re.search(
                r"(\d+) ms had passed", record.fault.detail if record.fault else ""
            )
            if waited:
                late.append(int(waited[1]) - 100)
    print(
        f"stuck: {len(late)} of {matches} noticed; after the limit: median "
        f"{statistics.median(late)} ms, worst {max(late)} ms (the margin is "
        f"{TIME.margin * 1000:.0f} ms)"
    )


def work(what: str, folder: str, amount: int) -> None:
    """One referee, in a process of its own."""
    run({"honest": honest, "stuck": stuck}[what](Path(folder), amount))


def together(jobs: list[tuple[str, int]], burners: int) -> None:
    """Run the jobs at the same time, each in a process, beside so many that only count."""
    with tempfile.TemporaryDirectory() as place:
        processes = []
        for number, (what, amount) in enumerate(jobs):
            folder = Path(place) / str(number)
            folder.mkdir()
            arguments = (what, str(folder), amount)
            processes.append(multiprocessing.Process(target=work, args=arguments))
        counting = [multiprocessing.Process(target=burn, daemon=True) for _ in range(burners)]
        for process in [*processes, *counting]:
            process.start()
        for process in processes:
            process.join()
        for process in counting:
            process.terminate()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--burners", type=int, default=0)
    options = parser.parse_args()
    multiprocessing.set_start_method("spawn")
    cores = os.cpu_count() or 1
    together([("honest", options.decisions // cores)] * cores, options.burners)
    beside = [("honest", options.decisions // cores)] * (cores - 1)
    together([("stuck", options.matches), *beside], options.burners)


if __name__ == "__main__":
    main()
