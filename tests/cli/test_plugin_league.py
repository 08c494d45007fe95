"""A game from another package is played as a league, shown and replayed, like one of ours."""

import json
import os
import subprocess
import sys

import pytest

LEAGUE = """
game = "threecards"
seats = 2
bots = [{bots}]
deals = 2
seed = "toy"
workers = 1

[time]
start_time = 60.0
"""


@pytest.fixture
def league(tmp_path, raw_bot):
    """A league file of three bots that know nothing of the game but the protocol."""
    folders = [raw_bot("polite", name) for name in ("ann", "bob", "cyd")]
    for folder in folders:
        manifest = folder / "bot.toml"
        manifest.write_text(manifest.read_text().replace('"atlanta", "mattis"', '"threecards"'))
    file = tmp_path / "toy.toml"
    file.write_text(
        LEAGUE.format(bots=", ".join(json.dumps(str(folder)) for folder in folders))
    )
    return file


def arena(toy_package, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "arena", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(toy_package)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_a_league_of_a_plugged_in_game_is_played_shown_and_replayed(toy_package, league):
    played = arena(toy_package, "league", "run", league)
    assert 0 == played.returncode, played.stderr

    shown = arena(toy_package, "league", "show", league, "--format", "json")
    standings = json.loads(shown.stdout)["standings"]
    assert {"ann", "bob", "cyd"} == {standing["bot"] for standing in standings}
    assert [8] * 3 == [standing["matches"] for standing in standings]
    assert [0] * 3 == [standing["faults"] for standing in standings]

    replayed = arena(toy_package, "match", "replay", league, "--all")
    assert "12 matches replayed, no difference" in replayed.stdout


def test_without_the_package_the_league_says_which_games_there_are(league, tmp_path):
    result = arena(tmp_path, "league", "run", league)

    assert 2 == result.returncode
    assert "threecards" in result.stderr
    assert "atlanta, " in result.stderr
