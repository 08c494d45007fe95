"""Whether a match that was played again came out the same."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from arena.match.replay import Difference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.match.record import Record, Step


def first_difference(was: Record, again: Record) -> Difference | None:
    """Where a match went another way when it was played again; None if nowhere.

    Think times, the bots' versions, and the words that detail a fault don't count.
    """
    for where, expected, came in _pairs(was, again):
        if expected != came:
            return Difference(where, _text(expected), _text(came))
    return None


def _pairs(was: Record, again: Record) -> Iterator[tuple[str, object, object]]:
    yield "ruleset", was.ruleset, again.ruleset
    yield "seed", was.seed, again.seed
    for number, (old, new) in enumerate(zip_longest(was.steps, again.steps), 1):
        yield f"step {number}", _step(old), _step(new)
    yield "fault", _fault(was), _fault(again)
    yield "losers", was.losers, again.losers
    yield "out", was.out, again.out
    yield "reason", was.reason.value, again.reason.value
    yield "hash", was.hash, again.hash


def _step(step: Step | None) -> str:
    return "the end" if step is None else f"{step.seat}:{step.action} ({step.hash})"


def _fault(record: Record) -> str:
    fault = record.fault
    return "no fault" if fault is None else f"{fault.kind} of seat {fault.seat}"


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
