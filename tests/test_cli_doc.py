"""What docs/cli.md shows is what the commands print, but for versions and times."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")

LEFT_OUT = "…"
"""A line of the page in whose place the command prints more of them."""

DEAR = ("arena bot check", "arena league run", "arena match list")
"""Commands that build a bot, play a league, or are about one that was played."""

SHOWN = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
CHEAP = [(command, output) for command, output in SHOWN if not command.startswith(DEAR)]
LISTED = re.findall(r"^\| `arena ((?:[a-z]+ ?)+)", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of what the commands are about, in which they may leave what they like."""
    folder = tmp_path_factory.mktemp("checkout")
    for bot in ("careful", "greedy", "hoarder", "random"):
        shutil.copytree(ROOT / "bots" / bot, folder / "bots" / bot)
    (folder / "leagues").mkdir()
    shutil.copy(ROOT / "leagues" / "starter.toml", folder / "leagues")
    shutil.copytree(ROOT / "tests" / "vectors", folder / "tests" / "vectors")
    return folder


def arena(folder, command):
    """Run a command line of the page in `folder`."""
    path = str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]
    return subprocess.run(  # noqa: S602 - the lines of the page
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def lasting(text):
    """The lines without versions, and without what differs from machine to machine."""
    text = re.sub(r"^(workers|time) .*\n", "", text, flags=re.MULTILINE)
    return re.sub(r"\b[0-9a-f]{12}\b", "VERSION", text).splitlines()


def pattern(lines):
    """Matches these lines, and any others where some are left out."""
    parts = [".*" if line == LEFT_OUT else re.escape(line) for line in lines]
    return re.compile("\n".join(parts), re.DOTALL)


@pytest.mark.parametrize(("command", "output"), CHEAP, ids=[command for command, _ in CHEAP])
def test_a_command_prints_what_the_page_shows(checkout, command, output):
    result = arena(checkout, command)
    printed, shown = lasting(result.stdout), lasting(output)

    assert 0 == result.returncode, result.stderr
    if not pattern(shown).fullmatch("\n".join(printed)):
        assert shown == printed  # for the report: shows where they part


def test_examples_of_leagues_matches_and_rules_are_tried():
    assert {"league", "play", "rules"} == {command.split()[1] for command, _ in CHEAP}


def leaderboard(text):
    """A leaderboard's rows without versions and think times."""
    rows = re.findall(r"^(\d  \w+) +\S+\+[0-9a-f]{12} (.*) \S+ / \S+$", text, re.MULTILINE)
    return [" ".join(row).split() for row in rows]


def test_the_leaderboard_is_that_of_the_readme():
    assert 4 == len(leaderboard(PAGE))
    assert leaderboard(README) == leaderboard(PAGE)


@pytest.mark.parametrize("command", LISTED)
def test_every_command_in_the_table_has_its_help(checkout, command):
    result = arena(checkout, f"arena {command.strip()} --help")

    assert 0 == result.returncode, result.stderr
    assert result.stdout.startswith(f"Usage: arena {command.strip()} ")
