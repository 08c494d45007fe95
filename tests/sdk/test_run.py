"""Programs that call `run`, against a referee that does what the test says."""

import os
import queue
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest

from arena.v1 import arena_pb2 as pb
from arena.v1 import arena_pb2_grpc

TOKEN = "secret"  # noqa: S105 - of a referee that lives for one test
FIRST = "return decision.legal[0]"


class Script(arena_pb2_grpc.ArenaServiceServicer):
    """Takes one stream; `replies` says what comes after the hello."""

    def __init__(self, replies, status=None):
        self.replies = replies
        self.status = status
        self.heard = queue.SimpleQueue()

    def Play(self, request_iterator, context):  # noqa: N802 - the generated name
        self.heard.put(next(request_iterator))
        for reply in self.replies:
            yield reply
            if reply.decisions:
                self.heard.put(next(request_iterator))
        if self.status:
            context.abort(*self.status)


@pytest.fixture
def serve(tmp_path):
    """Starts a referee from a script; gives its address."""
    pool = ThreadPoolExecutor(4)
    servers = []

    def start(script):
        server = grpc.server(pool)
        arena_pb2_grpc.add_ArenaServiceServicer_to_server(script, server)
        address = f"unix:{tmp_path}/s"
        server.add_insecure_port(address)
        server.start()
        servers.append(server)
        return address

    yield start
    for server in servers:
        server.stop(0).wait()
    pool.shutdown()


@pytest.fixture
def run_bot(tmp_path):
    """Runs a program whose `choose` has that body."""

    def run(body, address=None, token=TOKEN):
        program = tmp_path / "bot.py"
        program.write_text(
            "from arena.sdk import run\n\n\ndef choose(decision):\n"
            + textwrap.indent(body, "    ")
            + '\n\n\nif __name__ == "__main__":\n    run(choose)\n'
        )
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ARENA_")}
        ours = {"ARENA_ADDRESS": address, "ARENA_TOKEN": token}
        return subprocess.run(
            [sys.executable, str(program)],
            env=kept | {name: value for name, value in ours.items() if value},
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )

    return run


def opening(kit):
    referee = kit.Referee()
    return [
        pb.PlayResponse(welcome=pb.Welcome(protocol_version=1, name="bot")),
        pb.PlayResponse(starts=[referee.start()], decisions=[referee.decision()]),
    ]


def test_a_bot_says_hello_answers_and_leaves_when_the_referee_ends_the_stream(
    kit, serve, run_bot
):
    script = Script(opening(kit))
    done = run_bot(FIRST, serve(script))
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
    hello = script.heard.get_nowait().hello
    assert (TOKEN, 1) == (hello.token, hello.protocol_version)
    assert hello.client.startswith("arena-python ")
    assert [(1, 1, 0)] == [
        (choice.match_id, choice.decision_id, choice.index)
        for choice in script.heard.get_nowait().choices
    ]


def test_a_bot_may_print(kit, serve, run_bot):
    done = run_bot(f'print("thinking")\n{FIRST}', serve(Script(opening(kit))))
    assert (0, "thinking\n", "") == (done.returncode, done.stdout, done.stderr)


def test_a_bot_that_raises_shows_its_traceback_and_ends_with_1(kit, serve, run_bot):
    done = run_bot("return 1 / 0", serve(Script(opening(kit))))
    assert 1 == done.returncode
    assert "arena.sdk: choose() failed in decision 1 of seat 0 in match 1" in done.stderr
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_a_bot_that_chooses_what_is_not_legal_says_so_and_ends_with_1(kit, serve, run_bot):
    done = run_bot('return "pickup"', serve(Script(opening(kit))))
    assert 1 == done.returncode
    assert "got 'pickup'" in done.stderr
    assert 1 == len(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (2, grpc.StatusCode.UNAUTHENTICATED),
        (2, grpc.StatusCode.FAILED_PRECONDITION),
        (2, grpc.StatusCode.UNAVAILABLE),
        (1, grpc.StatusCode.ABORTED),
    ],
    ids=str,
)
def test_a_referee_that_refuses_is_quoted_in_one_line(serve, run_bot, code, status):
    done = run_bot(FIRST, serve(Script([], (status, "expected better manners"))))
    assert code == done.returncode
    assert done.stderr.startswith("arena.sdk: ")
    assert "expected better manners" in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_without_a_referee_there_is_one_clear_line(tmp_path, run_bot):
    done = run_bot(FIRST, f"unix:{tmp_path}/nobody")
    assert 2 == done.returncode
    assert f"no referee at unix:{tmp_path}/nobody" in done.stderr
    assert 1 == len(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("address", "token", "missing"),
    [
        (None, None, "ARENA_ADDRESS and ARENA_TOKEN"),
        (None, "secret", "ARENA_ADDRESS"),
        ("unix:/nowhere", None, "ARENA_TOKEN"),
    ],
)
def test_a_bot_started_by_hand_says_how_it_is_started(run_bot, address, token, missing):
    done = run_bot(FIRST, address, token)
    assert 2 == done.returncode
    assert (
        f"arena.sdk: a bot is started by a referee, which sets {missing}: "
        "try `arena play THIS_FOLDER OTHER_FOLDER …`\n"
    ) == done.stderr
