"""Leagues in which bots on other machines take part."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from arena.errors import ConfigError, LedgerError
from arena.league.begun import Begun
from arena.league.board import Board
from arena.league.config import load_league
from arena.league.observer import Silent
from arena.league.plan import schedule_of
from arena.league.played import open_played
from arena.league.proof import compare_origin
from arena.league.runner import run
from arena.league.schedule import make_schedule
from arena.league.seatings import seatings
from arena.league.secret import deal_seed
from arena.league.serving import prepare, revoke, token_for
from arena.referee.tokens import has_token

BOT = """\
from arena.sdk import run


def choose(decision):
    return decision.legal[0]


run(choose)
"""


def names(count):
    return tuple(f"bot{number}@{number:012x}" for number in range(count))


@st.composite
def mixed(draw):
    """A schedule with remote entries, and the same without."""
    seats = draw(st.integers(2, 4))
    entries = names(draw(st.integers(seats, seats + 2)))
    remote = frozenset(draw(st.sets(st.sampled_from(entries), min_size=1)))
    deals, per_round = draw(st.integers(1, 3)), draw(st.none() | st.integers(1, 3))
    return (
        make_schedule(entries, seats, deals, per_round, remote),
        make_schedule(entries, seats, deals, per_round),
    )


@given(mixed())
def test_where_a_remote_bot_sits_every_match_has_a_deal_of_its_own(pair):
    schedule, _ = pair
    at_home = [m for m in schedule if schedule.remote.isdisjoint(m.entries)]
    away = [m for m in schedule if not schedule.remote.isdisjoint(m.entries)]

    assert {1} == set(Counter((m.table, m.deal) for m in away).values())
    assert len(away) == len({m.block for m in away})
    blocks = len({m.block for m in at_home}) + len(away)
    assert (blocks, len(at_home) + len(away)) == (schedule.blocks, len(schedule))


@given(mixed())
def test_remote_bots_sit_everywhere_as_often_as_others_and_change_nothing_for_them(pair):
    schedule, without = pair

    assert [m.entries for m in without] == [m.entries for m in schedule]
    assert [m.order for m in without] == [m.order for m in schedule]
    assert {m.match_id for m in without if schedule.remote.isdisjoint(m.entries)} == {
        m.match_id for m in schedule if schedule.remote.isdisjoint(m.entries)
    }
    for match in schedule:
        seating = seatings(schedule.seats)[match.seating_number]
        assert match.entries == tuple(match.table.entries[bot] for bot in seating)


def test_the_board_gives_no_match_of_those_who_are_away():
    entries = names(3)
    (matches, *_) = (one.matches for one in make_schedule(entries, 2, 2).passes())
    board = Board(matches, dict.fromkeys(entries, 9), workers=1, in_flight=9)

    taken = [board.take(0, away={entries[2]}) for _ in range(3)]
    assert [2, 2, None] == [m and len({*m.entries} - {entries[2]}) for m in taken]
    assert board.take(0) is not None


def test_what_was_begun_is_known_after_a_crash(tmp_path):
    file = tmp_path / "cup.begun"
    begun = Begun(file)
    begun.add("t1-d000-s0")
    begun.add("t1-d000-s0")
    with file.open("a") as torn:
        torn.write("t1-d0")

    after = Begun(file)
    assert (2, 0) == (after.times("t1-d000-s0"), after.times("t1-d001-s1"))
    after.add("t1-d001-s1")
    assert 1 == Begun(file).times("t1-d001-s1")


def test_a_file_of_beginnings_that_is_none_is_an_error(tmp_path):
    (tmp_path / "cup.begun").write_bytes(b"\xff")
    with pytest.raises(LedgerError, match=r"cup\.begun: can't be read"):
        Begun(tmp_path / "cup.begun")


@pytest.fixture
def served(make_bot, tmp_path):
    """A league of two bots in folders and one that is remote."""
    make_bot("ann")
    make_bot("bob")
    file = tmp_path / "cup.toml"

    def write(remote='remote = true, version = "1"', more=""):
        file.write_text(
            f'game = "mattis"\nseats = 2\ndeals = 1\nseed = "x"\n{more}\n'
            f'bots = ["bots/ann", "bots/bob", {{ name = "visitor", {remote} }}]\n'
            "[time]\nstart_time = 60.0\nmove_time = 60.0\n",
            encoding="utf-8",
        )
        return file

    return write


def entry(file):
    return load_league(file).entries[2]


def test_a_remote_bot_is_another_entry_when_its_owner_says_another_version(served):
    one = entry(served())
    same = entry(served('remote = true, version = "1", concurrency = 8'))
    other = entry(served('remote = true, version = "2"'))
    assert one == same != other


@pytest.mark.parametrize(
    ("remote", "more", "why"),
    [
        ('remote = true, path = "bots/ann"', "", r"bots\[2\].path: expected none"),
        ('path = "bots/ann", version = "2"', "", r"bots\[2\]: expected version, .* remote"),
        ("remote = true", "workers = 2", "workers: expected 1, as remote bots"),
    ],
)
def test_a_mistake_about_a_remote_bot_is_named(served, remote, more, why):
    with pytest.raises(ConfigError, match=why):
        load_league(served(remote, more))


def test_a_league_with_a_remote_bot_is_not_played_where_nobody_listens(served):
    with pytest.raises(ConfigError, match=r"visitor@.*`arena serve` does"):
        run(load_league(served()), Silent())


@pytest.mark.parametrize("address", ["", "here", ":1", "127.0.0.1:", "127.0.0.1:65536"])
def test_an_address_that_is_none_is_an_error(served, address):
    with pytest.raises(ConfigError, match="expected HOST:PORT to listen at"):
        prepare(load_league(served()), address)


def test_tokens_are_for_remote_bots_of_the_league(served):
    league = load_league(served())
    with pytest.raises(ConfigError, match="no remote bot 'ann': known are visitor"):
        token_for(league, "ann")

    assert ("visitor",) == prepare(league, "127.0.0.1:0").without_token
    assert token_for(league, "visitor") != token_for(league, "visitor")
    assert has_token(league.keys, "visitor")
    assert revoke(league, "visitor")
    assert ("visitor",) == prepare(league, "127.0.0.1:0").without_token


class Host(Silent):
    """Lets the visitor in when a match without it has been played."""

    def __init__(self, start):
        self.start = start
        self.visitor = None
        self.told = []

    def on_result(self, result):
        self.told.append(any(entry.startswith("visitor@") for entry in result.entries))
        self.visitor = self.visitor or self.start()

    def on_remote(self, entry, *, here):
        self.told.append((entry.partition("@")[0], here))


@pytest.fixture
def visitor(tmp_path):
    """Starts the remote bot's program; gives its process."""
    program = tmp_path / "visitor.py"
    program.write_text(BOT)

    def start(league, serving):
        told = {
            "ARENA_ADDRESS": serving.listen.address,
            "ARENA_TOKEN": token_for(league, "visitor"),
            "ARENA_CA": str(serving.authority),
        }
        return subprocess.Popen([sys.executable, program], env=os.environ | told)

    return start


