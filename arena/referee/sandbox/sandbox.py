"""The sandbox of one referee: one rung and one set of limits for all of its bots."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from arena.referee.sandbox import probe
from arena.referee.sandbox.cell import Cell
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import Policy, Rung

if TYPE_CHECKING:
    from pathlib import Path

    from arena.referee.sandbox.footing import Footing

_EVERY = 0.2
"""Seconds between two looks at what the bots use."""

CAREFUL = Policy()
STANDARD = Limits()


class Sandbox:
    """Makes cells for bots, and watches over them.

    Attributes:
        footing: what the cells stand on.
        limits: how much each bot may use.
    """

    def __init__(self, policy: Policy = CAREFUL, limits: Limits = STANDARD) -> None:
        """Find the rung.

        Raises:
            ConfigError: no rung that the policy takes works here.
        """
        self.footing: Footing = probe.find(policy)
        self.limits = limits
        self._cells: set[Cell] = set()
        self._watch: asyncio.Task[None] | None = None

    @property
    def rung(self) -> Rung:
        """The rung, as it stands in records."""
        return self.footing.rung

    @property
    def has_groups(self) -> bool:
        """Whether each bot has a cgroup: it can be frozen, and its CPU time told."""
        return self.footing.place is not None

    def open_home(self, home: Path) -> None:
        """Let bots' users pass through the folder of their homes, where they have to."""
        if self.footing.own_uid and not self.footing.namespaces:
            home.chmod(0o711)

    def cell(self, folder: Path, home: Path) -> Cell:
        """A cell for a process of the bot in `folder`, with `home`, which is empty, as its own.

        Raises:
            OSError: the machine doesn't give what is needed.
        """
        cell = Cell(self.footing, self.limits, folder, home)
        self._cells.add(cell)
        if self._watch is None and self.footing.place is not None:
            self._watch = asyncio.get_running_loop().create_task(self._look())
        return cell

    async def dismiss(self, cell: Cell) -> None:
        """End what is in the cell, and take it away."""
        self._cells.discard(cell)
        await cell.close()

    async def close(self) -> None:
        """End everything, and tidy up."""
        await asyncio.gather(*(self.dismiss(cell) for cell in list(self._cells)))
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
            self._watch = None
        if self.footing.place is not None:
            self.footing.place.sweep()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            for cell in self._cells:
                cell.look()
