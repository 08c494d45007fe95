"""Leagues played for real: workers, bots and all."""

import asyncio
import ctypes
import json
import os
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from arena.chance import deal_from_seed
from arena.errors import ConfigError, LedgerError, RefereeError
from arena.league.config import load_league
from arena.league.ledger import Ledger
from arena.league.observer import Silent
from arena.league.plan import schedule_of
from arena.league.runner import run
from arena.league.secret import deal_seed, make_secret
from arena.match.order import MatchOrder
from arena.referee.host import Host

PR_SET_CHILD_SUBREAPER = 36
"""Of prctl(2); Python doesn't know the name."""

SMALL = 'seats = 2\nseed = "x"\ndeals = 4\n[time]\nstart_time = 60.0\nmove_time = 60.0'
"""With three bots 24 matches in two passes."""

PLAY = """\
import sys
from pathlib import Path
from arena.league.config import load_league
from arena.league.observer import Silent
from arena.league.runner import run

class Teller(Silent):
    def on_pass(self, one):
        print("pass", flush=True)
    def on_result(self, result):
        print("result", flush=True)

print(run(load_league(Path(sys.argv[1])), Teller()), flush=True)
"""


class Notes(Silent):
    """An observer that remembers."""

    def __init__(self):
        self.plan = None
        self.before = []
        self.results = []
        self.voids = []

    def on_start(self, plan, results, commitment):
        self.plan, self.before, self.commitment = plan, list(results), commitment

    def on_result(self, result):
        self.results.append(result)

    def on_void(self, match, kind, _):
        self.voids.append((match.match_id, kind))


@pytest.fixture
def small(three_bots, make_league):
    assert three_bots
    return make_league(SMALL, game="mattis")


@pytest.fixture
def start_run():
    """Start a run of a league in a process of its own."""
    processes = []

    def start(file):
        process = subprocess.Popen(
            [sys.executable, "-c", PLAY, str(file)], stdout=subprocess.PIPE, text=True
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        with process:
            process.kill()


def played(file):
    """A ledger's rows but for the think times."""
    with closing(sqlite3.connect(file.with_suffix(".ledger"))) as connection:
        rows = {
            table: sorted(connection.execute(f"SELECT * FROM {table}"))  # noqa: S608
            for table in ("league", "entries", "matches")
        }
    rows["matches"] = [
        (name, block, timeless(text)) for name, block, text, _ in rows["matches"]
    ]
    return rows


def timeless(record):
    record = json.loads(record)
    record["steps"] = [(seat, action, check) for seat, action, _, check in record["steps"]]
    return record


def copied(file, name, text=""):
    """The same league in a file of another name, with other text at its end."""
    copy = file.with_name(name)
    copy.write_text(f"{text}\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
    return copy


def children(pid):
    file = Path(f"/proc/{pid}/task/{pid}/children")
    with suppress(FileNotFoundError, ProcessLookupError):
        return [int(child) for child in file.read_text(encoding="ascii").split()]
    return []


def own_workers():
    """The workers of a league that this very process runs: it may have other children."""
    for pid in children(os.getpid()):
        with suppress(FileNotFoundError, ProcessLookupError):
            if b"arena.league.worker" in Path(f"/proc/{pid}/cmdline").read_bytes():
                yield pid


@pytest.fixture
def nothing_is_left():
    """Sees to it that whatever a test's processes have started ends with them."""
    # Meanwhile, processes that lose their parent become children of this one.
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1) == 0
    before = children(os.getpid())
    yield
    left = [pid for pid in children(os.getpid()) if pid not in before]
    assert [] == [pid for pid in left if not ends(pid)]
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 0) == 0


def ends(pid, timeout=10):
    """Whether a child has ended, or does so in time."""
    process = os.pidfd_open(pid)
    ended, _, _ = select.select([process], [], [], timeout)
    os.close(process)
    if ended:
        os.waitpid(pid, 0)
    return bool(ended)


@pytest.mark.usefixtures("nothing_is_left")
def test_the_ledger_is_the_same_however_many_workers_play(small):
    ledgers = []
    for workers in (1, 2, 3):
        file = copied(small, f"{workers}.toml", f"workers = {workers}")
        notes = Notes()
        outcome = run(load_league(file), notes)
        assert (24, 24, False) == (outcome.played, outcome.matches, outcome.stopped)
        assert 24 == len({result.match_id for result in notes.results})
        ledgers.append(played(file))
    assert ledgers[0] == ledgers[1] == ledgers[2]
    assert 24 == len(ledgers[0]["matches"])


