"""Every attack has on every rung the outcome that the table says, and leaves nothing behind."""

import os
import sys
from pathlib import Path

import pytest
from table import ATTACKS, FLOODING, HOARDING, PRYING, RUNGS, STOPPED, TRICKS, markdown

from arena.errors import ConfigError
from arena.referee.manifest import load_manifest
from arena.referee.sandbox import probe
from arena.referee.sandbox.rungs import LADDER, Rung

DOC = Path(__file__).parents[2] / "docs" / "sandbox.md"

if os.geteuid() == 0:
    WHERE = [
        ("namespaces-root", "root"),
        ("namespaces-user", "user"),
        ("landlock", "root"),
        ("landlock", "user"),
        ("uid", "root"),
        ("bare", "root"),
        ("bare", "user"),
    ]
else:
    WHERE = [(rung, "user") for rung in RUNGS]

EVERYWHERE = [
    pytest.param(attack, rung, user, id=f"{attack.name}-{rung}-{user}")
    for rung, user in WHERE
    for attack in (*PRYING, *HOARDING, *FLOODING)
    # what comes in messages is the referee's to stop, whoever it is
    if attack not in FLOODING or (rung, user) in dict(WHERE).items()
]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the rungs are Linux's")


@pytest.mark.parametrize(("attack", "rung", "user"), EVERYWHERE)
def test_an_attack_has_the_outcome_that_the_table_says(attack_range, attack, rung, user):
    outcome, detail = attack_range.carry_out(attack.name, rung, user)

    assert attack.outcomes[RUNGS.index(rung)] == outcome, detail


@pytest.fixture
def bot(tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").touch()
    return folder


def manifest(folder, run='["python", "bot.py"]'):
    (folder / "bot.toml").write_text(f'name = "evil"\nrun = {run}\ngames = ["atlanta"]\n')


def trick(name, folder, outside):
    """Lay a trick in the folder."""
    outside.mkdir()
    (outside / "secret").write_text("secret")
    manifest(folder)
    if name == "link-out":
        (folder / "data").symlink_to(outside / "secret")
    elif name == "link-folder":
        (folder / "data").symlink_to(outside)
    elif name == "pipe":
        os.mkfifo(folder / "data")
    elif name == "manifest-up":
        manifest(folder, '["python", "../outside/secret"]')
    elif name == "manifest-absolute":
        manifest(folder, '["/bin/sh", "-c", "id"]')
    elif name == "manifest-link":
        (folder / "bot.toml").rename(outside / "bot.toml")
        (folder / "bot.toml").symlink_to(outside / "bot.toml")


@pytest.mark.parametrize("attack", TRICKS, ids=lambda attack: attack.name)
def test_a_trick_in_a_bots_folder_is_refused(attack, bot, tmp_path):
    trick(attack.name, bot, tmp_path / "outside")

    assert (STOPPED,) * len(RUNGS) == attack.outcomes
    with pytest.raises(ConfigError):
        load_manifest(bot)


def test_the_folder_is_accepted_without_a_trick(bot):
    manifest(bot)

    assert "evil" == load_manifest(bot).name


def test_the_documentation_shows_this_table():
    assert markdown() in DOC.read_text(encoding="utf-8")


def test_the_table_has_a_column_for_each_rung():
    assert LADDER == RUNGS
    assert all(len(LADDER) == len(attack.outcomes) for attack in ATTACKS)


def test_this_machine_gives_the_rung_that_it_should():
    expected = os.environ.get("ARENA_EXPECT_RUNG")
    if not expected:
        pytest.skip("ARENA_EXPECT_RUNG names no rung")
    best = probe.best_footing().rung
    refused = [
        found for rung in LADDER if isinstance(found := probe.attempt(rung), probe.Refusal)
    ]

    assert best.at_least(Rung(expected)), refused
