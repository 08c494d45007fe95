"""What the pages in docs/languages print makes bots that play."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.referee.manifest import OUTPUTS
from arena.referee.starters import LANGUAGES

pytestmark = pytest.mark.starters

BOT = "my-bot"
COMMAND = re.compile(r"^    (arena .*)$", re.MULTILINE)
PROGRAM = re.compile(rf"^`({BOT}/.*)`\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture
def page(starter, kit):
    (language,) = (one for one, folder in LANGUAGES.items() if folder == starter.spec.name)
    return (kit.ROOT / "docs" / "languages" / f"{language}.md").read_text(encoding="utf-8")


@pytest.fixture
def place(kit, tmp_path):
    """Somewhere outside of the repository, but for the bots to play with."""
    (tmp_path / "bots").symlink_to(kit.ROOT / "bots")
    return tmp_path


def do(command, place):
    """Run it as a reader of the page would; it must succeed."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(  # noqa: S602 - our own documents and lists
        command,
        shell=True,
        cwd=place,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (command, 0) == (command, done.returncode), done.stdout
    return done.stdout


def lend_outputs(starter, place):
    """What the starter's build made: only what is the new bot's own has to be built then."""
    for output in OUTPUTS:
        if (starter.spec.folder / output).is_dir():
            shutil.copytree(starter.spec.folder / output, place / BOT / output, symlinks=True)


def test_a_page_s_commands_make_a_bot_that_plays(starter, page, place):
    new, build, play, check = COMMAND.findall(page)
    do(new, place)
    lend_outputs(starter, place)
    do(build, place)

    for lint in starter.checks:
        do(lint, place / BOT)
    assert BOT in do(play, place)
    assert f"{BOT} passes" in do(check, place)

    ((file, program),) = PROGRAM.findall(page)
    assert (place / file).exists()
    (place / file).write_text(program, encoding="utf-8")
    do(build, place)
    for lint in starter.checks:
        do(lint, place / BOT)
    assert BOT in do(play, place)


def test_a_page_names_the_versions_that_the_manifests_pin(starter, page):
    told = "".join(re.findall(r"versions: (.*?)(?:;| \|)", page))  # nothing for the system's
    manifests = [path.read_text(encoding="utf-8") for path in starter.spec.folder.glob("*.*")]

    for version in re.findall(r"\d+\.\d+\.\d+", told):
        assert any(version in manifest for manifest in manifests), version
