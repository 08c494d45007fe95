"""What a rung stands on here: the same rung can have more or less of the machine's help."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.referee.sandbox.rungs import Rung

if TYPE_CHECKING:
    from arena.referee.sandbox.cgroup import Place

FIRST_UID = 1 << 30
"""From here on user ids are taken for bots: far above those that people and services have."""

_SLOTS = 256


@dataclass(frozen=True, slots=True)
class Footing:
    """A rung with its means.

    Attributes:
        rung: the rung.
        own_uid: whether each bot's process gets a user id of its own.
        place: where cgroups are made; None: there are none.
    """

    rung: Rung
    own_uid: bool = False
    place: Place | None = None

    @property
    def namespaces(self) -> bool:
        """Whether bubblewrap is used."""
        return self.rung in (Rung.NAMESPACES_ROOT, Rung.NAMESPACES_USER)

    @property
    def counted(self) -> bool:
        """Whether the kernel counts memory and processes of a bot with all that it starts."""
        return self.place is not None and self.place.complete

    @property
    def supervised(self) -> bool:
        """Whether a launcher stays beside the bot."""
        return not (self.rung is Rung.NAMESPACES_ROOT and self.counted)


class Uids:
    """The user ids that this process gives to its bots, each to one at a time.

    They are made from the process's own id, so that no other referee on the machine gives the
    same.
    """

    def __init__(self) -> None:
        self._taken: set[int] = set()

    def take(self) -> int:
        """An id that nobody has.

        Raises:
            OSError: all are taken.
        """
        first = FIRST_UID + os.getpid() * _SLOTS
        for uid in range(first, first + _SLOTS):
            if uid not in self._taken:
                self._taken.add(uid)
                return uid
        raise OSError(f"more than {_SLOTS} bot processes at a time")

    def give_back(self, uid: int) -> None:
        """Nothing runs under this id any more."""
        self._taken.discard(uid)


uids = Uids()
"""Those of this process."""
