"""What the referee costs beyond a bare gRPC stream, and how many matches it plays a second.

Run: python benchmarks/referee.py [--seconds 3] [--repeats 3]

Interleaved in one session, because these machines change their speed: a bare echo over
`grpc.aio` streams with messages of the same size, and real matches between three bots that
answer at once (Python, the SDK's own loop), with 1, 8 and 32 matches in flight. The echo's
server does nothing but count; its bots parse and answer as the real ones do, and neither has a
sandbox (benchmarks/sandbox.py measures that), so the difference is the harness: engine, view,
messages, clocks, record.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from pathlib import Path

import grpc

from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.loop import run
from arena.referee.manifest import load_manifest
from arena.referee.sandbox.rungs import Policy
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

BOT = """
from arena.sdk import run

run(lambda decision: decision.legal[0])
"""
MANIFEST = """
name = "{name}"
version = "1"
run = ["python", "bot.py"]
concurrency = 64
games = ["atlanta"]
"""
TIME = TimeControl(move_time=30, bank=0, start_time=30)


def make_bots(folder: Path) -> list[Path]:
    """Three bots that answer at once."""
    folders = []
    for name in ("ann", "bob", "cyd"):
        place = folder / name
        place.mkdir()
        (place / "bot.py").write_text(BOT)
        (place / "bot.toml").write_text(MANIFEST.format(name=name))
        folders.append(place)
    return folders


class Echo:
    """A server that does nothing but ask three bots in turn, in a number of lanes.

    What is asked of one bot at the same time goes in one message, as the referee's does.
    """

    def __init__(self, question: pb.Decision, start: pb.MatchStart, lanes: int) -> None:
        self.question = question
        self.start = start
        self.lanes = lanes
        self.answers = 0
        self.streams = []
        self.waiting = []
        self.wakes = []

    async def play(self, _: object, context: grpc.aio.ServicerContext) -> None:
        """Serve one of the three streams."""
        own = len(self.streams)
        self.streams.append(context)
        self.waiting.append([])
        self.wakes.append(asyncio.Event())
        await context.read()
        await context.write(pb.PlayResponse(welcome=pb.Welcome(protocol_version=1)))
        starts = [numbered(self.start, lane) for lane in range(1, self.lanes + 1)]
        await context.write(pb.PlayResponse(starts=starts))
        if len(self.streams) == 3:
            for lane in range(1, self.lanes + 1):
                self.ask(lane % 3, lane)
        reader = asyncio.create_task(self.read(own, context))
        try:
            while True:
                await self.wakes[own].wait()
                self.wakes[own].clear()
                lanes, self.waiting[own] = self.waiting[own], []
                questions = [numbered(self.question, lane) for lane in lanes]
                await context.write(pb.PlayResponse(decisions=questions))
        finally:
            reader.cancel()

    async def read(self, own: int, context: grpc.aio.ServicerContext) -> None:
        """Take answers, and ask the next bot in the same lane."""
        while (raw := await context.read()) is not grpc.aio.EOF:
            for choice in pb.PlayRequest.FromString(raw).choices:
                self.answers += 1
                self.ask((own + 1) % 3, choice.match_id)

    def ask(self, stream: int, lane: int) -> None:
        """Put a question into a stream's outbox."""
        self.waiting[stream].append(lane)
        self.wakes[stream].set()


def numbered(message: pb.Decision | pb.MatchStart, lane: int) -> pb.Decision | pb.MatchStart:
    """A copy for a lane."""
    copy = type(message)()
    copy.CopyFrom(message)
    copy.match_id = lane
    return copy


async def measure_echo(
    folder: Path, message: pb.PlayResponse, lanes: int, seconds: float
) -> tuple[float, float]:
    """Answers a second, and the server's CPU in µs for each."""
    echo = Echo(message.decisions[0], message.starts[0], lanes)
    server = grpc.aio.server()
    method = grpc.stream_stream_rpc_method_handler(
        echo.play, response_serializer=pb.PlayResponse.SerializeToString
    )
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler("arena.v1.ArenaService", {"Play": method})]
    )
    with tempfile.TemporaryDirectory() as place:
        address = f"unix:{place}/s"
        server.add_insecure_port(address)
        await server.start()
        environment = {**os.environ, "ARENA_ADDRESS": address, "ARENA_TOKEN": "echo"}
        bots = [
            await asyncio.create_subprocess_exec(
                sys.executable, "bot.py", cwd=folder, env=environment, stderr=DEVNULL
            )
            for _ in range(3)
        ]
        while echo.answers < 1000:  # noqa: ASYNC110 - counted elsewhere
            await asyncio.sleep(0.05)
        figures = await count(lambda: echo.answers, seconds)
        for bot in bots:
            bot.terminate()
            await bot.wait()
        await server.stop(0)
    return figures


