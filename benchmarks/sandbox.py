"""What each rung of isolation costs: a process's start and end, and a question's round trip.

Run: python benchmarks/sandbox.py [--starts 15] [--matches 3]

The rungs take turns, because these machines change their speed. Starts are those of a program
that does nothing, and of a Python that does nothing; the round trip is the median think time of
bots that answer at once, one match at a time, so nearly all of it is the way there and back.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.loop import run
from arena.referee.manifest import load_manifest
from arena.referee.sandbox import probe
from arena.referee.sandbox.footing import Footing
from arena.referee.sandbox.rungs import LADDER, Policy, Rung
from arena.referee.sandbox.sandbox import Sandbox

BOT = "from arena.sdk import run\nrun(lambda decision: decision.legal[0])\n"
MANIFEST = 'name = "{0}"\nrun = ["python", "bot.py"]\ngames = ["atlanta"]\n'
TIME = TimeControl(move_time=30, bank=0, start_time=30)


async def start_once(rung: Rung, top: Path, command: tuple[str, ...]) -> tuple[float, float]:
    """Milliseconds for a program that ends at once, and for tidying up."""
    sandbox = Sandbox(Policy.exactly(rung))
    home = Path(tempfile.mkdtemp(dir=top))
    began = time.perf_counter()
    cell = sandbox.cell(top / "ann", home)
    process = await cell.start(command, {})
    await process.wait()
    ended = time.perf_counter()
    await sandbox.dismiss(cell)
    closed = time.perf_counter()
    await sandbox.close()
    if process.returncode != 0:
        raise SystemExit(f"{rung}: {cell.how(process.returncode or 0)}")
    return 1000 * (ended - began), 1000 * (closed - ended)


async def round_trips(rung: Rung, folders: list[Path], matches: int) -> list[int]:
    """Think times of bots that don't think, microseconds."""
    specs = [load_manifest(folder) for folder in folders]
    found: list[int] = []
    logs = folders[0].parent / "logs"
    async with Host(specs, logs, TIME, policy=Policy.exactly(rung)) as host:
        for number in range(matches):
            seed = bytes([number]) * 32
            order = MatchOrder("m", make_ruleset("atlanta"), seed, (0, 1, 2), TIME)
            record = await host.play(order)
            found += [us for seat in range(3) for us in record.think_us(seat)[1:]]
    return found


def bots(top: Path) -> list[Path]:
    """Three that answer at once, in a folder that others may look into."""
    top.chmod(0o755)
    folders = []
    for name in ("ann", "bob", "cyd"):
        folder = top / name
        folder.mkdir()
        (folder / "bot.py").write_text(BOT)
        (folder / "bot.toml").write_text(MANIFEST.format(name))
        folders.append(folder)
    return folders


async def measure(starts: int, matches: int) -> None:
    """All rungs that work here, in turn."""
    rungs = [rung for rung in LADDER if isinstance(probe.attempt(rung), Footing)]
    nothing: dict[Rung, list[float]] = {rung: [] for rung in rungs}
    python: dict[Rung, list[float]] = {rung: [] for rung in rungs}
    closing: dict[Rung, list[float]] = {rung: [] for rung in rungs}
    trips: dict[Rung, list[int]] = {rung: [] for rung in rungs}
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        folders = bots(top)
        for _ in range(starts):
            for rung in rungs:
                nothing[rung].append((await start_once(rung, top, ("true",)))[0])
                began, closed = await start_once(rung, top, ("python", "-c", "pass"))
                python[rung].append(began)
                closing[rung].append(closed)
        for _ in range(matches):
            for rung in rungs:
                trips[rung] += await round_trips(rung, folders, 3)
    print(f"{'rung':17}{'true':>9}{'python':>9}{'tidying':>9}{'round trip':>12}")
    for rung in rungs:
        print(
            f"{rung:17}{statistics.median(nothing[rung]):6.1f} ms"
            f"{statistics.median(python[rung]):6.1f} ms"
            f"{statistics.median(closing[rung]):6.1f} ms"
            f"{statistics.median(trips[rung]):9.0f} µs"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=15)
    parser.add_argument("--matches", type=int, default=3)
    chosen = parser.parse_args()
    run(measure(chosen.starts, chosen.matches))
