"""Starts a driver for each rung and each kind of user that this machine has."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # the driver, a program of its own, finds them in the same way

from openpython import NoOpenPython, make  # noqa: E402

ORDINARY_USER = (1 << 29) + os.getpid()
"""A user id that nobody has."""


class Driver:
    """A driver's process, and what it says."""

    def __init__(self, python, folder, rung, user):
        self.top = folder / "top"
        self.top.mkdir()
        self.top.chmod(0o755)
        as_user = {}
        if user != os.geteuid():
            os.chown(self.top, user, user)
            as_user = {"user": user, "group": user, "extra_groups": []}
        self.process = subprocess.Popen(
            [python, folder.parent / "driver.py", rung, self.top],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd="/",
            env={
                "ARENA_TEST_SECRET": os.urandom(8).hex(),
                "PATH": os.environ["PATH"],
                "TMPDIR": str(self.top),
            },
            **as_user,
        )
        self.ready = self._hear()

    @property
    def refused(self):
        """Why the machine doesn't have this rung; None if it has it."""
        return self.ready.get("refused")

    def carry_out(self, attack):
        self.process.stdin.write(f"{attack}\n".encode())
        self.process.stdin.flush()
        said = self._hear()
        return said["outcome"], said["detail"]

    def close(self):
        """End it; what it left behind."""
        self.process.stdin.close()
        left = [] if self.refused else self._hear().get("left", ["the driver broke down"])
        self.process.stdout.close()
        self.process.wait()
        return left

    def _hear(self):
        return json.loads(self.process.stdout.readline() or "{}")


class Range:
    """All drivers that were needed, by rung and user."""

    def __init__(self, top):
        self._top = top
        self._drivers = {}
        self._python = None

    def carry_out(self, attack, rung, user):
        driver = self._driver(rung, user)
        if driver.refused:
            pytest.skip(f"{user} has no rung {rung} on this machine: {driver.refused}")
        return driver.carry_out(attack)

    def close(self):
        return {key: left for key, driver in self._drivers.items() if (left := driver.close())}

    def _driver(self, rung, user):
        if (rung, user) not in self._drivers:
            python = self._python_for(rung, user)  # skips where there is none
            folder = self._top / f"{rung}-{user}"
            folder.mkdir()
            other = os.geteuid() == 0 and user == "user"
            uid = ORDINARY_USER if other else os.geteuid()
            self._drivers[rung, user] = Driver(python, folder, rung, uid)
        return self._drivers[rung, user]

    def _python_for(self, rung, user):
        """The interpreter of the tests, or one that other users can read as well."""
        if os.geteuid() != 0 or not (user == "user" or rung == "uid"):
            return sys.executable
        if self._python is None:
            try:
                self._python = make(self._top / "python")
            except NoOpenPython as error:
                self._python = error
        if isinstance(self._python, NoOpenPython):
            pytest.skip(
                f"a test as another user needs a Python that it can read: {self._python}"
            )
        return self._python


@pytest.fixture(scope="session")
def attack_range():
    """Carries out attacks; when all are over, nothing of them may be left."""
    top = Path(tempfile.mkdtemp(prefix="arena-attacks-"))
    top.chmod(0o755)
    for name in ("driver.py", "table.py"):
        shutil.copy(HERE / name, top)
    shutil.copytree(HERE / "programs", top / "programs")
    shutil.copytree(HERE.parent / "referee" / "bots", top / "bots")
    place = Range(top)
    yield place
    left = place.close()
    shutil.rmtree(top, ignore_errors=True)
    assert {} == left
