"""`arena league verify`: what it says, and with which code it ends."""

import hashlib
import json
import os
import pty
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

ARENA = [sys.executable, "-c", "from arena.cli import main; main()"]


@pytest.fixture
def ours(clean, tmp_path):
    """A finished league of this test's own."""
    for name in ("cup.toml", "cup.ledger", "cup.ledger.sha256"):
        shutil.copy(clean[0].with_name(name), tmp_path)
    shutil.copytree(clean[0].with_name("bots"), tmp_path / "bots")
    return tmp_path / "cup.toml"


def test_a_league_that_holds_says_so_with_the_hash_to_compare(run, ours):
    league = json.loads(run("league", "show", ours, "--format", "json").output)["league"]
    result = run("league", "verify", ours, "--hash", league["secret_sha256"])

    expected = f"SHA-256 of the secret that the deals come from: {league['secret_sha256']}\n"
    assert (0, f"all 6 matches hold\n{expected}") == (result.exit_code, result.output)
    assert expected in run("league", "verify", ours.with_suffix(".ledger")).output


def test_another_hash_than_was_published_is_a_difference(run, ours):
    result = run("league", "verify", ours, "--hash", hashlib.sha256(b"").hexdigest())

    assert 1 == result.exit_code
    assert result.output.startswith("secret's hash: expected e3b0c4")


@pytest.mark.parametrize("text", ["", "x", "00", "0" * 63 + "g"])
def test_what_is_no_hash_is_a_mistake(run, ours, text):
    assert 2 == run("league", "verify", ours, "--hash", text).exit_code


def test_ten_differences_are_told_and_the_others_counted(run, ours):
    with closing(sqlite3.connect(ours.with_suffix(".ledger"))) as connection, connection:
        connection.execute("DROP TRIGGER matches_fix")
        connection.execute("DROP TRIGGER entries_fix")
        connection.execute("UPDATE entries SET version = char(27) || '[31m'")
        connection.execute("UPDATE entries SET entry = entry || char(27)")
        connection.execute("UPDATE matches SET block = 'x'")
    result = run("league", "verify", ours)
    *first, last = result.output.splitlines()

    assert 1 == result.exit_code
    assert 10 == len(first)
    assert first[0].startswith("seal: its bytes are not those")
    assert "and 2 more" == last
    assert "\x1b" not in result.output


def test_a_league_that_was_not_played_is_a_mistake(run, league):
    result = run("league", "verify", league("a", "b", game="mattis"))

    assert 2 == result.exit_code
    assert "the league was not played yet" in result.stderr


def test_a_terminal_sees_a_bar(ours):
    control, terminal = pty.openpty()
    command = [*ARENA, "league", "verify", str(ours), "--workers", "2"]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"}
    written = b""
    with subprocess.Popen(
        command, stdout=terminal, stderr=terminal, env=environment
    ) as process:
        os.close(terminal)
        try:
            while chunk := os.read(control, 65536):
                written += chunk
        except OSError:  # Linux says so when the last writer has closed a terminal
            pass
    os.close(control)

    assert 0 == process.returncode
    assert "━" in written.decode()
    assert "all 6 matches hold" in written.decode()