def test_a_league_is_played_with_a_visitor_over_tls(served, visitor):
    league = load_league(served())
    serving = prepare(league, "127.0.0.1:0")
    (before, *_) = (m.match_id for m in schedule_of(league) if "visitor" in str(m.entries))
    Begun(league.begun_file).add(before)  # as if the referee had been killed in that match

    host = Host(lambda: visitor(league, serving))
    outcome = run(league, host, serving.listen)

    assert 0 == host.visitor.wait(30)
    assert (6, 6, False) == (outcome.played, outcome.matches, outcome.stopped)
    assert [False, ("visitor", True)] == host.told[:2]  # what needs no visitor waits for none
    with open_played(league.file) as played:
        records = {match_id: played.ledger.record(match_id) for match_id in played.match_ids}
        assert [None] * 6 == [played.prove(match_id) for match_id in records]
        assert {"visitor": True, "ann": False, "bob": False} == {
            standing.bot: standing.remote for standing in played.standings()
        }
    assert {"visitor": True, "ann": False, "bob": False} == {
        player.bot: player.remote for record in records.values() for player in record.seating
    }
    assert {before} == {match_id for match_id, record in records.items() if record.again}
    assert 5 == len({record.seed for record in records.values()})  # one block of two matches


def test_a_visitor_comes_back_after_a_league_was_killed_and_meets_no_deal_twice(
    served, visitor
):
    league = load_league(served())
    serving = prepare(league, "127.0.0.1:0")
    command = "import sys; from arena.cli import main; main()"
    arguments = ["serve", str(league.file), "--listen", serving.listen.address, "--plain"]
    with subprocess.Popen(
        [sys.executable, "-c", command, *arguments], stdout=subprocess.PIPE, text=True
    ) as first:
        guest = visitor(league, serving)
        for line in first.stdout:
            if line.startswith("visitor@") and "is connected" in line:
                first.kill()
    begun = Begun(league.begun_file)

    serving = prepare(league, serving.listen.address)
    outcome = run(league, Silent(), serving.listen)

    assert 0 == guest.wait(30)
    assert 6 == outcome.played
    with open_played(league.file) as played:
        assert [None] * 6 == [played.prove(match_id) for match_id in played.match_ids]
        again = {id_: played.ledger.record(id_).again for id_ in played.match_ids}
    finished = {id_ for id_, times in again.items() if times < begun.times(id_)}
    assert again == {id_: 0 if id_ in finished else begun.times(id_) for id_ in again}


def test_another_deal_than_the_secret_gives_is_found_also_where_one_was_played_again(
    make_record,
):
    entries = names(2)
    (match, *_) = make_schedule(entries, 2, 1, None, frozenset(entries))
    secret = bytes(32)
    record = make_record(match)
    players = tuple(replace(player, remote=True) for player in record.seating)
    seeds = [deal_seed(secret, match.table.key, match.deal, again).hex() for again in (0, 1)]

    def origin(seed, again, players=players):
        made = replace(record, seating=players, seed=seed, again=again)
        difference = compare_origin(secret, match.match_id, made)
        return difference and difference.where

    assert [None, None] == [origin(seeds[0], 0), origin(seeds[1], 1)]
    assert ["seed", "seed"] == [origin(seeds[1], 0), origin(seeds[0], 1)]
    local = tuple(replace(player, remote=False) for player in players)
    assert "again" == origin(seeds[1], 1, local)
