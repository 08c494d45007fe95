"""The engine agrees with games and seeds that independent implementations made."""

import json
from pathlib import Path

import pytest

from arena.errors import RulesError
from arena.games.vectors import check_files

VECTORS = Path(__file__).parent.parent / "vectors"
FIRST = (VECTORS / "games.jsonl").read_text().splitlines()[0]


@pytest.mark.parametrize(
    ("name", "games", "seeds"),
    [("games", 167, 0), ("rare", 74, 0), ("extra", 11, 0), ("chance", 0, 4)],
)
def test_all_given_vectors_pass(name, games, seeds):
    (file,) = VECTORS.glob(f"{name}.json*")
    checked = check_files([file])
    assert None is checked.difference
    assert (games, seeds) == (checked.games, checked.seeds)


def changed(tmp_path, **changes):
    """A file whose second game is the first one changed."""
    game = json.loads(FIRST)
    for key, change in changes.items():
        game[key] = change(game[key])
    file = tmp_path / "changed.jsonl"
    file.write_text(f"{FIRST}\n{json.dumps(game)}\n")
    return file


def with_step(number, change):
    def changing(steps):
        return [change(*step) if i == number else step for i, step in enumerate(steps)]

    return changing


@pytest.mark.parametrize(
    ("key", "change", "step", "what"),
    [
        ("dealer", lambda _: 1, None, "dealer"),
        ("deck", lambda deck: deck[2:] + deck[:2], None, "deck"),
        ("dreck_order", lambda deck: deck[2:] + deck[:2], None, "dreck order"),
        ("steps", with_step(3, lambda _, a, legal: [2, a, legal]), 3, "seat"),
        ("steps", with_step(5, lambda s, a, legal: [s, a, legal[::-1]]), 5, "legal actions"),
        ("steps", lambda steps: steps[:-1], None, "over after the last step"),
        ("steps", lambda steps: [*steps, [0, "pass", ["pass"]]], "last", "seat"),
        ("hands_at_phase_two", lambda sizes: sizes[::-1], None, "hands at phase two"),
        ("out", lambda out: out[::-1], None, "out"),
        ("losers", lambda _: [0, 1, 2], None, "losers"),
        ("stalemate", lambda stalemate: not stalemate, None, "stalemate"),
    ],
)
def test_a_difference_is_found_and_named(tmp_path, key, change, step, what):
    file = changed(tmp_path, **{key: change})
    checked = check_files([file])
    expected_step = len(json.loads(FIRST)["steps"]) if step == "last" else step
    assert 1 == checked.games
    assert (str(file), 2, expected_step, what) == (
        checked.difference.file,
        checked.difference.line,
        checked.difference.step,
        checked.difference.what,
    )
    assert str(checked.difference).startswith(f"{file}, line 2")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "no vector"),
        ("{}", "missing required field"),
        ('{"game": 1}', r"\$.game"),
        ("not json", "no vector"),
    ],
)
def test_a_malformed_line_is_named(tmp_path, text, named):
    file = tmp_path / "bad.jsonl"
    file.write_text(f"{FIRST}\n{text}\n{FIRST}\n")
    with pytest.raises(RulesError, match=f"bad.jsonl, line 2: .*{named}"):
        check_files([file])


@pytest.mark.parametrize(
    ("key", "change", "named"),
    [
        ("game", lambda _: "whist", "unknown game 'whist'"),
        ("players", lambda _: 4, "players must be one of 3"),
        ("options", lambda _: {"min_sequence": 5}, "min_sequence must be one of"),
        ("steps", with_step(2, lambda s, _, legal: [s, "2h", legal]), "step 2: '2h' is not"),
    ],
)
def test_a_game_that_cannot_be_played_is_named(tmp_path, key, change, named):
    with pytest.raises(RulesError, match=f"changed.jsonl, line 2.*{named}"):
        check_files([changed(tmp_path, **{key: change})])


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(RulesError, match=r"missing.jsonl: can't be read"):
        check_files([tmp_path / "missing.jsonl"])


def test_a_difference_in_a_seed_is_named(tmp_path):
    seeds = json.loads((VECTORS / "chance.json").read_text())
    seeds[1]["bot_seed_0"] = "00" * 16
    file = tmp_path / "chance.json"
    file.write_text(json.dumps(seeds))
    checked = check_files([file])
    assert (1, 2, "seed of bot 0") == (
        checked.seeds,
        checked.difference.line,
        checked.difference.what,
    )
