"""Who is benched: an entry that faulted in too many matches in a row plays no more.

Decided between passes, from the matches of the passes that are complete, in the schedule's
order. So it is the same however many workers play and whatever interrupts them, and anyone can
find it again in the ledger. What follows is the league file's choice: the entry's matches to
come count as lost by it, or they are not played (`docs/faults.md`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from arena.match.faults import Fault, FaultKind
from arena.match.match import Match as Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arena.league.results import Result
    from arena.league.schedule import Match, Pass, Schedule
    from arena.match.order import MatchOrder
    from arena.match.record import Record
    from arena.referee.manifest import BotSpec

Benched = Literal["forfeit", "skip"]
"""What becomes of a benched entry's matches: it loses them, or they are not played."""

STRIKES = 50
"""Faults in a row before an entry is benched, if the league file doesn't say. One crash costs
all matches that the process had in flight; this is more than three times their usual number."""


def culprit(result: Result) -> str | None:
    """The entry whose fault ended the match; None if no fault did."""
    return None if result.fault_seat is None else result.entries[result.fault_seat]


class Bench:
    """Counts faults in a row, pass by pass.

    A match that another's fault ended says nothing of an entry: its row goes on.

    Attributes:
        entries: who is benched.
    """

    def __init__(self, strikes: int) -> None:
        """Bench after so many faults in a row; never if it is 0."""
        self.entries: set[str] = set()
        self._strikes = strikes
        self._in_a_row: Counter[str] = Counter()

    def judge(self, one: Pass, culprits: Mapping[str, str | None]) -> list[str]:
        """A pass is complete: who is benched from the next one on and was not before, sorted.

        Args:
            one: the pass; call with each in order.
            culprits: for each of its matches that was played, by id, whose fault ended it.
        """
        before = set(self.entries)
        for match in one.matches:
            if match.match_id in culprits:
                self._count(match, culprits[match.match_id])
        return sorted(self.entries - before)

    def seat(self, match: Match) -> int | None:
        """The lowest seat of a benched entry; None if no one in the match is benched."""
        seats = (seat for seat, entry in enumerate(match.entries) if entry in self.entries)
        return next(seats, None)

    def _count(self, match: Match, guilty: str | None) -> None:
        if guilty is None:
            for entry in match.entries:
                self._in_a_row[entry] = 0
            return
        self._in_a_row[guilty] += 1
        if 0 < self._strikes <= self._in_a_row[guilty]:
            self.entries.add(guilty)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What the complete passes of a league come to.

    Attributes:
        entries: who is benched.
        skipped: the ids of matches that are not played for it.
    """

    entries: frozenset[str]
    skipped: frozenset[str]


def sentence(
    schedule: Schedule, results: Iterable[Result], strikes: int, benched: Benched
) -> Sentence:
    """Who is benched after these results, and what is not played therefore.

    The same as the coordinator finds on its way.
    """
    bench = Bench(strikes)
    culprits = {result.match_id: culprit(result) for result in results}
    skipped: set[str] = set()
    complete = True
    last = len(schedule) - 1
    for one in schedule.passes():
        missing = [match for match in one.matches if match.match_id not in culprits]
        out = [match.match_id for match in missing if bench.seat(match) is not None]
        if benched == "skip":
            skipped.update(out)
        complete = complete and len(missing) == (len(out) if benched == "skip" else 0)
        if complete and one.matches[-1].order < last:
            bench.judge(one, culprits)
    return Sentence(frozenset(bench.entries), frozenset(skipped))


def forfeit(order: MatchOrder, bots: Sequence[BotSpec], seat: int, strikes: int) -> Record:
    """The record of a match that is not played because the entry in `seat` is benched.

    Args:
        order: the match; its seating numbers `bots`.
        bots: all of the league's.
        seat: who loses it.
        strikes: how many faults in a row there had been.
    """
    sitting = [bots[number] for number in order.seating]
    match = Play(order, [bot.player for bot in sitting])
    detail = f"not played: {strikes} faults in a row before"
    match.fail(Fault(seat, FaultKind.BENCHED, detail))
    return match.record()