@pytest.mark.usefixtures("nothing_is_left")
def test_kill_9_at_any_moment_leaves_no_trace(small, start_run):
    text = small.read_text(encoding="utf-8").replace("deals = 4", "deals = 8")
    small.write_text(text, encoding="utf-8")
    undisturbed = copied(small, "undisturbed.toml", "workers = 2")
    disturbed = copied(small, "disturbed.toml", "workers = 2\nin_flight = 3")
    run(load_league(undisturbed), Silent())

    chance = Random()
    for victim in ("worker", "coordinator", "worker", "coordinator", "coordinator"):
        process = start_run(disturbed)
        read_lines(process, chance.randint(1, 5))
        if victim == "worker":
            for worker in children(process.pid)[:1]:
                os.kill(worker, signal.SIGKILL)
            read_lines(process, chance.randint(0, 3))
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=chance.uniform(0, 0.02))
        process.kill()
        assert -signal.SIGKILL == process.wait()

    notes = Notes()
    outcome = run(load_league(disturbed), notes)
    assert (48, 48) == (outcome.played, outcome.matches)
    assert 0 < len(notes.before) < 48
    assert played(undisturbed) == played(disturbed)


def read_lines(process, count):
    for _ in range(count):
        process.stdout.readline()


class WorkerKiller(Notes):
    """Kills all workers when a match is finished, until matches are void by it."""

    def on_result(self, result):
        super().on_result(result)
        if not self.voids:
            for worker in own_workers():
                os.kill(worker, signal.SIGKILL)


@pytest.mark.usefixtures("three_bots")
def test_no_process_meets_a_deal_twice(make_league):
    league = load_league(make_league('seed = "x"\ndeals = 3\nworkers = 2\nin_flight = 2'))
    notes = WorkerKiller()
    run(league, notes)
    assert notes.voids

    met = meetings(league)
    assert {match.block for match in schedule_of(league)} == {deal for _, deal in met}
    assert {1} == set(met.values())


@pytest.mark.usefixtures("three_bots")
def test_a_process_that_did_meet_a_deal_twice_would_be_found(make_league):
    league = load_league(make_league('seed = "x"\ndeals = 1'))
    first, second, *_ = schedule_of(league)

    async def play_both():
        async with Host(league.bots, league.logs, league.time) as host:
            for match in (first, second):
                seed = deal_seed(make_secret("x"), match.table.key, match.deal)
                seating = tuple(league.entries.index(entry) for entry in match.entries)
                await host.play(
                    MatchOrder(match.match_id, league.ruleset, seed, seating, league.time)
                )

    asyncio.run(play_both())
    assert [2, 2, 2] == list(meetings(league).values())


def meetings(league):
    """How often each process was dealt a hand of each deal."""
    deals = known_deals(league)
    return Counter((pid, deals[hand]) for pid, hand in hands_dealt(league.logs))


def known_deals(league):
    """By dealer, seat and hand, as that seat is dealt it: which deal of the league it is."""
    found = {}
    for match in schedule_of(league):
        seed = deal_seed(make_secret(league.seed), match.table.key, match.deal)
        deal = deal_from_seed(seed, 3)
        for seat in range(3):
            place = (seat - deal.dealer - 1) % 3
            hand = bytes(sorted(deal.pack[place:9:3])).hex()
            found[str(deal.dealer), str(seat), hand] = match.block
    return found


def hands_dealt(logs):
    """What the shufflers wrote: process, and dealer, seat and hand."""
    for log in logs.rglob("?.log"):
        for line in log.read_text(encoding="utf-8").splitlines():
            match line.split():
                case ["dealt", pid, dealer, seat, hand]:
                    yield pid, (dealer, seat, hand)


class WorkerStopper(Notes):
    """Freezes a worker when the first match is finished."""

    def on_result(self, result):
        super().on_result(result)
        if len(self.results) == 1:
            for worker in own_workers():
                os.kill(worker, signal.SIGSTOP)


def test_a_worker_that_is_stuck_is_replaced(small, monkeypatch):
    monkeypatch.setattr("arena.league.coordinator.PULSE", 0.5)
    notes = WorkerStopper()
    outcome = run(load_league(copied(small, "stuck.toml", "workers = 1\nin_flight = 2")), notes)
    assert (24, 24) == (outcome.played, outcome.matches)
    assert {"worker"} == {kind for _, kind in notes.voids}


def test_a_second_run_at_the_same_time_is_refused(make_bot, make_league, start_run):
    make_bot("a", "thinker")
    make_bot("b")
    file = make_league(SMALL, bots="ab", game="mattis")
    process = start_run(file)
    assert process.stdout.readline() == "pass\n"
    with pytest.raises(LedgerError, match=f"played already, by process {process.pid}"):
        run(load_league(file), Silent())


