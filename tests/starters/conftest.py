"""The starters, built; and a referee that asks what a test tells it to."""

import functools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import pytest

from arena.referee.build import build
from arena.referee.manifest import load_manifest
from arena.v1 import arena_pb2 as pb
from arena.v1.arena_pb2_grpc import (
    ArenaServiceServicer,
    add_ArenaServiceServicer_to_server,
)

ROOT = Path(__file__).parents[2]
STARTERS = tomllib.loads((Path(__file__).parent / "starters.toml").read_text())
VECTORS = ROOT / "tests" / "starters" / "greedy.jsonl"

TOKEN = "shown once"  # noqa: S105 - our own

PATIENCE = 60.0
"""Seconds after which a test gives up on a bot; machines that build are busy."""


def missing(about):
    """What keeps a starter from being built here; empty if nothing does."""
    programs = [program for program in about["needs"] if shutil.which(program) is None]
    if programs:
        return f"no {', '.join(programs)}"
    packages = [
        package
        for package in about.get("packages", ())
        if subprocess.run(
            ["/usr/bin/env", "pkg-config", "--exists", package], check=False
        ).returncode
    ]
    return f"no {', '.join(packages)} for pkg-config" if packages else ""


@dataclass(frozen=True)
class Built:
    spec: object
    seconds: float
    toolchain: str
    checks: tuple[str, ...]


@functools.cache
def built(name):
    """The starter, built in its place; None and why not if its toolchain isn't here."""
    about = STARTERS[name]
    spec = load_manifest(ROOT / "bots" / name)
    logs = Path(tempfile.mkdtemp(prefix="starters-"))
    began = time.monotonic()
    build(spec, logs)
    seconds = time.monotonic() - began
    shutil.rmtree(logs)
    toolchain = subprocess.check_output(about["version"], text=True)
    return Built(spec, seconds, toolchain.splitlines()[0].strip(), tuple(about["checks"]))


@pytest.fixture(params=sorted(STARTERS))
def starter(request, record_property):
    record_property("starter", request.param)
    why_not = missing(STARTERS[request.param])
    if why_not:
        pytest.skip(why_not)
    found = built(request.param)
    record_property("toolchain", found.toolchain)
    record_property("build", f"{found.seconds:.1f} s")
    return found


@dataclass
class Talk(ArenaServiceServicer):
    """One stream, as a test wants it.

    Attributes:
        messages: what the bot is sent, each when all questions of those before are answered.
        verdict: the status that ends the stream, None for OK.
        holds: whether the stream isn't ended, but stays until the test is over.
        hello: what the bot said first.
        answers: index by match and decision.
    """

    messages: list
    verdict: tuple | None = None
    holds: bool = False
    hello: pb.Hello | None = None
    answers: dict = field(default_factory=dict)
    greeted_at: float = 0.0
    peak_kib: int = 0
    pid: int = 0
    reached_end: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)

    def Play(self, requests, context):  # noqa: N802 - gRPC's name
        self.hello = next(requests).hello
        self.greeted_at = time.monotonic()
        yield pb.PlayResponse(welcome=pb.Welcome(protocol_version=1, name="bot"))
        for message in self.messages:
            yield message
            wanted = {(asked.match_id, asked.decision_id) for asked in message.decisions}
            while wanted:
                for choice in next(requests).choices:
                    wanted.remove((choice.match_id, choice.decision_id))
                    self.answers[choice.match_id, choice.decision_id] = choice.index
        self.peak_kib = peak_kib(self.pid)
        self.reached_end.set()
        if self.holds:
            self.over.wait()
        if self.verdict is not None:
            context.abort(*self.verdict)


@dataclass
class Ended:
    """How a bot's process ended."""

    code: int
    stderr: str
    talk: Talk
    start_s: float


def peak_kib(pid):
    """The most memory that a process had resident."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    return int(status.read_text().partition("VmHWM:")[2].split()[0])


def talk(spec, messages=(), verdict=None, *, tcp=False, vanish=False):
    """Start a bot, talk to it, and wait for its end.

    Args:
        vanish: whether the referee breaks off instead of ending the stream.
    """
    session = Talk(list(messages), verdict, holds=vanish)
    with tempfile.TemporaryDirectory(prefix="arena-") as home, ThreadPoolExecutor(4) as pool:
        server = grpc.server(pool)
        add_ArenaServiceServicer_to_server(session, server)
        address = "127.0.0.1:0" if tcp else f"unix:{home}/socket"
        port = server.add_insecure_port(address)
        server.start()
        try:
            return _converse(spec, session, server, f"127.0.0.1:{port}" if tcp else address)
        finally:
            session.over.set()
            server.stop(0).wait()


def _converse(spec, session, server, address):
    began = time.monotonic()
    with start(spec, ARENA_ADDRESS=address, ARENA_TOKEN=TOKEN) as process:
        session.pid = process.pid
        if session.holds:
            assert session.reached_end.wait(PATIENCE)
            server.stop(0)
        code, stderr = finish(process)
    return Ended(code, stderr, session, session.greeted_at - began)


def start(spec, **environment):
    """The bot's process; with nothing in its environment but where programs are."""
    return subprocess.Popen(
        spec.command,
        cwd=spec.folder,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )


def finish(process):
    """Exit code and what was said on stderr; a process that doesn't end is killed."""
    try:
        _, stderr = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, stderr = process.communicate()
        return None, stderr
    return process.returncode, stderr


@dataclass(frozen=True)
class Vector:
    name: str
    index: int
    decision: pb.Decision


def vectors():
    """The questions in tests/starters/greedy.jsonl, with the answers of bots/greedy."""
    lines = map(json.loads, VECTORS.read_text(encoding="utf-8").splitlines())
    return [
        Vector(
            one["name"], one["index"], pb.Decision.FromString(bytes.fromhex(one["decision"]))
        )
        for one in lines
    ]


class Kit:
    ROOT = ROOT
    TOKEN = TOKEN
    VECTORS = VECTORS
    talk = staticmethod(talk)
    start = staticmethod(start)
    finish = staticmethod(finish)
    vectors = staticmethod(vectors)


@pytest.fixture(scope="session")
def kit():
    return Kit
