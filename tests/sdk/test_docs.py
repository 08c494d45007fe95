"""The programs in docs/write-a-bot.md are run as they stand."""

import re
from pathlib import Path

import pytest

from arena.referee.manifest import load_manifest
from arena.sdk.local import load_bot, play_match

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "write-a-bot.md").read_text()
PROGRAMS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
BOTS = [program for program in PROGRAMS if "run(" in program]
SCRIPTS = [program for program in PROGRAMS if "run(" not in program]
MANIFEST = re.search(r"^```toml\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture
def folder(tmp_path):
    def make(program):
        (tmp_path / "bot.py").write_text(program)
        (tmp_path / "bot.toml").write_text(MANIFEST)
        return tmp_path

    return make


def test_there_are_a_first_bot_one_with_a_memory_and_a_script():
    assert (2, 1) == (len(BOTS), len(SCRIPTS))


def test_the_first_bot_takes_ten_lines():
    assert 10 >= len([line for line in BOTS[0].splitlines() if line.strip()])


def test_the_manifest_loads(folder):
    assert "my-bot" == load_manifest(folder(BOTS[0])).name


@pytest.mark.parametrize("program", BOTS)
@pytest.mark.parametrize("ruleset", ["atlanta/3", "mattis[series=true]/2", "hund/6"])
def test_a_bot_of_the_guide_plays(folder, program, ruleset):
    bot = load_bot(folder(program))
    players = int(ruleset[-1])
    assert play_match(ruleset, "guide", [bot] * players).losers


def test_the_first_bot_beats_one_that_plays_at_random(folder):
    first, random = load_bot(folder(BOTS[0])), load_bot(ROOT / "bots" / "random")
    losers = [play_match("atlanta", f"{n}", [random, first, first]).losers for n in range(20)]
    assert 15 < losers.count((0,))


def test_the_script_runs(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(SCRIPTS[0], "write-a-bot.md", "exec"), {})  # noqa: S102 - our own document
    assert 20 == sum(map(int, re.findall(r"\d+", capsys.readouterr().out)))
