"""How far a run has come: the pace, as numbers, and the lines and the bar that show it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from arena.report.signs import ASCII, UNICODE

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

RECENT: Final = 30.0
"""Seconds over which the pace is taken: passes differ, and so do bots."""

SURE: Final = 3.0
"""Seconds after the start before a pace means anything: first the bots have to start."""


class Pace:
    """Counts matches as they come. Times are seconds of any monotonic clock.

    Attributes:
        total: matches in all.
        before: how many of them were there at the start.
        done: how many are there now.
    """

    def __init__(self, total: int, before: int, now: float) -> None:
        """Start at `now`, with `before` of `total` matches done."""
        self.total = total
        self.before = before
        self.done = before
        self._start = now
        self._recent: deque[float] = deque()

    def add(self, now: float) -> None:
        """A match is done."""
        self.done += 1
        self._recent.append(now)

    def rate(self, now: float) -> float:
        """Matches a second, of late."""
        while self._recent and self._recent[0] < now - RECENT:
            self._recent.popleft()
        span = min(now - self._start, RECENT)
        return len(self._recent) / span if span > 0 else 0.0

    def left(self, now: float) -> float | None:
        """Seconds that the rest will take at this pace; None while nobody can say."""
        if self.done >= self.total:
            return 0.0
        rate = self.rate(now)
        return (self.total - self.done) / rate if rate and now - self._start >= SURE else None


def clock(seconds: float | None) -> str:
    """A duration: `0:07`, `12:30`, `1:02:03`; `-:--` for None."""
    if seconds is None:
        return "-:--"
    minutes, second = divmod(round(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def about(seconds: float) -> str:
    """An estimate in words: `about 40 s`, `about 3 min`, `about 2 h`."""
    if seconds < 90:
        return f"about {max(round(seconds), 1)} s"
    minutes = seconds / 60
    return f"about {minutes:.0f} min" if minutes < 90 else f"about {minutes / 60:.0f} h"


class Bar:
    """A renderable: the bar, the count, the rate, the time left, and a remark."""

    def __init__(self, pace: Pace, now: float, remark: str = "", warning: str = "") -> None:
        """Show `pace` as it is at `now`; remark and warning are harmless text."""
        self._pace = pace
        self._now = now
        self._remark = remark
        self._warning = warning

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One line with the bar, one with the remark."""
        pace, now = self._pace, self._now
        grid = Table.grid(padding=(0, 2, 0, 0), expand=True)
        grid.add_column(ratio=1)
        for _ in range(3):
            grid.add_column(justify="right", no_wrap=True)
        grid.add_row(
            ProgressBar(total=max(pace.total, 1), completed=pace.done),
            Text(f"{pace.done} of {pace.total}"),
            Text(f"{pace.rate(now):.1f}/s", "cyan"),
            Text(f"{clock(pace.left(now))} left", "cyan"),
        )
        yield grid
        yield Text(self._remark, "dim")
        if self._warning:
            yield Text(self._warning, "yellow")


def progress_line(pace: Pace, now: float, ascii_only: bool) -> str:
    """The same as one plain line."""
    dot = (ASCII if ascii_only else UNICODE).dot
    parts = (
        f"{pace.done} of {pace.total}",
        f"{100 * pace.done / max(pace.total, 1):.0f} %",
        f"{pace.rate(now):.1f}/s",
        f"{clock(pace.left(now))} left",
    )
    return f" {dot} ".join(parts)
