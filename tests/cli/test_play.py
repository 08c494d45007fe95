"""`arena play`: one match, told; the same seed gives the same words."""

import json
import re
import signal
import subprocess
import sys
import time

import pytest


def test_the_same_seed_gives_the_same_output_to_the_byte(run, bots):
    trio = bots("ann", "bob", "cyd")
    first, second = (run("play", *trio, "--seed", "x") for _ in range(2))

    assert (0, 0) == (first.exit_code, second.exit_code)
    assert first.output == second.output
    assert "seed 'x'" in first.output
    assert "why: " in first.output


def test_without_a_seed_the_one_that_was_drawn_is_said(run, bots):
    (ann,) = bots("ann")
    result = run("play", ann, ann, "--game", "mattis")
    seed = re.search(r"seed '(\w{16})'", result.output)[1]

    assert result.output == run("play", ann, ann, "--game", "mattis", "--seed", seed).output
    assert "ann-1" in result.output


def test_quiet_says_only_who_lost(run, bots):
    result = run("play", *bots("ann", "bob", "cyd"), "--seed", "a", "--quiet")

    assert 2 == len(result.output.splitlines())
    assert " lost" in result.output


def test_cards_are_letters_if_asked_for(run, bots):
    result = run("play", *bots("ann", "bob", "cyd"), "--seed", "x", "--ascii")

    assert result.output.isascii()


def test_options_reach_the_game_and_the_record_proves_it(run, bots, tmp_path):
    file = tmp_path / "match.json"
    (ann,) = bots("ann")
    run("play", ann, ann, ann, "--option", "min_sequence=3", "--record", file, "--quiet")

    assert "atlanta[min_sequence=3]/3" == json.loads(file.read_text())["ruleset"]
    assert "1 match replayed, no difference\n" == run("match", "replay", file).output
    assert "min_sequence=3" in run("match", "show", file).output


def test_a_fault_is_told_with_the_end_of_the_log_and_its_path(run, bots, tmp_path):
    trio = bots("ann", "bob", ("cyd", "raises"))
    logs = tmp_path / "logs"
    result = run("play", *trio, "--seed", "x", "--logs", logs, "--quiet")

    assert 1 == result.exit_code
    assert "cyd lost by a fault: it crashed" in result.output
    assert "|  ZeroDivisionError" in result.output
    assert str(logs / "cyd.log") in result.output.replace("\n", "")
    assert (logs / "cyd.log").is_file()


@pytest.mark.parametrize(
    ("words", "program"),
    [
        ("chose outside the list of legal actions", "out_of_range"),
        ("could not be started", "exits_at_once"),
        ("broke the protocol (malformed)", "sends_garbage"),
    ],
)
def test_other_faults_have_their_words(run, bots, tmp_path, words, program):
    trio = bots("ann", "bob", ("cyd", program))
    result = run("play", *trio, "--seed", "x", "--logs", tmp_path / "logs", "--quiet")

    assert 1 == result.exit_code
    assert f"cyd lost by a fault: it {words}" in result.output


def test_ctrl_c_ends_the_match_and_leaves_nothing_behind(bots, tmp_path):
    folders = bots("ann", "bob", ("cyd", "sleeps"))
    program = [sys.executable, "-c", "from arena.cli import main; main()"]
    process = subprocess.Popen(
        [*program, "play", *folders, "--move-time", "600"],
        env={"TMPDIR": str(tmp_path), "PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    with process:
        while not any(tmp_path.glob("arena-play-*/cyd.log")):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        told = process.stdout.read()

    assert (130, b"") == (process.returncode, told.strip())
    assert [folders[0].parent] == list(tmp_path.iterdir())
