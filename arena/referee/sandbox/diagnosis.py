"""What `arena doctor` says of this machine's isolation, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.referee.sandbox import landlock, probe, seccomp
from arena.referee.sandbox.rungs import LADDER, Rung

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.referee.sandbox.footing import Footing

WARNING = (
    "bots are not isolated here: they can read and change whatever you can; "
    'run only those that you trust ("arena doctor" says what helps)'
)
"""To be said aloud wherever matches are played on the rung that is none."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What this machine gives.

    Attributes:
        footing: the best rung that works, with its means.
        refusals: the rungs that don't, best first, each with the reason and what helps.
        means: what the best rung has of the kernel's help, and what it lacks.
    """

    footing: Footing
    refusals: tuple[probe.Refusal, ...]
    means: tuple[str, ...]

    @property
    def rung(self) -> Rung:
        """The best rung that works."""
        return self.footing.rung

    @property
    def advice(self) -> tuple[str, ...]:
        """What would help to a better rung, and to which."""
        better = (r for r in self.refusals if r.advice and not self.rung.at_least(r.rung))
        return tuple(f"{refusal.rung} needs {refusal.advice}" for refusal in better)

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it for a person."""
        reasons = {refusal.rung: refusal.reason for refusal in self.refusals}
        width = max(map(len, LADDER)) + 2
        return (
            f"isolation: {self.rung}",
            *(f"  {line}" for line in self.means),
            "rungs, best first:",
            *(f"  {rung:{width}}{reasons.get(rung, 'works')}" for rung in LADDER),
            *(f"for a better one: {line}" for line in self.advice),
            *((f"warning: {WARNING}",) if self.rung is Rung.BARE else ()),
        )


def diagnose() -> Diagnosis:
    """Try all rungs; half a second."""
    tried = [probe.attempt(rung) for rung in LADDER]
    best = probe.best_footing()
    refusals = tuple(found for found in tried if isinstance(found, probe.Refusal))
    return Diagnosis(best, refusals, tuple(_means(best)))


def _means(footing: Footing) -> Iterator[str]:
    if footing.rung is Rung.BARE:
        return
    if footing.counted:
        yield "a cgroup counts each bot's memory, processes and CPU time"
    else:
        yield "a launcher looks ten times a second at each bot's memory and processes"
    if footing.rung in (Rung.UID, Rung.LANDLOCK, Rung.NAMESPACES_ROOT):
        yield "each bot has its own user id" if footing.own_uid else "bots run as you do"
    yield (
        "seccomp refuses dangerous system calls"
        if seccomp.program(())
        else ("no seccomp filter: this kind of machine isn't known")
    )
    if footing.rung is Rung.LANDLOCK and landlock.abi() < landlock.SCOPED:
        yield (
            "this kernel's Landlock can't keep bots from signals to your processes, nor from "
            "abstract sockets; one from 6.12 on can"
        )
