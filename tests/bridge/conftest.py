"""Programs behind the bridge, and referees that talk to them."""

import asyncio
import json
import shutil
from pathlib import Path

import fastjsonschema
import pytest

from arena.games.registry import parse_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.loop import run
from arena.referee.manifest import load_manifest

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "bridge.schema.json").read_text())
GREEDY = ROOT / "bots" / "greedy"


@pytest.fixture(scope="session")
def check_line():
    """Raises an exception for what is no line of this kind: start, decide, end, answer."""
    checks = {
        kind: fastjsonschema.compile({**SCHEMA, "oneOf": [{"$ref": f"#/definitions/{kind}"}]})
        for kind in ("start", "decide", "end", "answer")
    }
    return lambda kind, line: checks[kind](json.loads(line))


@pytest.fixture
def bridged(tmp_path):
    """Makes a bot of a shell program's text, run behind the bridge."""

    def make(text, *, concurrency=1, executable=True, name="bridged"):
        folder = tmp_path / name
        folder.mkdir()
        program = folder / "bot.sh"
        program.write_text("#!/bin/sh\n" + text)
        if executable:
            program.chmod(0o755)
        (folder / "bot.toml").write_text(
            f'name = "{name}"\nrun = ["python", "-m", "arena.bridge", "./bot.sh"]\n'
            f'concurrency = {concurrency}\ngames = ["atlanta", "mattis"]\n'
        )
        return folder

    return make


@pytest.fixture
def play(tmp_path):
    """Plays matches of a bot with bots/greedy; their records, and the bot's log."""

    def all_of(folder, seeds=(1,), *, ruleset="mattis/2", move_time=60.0):
        other = tmp_path / "greedy"
        if not other.exists():
            shutil.copytree(GREEDY, other)
        specs = [load_manifest(folder), load_manifest(other)]
        time = TimeControl(move_time=move_time, bank=0, start_time=60)
        rules = parse_ruleset(ruleset)

        async def match():
            async with Host(specs, tmp_path / "logs", time) as host:
                orders = [
                    MatchOrder(f"m{seed}", rules, bytes([seed] * 32), (0, 1), time)
                    for seed in seeds
                ]
                if specs[0].manifest.concurrency > 1:
                    return await asyncio.gather(*map(host.play, orders))
                return [await host.play(order) for order in orders]

        records = run(match())
        return records, (tmp_path / "logs" / f"{specs[0].name}.log").read_text()

    return all_of