@pytest.mark.usefixtures("nothing_is_left")
def test_ctrl_c_finishes_what_is_being_played(small, start_run):
    process = start_run(small)
    while process.stdout.readline() != "result\n":
        pass
    process.send_signal(signal.SIGINT)
    told = process.stdout.read().splitlines()
    assert 0 == process.wait()
    assert "stopped=True" in told[-1]
    assert told.count("result") + 1 == len(played(small)["matches"])


@pytest.mark.usefixtures("nothing_is_left")
def test_a_second_ctrl_c_stops_at_once(make_bot, make_league, start_run):
    make_bot("a", "thinker")
    make_bot("b")
    file = make_league(SMALL, bots="ab", game="mattis")
    process = start_run(file)
    assert process.stdout.readline() == "pass\n"
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)  # two of the same kind at once may become one
    told, _ = process.communicate(timeout=20)
    assert "stopped=True" in told
    assert [] == played(file)["matches"]


def test_a_finished_league_starts_nothing_and_tells_its_secret(small):
    first = run(load_league(small), Silent())
    notes = Notes()
    again = run(load_league(small), notes)
    assert first == again
    assert 24 == len(notes.before)
    assert [] == notes.results
    with Ledger.read_from(small.with_suffix(".ledger")) as ledger:
        assert ledger.secret.hex() == again.secret


def test_more_deals_and_a_changed_bot_are_played_in_addition(small, three_bots):
    run(load_league(small), Silent())
    text = small.read_text(encoding="utf-8")
    small.write_text(text.replace("deals = 4", "deals = 5"), encoding="utf-8")
    notes = Notes()
    run(load_league(small), notes)
    assert (24, 6) == (len(notes.before), len(notes.results))

    with (three_bots[0] / "bot.py").open("a", encoding="utf-8") as program:
        program.write("\n")
    notes = Notes()
    run(load_league(small), notes)
    assert (10, 20) == (len(notes.before), len(notes.results))


class HomeRemover(Notes):
    """Takes the workers' folders away when the second pass begins, so that no bot can start."""

    def __init__(self, homes):
        super().__init__()
        self.homes = homes

    def on_pass(self, one):
        if one.number == 1:
            for home in self.homes.iterdir():
                shutil.rmtree(home)


def test_a_match_that_is_void_twice_in_a_row_stops_the_league(small, monkeypatch):
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as homes:
        monkeypatch.setattr(tempfile, "tempdir", homes)
        notes = HomeRemover(Path(homes))
        with pytest.raises(RefereeError, match="void twice in a row for the same reason, so"):
            run(load_league(small), notes)
    assert {"referee"} == {kind for _, kind in notes.voids}
    assert 12 == len(notes.results) == len(played(small)["matches"])
    assert 2 == max(Counter(match_id for match_id, _ in notes.voids).values())


def test_a_bot_whose_folder_goes_away_meanwhile_stops_the_league(small, three_bots):
    league = load_league(small)
    shutil.rmtree(three_bots[1])
    with pytest.raises(ConfigError, match=r"bots/b: can't be read: No such file"):
        run(league, Silent())


def test_a_worker_that_can_not_start_stops_the_league(small, monkeypatch):
    league = load_league(small)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RefereeError, match="no worker could be started, twice in a row"):
        run(league, Silent())


def test_logs_that_can_not_be_written_are_named(small):
    small.with_suffix(".logs").touch()
    with pytest.raises(RefereeError, match=r"a worker can't be started: .*test\.logs"):
        run(load_league(small), Silent())


class BotChanger(Silent):
    """Changes a bot when the first match is finished."""

    def __init__(self, folder):
        self.folder = folder

    def on_result(self, result):
        (self.folder / "weights").write_text(result.match_id, encoding="utf-8")


def test_a_bot_that_changes_meanwhile_stops_the_league(small, three_bots):
    league = load_league(small)
    with pytest.raises(ConfigError, match=r"bots/b: expected the files that were there"):
        run(league, BotChanger(three_bots[1]))


def test_a_build_that_fails_is_an_error_before_anything_is_played(small, three_bots):
    manifest = three_bots[0] / "bot.toml"
    with manifest.open("a", encoding="utf-8") as file:
        file.write('build = ["python", "-c", "exit(3)"]\n')
    with pytest.raises(ConfigError, match=r"bot\.toml: build: ended with exit code 3; see"):
        run(load_league(small), Silent())
    assert not small.with_suffix(".ledger").exists()
