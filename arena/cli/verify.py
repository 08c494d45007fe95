"""`arena league verify`: prove a whole ledger."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.live import Live
from rich.text import Text

from arena.cli.exits import Code
from arena.cli.terminal import screen
from arena.cli.watch import LINE_EVERY
from arena.league.config import cpus
from arena.league.verify import verify
from arena.report.progress import Bar, Pace, progress_line
from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, RenderableType

    from arena.league.verify import Verification

FIRST = 10
"""How many findings are told one by one."""


class _Hash(click.ParamType[str]):
    name = "hash"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Take 64 hex digits."""
        if not re.fullmatch("[0-9a-fA-F]{64}", value):
            self.fail(f"expected a SHA-256, 64 hex digits, got {value!r}", param, ctx)
        return value.lower()


@click.command(name="verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--hash",
    "published",
    metavar="HEX",
    type=_Hash(),
    help="The hash of the secret, as it was shown when the league began.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many processes work at it; else as many as there are processors.",
)
@click.pass_context
def verify_command(
    ctx: click.Context, file: Path, published: str | None, workers: int | None
) -> None:
    """Prove all that a league has played.

    FILE is a league file, or a ledger by itself. Checked are the file's seal, the secret's
    hash, every deal, seating and row, every match by playing its actions again, and the
    leaderboard by computing it again. Exits with 1 if anything differs.
    """
    console = screen()
    with _progress(console) as progress:
        found = verify(file, progress, workers=workers or cpus(), published=published)
    for line in _told(found):
        console.print(Text(harmless(line)))
    if found.findings:
        ctx.exit(Code.WRONG)


def _told(found: Verification) -> Iterator[str]:
    for finding in found.findings[:FIRST]:
        yield str(finding)
    if rest := len(found.findings[FIRST:]):
        yield f"and {rest} more"
    if found.findings:
        return
    matches = "the 1 match holds" if found.matches == 1 else f"all {found.matches} matches hold"
    left = f"; {found.missing} of the schedule are not played yet" if found.missing else ""
    yield matches + left
    yield f"SHA-256 of the secret that the deals come from: {found.commitment}"


class _Lines:
    """A plain line now and then."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pace = Pace(0, 0, time.monotonic())
        self._last_line = time.monotonic()

    def __call__(self, total: int) -> None:
        """Count a match of so many, and say a line if one is due."""
        now = time.monotonic()
        self._pace.total = total
        self._pace.add(now)
        if now - self._last_line >= LINE_EVERY:
            self._last_line = now
            ascii_only = self._console.options.ascii_only
            self._console.print(Text(progress_line(self._pace, now, ascii_only=ascii_only)))

    def bar(self) -> RenderableType:
        """The same as a bar."""
        return Bar(self._pace, time.monotonic())


class _Silent(_Lines):
    """Counts only: the bar shows it."""

    def __call__(self, total: int) -> None:
        """Count a match of so many."""
        self._pace.total = total
        self._pace.add(time.monotonic())


@contextmanager
def _progress(console: Console) -> Iterator[_Lines]:
    """A bar on a terminal, lines elsewhere; gone when it ends."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(console)
        return
    counted = _Silent(console)
    with Live(console=console, get_renderable=counted.bar, transient=True):
        yield counted
