"""The SDK as a package of its own: what is in it, and that a bot plays with nothing else."""

import asyncio
import os
import socket
import subprocess
import sys
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import arena
from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.certificate import AUTHORITY, make_certificate
from arena.referee.host import Host
from arena.referee.manifest import remote_bot
from arena.referee.remote import Listen
from arena.referee.tokens import make_token

ROOT = Path(__file__).parents[2]
SLIM = ROOT / "packaging" / "sdk"
LIBRARIES = ("grpc", "google", "typing_extensions", "uvloop")
HEAVY = ("msgspec", "click", "rich", "trueskill", "cryptography")
HARNESS = ("cli", "report", "league", "referee", "wire", "match")

BOT = f"""\
import arena
from importlib.util import find_spec
from arena.sdk import run

absent = [*{HEAVY}, *(f"arena.{{part}}" for part in {HARNESS})]
assert not [name for name in absent if find_spec(name)], "more is there than should be"
print(arena.__file__)
run(lambda decision: decision.legal[0])
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the package and the libraries that it names, and nothing else."""
    folder = tmp_path_factory.mktemp("slim")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"]
    subprocess.run(build, cwd=SLIM, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    for name in LIBRARIES:
        for source in sources(name):
            (folder / "site" / source.name).symlink_to(source)
    return folder / "site"


def sources(name):
    """Where a library lies: its folder, or its only file; nothing if it isn't there."""
    spec = find_spec(name)
    if spec is None:
        return []
    places = spec.submodule_search_locations
    return [Path(place) for place in (list(places)[:1] if places else [spec.origin])]


def start(installed, *arguments, **environment):
    """A process that sees the standard library and the package."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-S", "-P", *arguments],
        env=kept | {"PYTHONPATH": str(installed)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_bot_plays_with_nothing_but_the_package_on_its_path(installed, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    keys = tmp_path / "keys"
    certificate = make_certificate(keys, ["127.0.0.1"])
    tokens = {name: make_token(keys, name) for name in ("ann", "bob")}
    listen = Listen(address, certificate.chain.decode(), certificate.key.decode(), str(keys))
    program = tmp_path / "bot.py"
    program.write_text(BOT)
    time = TimeControl(move_time=60.0)
    order = MatchOrder("m", make_ruleset("mattis", 2), bytes(32), (0, 1), time)

    async def session():
        everybody = asyncio.Event()

        def changed(names):
            if names == set(tokens):
                everybody.set()

        specs = [remote_bot(tmp_path, name, games=("mattis",)) for name in tokens]
        async with Host(specs, tmp_path, time, listen=listen, changed=changed) as host:
            bots = [
                start(
                    installed,
                    str(program),
                    ARENA_ADDRESS=address,
                    ARENA_TOKEN=token,
                    ARENA_CA=str(keys / AUTHORITY),
                )
                for token in tokens.values()
            ]
            async with asyncio.timeout(60):
                await everybody.wait()
                return await host.play(order), bots

    record, bots = asyncio.run(session())
    outputs = [bot.communicate(timeout=30) for bot in bots]

    assert None is record.fault
    assert [(f"{installed}/arena/__init__.py\n", "")] * 2 == outputs
    assert [0, 0] == [bot.returncode for bot in bots]


def test_the_bridge_is_in_the_package(installed):
    bridge = start(installed, "-m", "arena.bridge")
    _, said = bridge.communicate(timeout=30)
    assert (2, "arena-bridge: usage") == (bridge.returncode, said[:19])


def test_the_package_holds_the_modules_that_the_sdk_stands_on_and_no_leftovers(installed):
    inside = {path.relative_to(installed) for path in (installed / "arena").rglob("*.py")}
    parts = {path.parts[1] for path in inside}
    assert {
        "__init__.py",
        "errors.py",
        "cards.py",
        "chance.py",
        "games",
        "sdk",
        "bridge",
        "v1",
    } == (parts)
    for path in inside:
        assert (ROOT / path).read_bytes() == (installed / path).read_bytes()


def test_what_both_packages_say_is_the_same():
    slim, whole = (
        tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        for folder in (SLIM, ROOT)
    )
    mine, theirs = slim["project"], whole["project"]

    assert slim["build-system"] == whole["build-system"]
    assert arena.__version__ == mine["version"] == theirs["version"]
    assert mine["requires-python"] == theirs["requires-python"]
    assert set(mine["dependencies"]) < set(theirs["dependencies"])
    assert mine["entry-points"] == theirs["entry-points"]
    assert mine["scripts"].items() < theirs["scripts"].items()
