"""A league while it is played: what has happened so far, and the texts that say so.

Takes what an observer of the run is told. When to show what is the command line's business.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from arena.league.played import entries_of
from arena.league.ratings import RateBy
from arena.league.standings import Scoreboard
from arena.report.leaderboard import Leaderboard
from arena.report.progress import Bar, Pace
from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from arena.league.config import League
    from arena.league.plan import Plan
    from arena.league.results import Result
    from arena.league.runner import Outcome
    from arena.league.schedule import Pass
    from arena.league.standings import Standing


class RunView:
    """The state of a run, as people see it.

    Attributes:
        pace: counts the matches.
        stopping: whether the run was asked to stop.
    """

    def __init__(
        self,
        league: League,
        file: Path,
        plan: Plan,
        results: Sequence[Result],
        commitment: str,
        *,
        now: float,
    ) -> None:
        """Begin with what was played before.

        Args:
            league: what is played.
            file: the league's file, as the user called it.
            plan: the league in numbers.
            results: what was played before.
            commitment: the secret's hash.
            now: seconds of any monotonic clock.
        """
        self._file = file
        self._league = league
        self._plan = plan
        self._commitment = commitment
        self._board = Scoreboard(
            entries_of(league), league.ruleset.players, RateBy(league.rate_by)
        )
        for result in results:
            self._board.add(result)
        self._standings = self._board.standings()
        self._happened: Counter[str] = Counter()
        self._where = ""
        self.pace = Pace(plan.matches, len(results), now)
        self.stopping = False

    def add(self, result: Result, now: float) -> None:
        """A match is done."""
        self._board.add(result)
        self.pace.add(now)
        if result.fault_seat is not None:
            self._happened["fault"] += 1

    def void(self) -> None:
        """A match was void."""
        self._happened["void"] += 1

    def bench(self, entry: str, matches: int) -> str:
        """An entry is benched, with so many matches left; what there is to say of it."""
        self._board.bench(entry)
        skipped = self._league.benched == "skip"
        if skipped:
            self.pace.total -= matches
        fate = "are not played" if skipped else "count as lost by it"
        return (
            f"benched: {harmless(entry)}, after {self._league.strikes} faults in a row; "
            f"the {matches} matches that it has left {fate}"
        )

    def begin_pass(self, one: Pass) -> None:
        """A pass begins."""
        passes = self._plan.passes // max(self._plan.rounds, 1)
        self._where = (
            f"round {one.round + 1} of {self._plan.rounds}, pass {one.number + 1} of {passes}"
        )

    def rank(self) -> list[Standing]:
        """Bring the standings up to date."""
        self._standings = self._board.standings()
        return self._standings

    def opening(self) -> Iterator[Text]:
        """What is said before the first match."""
        plan, pace = self._plan, self.pace
        yield Text(f"{harmless(plan.name)}: {plan.ruleset}", "bold")
        tables = f"{plan.tables} table{'s' if plan.tables != 1 else ''}"
        bots = f"{len(plan.entries)} bots at {tables}"
        yield Text(f"{bots}, {plan.blocks} deals, {plan.matches} matches; {self._to_do()}")
        yield Text(f"SHA-256 of the secret that the deals come from: {self._commitment}")
        if 0 < pace.before < pace.total:
            yield Text(f"going on: {pace.before} of {pace.total} matches are played already")

    def _to_do(self) -> str:
        left = self.pace.total - self.pace.before
        workers = f"{self._plan.workers} worker{'s' if self._plan.workers != 1 else ''}"
        return f"{workers} for {left} of them" if left else "all of them are played"

    def stop_text(self) -> str:
        """What is said after the first Ctrl-C."""
        return "stopping: the running matches are finished; Ctrl-C again stops at once"

    def live(self, now: float) -> RenderableType:
        """Bar and leaderboard."""
        warning = self.stop_text() if self.stopping else ""
        bar = Bar(self.pace, now, self._remark(), warning)
        return Group(bar, Text(""), Leaderboard(self._standings))

    def _remark(self) -> str:
        counts = [
            f"{count} {word}{'s' if count > 1 else ''}"
            for word, count in sorted(self._happened.items())
        ]
        return ", ".join(filter(None, (self._where, *counts)))

    def closing(self, outcome: Outcome) -> Iterator[RenderableType]:
        """What is said after the last match."""
        played = f"{outcome.played} of {outcome.matches} matches"
        yield Text("")
        yield Leaderboard(self.rank(), f"{self._plan.name}, {played}")
        yield from self._faults()
        if outcome.secret is not None:
            yield Text(f"the league's secret: {outcome.secret}")
        else:
            yield Text(f"stopped after {played}; the same command goes on", "yellow")

    def _faults(self) -> Iterator[Text]:
        """Who faulted, how often and how: names the way to the details."""
        guilty = [one for one in self._standings if one.faults]
        for one in guilty:
            kinds = ", ".join(f"{harmless(k)} {n}" for k, n in one.fault_kinds.items())
            yield Text(f"faults of {harmless(one.bot)}: {kinds}", "red")
        if guilty:
            file = harmless(str(self._file))
            logs = harmless(str(self._file.with_suffix(".logs")))
            yield Text(f"`arena match list {file} --faults` lists them; logs: {logs}", "dim")
