"""Where output goes: a terminal with its width and colours, or a pipe or file with neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import click
from rich.console import Console

from arena.cli.exits import broken_pipe
from arena.report.signs import ASCII, signs_for

if TYPE_CHECKING:
    from pathlib import Path

    from arena.report.signs import Signs

WIDE = 10_000
"""The width where there is no terminal: a table in a file is as wide as it is."""

READABLE = 100
"""The width of running text where there is no terminal."""


class Screen(Console):
    """A console that ends the program as everything here does when its reader leaves."""

    def on_broken_pipe(self) -> NoReturn:
        """Say nothing more, and exit with our code: rich's own is 1, which means a difference.

        Raises:
            SystemExit: always.
        """
        self.quiet = True
        raise SystemExit(broken_pipe())


def screen(*, width_in_file: int = WIDE) -> Console:
    """The console for standard output. It takes no markup: texts come ready."""
    console = Screen(markup=False, emoji=False, highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = width_in_file
    return console


def signs_of(console: Console, *, ascii_only: bool = False) -> Signs:
    """The signs that the console can show."""
    return ASCII if ascii_only else signs_for(console.encoding)


def write(path: Path, text: str | bytes) -> None:
    """Write a file.

    Raises:
        click.FileError: it can't be written.
    """
    try:
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    except OSError as error:
        raise click.FileError(str(path), error.strerror or "can't be written") from error
