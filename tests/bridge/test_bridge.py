"""Programs behind the bridge play, and what goes wrong with them is told in words."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.referee.build import build
from arena.referee.manifest import load_manifest

BOTS = Path(__file__).parents[2] / "bots"

FIRST = """
while read -r line; do
    case $line in *'"type":"decide"'*) echo 0 ;; esac
done
"""


def test_a_shell_loop_is_a_bot(bridged, play):
    (record,), log = play(bridged(FIRST))
    assert (None, "played") == (record.fault, record.reason)
    assert "arena-bridge" not in log


def test_one_program_plays_several_matches_at_once(bridged, play):
    alone, _ = play(bridged(FIRST, name="alone"), [1, 2, 3, 4])
    together, _ = play(bridged(FIRST, concurrency=4, name="together"), [1, 2, 3, 4])

    assert [record.fault for record in together] == [None] * 4
    assert [r.hash for r in alone] == [r.hash for r in together]


def test_answers_may_come_in_any_order(bridged, play):
    """It holds back what it is asked until the other match asks or ends, and turns it round."""
    program = f"""exec {sys.executable} -u -c '
import json, sys
held, running = [], 0
for line in sys.stdin:
    told = json.loads(line)
    running += {{"start": 1, "end": -1}}.get(told["type"], 0)
    if told["type"] == "decide": held.append(told["match"])
    if len(held) >= running:
        for match in reversed(held): print(json.dumps({{"match": match, "answer": 0}}))
        held = []
'
"""
    records, log = play(bridged(program, concurrency=2), [1, 2])
    assert [None, None] == [record.fault for record in records], log


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("read -r start; read -r decide; echo hello", "expected an index from 0 to"),
        ("read -r start; read -r decide; exit 3", "./bot.sh ended with exit code 3"),
        (
            "read -r start; read -r decide; kill -SEGV $$",
            "./bot.sh was ended by signal SIGSEGV",
        ),
        ("exec 1>&-; read -r start; read -r decide; read -r x", "closed its standard output"),
        ("echo ready; read -r start; read -r decide; read -r x", "no decision is open"),
        (
            "read -r start; exec head -c 99999 /dev/zero",
            "wrote more than 65536 bytes without a newline",
        ),
    ],
)
def test_what_goes_wrong_is_the_bots_fault_and_said(bridged, play, program, told):
    (record,), log = play(bridged(f"echo whimper >&2\n{program}\n"))

    assert 0 == record.fault.seat
    assert told in record.fault.detail
    assert "arena-bridge: " in log
    assert "whimper" in log
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("folder", "told"),
    [
        ({"executable": False}, "can't run './bot.sh': Permission denied"),
        (None, "No such file"),
    ],
)
def test_a_program_that_cant_be_started_is_named(bridged, play, folder, told):
    home = bridged("", **(folder or {}))
    if folder is None:
        (home / "bot.sh").unlink()
    (record,), _ = play(home)

    assert "start-failed" == record.fault.kind
    assert told in record.fault.detail


def test_a_program_that_never_flushes_is_told_so(bridged, play):
    silent = "read -r start; while read -r line; do :; done"
    (record,), log = play(bridged(silent), move_time=0.5)

    assert "move-timeout" == record.fault.kind
    assert "does the program flush its standard output after every line?" in log


def test_a_program_that_reads_nothing_does_not_stop_the_bridge(bridged, play):
    """More than a pipe takes waits in the bridge; the program's end is noticed all the same."""
    (record,), log = play(bridged("exec sleep 60"), move_time=0.5)
    assert "move-timeout" == record.fault.kind
    assert "Traceback" not in log


@pytest.mark.parametrize("bot", ["greedy-c", "greedy-perl", "greedy-shell"])
def test_the_bots_shown_play_as_greedy_does(bot, play, tmp_path):
    spec = load_manifest(shutil.copytree(BOTS / bot, tmp_path / bot))
    needed = {"greedy-c": "cc", "greedy-perl": "perl", "greedy-shell": "jq"}[bot]
    if shutil.which(needed) is None:
        pytest.skip(f"{needed} isn't installed")
    build(spec, tmp_path)
    seeds = [3, 4, 5]
    shown, _ = play(spec.folder, seeds, ruleset="hund/2")
    plain, _ = play(
        shutil.copytree(BOTS / "greedy", tmp_path / "plain"), seeds, ruleset="hund/2"
    )

    assert [record.hash for record in plain] == [record.hash for record in shown]


def bridge(*command, environment=None):
    return subprocess.run(
        [sys.executable, "-m", "arena.bridge", *command],
        env=environment or {"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "told"),
    [((), "usage: "), (("--help",), "usage: "), (("cat",), "a bot is started by a referee")],
)
def test_by_hand_it_says_what_it_is_in_one_line(command, told):
    done = bridge(*command)
    assert (2, "") == (done.returncode, done.stdout)
    assert told in done.stderr
    assert 1 == len(done.stderr.splitlines())


def test_without_anybody_at_the_address_it_exits_with_2(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "ARENA_ADDRESS": f"unix:{tmp_path}/none",
        "ARENA_TOKEN": "x",
    }
    done = bridge("cat", environment=environment)
    assert 2 == done.returncode
    assert done.stderr.startswith("arena-bridge: no referee at")


def test_it_imports_nothing_of_the_harness_nor_what_it_does_not_need():
    program = (
        "import arena.bridge.running, json, sys; json.dump(sorted(sys.modules), sys.stdout)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    modules = json.loads(done.stdout)
    harness = ("cli", "report", "league", "referee", "wire", "match")
    assert [] == [m for m in modules for layer in harness if m.startswith(f"arena.{layer}")]
    assert set() == set(modules) & {"rich", "click", "trueskill", "msgspec"}
