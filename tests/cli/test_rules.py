"""`arena rules`: words, vectors, promises."""

import json
from pathlib import Path

VECTORS = Path(__file__).parents[1] / "vectors"


def test_rules_are_plain_markdown_in_a_file(run):
    result = run("rules", "show", "hund")

    assert 0 == result.exit_code
    assert result.output.startswith("# The rules\n")
    assert "## Hund" in result.output
    assert "\x1b" not in result.output


def test_a_check_counts_what_agrees(run):
    result = run("rules", "check", VECTORS / "extra.jsonl", VECTORS / "chance.json")
    games = len((VECTORS / "extra.jsonl").read_text().splitlines())

    assert 0 == result.exit_code
    assert result.output.startswith(f"checked: {games} games with ")
    assert result.output.endswith(" seeds, all agree\n")


def test_the_first_difference_is_printed_and_ends_the_check(run, tmp_path):
    first, second, *_ = (VECTORS / "extra.jsonl").read_text().splitlines()
    wrong = json.loads(second)
    wrong["losers"] = [9]
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join([first, json.dumps(wrong), first]))
    result = run("rules", "check", file, VECTORS / "chance.json")

    assert 1 == result.exit_code
    assert "checked: 1 games" in result.output
    assert f"difference: {file}, line 2: losers: expected 9, came " in result.output


def test_a_game_that_keeps_its_promises_conforms(run):
    result = run("rules", "conform", "atlanta", "--matches", "1")

    assert 0 == result.exit_code
    assert "hiding" in result.output
    assert "atlanta conforms (2 random matches" in result.output


def test_a_game_is_called_what_the_user_called_it(run):
    result = run("rules", "conform", "hund", "--matches", "1")

    assert 0 == result.exit_code
    assert result.output.splitlines()[-1].startswith("hund conforms (")
