"""What happens to a process between its turns, and what CPU time it uses in them.

A process has a turn while a question to it is open. A league may ask that bots are frozen in
between (`freeze`), so that none thinks on the others' time, and that the CPU time of a turn is
charged where it is more than the time on the clock (`charge_cpu`), so that none buys time with
threads. Both need a cgroup: `arena.referee.sandbox` says where there is one.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from arena.match.clock import MICRO

if TYPE_CHECKING:
    from arena.referee.sandbox.cell import Cell


class Turns:
    """A process that is left alone: it runs all the time, and its CPU time isn't charged."""

    def begin(self) -> None:
        """The process is about to be asked, or to be ended: it must be able to run."""

    def rest(self) -> None:
        """The process has no open question."""

    def cpu_us(self) -> int | None:
        """The CPU time that it has used so far, microseconds; None if it isn't charged."""
        return None


@dataclass(frozen=True, slots=True)
class TurnRules:
    """What a league asks for.

    Attributes:
        freeze: freeze bots between their turns.
        charge_cpu: charge a turn's CPU time, where it is more than the time on the clock.
    """

    freeze: bool = False
    charge_cpu: bool = False

    @property
    def any(self) -> bool:
        """Whether anything is asked for."""
        return self.freeze or self.charge_cpu


LEFT_ALONE: Final = TurnRules()
"""What is done if nothing is asked for."""


class CellTurns(Turns):
    """A process in a cell of the sandbox, treated as the league asks."""

    def __init__(self, cell: Cell, rules: TurnRules) -> None:
        """Look after the process in `cell`."""
        self._cell = cell
        self._rules = rules
        self._frozen = False

    def begin(self) -> None:
        """Let it run."""
        if self._frozen:
            self._frozen = False
            with contextlib.suppress(OSError):  # it has ended, and its group is gone
                self._cell.freeze(frozen=False)

    def rest(self) -> None:
        """Freeze it, if that is asked for."""
        if self._rules.freeze and not self._frozen:
            with contextlib.suppress(OSError):
                self._frozen = self._cell.freeze(frozen=True)

    def cpu_us(self) -> int | None:
        """What the process and all that it started have used."""
        if not self._rules.charge_cpu:
            return None
        seconds = self._cell.usage().cpu_s
        return None if seconds is None else round(seconds * MICRO)
