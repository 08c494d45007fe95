import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.root import arena

RAW_BOTS = Path(__file__).parents[1] / "referee" / "bots"


def make_bot(folder, program="polite"):
    """A bot of the tests of the referee, under the name of its folder."""
    folder.mkdir(parents=True)
    shutil.copy(RAW_BOTS / f"{program}.py", folder / "bot.py")
    shutil.copy(RAW_BOTS / "raw.py", folder / "raw.py")
    (folder / "bot.toml").write_text(
        f'name = "{folder.name}"\nversion = "1"\nrun = ["python", "bot.py"]\n'
        'concurrency = 8\ngames = ["atlanta", "mattis"]\n'
    )
    return folder


def make_league(folder, *bots, deals=1, game="atlanta"):
    """A league file of bots that it makes beside it: names, or pairs of name and program."""
    pairs = [(bot, "polite") if isinstance(bot, str) else bot for bot in bots]
    for name, program in pairs:
        make_bot(folder / "bots" / name, program)
    keys = {
        "game": game,
        "seats": 3 if game == "atlanta" else 2,
        "bots": [f"bots/{name}" for name, _ in pairs],
        "deals": deals,
        "seed": "tests",
        "workers": 1,
    }
    file = folder / "cup.toml"
    file.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items()))
    return file


@pytest.fixture
def run():
    """Runs a command in this process: `run("rules", "show", "atlanta")`."""

    def invoke(*args):
        return CliRunner().invoke(arena, [str(arg) for arg in args])

    return invoke


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A finished league: three bots of which one crashes in every match, one deal."""
    file = make_league(tmp_path_factory.mktemp("league"), "ann", "bob", ("cyd", "raises"))
    result = CliRunner().invoke(arena, ["league", "run", str(file)])
    assert 0 == result.exit_code, result.output
    return file


@pytest.fixture(scope="session")
def clean(tmp_path_factory):
    """A finished league without faults; its output when it was run, and its file."""
    file = make_league(tmp_path_factory.mktemp("clean"), "ann", "bob", "cyd")
    result = CliRunner().invoke(arena, ["league", "run", str(file)])
    assert 0 == result.exit_code, result.output
    return file, result.output


@pytest.fixture
def bots(tmp_path):
    """Makes bot folders: `bots("ann", ("bob", "raises"))`."""

    def make(*wanted):
        pairs = [(bot, "polite") if isinstance(bot, str) else bot for bot in wanted]
        return [make_bot(tmp_path / "bots" / name, program) for name, program in pairs]

    return make


@pytest.fixture
def files(bots, league, played, tmp_path):
    """Paths that mistakes are made with, by name."""
    mistakes = {
        "bad_toml": "game = ",
        "bad_key": 'gme = "atlanta"\nbots = []',
        "bad_json": "{}",
        "no_games": "",
        "no_seeds": "[]",
        "no_bot": 'game = "atlanta"\nbots = ["x", "y", "z"]',
    }
    ends = {"no_games": "jsonl", "no_seeds": "json"}
    paths = {name: tmp_path / f"{name}.{ends.get(name, name[-4:])}" for name in mistakes}
    for name, text in mistakes.items():
        paths[name].write_text(text)
    return paths | {
        "ann": bots("ann")[0],
        "played": played,
        "league": league("bob", "cyd", "d"),
    }


@pytest.fixture
def league(tmp_path):
    """Makes a league file, as `make_league` does."""

    def make(*bots, **settings):
        return make_league(tmp_path, *bots, **settings)

    return make
