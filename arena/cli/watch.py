"""Watching a league: a live display on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.live import Live
from rich.text import Text

from arena.league import runner
from arena.report.progress import progress_line
from arena.report.run_view import RunView
from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.console import Console, RenderableType

    from arena.league.config import League
    from arena.league.messages import VoidKind
    from arena.league.plan import Plan
    from arena.league.results import Result
    from arena.league.runner import Outcome
    from arena.league.schedule import Match, Pass
    from arena.referee.remote import Listen

RANK_EVERY = 1.0
"""Seconds between two computations of the live leaderboard."""

LINE_EVERY = 10.0
"""Seconds after which a plain line is due; sooner, when another tenth is done."""


class Watch:
    """Tells the run in plain lines, and is what the live display adds to."""

    def __init__(self, console: Console, league: League, file: Path) -> None:
        """Tell it on `console`, calling the league's file what the user called it."""
        self.console = console
        self._league = league
        self._file = file
        self._view: RunView | None = None
        self._last_line = 0.0
        self._next_share = 0.1

    @property
    def view(self) -> RunView:
        """The state of the run, from its start on."""
        assert self._view is not None  # noqa: S101 - the runner begins with on_start
        return self._view

    @contextmanager
    def watching(self) -> Iterator[None]:
        """The time of the run."""
        yield

    def on_start(self, plan: Plan, results: Sequence[Result], commitment: str) -> None:
        """Say what is going to be played."""
        self._last_line = time.monotonic()
        self._view = RunView(
            self._league, self._file, plan, results, commitment, now=self._last_line
        )
        for line in self.view.opening():
            self.console.print(line)

    def on_pass(self, one: Pass) -> None:
        """Note where the league is."""
        self.view.begin_pass(one)

    def on_result(self, result: Result) -> None:
        """Count it, and say a line if one is due."""
        now = time.monotonic()
        self.view.add(result, now)
        self.show(now)

    def show(self, now: float) -> None:
        """Say how far it is, not too often."""
        pace = self.view.pace
        share = pace.done / max(pace.total, 1)
        if now - self._last_line >= LINE_EVERY or share >= self._next_share:
            ascii_only = self.console.options.ascii_only
            self.console.print(Text(progress_line(pace, now, ascii_only=ascii_only)))
            self._last_line = now
            self._next_share = int(share * 10 + 1) / 10

    def on_void(self, match: Match, kind: VoidKind, detail: str) -> None:
        """Say that it will be played again, and why."""
        self.view.void()
        text = f"void ({kind.value}): {match.match_id}, to be played again: {detail}"
        self.console.print(Text(harmless(text), "yellow"))

    def on_benched(self, entry: str, matches: Sequence[Match]) -> None:
        """Say who plays no more, and what becomes of its matches."""
        self.console.print(Text(self.view.bench(entry, len(matches)), "red"))

    def on_remote(self, entry: str, *, here: bool) -> None:
        """Say who has come, and who has gone."""
        text = "is connected" if here else "is not connected any more: its matches wait"
        self.console.print(Text(harmless(f"{entry} {text}"), "green" if here else "yellow"))

    def on_stopping(self) -> None:
        """Say that it takes a moment."""
        self.view.stopping = True
        self.console.print(Text(self.view.stop_text(), "yellow"))

    def finish(self, outcome: Outcome) -> None:
        """Say how it ended."""
        for part in self.view.closing(outcome):
            self.console.print(part)


class LiveWatch(Watch):
    """The same with a bar and a leaderboard that move."""

    def __init__(self, console: Console, league: League, file: Path) -> None:
        """Show it on `console`, which is a terminal."""
        super().__init__(console, league, file)
        self._ranked = 0.0
        self._live = Live(
            console=console,
            get_renderable=self._renderable,
            transient=True,
            vertical_overflow="crop",
        )

    @contextmanager
    def watching(self) -> Iterator[None]:
        """The display goes when the run ends, whatever ends it."""
        try:
            yield
        finally:
            self._live.stop()

    def on_start(self, plan: Plan, results: Sequence[Result], commitment: str) -> None:
        """Say what is going to be played, and show the display below if anything is."""
        super().on_start(plan, results, commitment)
        if len(results) < plan.matches:
            self._live.start()

    def show(self, now: float) -> None:
        """Bring the leaderboard up to date; the display redraws itself."""
        if now - self._ranked >= RANK_EVERY:
            self._ranked = now
            self.view.rank()

    def on_stopping(self) -> None:
        """The display says it."""
        self.view.stopping = True

    def _renderable(self) -> RenderableType:
        return Text("") if self._view is None else self._view.live(time.monotonic())


def play(
    league: League, file: Path, console: Console, *, plain: bool, listen: Listen | None = None
) -> Outcome:
    """Play a league, or what is left of it, and show it: live, or in plain lines."""
    live = console.is_terminal and not console.is_dumb_terminal and not plain
    watch = (LiveWatch if live else Watch)(console, league, file)
    with watch.watching():
        outcome = runner.run(league, watch, listen)
    watch.finish(outcome)
    return outcome