async def measure_matches(
    specs: list, in_flight: int, seconds: float
) -> tuple[float, float, float]:
    """Asked decisions a second, referee's CPU in µs a decision, matches a second."""
    decisions = matches = 0
    stop = False

    async def keep_playing(host: Host, lane: int) -> None:
        nonlocal decisions, matches
        for turn in range(1_000_000):
            if stop:
                return
            seed = bytes([lane, *turn.to_bytes(4, "big")]) + bytes(27)
            order = MatchOrder("m", make_ruleset("atlanta"), seed, (0, 1, 2), TIME)
            record = await host.play(order)
            decisions += sum(step.think_us is not None for step in record.steps)
            matches += 1

    with tempfile.TemporaryDirectory() as logs:
        async with Host(specs, Path(logs), TIME, policy=Policy.parse("off")) as host:
            lanes = [asyncio.create_task(keep_playing(host, n)) for n in range(in_flight)]
            while matches < in_flight:  # noqa: ASYNC110 - counted elsewhere
                await asyncio.sleep(0.05)
            before = matches
            rate, cpu = await count(lambda: decisions, seconds)
            played = (matches - before) / seconds
            stop = True
            await asyncio.gather(*lanes)
    return rate, cpu, played


async def count(counter: Callable[[], int], seconds: float) -> tuple[float, float]:
    """What `counter` gains a second, and this process's CPU in µs for each."""
    before, cpu, start = counter(), used_cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    gained = counter() - before
    return gained / (time.perf_counter() - start), (used_cpu() - cpu) / gained * 1e6


def used_cpu() -> float:
    """Seconds of CPU that this process has used."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def sample_message() -> pb.PlayResponse:
    """A question of median size, from a game in the middle, and a start."""
    order = MatchOrder("m", make_ruleset("atlanta"), bytes(32), (0, 1, 2), TIME)
    match = Match(order, ())
    found = pb.PlayResponse()
    encode.match_start(found, 1, order, 0)
    while match.question:
        encode.decision(found, 1, match.question)
        match.answer(0, 0)
    by_size = sorted(found.decisions, key=lambda decision: decision.ByteSize())
    return pb.PlayResponse(starts=found.starts, decisions=[by_size[len(by_size) // 2]])


async def measure(seconds: float, repeats: int) -> dict:
    """All figures, medians over the repeats."""
    message = sample_message()
    rows: dict[str, list[tuple[float, ...]]] = {}
    with tempfile.TemporaryDirectory() as place:
        folders = make_bots(Path(place))
        specs = [load_manifest(folder) for folder in folders]
        for _ in range(repeats):
            for lanes in (1, 8, 32):
                echo = await measure_echo(folders[0], message, lanes, seconds)
                rows.setdefault(f"echo {lanes}", []).append(echo)
                matches = await measure_matches(specs, lanes, seconds)
                rows.setdefault(f"matches {lanes}", []).append(matches)
    medians = {
        name: [statistics.median(column) for column in zip(*values, strict=True)]
        for name, values in rows.items()
    }
    return {"question bytes": message.decisions[0].ByteSize(), **medians}


def report(figures: dict) -> None:
    """Print the table."""
    print(f"grpcio {grpc.__version__}; a question takes {figures['question bytes']} bytes")
    print(
        f"{'in flight':>9} {'echo/s':>9} {'dec./s':>9} {'time ÷':>7} {'echo CPU':>9} "
        f"{'CPU µs':>7} {'beyond':>7} {'matches/s':>9}"
    )
    for lanes in (1, 8, 32):
        echo_rate, echo_cpu = figures[f"echo {lanes}"]
        rate, cpu, matches = figures[f"matches {lanes}"]
        print(
            f"{lanes:>9} {echo_rate:>9.0f} {rate:>9.0f} {echo_rate / rate:>7.2f} "
            f"{echo_cpu:>9.1f} {cpu:>7.1f} {cpu - echo_cpu:>7.1f} {matches:>9.1f}"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = run(measure(options.seconds, options.repeats))
    if options.json:
        print(json.dumps(figures))
    else:
        report(figures)


if __name__ == "__main__":
    main()
