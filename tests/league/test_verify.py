"""A ledger that holds is proved; one that was changed is found out, wherever it was."""

import json
import shutil
import sqlite3
from contextlib import closing
from random import Random

import pytest

from arena.errors import ConfigError, LedgerError
from arena.league.config import load_league
from arena.league.ledger import Ledger
from arena.league.ledger_file import schema_rows
from arena.league.observer import Silent
from arena.league.plan import schedule_of
from arena.league.runner import run
from arena.league.seal import broken, row_digest, seal_file, unsealed
from arena.league.secret import commitment, make_secret
from arena.league.verify import verify

DUEL = 'seats = 2\nseed = "x"\ndeals = 3\n'
"""With two bots six matches."""


@pytest.fixture
def duel(make_bot, make_league):
    for name in "ab":
        make_bot(name)
    return make_league(DUEL, bots="ab", game="mattis")


@pytest.fixture
def finished(duel, play_league):
    play_league(duel)
    return duel


def proved(file, **options):
    return verify(file, lambda _: None, **options)


def findings(file, **options):
    return [str(finding) for finding in proved(file, **options).findings]


def ledger_of(file):
    return file.with_suffix(".ledger")


def forge(file, *statements):
    """Change a ledger behind arena's back, and make it look as if arena had done it."""
    guards = [sql for kind, *_, sql in schema_rows() if kind == "trigger"]
    with closing(sqlite3.connect(ledger_of(file), isolation_level=None)) as connection:
        connection.create_function(
            "row_digest", 3, lambda *row: row_digest(*(column.encode() for column in row))
        )
        for guard in guards:
            connection.execute(f"DROP TRIGGER {guard.split()[2]}")
        for statement in statements:
            connection.execute(statement)
        connection.execute("UPDATE matches SET sha256 = row_digest(match_id, block, record)")
        for guard in guards:
            connection.execute(guard)
    reseal(file)


def reseal(file):
    seal_file(ledger_of(file)).unlink()
    with unsealed(ledger_of(file)):
        pass


def flip(file, at, bit=0):
    """Turn one bit of a file; a second time turns it back."""
    with file.open("r+b") as stream:
        stream.seek(at)
        (byte,) = stream.read(1)
        stream.seek(at)
        stream.write(bytes([byte ^ 1 << bit]))


def test_what_was_played_holds(finished):
    counts = []
    found = verify(finished, counts.append)
    assert () == found.findings
    assert (6, 0) == (found.matches, found.missing)
    assert commitment(make_secret("x")) == found.commitment
    assert [6] * 6 == counts


def test_a_league_that_bots_have_played_holds(duel):
    run(load_league(duel), Silent())
    assert () == proved(duel, workers=2).findings


def test_the_ledger_alone_can_be_proved(finished):
    found = proved(ledger_of(finished))
    assert (6, None, ()) == (found.matches, found.missing, found.findings)


def test_several_processes_find_what_one_finds(finished):
    forge(finished, "UPDATE matches SET block = 'x' WHERE rowid % 2")
    assert proved(finished) == proved(finished, workers=2)
    assert 3 == len(findings(finished))


def test_what_is_not_played_yet_is_counted(duel, play_league):
    play_league(duel, 4)
    found = proved(duel)
    assert (4, 2, ()) == (found.matches, found.missing, found.findings)


def test_matches_of_former_bots_are_proved_too(finished):
    bot = finished.parent / "bots" / "a" / "bot.py"
    bot.write_text("changed", encoding="utf-8")
    found = proved(finished)
    assert (6, 6, ()) == (found.matches, found.missing, found.findings)
    forge(finished, "UPDATE matches SET record = replace(record, 'played', 'stalemate')")
    assert 6 == len(findings(finished))


def test_where_nothing_was_played_there_is_nothing_to_prove(duel, tmp_path):
    with pytest.raises(LedgerError, match="was not played yet"):
        proved(duel)
    with pytest.raises(ConfigError):
        proved(tmp_path / "nowhere.toml")


# One flipped bit.


def test_a_flipped_bit_is_found_at_every_place_that_is_tried(finished):
    file = ledger_of(finished)
    size, chance = file.stat().st_size, Random()
    places = {*range(100), size - 1, *(chance.randrange(size) for _ in range(200))}
    missed = []
    for at in sorted(places):
        bit = chance.randrange(8)
        flip(file, at, bit)
        if not findings(finished):
            missed.append((at, bit))
        flip(file, at, bit)
    assert [] == missed
    assert () == proved(finished).findings


