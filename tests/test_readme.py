"""What the README shows is what happens: its bot plays, its commands run, its table is true."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands():
    """The README's `arena` commands, in order."""
    lines = "".join(blocks("console")).splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ arena ")]


def arena(folder, command, timeout=240):
    """Run a command line of the README as a newcomer would, in `folder`."""
    binaries = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": binaries + os.pathsep + os.environ["PATH"]}
    return subprocess.run(  # noqa: S602 - the lines of the README
        command,
        shell=True,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A newcomer's folder: our bots and leagues, and the files that the README shows."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in ("bots", "leagues"):
        shutil.copytree(
            ROOT / part,
            folder / part,
            ignore=shutil.ignore_patterns("*.ledger*", "*.logs", "*.lock"),
        )
    for language in ("python", "toml"):
        for text in blocks(language):
            path = folder / re.match(r"# (\S+)\n", text)[1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    return folder


def test_the_first_bot_plays_a_match_and_the_same_seed_gives_the_same_one(checkout):
    (play,) = [command for command in commands() if command.startswith("arena play")]
    first, second = arena(checkout, play), arena(checkout, play)

    assert 0 == first.returncode, first.stderr
    assert "mybot" in first.stdout
    assert first.stdout == second.stdout


def test_the_league_of_your_own_runs_as_shown(checkout):
    league = [command for command in commands() if not command.startswith("arena play")]
    results = [arena(checkout, command) for command in league]

    assert [0] * 5 == [result.returncode for result in results], results
    assert "careful" in results[2].stdout
    assert "120 matches replayed, no difference" in results[4].stdout


def shape(text):
    """The leaderboard's lines without what differs from run to run: versions, think times."""
    rows = [line for line in text.splitlines() if re.match(r"\d+  ", line)]
    return [re.sub(r"\S+\+[0-9a-f]{12}|\S+ / \S+$", "", row).split() for row in rows]


def test_the_leaderboard_is_the_one_that_the_starter_league_gives(checkout):
    (shown,) = blocks("text")
    result = arena(checkout, "arena league run leagues/starter.toml")

    assert 0 == result.returncode, result.stderr
    assert shape(shown) == shape(result.stdout)
    assert 4 == len(shape(shown))


@pytest.mark.parametrize(
    "page",
    sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("protos/*.md")]),
    ids=lambda p: p.name,
)
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text())
    assert [] == [target for target in targets if not (page.parent / target).exists()]
