"""Where one bot's process lives: its folders, its user, its cgroup."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

from arena.referee.sandbox import sight
from arena.referee.sandbox.cgroup import Group
from arena.referee.sandbox.footing import uids
from arena.referee.sandbox.removal import remove
from arena.referee.sandbox.rungs import Rung

if TYPE_CHECKING:
    from pathlib import Path

    from arena.referee.sandbox.footing import Footing
    from arena.referee.sandbox.limits import Limits


class Quarters:
    """The place of one process.

    Attributes:
        bot: the bot's folder: its own, or a copy that its user can read.
        run: the folder of the socket.
        packages: links to those packages that lie in a folder which the bot may not list, and
            where Python wouldn't find them; only made where it is needed.
        scratch: the scratch folder; with namespaces it lies in memory, and nothing is here.
        uid: the process's user and group; None: those of the referee.
        group: its cgroup, if there is one.
    """

    def __init__(self, footing: Footing, limits: Limits, folder: Path, home: Path) -> None:
        """Make them in the empty folder `home`.

        Raises:
            OSError: the machine doesn't give what is needed.
        """
        self._home = home
        self.bot = folder
        self.run = home / "run"
        self.scratch = home / "scratch"
        self.packages = home / "packages"
        self.uid = uids.take() if footing.own_uid else None
        self.group: Group | None = None
        try:
            self.run.mkdir(mode=0o700)
            if not footing.namespaces:
                self.scratch.mkdir(mode=0o700)
            if footing.rung is Rung.LANDLOCK:
                self._link_packages()
            if self.uid is not None:
                self._hand_over(footing, self.uid)
            if footing.place is not None:
                self.group = Group(footing.place, limits)
        except OSError:
            self.remove()
            raise

    def open_socket(self, socket: Path) -> None:
        """Let the bot's user connect, and no other."""
        if self.uid is not None:
            os.chown(socket, 0, self.uid)
            socket.chmod(0o660)

    def remove(self) -> bool:
        """Remove all; False while the cgroup still holds a process."""
        if self.group is not None and not self.group.remove():
            return False
        if self.uid is not None:
            uids.give_back(self.uid)
            self.uid = None  # it may be another's from here on
        remove(self._home)
        return True

    def _link_packages(self) -> None:
        self.packages.mkdir(mode=0o755)
        for package in sight.loose_packages():
            (self.packages / package.name).symlink_to(package)

    def _hand_over(self, footing: Footing, uid: int) -> None:
        """Let the bot's user into the folders; only the scratch folder becomes its own."""
        self._home.chmod(0o710)
        self.run.chmod(0o750)
        for shown in (self._home, self.run):
            os.chown(shown, 0, uid)
        if self.scratch.exists():
            os.chown(self.scratch, uid, uid)
        if self._hidden(footing):
            copy = self._home / "bot"
            shutil.copytree(self.bot, copy, symlinks=True)
            self.bot = copy
            for path in (copy, *copy.rglob("*")):
                _lend(path, uid)

    def _hidden(self, footing: Footing) -> bool:
        """Whether the bot's user can't read the bot's folder, or others' users can too."""
        if footing.rung is Rung.UID or sight.closed_files(self.bot):
            return True
        return not footing.namespaces and sight.closed_folder((self.bot,)) is not None


def _lend(path: Path, gid: int) -> None:
    """Let the group read what its owner can, and nobody write it."""
    os.chown(path, 0, gid, follow_symlinks=False)
    if not path.is_symlink():
        reading = path.stat().st_mode & 0o500
        path.chmod(reading | reading >> 3)
