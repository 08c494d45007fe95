"""A bot that faults again and again is benched, and everybody is told."""

import json

import pytest


@pytest.fixture
def strikes(league):
    """Makes a league in which `cyd` faults in every match, two faults being enough."""

    def make(benched):
        file = league("ann", "bob", ("cyd", "out_of_range"), game="mattis", deals=2)
        text = file.read_text()
        file.write_text(f'strikes = 2\nbenched = "{benched}"\ndeals_per_round = 1\n{text}')
        return file

    return make


def test_forfeited_matches_are_told_counted_and_proved(run, strikes):
    file = strikes("forfeit")
    output = run("league", "run", file).output
    (told,) = [line for line in output.splitlines() if line.startswith("benched: cyd@")]

    assert told.endswith(
        ", after 2 faults in a row; the 6 matches that it has left count as lost by it"
    )
    assert "cup, 12 of 12 matches" in output
    assert "cyd†" in output
    assert (
        "† benched after too many faults in a row: further matches count as lost (6 so far)"
        in output
    )
    assert "faults of cyd: out-of-range 2\n" in output
    listed = run("match", "list", file, "--faults").output
    assert 6 == listed.count("fault: was benched, and did not play")
    proof = run("league", "verify", file)
    assert (0, True) == (proof.exit_code, "all 12 matches hold\n" in proof.output)


def test_skipped_matches_are_told_and_not_missed(run, strikes):
    file = strikes("skip")
    output = run("league", "run", file).output

    assert "the 6 matches that it has left are not played" in output
    assert "cup, 6 of 6 matches" in output
    assert "6 of 6 · 100 %" in output
    assert "the league's secret: " in output
    assert "† benched after too many faults in a row: further matches are not played" in output
    proof = run("league", "verify", file)
    assert (0, True) == (proof.exit_code, proof.output.startswith("all 6 matches hold\n"))


@pytest.mark.parametrize(
    ("benched", "forfeits", "skipped"), [("forfeit", 6, 0), ("skip", 0, 6)]
)
def test_programs_are_told_too(run, strikes, benched, forfeits, skipped):
    file = strikes(benched)
    run("league", "run", file)
    table = json.loads(run("league", "show", file, "--format", "json").output)
    lines = {one["bot"]: one for one in table["standings"]}

    assert skipped == table["league"]["skipped"]
    assert [False, False, True] == [lines[name]["benched"] for name in ("ann", "bob", "cyd")]
    assert (2, forfeits) == (lines["cyd"]["faults"], lines["cyd"]["forfeits"])
