"""Leagues on a machine that fails them: they end as if nothing had been, or say what is wrong.

What a run does when a worker or itself is killed is tried in test_runner, too; here everybody
is killed in turn, the disk is full, nothing may be written, and the clock is set back.
"""

import ast
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import arena
from arena.league.config import load_league
from arena.league.observer import Silent
from arena.league.played import open_played
from arena.league.runner import run
from arena.league.verify import verify

LEAGUE = """\
seats = 2
seed = "x"
deals = 4
workers = 2
in_flight = 3
[time]
start_time = 60.0
move_time = 60.0
"""
"""With three bots 24 matches in two passes."""

RUN = """\
import sys
from pathlib import Path
from arena.errors import ArenaError
from arena.league.config import load_league
from arena.league.observer import Silent
from arena.league.runner import run

class Teller(Silent):
    def on_result(self, result):
        print("result", flush=True)

try:
    print(run(load_league(Path(sys.argv[1])), Teller()), flush=True)
except ArenaError as error:
    print(f"{type(error).__name__}: {error}", flush=True)
    sys.exit(2)
"""
"""A run that says each result, and at last its outcome or what stopped it."""


@pytest.fixture
def league(make_bot, make_league):
    for name in "abc":
        make_bot(name)
    return make_league(LEAGUE, game="mattis")


@pytest.fixture(scope="module")
def known():
    """What was found out by an earlier test: the league is the same for all."""
    return {}


@pytest.fixture
def undisturbed(league, rows_of, known):
    """The rows of the same league, played in peace."""
    if "rows" not in known:
        file = league.with_name("undisturbed.toml")
        shutil.copy(league, file)
        run(load_league(file), Silent())
        known["rows"] = rows_of(file)
    return known["rows"]


@pytest.fixture
def start():
    """Start a run in a process of its own."""
    processes = []

    def popen(file, **options):
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(file)], stdout=subprocess.PIPE, text=True, **options
        )
        processes.append(process)
        return process

    yield popen
    for process in processes:
        with process:
            process.kill()


def findings(file):
    return verify(file, lambda _: None).findings


def on_any_rung(rows):
    """Rows without the rung of isolation, which may be a lower one under a limit."""
    return [rows[0], *(replace(record, sandbox="any") for record in rows[1:])]


# Kills.


def children(pid):
    with suppress(OSError):
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        return [int(child) for child in text.split()]
    return []


def descendants(pid):
    below = children(pid)
    return below + [pid for child in below for pid in descendants(child)]


def victims(coordinator, kind):
    workers = children(coordinator)
    if kind == "coordinator":
        return [coordinator]
    if kind == "worker":
        return workers
    return [pid for worker in workers for pid in descendants(worker)]


def kill_one(process, kind, chance):
    found = victims(process.pid, kind)
    if found:
        with suppress(ProcessLookupError):
            os.kill(chance.choice(found), signal.SIGKILL)


def test_kills_lose_nothing_and_nobody_is_blamed_but_bots_that_were_killed(
    league, undisturbed, start, rows_of
):
    seed = Random().getrandbits(32)
    chance = Random(seed)
    for _ in range(4):
        process = start(league)
        for kind in chance.sample(["bot", "bot", "worker", "coordinator"], 4):
            for _ in range(chance.randint(0, 2)):
                process.stdout.readline()
            kill_one(process, kind, chance)
        process.kill()
        process.wait()
    outcome = run(load_league(league), Silent())

    assert (24, 24) == (outcome.played, outcome.matches), seed
    assert () == findings(league)
    secret, *records = rows_of(league)
    assert undisturbed[0] == secret
    other = [now for was, now in zip(undisturbed[1:], records, strict=True) if was != now]
    assert all(record.fault is not None for record in other), seed
    assert {"crashed", "closed", "start-failed"} >= {record.fault.kind for record in other}


# A disk that is full, or may not be written.

ROOM = """\
import json, subprocess, sys
from pathlib import Path
from shutil import copytree

program, place, source, *steps = sys.argv[1:]
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "none", place], check=True)
copytree(source, place, dirs_exist_ok=True)
file = Path(place) / "test.toml"
told = []
for step in steps:
    # With its source named, mount(8) adds no options of its own that a user may not set.
    again = ["mount", "-t", "tmpfs", "-o", f"remount,{step}", "none", place]
    subprocess.run(again, check=True)
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, text=True
    )
    told.append((done.returncode, done.stdout.splitlines()))
for name in ("test.ledger", "test.ledger.sha256"):
    target = Path(source) / name
    target.write_bytes((Path(place) / name).read_bytes())
print(json.dumps(told))
"""


def unshare():
    """A command prefix for a process that may mount what only it sees."""
    prefix = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare(1)")
    probe = subprocess.run([*prefix, "mount", "-t", "tmpfs", "none", "/mnt"], check=False)
    if probe.returncode != 0:
        pytest.skip("this user may not mount anything, not even in a namespace of its own")
    return prefix


