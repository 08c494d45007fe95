"""`arena` itself: help at once, exit codes, errors in one line."""

import subprocess
import sys

import click
import pytest

from arena import __version__
from arena.cli.root import COMMANDS, arena


def test_the_version_is_said(run):
    result = run("--version")

    assert (0, f"arena {__version__}\n") == (result.exit_code, result.output)


def test_help_lists_commands_and_exit_codes(run):
    result = run("--help")

    assert 0 == result.exit_code
    assert all(name in result.output for name in COMMANDS)
    assert "130  interrupted" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(name):
    command = arena.get_command(click.Context(arena), name)

    assert COMMANDS[name][1] == command.help.partition("\n")[0]


def test_help_imports_nothing_heavy():
    program = """
import contextlib, sys
from arena.cli import main
sys.argv = ["arena", "--help"]
with contextlib.suppress(SystemExit):
    main()
print(*{"rich", "grpc", "msgspec", "asyncio", "sqlite3", "trueskill"} & sys.modules.keys())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert "" == done.stdout.splitlines()[-1]


@pytest.mark.parametrize("command", ["league", "match", "rules"])
def test_a_group_without_a_command_shows_its_help_and_counts_as_a_mistake(run, command):
    result = run(command)

    assert 2 == result.exit_code
    assert "Commands:" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["rules", "show", "hund"],
        ["match", "list", "{played}"],
        ["league", "show", "{played}"],
        ["play", "{ann}", "{ann}", "{ann}"],
    ],
    ids=" ".join,
)
def test_a_reader_that_leaves_early_is_no_error(files, command):
    words = [word.format(**files) for word in command]
    process = subprocess.Popen(
        [sys.executable, "-c", "from arena.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    with process:
        told = process.stderr.read()

    assert (141, b"") == (process.returncode, told)


def test_a_bug_is_told_with_its_traceback_and_a_code_of_its_own(run, monkeypatch):
    broken = click.Command("plan", callback=lambda: 1 // 0)
    monkeypatch.setattr(arena, "get_command", lambda *_: broken)
    result = run("plan")

    assert 70 == result.exit_code
    assert "ZeroDivisionError" in result.stderr
