import json
import sqlite3
import stat
from contextlib import closing
from dataclasses import asdict

import pytest

from arena.errors import LedgerError
from arena.league.config import entry_id, load_league
from arena.league.ledger import Ledger
from arena.league.ledger_file import SCHEMA
from arena.league.plan import schedule_of
from arena.league.secret import make_secret
from arena.match.clock import TimeControl


@pytest.fixture
def league(make_league, three_bots):
    assert three_bots
    return load_league(make_league('seed = "x"\ndeals = 2'))


@pytest.fixture
def schedule(league):
    return schedule_of(league)


@pytest.fixture
def ledger(league):
    with Ledger.write_to(league.ledger_file, league.definition()) as opened:
        opened.add_entries(league.bots)
        yield opened


def content(file):
    """All rows of all tables."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608
            for table in ("league", "entries", "matches")
        }


def test_what_is_written_can_be_read_in_the_schedule_s_order(ledger, schedule, make_record):
    matches = list(schedule)
    for match in reversed(matches):
        ledger.add(match, make_record(match))
    with Ledger.read_from(ledger.file) as reader:
        results = reader.results(schedule)
        assert [m.match_id for m in matches] == [result.match_id for result in results]
        assert [m.entries for m in matches] == [result.entries for result in results]
        assert ((1000,), (1001,), (1002,)) == results[0].think_us
        assert make_record(matches[3]) == reader.record(matches[3].match_id)
        assert {m.match_id for m in matches} == reader.match_ids()


def test_the_order_of_writing_leaves_no_trace(league, schedule, make_record, tmp_path):
    files = tmp_path / "one.ledger", tmp_path / "two.ledger"
    for file, matches in zip(files, (schedule, reversed(list(schedule))), strict=True):
        with Ledger.write_to(file, league.definition()) as ledger:
            ledger.add_entries(league.bots)
            for match in matches:
                ledger.add(match, make_record(match))
    assert content(files[0]) == content(files[1])


def test_opening_it_again_keeps_everything(ledger, league, schedule, make_record):
    ledger.add(next(iter(schedule)), make_record(next(iter(schedule))))
    ledger.close()
    before = content(league.ledger_file)
    with Ledger.write_to(league.ledger_file, league.definition()) as again:
        again.add_entries(league.bots)
        assert ledger.secret == again.secret
    assert before == content(league.ledger_file)


def test_a_seed_gives_the_secret(ledger):
    assert make_secret("x") == ledger.secret


def test_without_a_seed_each_ledger_has_a_secret_of_its_own(league, tmp_path):
    definition = {**league.definition(), "seed": None}
    secrets = set()
    for name in ("one", "two"):
        with Ledger.write_to(tmp_path / name, definition) as ledger:
            secrets.add(ledger.secret)
    assert len(secrets) == 2


def test_the_hash_of_the_secret_can_be_read_before_the_end(ledger):
    league_rows = dict(content(ledger.file)["league"])
    assert ledger.commitment == league_rows["secret_sha256"]


TAMPERING = [
    "UPDATE matches SET record = '{}'",
    "DELETE FROM matches",
    "INSERT OR REPLACE INTO matches SELECT match_id, block, '{}', '' FROM matches",
    "INSERT INTO matches SELECT * FROM matches",
    "UPDATE entries SET name = 'x'",
    "DELETE FROM entries",
    "INSERT OR REPLACE INTO entries SELECT entry, 'x', digest, '', '', '' FROM entries",
    "UPDATE league SET value = ''",
    "DELETE FROM league",
    "INSERT OR REPLACE INTO league VALUES ('secret', '00')",
    "INSERT INTO league VALUES ('secret', '00') ON CONFLICT DO UPDATE SET value = '00'",
]


@pytest.mark.parametrize("statement", TAMPERING)
def test_nothing_written_can_be_changed(statement, ledger, schedule, make_record):
    match = next(iter(schedule))
    ledger.add(match, make_record(match))
    before = content(ledger.file)
    with (
        closing(sqlite3.connect(ledger.file)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        connection.execute(statement)
    assert before == content(ledger.file)


def test_a_match_is_written_once(ledger, schedule, make_record):
    match = next(iter(schedule))
    ledger.add(match, make_record(match))
    with pytest.raises(LedgerError, match="already written"):
        ledger.add(match, make_record(match))


def test_a_changed_bot_is_another_entry(ledger, league, three_bots):
    (three_bots[0] / "bot.py").write_text("changed", encoding="utf-8")
    changed = load_league(league.file)
    ledger.add_entries(changed.bots)
    names = [name for _, name, *_ in content(ledger.file)["entries"]]
    assert ["a", "a", "b", "c"] == sorted(names)


def test_former_entries_matches_are_left_out(ledger, league, schedule, three_bots, make_record):
    for match in schedule:
        ledger.add(match, make_record(match))
    (three_bots[0] / "bot.py").write_text("changed", encoding="utf-8")
    changed = schedule_of(load_league(league.file))
    assert [] == ledger.results(changed)
    first = next(iter(changed))
    ledger.add(first, make_record(first))
    assert [first.match_id] == [result.match_id for result in ledger.results(changed)]


def test_a_record_under_another_match_s_id_is_found(ledger, schedule, make_record):
    first, second, *_ = schedule
    ledger.add(first, make_record(second))
    with pytest.raises(LedgerError, match=f"{first.match_id}: expected a record of"):
        ledger.results(schedule)


def test_an_unknown_match_is_named(ledger):
    with pytest.raises(LedgerError, match=r"test\.ledger: no match 'x'"):
        ledger.record("x")


CHANGES = [
    ({"seed": None}, 'seed was "x" and is not set'),
    ({"seats": 4}, "seats was 3 and is 4"),
    ({"game": "mattis"}, 'game was "atlanta" and is "mattis"'),
    ({"options": {"min_sequence": 3}}, "options.min_sequence was 2 and is 3"),
    ({"options": {}}, "options.min_sequence was 2 and is not set"),
    (
        {"time": asdict(TimeControl(move_time=5.0))},
        "time.move_time was 1.0 and is 5.0",
    ),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_another_league_s_ledger_is_refused(change, expected, ledger, league):
    definition = {**league.definition(), **change}
    with pytest.raises(LedgerError, match=f"another league: {expected}"):
        Ledger.write_to(ledger.file, definition)


def test_a_league_not_played_yet_has_no_ledger(tmp_path):
    with pytest.raises(LedgerError, match="was not played yet"):
        Ledger.read_from(tmp_path / "test.ledger")


def test_a_ledger_whose_beginning_was_interrupted_is_begun_anew(league):
    league.ledger_file.touch()
    with pytest.raises(LedgerError, match="empty: the league was not played yet"):
        Ledger.read_from(league.ledger_file)
    with Ledger.write_to(league.ledger_file, league.definition()) as ledger:
        assert set() == ledger.match_ids()


@pytest.mark.parametrize("content_", [b"game = 'atlanta'", b"SQLite format 3\0" + b"x" * 500])
def test_another_file_is_refused_and_left_alone(content_, league):
    league.ledger_file.write_bytes(content_)
    for open_it in (
        lambda: Ledger.read_from(league.ledger_file),
        lambda: Ledger.write_to(league.ledger_file, league.definition()),
    ):
        with pytest.raises(LedgerError, match=r"test\.ledger: (not a ledger|damaged)"):
            open_it()
    assert content_ == league.ledger_file.read_bytes()


def test_another_program_s_database_is_refused(league):
    with closing(sqlite3.connect(league.ledger_file)) as connection:
        connection.execute("CREATE TABLE x (y)")
    before = league.ledger_file.read_bytes()
    with pytest.raises(LedgerError, match="another program's database"):
        Ledger.write_to(league.ledger_file, league.definition())
    assert before == league.ledger_file.read_bytes()


def test_a_newer_ledger_is_refused(ledger, league):
    ledger.close()
    with closing(sqlite3.connect(ledger.file)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    for open_it in (Ledger.read_from, lambda file: Ledger.write_to(file, league.definition())):
        with pytest.raises(LedgerError, match="newer version of arena"):
            open_it(ledger.file)


def test_a_damaged_ledger_is_named(ledger, schedule, make_record):
    for match in schedule:
        ledger.add(match, make_record(match))
    ledger.close()
    damaged = bytearray(ledger.file.read_bytes())
    damaged[4096:] = b"\xff" * (len(damaged) - 4096)
    ledger.file.write_bytes(damaged)
    with pytest.raises(LedgerError, match="damaged"):
        Ledger.read_from(ledger.file).close()


def test_a_full_disk_is_named_and_leaves_the_ledger_whole(ledger, schedule, make_record):
    (pages,) = ledger._connection.execute("PRAGMA page_count").fetchone()
    ledger._connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    def write_all():
        for match in schedule:
            ledger.add(match, make_record(match))
            written.append(match.match_id)

    written = []
    with pytest.raises(LedgerError, match="the disk is full; with more space"):
        write_all()
    with Ledger.read_from(ledger.file) as reader:
        assert set(written) == reader.match_ids()


def test_a_reader_can_not_write(ledger, schedule, make_record):
    match = next(iter(schedule))
    with (
        Ledger.read_from(ledger.file) as reader,
        pytest.raises(LedgerError, match="can't be written"),
    ):
        reader.add(match, make_record(match))


def test_a_reader_sees_what_is_written_meanwhile(ledger, schedule, make_record):
    with Ledger.read_from(ledger.file) as reader:
        assert set() == reader.match_ids()
        match = next(iter(schedule))
        ledger.add(match, make_record(match))
        assert {match.match_id} == reader.match_ids()


def test_a_reader_that_holds_sees_one_moment_whatever_is_written(ledger, schedule, make_record):
    first, second, *_ = schedule
    ledger.add(first, make_record(first))
    with Ledger.read_from(ledger.file) as reader:
        reader.hold()
        assert {first.match_id} == reader.match_ids()
        ledger.add(second, make_record(second))
        assert {first.match_id} == reader.match_ids()
        assert 1 == len(reader.results(schedule))


def test_a_ledger_in_a_place_that_is_not_there_is_named(league, tmp_path):
    with pytest.raises(LedgerError, match="can't be opened"):
        Ledger.write_to(tmp_path / "nowhere" / "x.ledger", league.definition())


def test_others_can_not_read_the_secret(ledger):
    assert 0 == stat.S_IMODE(ledger.file.stat().st_mode) & 0o077


def test_the_definition_is_there_to_be_read(ledger, league):
    rows = dict(content(ledger.file)["league"])
    assert league.definition() == json.loads(rows["definition"])
    entry = entry_id("a", league.bots[0].digest)
    assert entry in {row[0] for row in content(ledger.file)["entries"]}
