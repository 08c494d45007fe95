import os
import signal
import subprocess
import sys

import pytest

from arena.errors import LedgerError
from arena.league.lock import locked

HOLD = """\
import sys
from pathlib import Path
from arena.league.lock import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock until its stdin ends."""
    command = [sys.executable, "-c", HOLD, str(tmp_path / "x.ledger")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_run_is_refused_and_told_by_whom(holder, tmp_path):
    expected = f"x.ledger: this league is being played already, by process {holder.pid}$"
    with pytest.raises(LedgerError, match=expected), locked(tmp_path / "x.ledger"):
        pass


def test_kill_9_frees_the_lock(holder, tmp_path):
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    with locked(tmp_path / "x.ledger"):
        pass


FORK = """\
import os, sys
from pathlib import Path
from arena.league.lock import locked
with locked(Path(sys.argv[1])):
    if os.fork() == 0:
        sys.stdin.read()
    else:
        print("held", flush=True)
        os.kill(os.getpid(), 9)
"""


def test_kill_9_frees_the_lock_also_while_a_child_is_being_started(tmp_path):
    command = [sys.executable, "-c", FORK, str(tmp_path / "x.ledger")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        process.wait()
        with locked(tmp_path / "x.ledger"):
            pass


def test_the_lock_is_free_after_use(tmp_path):
    for _ in range(2):
        with locked(tmp_path / "x.ledger"):
            pass


def test_two_leagues_do_not_hinder_each_other(tmp_path):
    with locked(tmp_path / "x.ledger"), locked(tmp_path / "y.ledger"):
        pass


def test_a_place_without_a_folder_is_named(tmp_path):
    with (
        pytest.raises(LedgerError, match=r"x\.ledger-lock: can't be written"),
        locked(tmp_path / "nowhere" / "x.ledger"),
    ):
        pass