def run_in_room(league, tmp_path, *steps):
    """Run the league in a file system that is mounted anew in each step; what they told."""
    source, place = tmp_path / "source", tmp_path / "place"
    source.mkdir()
    place.mkdir()
    shutil.copy(league, source)
    shutil.copytree(league.with_name("bots"), source / "bots")
    command = [*unshare(), sys.executable, "-c", ROOM, RUN, str(place), str(source), *steps]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return source / "test.toml", json.loads(done.stdout)


def test_a_disk_that_is_full_stops_a_league_that_goes_on_when_there_is_room(
    league, undisturbed, rows_of, tmp_path
):
    sizes = [f"size={kib}k" for kib in (60, 100, 140, 180, 220)]
    file, told = run_in_room(league, tmp_path, *sizes, "size=16m")
    *full, (code, lines) = told
    stopped = [lines[-1] for code, lines in full if code == 2]

    assert {0, 2} >= {code for code, _ in full}
    assert stopped
    assert all("full" in line or "No space left" in line for line in stopped), stopped
    assert 0 == code
    assert "played=24, matches=24" in lines[-1]
    assert 24 == sum(line == "result" for _, lines in told for line in lines)
    assert undisturbed == rows_of(file)
    assert () == findings(file)


def test_a_file_system_that_may_not_be_written_is_named_and_nothing_is_lost(
    league, undisturbed, rows_of, tmp_path
):
    file, told = run_in_room(league, tmp_path, "size=140k", "ro", "rw,size=16m", "ro")

    assert [2, 2, 0, 2] == [code for code, _ in told]
    for _, lines in (told[1], told[3]):
        (line,) = lines
        assert line.startswith("LedgerError")
        assert "Read-only file system" in line
    assert undisturbed == rows_of(file)
    assert () == findings(file)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_ledger_that_may_not_be_written_is_named(league, play_league):
    play_league(league, 5)
    ledger = league.with_suffix(".ledger")
    ledger.chmod(0o400)
    before = ledger.read_bytes()
    with pytest.raises(Exception, match="can't be written"):
        run(load_league(league), Silent())
    assert before == ledger.read_bytes()


@pytest.mark.parametrize("most", [40_000, 80_000])
def test_files_that_may_not_grow_stop_a_league_that_goes_on_when_they_may(
    most, league, undisturbed, start, rows_of
):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    process = start(league, preexec_fn=limit)
    told, _ = process.communicate(timeout=300)
    assert 2 == process.returncode
    assert "the disk failed, or is full" in told.splitlines()[-1]

    outcome = run(load_league(league), Silent())
    assert (24, 24) == (outcome.played, outcome.matches)
    assert on_any_rung(undisturbed) == on_any_rung(rows_of(league))
    assert () == findings(league)


# The clock.

DATED = {"authority.py"}  # certificates bear dates
WALL = {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"}

SET_BACK = """\
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct timespec started;

__attribute__((constructor)) static void start(void) {
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &started);
}

int clock_gettime(clockid_t id, struct timespec *t) {
    int failed = syscall(SYS_clock_gettime, id, t);
    if (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE) {
        struct timespec now;
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
        if (now.tv_sec > started.tv_sec) t->tv_sec -= 86400;
    }
    return failed;
}

int gettimeofday(struct timeval *t, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    t->tv_sec = now.tv_sec;
    t->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *t) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (t) *t = now.tv_sec;
    return now.tv_sec;
}
"""
"""A library that sets the clock of a process back by a day, a moment after it has started."""


def test_nothing_looks_at_the_clock_on_the_wall():
    looks = []
    files = {
        file for file in Path(arena.__file__).parent.rglob("*.py") if file.name not in DATED
    }
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(ast.Name("time"), name) if name in WALL:
                    looks.append((file.name, node.lineno))
                case ast.ImportFrom("time", names) if WALL & {n.name for n in names}:
                    looks.append((file.name, node.lineno))
                case ast.ImportFrom("datetime") | ast.Name("datetime"):
                    looks.append((file.name, node.lineno))
    assert [] == looks


def test_a_clock_that_is_set_back_changes_nothing(
    league, undisturbed, start, rows_of, tmp_path
):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler to fake a clock with")
    source, library = tmp_path / "back.c", tmp_path / "back.so"
    source.write_text(SET_BACK)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    ask = "import time; a = time.time(); time.sleep(2); print(time.time() < a)"
    asked = subprocess.check_output([sys.executable, "-c", ask], env=environment)
    assert b"True\n" == asked

    told, _ = start(league, env=environment).communicate(timeout=300)
    assert "played=24, matches=24" in told.splitlines()[-1]
    assert undisturbed == rows_of(league)
    with open_played(league) as played:
        assert [0, 0, 0] == [one.faults for one in played.standings()]