def test_a_flipped_bit_is_found_in_the_head_of_every_page(finished):
    file, chance = ledger_of(finished), Random(1)
    pages = range(0, file.stat().st_size, 4096)
    for at in sorted(page + offset for page in pages for offset in range(12)):
        bit = chance.randrange(8)
        flip(file, at, bit)
        assert findings(finished), (at, bit)
        flip(file, at, bit)


def test_a_flipped_bit_is_found_in_every_part_of_every_page(finished):
    file = ledger_of(finished)
    for at in range(0, file.stat().st_size, 64):
        flip(file, at)
        assert broken(file) is not None, at
        flip(file, at)
    assert broken(file) is None


@pytest.mark.parametrize(
    "text",
    [b'"think', b"-s1{", b'"version":"1"', b"SQLite format", b"append-only", b'"detail"'],
)
def test_a_change_that_no_rule_forbids_is_found(finished, text):
    file = ledger_of(finished)
    at = file.read_bytes().find(text)
    flip(file, max(at, 0) + 1)
    assert "its bytes are not those that were sealed" in findings(finished)[0]


def test_a_changed_think_time_is_found_in_its_row(finished):
    record, think = first_think_time(finished)
    file, text = ledger_of(finished), record.to_json()
    at = file.read_bytes().find(text[:60]) + text.find(f",{think},".encode()) + 1
    flip(file, at)
    expected = f"{record.match_id}: the row was changed after it was written"
    assert expected in "\n".join(findings(finished))


def first_think_time(file):
    """The first match's record, and the first think time in it."""
    match = next(iter(schedule_of(load_league(file))))
    with Ledger.read_from(ledger_of(file)) as ledger:
        record = ledger.record(match.match_id)
    return record, next(step.think_us for step in record.steps if step.think_us is not None)


def test_a_change_of_the_seal_is_found(finished):
    seal = seal_file(ledger_of(finished))
    for at in range(65):
        flip(seal, at)
        assert broken(ledger_of(finished)) is not None
        flip(seal, at)
    seal.unlink()
    (finding,) = findings(finished)
    assert finding.startswith("seal: there is no seal (test.ledger.sha256): no run has come")


def test_rows_that_are_not_in_the_file_itself_are_found(finished, tmp_path):
    file = ledger_of(finished)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("INSERT INTO league VALUES ('x', 'y')")
        for name in ("test.ledger", "test.ledger-wal"):
            shutil.copy(file.with_name(name), tmp_path / f"copy.{name}")
    for name in ("test.ledger", "test.ledger-wal"):
        (tmp_path / f"copy.{name}").replace(file.with_name(name))
    assert "seal: there is more in test.ledger-wal, which is not sealed" in findings(finished)


# What somebody changed who can make digest and seal fit again.

FORGERIES = [
    ('UPDATE matches SET record = replace(record, \'"seed":"\', \'"seed":"0\')', "seed"),
    ("UPDATE matches SET block = 'x' WHERE rowid = 1", "another block, 'x'"),
    ("UPDATE matches SET match_id = 't0123456789-d000-s0' WHERE rowid = 1", "match: expected"),
    ("UPDATE matches SET match_id = replace(match_id, '-d000-s0', '-d009-s0')", "match: exp"),
    (
        "UPDATE matches SET record = replace(record, '\"losers\":[0]', '\"losers\":[1]')",
        "losers: expected",
    ),
    ("UPDATE matches SET record = replace(record, '\"played\"', '\"stalemate\"')", "reason"),
    ("UPDATE matches SET record = replace(record, ',\"flip\",', ',\"pass\",')", "step "),
    ("UPDATE matches SET record = record || ' '", "not written as arena writes it"),
    ("UPDATE matches SET record = 'x'", "not a match record"),
    (
        "UPDATE matches SET record = replace(record, 'mattis[', 'atlanta[')",
        "expected a match of",
    ),
    (
        "UPDATE entries SET version = '2' WHERE name = 'a'",
        "is not among the entries as it sits",
    ),
    ("DELETE FROM entries WHERE name = 'a'", "is not among the entries"),
    ("UPDATE entries SET entry = 'x' WHERE name = 'a'", "entries: expected a@"),
    ("DELETE FROM league WHERE key = 'engine'", "league: expected"),
    ("DELETE FROM league WHERE key = 'secret'", "league: "),
    ("DROP TABLE entries", "entries"),
    ("UPDATE league SET value = 'xx' WHERE key = 'secret'", "league: "),
    ("UPDATE league SET value = upper(value) WHERE key = 'secret'", "secret: expected"),
    (
        "UPDATE league SET value = replace(value, '1', '2') WHERE key = 'secret_sha256'",
        "secret's hash: expected",
    ),
    (
        "UPDATE league SET value = replace(value, '\"x\"', '\"y\"') WHERE key = 'definition'",
        "secret: expected",
    ),
    ("CREATE TABLE notes (x)", "table notes is not as arena makes it"),
    ("CREATE TRIGGER x BEFORE DELETE ON league BEGIN SELECT 1; END", "trigger x is not"),
]


