"""`arena match`: list, tell, prove, repeat."""

import json
import shutil
import sqlite3

import pytest


@pytest.fixture
def first(run, clean):
    """The id of the clean league's first match."""
    return run("match", "list", clean[0]).output.splitlines()[1].split()[0]


def test_a_list_has_a_line_a_match(run, clean):
    result = run("match", "list", clean[0])

    assert 0 == result.exit_code
    assert 1 + 6 == len(result.output.splitlines())
    assert 1 + 2 == len(run("match", "list", clean[0], "--limit", "2").output.splitlines())


def test_a_list_has_no_trailing_blanks(run, played, clean):
    lines = [line for file in (clean[0], played) for line in listed(run, file)]

    assert 2 * (1 + 6) == len(lines)
    assert [] == [line for line in lines if line != line.rstrip()]


def listed(run, file):
    return run("match", "list", file).output.splitlines()


def test_a_list_is_cut_to_those_who_lost_or_faulted(run, played, clean):
    lost = run("match", "list", played, "--lost", "cyd").output.splitlines()
    none = run("match", "list", played, "--lost", "ann").output.splitlines()
    faults = run("match", "list", played, "--faults", "--bot", "cyd").output.splitlines()

    assert (7, 1, 7) == (len(lost), len(none), len(faults))
    assert "fault: crashed" in faults[1]
    assert 1 == len(run("match", "list", clean[0], "--faults").output.splitlines())


def test_a_match_is_shown_as_told_or_as_its_record(run, clean, first):
    told = run("match", "show", clean[0], first)
    record = json.loads(run("match", "show", clean[0], first, "--format", "json").output)

    assert 0 == told.exit_code
    assert f"match {first}, seed {record['seed']}" in told.output
    assert "The end" in told.output
    assert first == record["match_id"]


def test_a_faulty_match_is_told_too(run, played):
    match_id = run("match", "list", played, "--faults").output.splitlines()[1].split()[0]

    told = run("match", "show", played, match_id).output

    assert "cyd lost by a fault: it crashed" in told
    assert "\n    |  ZeroDivisionError" in told
    assert "nobody" not in told


def test_replay_proves_one_or_all(run, clean, first):
    one = run("match", "replay", clean[0], first)
    every = run("match", "replay", clean[0], "--all")

    assert (0, "1 match replayed, no difference\n") == (one.exit_code, one.output)
    assert (0, "6 matches replayed, no difference\n") == (every.exit_code, every.output)


@pytest.fixture
def altered(clean, first, tmp_path):
    """A copy of the league in which the first record was changed behind the ledger's back."""

    def alter(change):
        shutil.copytree(clean[0].parent, tmp_path / "altered")
        ledger = sqlite3.connect(tmp_path / "altered" / "cup.ledger")
        ledger.execute("DROP TRIGGER matches_fix")
        query = "SELECT record FROM matches WHERE match_id = ?"
        record = json.loads(ledger.execute(query, (first,)).fetchone()[0])
        change(record)
        update = "UPDATE matches SET record = ? WHERE match_id = ?"
        ledger.execute(update, (json.dumps(record), first))
        ledger.commit()
        ledger.close()
        return tmp_path / "altered" / "cup.toml"

    return alter


def other_loser(record):
    record["losers"] = [(record["losers"][0] + 1) % 3]


def other_seed(record):
    record["seed"] = "00" * 32


def other_action(record):
    record["steps"][3][1] = "pickup"


def other_hash(record):
    record["steps"][7][3] = "00000000"


def other_seats(record):
    record["seating"].reverse()


def other_id(record):
    record["match_id"] = "t0000000000-d000-s0"


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("losers: expected ", other_loser),
        ("seed: expected ", other_seed),
        ("step 4: expected one of ", other_action),
        ("step 8: expected hash ", other_hash),
        ("seating: expected ", other_seats),
        ("match: expected ", other_id),
    ],
)
def test_an_altered_record_is_found_out(run, altered, first, where, change):
    result = run("match", "replay", altered(change), "--all")

    assert 1 == result.exit_code
    assert result.output.startswith(f"{first}: {where}")


def test_an_altered_record_file_is_found_out(run, clean, first, tmp_path):
    record = json.loads(run("match", "show", clean[0], first, "--format", "json").output)
    other_loser(record)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record))

    assert 1 == run("match", "replay", file).exit_code


def test_a_rerun_comes_out_the_same(run, clean, first):
    result = run("match", "rerun", clean[0], first)

    assert 0 == result.exit_code
    assert result.output.startswith(f"{first}: came out the same, ")


def test_a_rerun_says_that_a_bot_was_changed_and_where_the_match_parted(
    run, clean, first, tmp_path
):
    shutil.copytree(clean[0].parent, tmp_path / "copy")
    bot = tmp_path / "copy" / "bots" / "bob" / "bot.py"
    bot.write_text("import sys; sys.exit(3)")
    result = run("match", "rerun", tmp_path / "copy" / "cup.toml", first)

    assert 1 == result.exit_code
    assert result.output.startswith("bob was changed since the match was played\n")
    assert f"{first}: came out different: " in result.output