@pytest.mark.parametrize(("statement", "expected"), FORGERIES)
def test_a_forgery_is_found(statement, expected, finished):
    before = ledger_of(finished).read_bytes()
    if statement.startswith("DROP TABLE"):
        drop(finished)
    else:
        forge(finished, statement)
    assert before != ledger_of(finished).read_bytes()
    assert expected in "\n".join(findings(finished))


def drop(file):
    with closing(sqlite3.connect(ledger_of(file))) as connection:
        connection.execute("DROP TABLE entries")
    reseal(file)


def test_another_secret_is_found_by_its_published_hash(finished):
    secret = make_secret("x")
    assert [] == findings(finished, published=commitment(secret))
    assert [] == findings(finished, published=commitment(secret).upper())
    assert ["secret's hash"] == [
        finding.partition(":")[0] for finding in findings(finished, published="00" * 32)
    ]


def test_another_league_s_file_is_found(finished):
    text = finished.read_text(encoding="utf-8").replace("seats = 2", "seats = 2\nstrikes = 9")
    finished.write_text(text, encoding="utf-8")
    assert findings(finished)[0].startswith("definition: expected")


def test_a_forfeit_without_faults_before_it_is_found(finished):
    with closing(sqlite3.connect(ledger_of(finished))) as connection:
        (text,) = connection.execute("SELECT record FROM matches WHERE rowid = 1").fetchone()
    record = json.loads(text)
    record["fault"] = {"seat": 0, "kind": "benched", "detail": ""}
    forge(finished, f"UPDATE matches SET record = '{json.dumps(record)}'")  # noqa: S608
    assert "benched after 0 faults" in "\n".join(findings(finished))


def test_what_can_not_be_proved_is_think_times_that_whoever_has_the_ledger_rewrites(finished):
    _, think = first_think_time(finished)
    swap = f"replace(record, ',{think},', ',1,')"
    forge(finished, f"UPDATE matches SET record = {swap}")  # noqa: S608
    assert [] == findings(finished)


# The seal in a run.


class SealSeen(Silent):
    def __init__(self, file):
        self.seal = seal_file(ledger_of(file))
        self.seen = []

    def on_result(self, _):
        self.seen.append(self.seal.exists())


def test_a_run_breaks_the_seal_and_seals_again(finished):
    text = finished.read_text(encoding="utf-8")
    finished.write_text(text.replace("deals = 3", "deals = 4"), encoding="utf-8")
    notes = SealSeen(finished)
    run(load_league(finished), notes)
    assert [False, False] == notes.seen
    assert (8, ()) == (proved(finished).matches, proved(finished).findings)
    before = notes.seal.read_bytes()
    run(load_league(finished), Silent())
    assert before == notes.seal.read_bytes()


def test_a_changed_ledger_is_not_played_on(finished):
    flip(ledger_of(finished), ledger_of(finished).stat().st_size - 5)
    before = ledger_of(finished).read_bytes()
    with pytest.raises(LedgerError, match=r"not those that were sealed.*`arena league verify`"):
        run(load_league(finished), Silent())
    assert before == ledger_of(finished).read_bytes()
    assert findings(finished)
    seal_file(ledger_of(finished)).unlink()
    assert 6 == run(load_league(finished), Silent()).played


def test_a_seal_without_its_ledger_does_not_stop_a_new_one(finished, play_league):
    ledger_of(finished).unlink()
    play_league(finished)
    assert [] == findings(finished)


def test_a_seal_has_the_form_that_sha256sum_reads(finished):
    digest, _, name = seal_file(ledger_of(finished)).read_text(encoding="utf-8").partition("  ")
    assert (64, "test.ledger\n") == (len(digest), name)


def test_a_file_that_is_no_ledger_gets_no_seal(duel):
    ledger_of(duel).write_bytes(b"x" * 5000)
    with pytest.raises(LedgerError, match="not a ledger"):
        run(load_league(duel), Silent())
    assert not seal_file(ledger_of(duel)).exists()
    assert b"x" * 5000 == ledger_of(duel).read_bytes()
