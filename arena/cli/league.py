"""`arena league`: plan a league, play it, show what came out."""

from __future__ import annotations

import dataclasses
import io
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from arena.cli.doctor import warn_if_bare
from arena.cli.exits import Code
from arena.cli.terminal import WIDE, screen, write
from arena.cli.verify import verify_command
from arena.league.config import cpus, load_league
from arena.league.plan import make_plan
from arena.league.played import open_played
from arena.referee.sandbox.probe import find
from arena.report.figures import standings_csv, standings_json
from arena.report.leaderboard import Leaderboard
from arena.report.lists import plan_rows

if TYPE_CHECKING:
    from arena.league.played import Played

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def league() -> None:
    """Plan, play and show leagues.

    FILE is a league file; what was played is kept beside it.
    """


league.add_command(verify_command)


@league.command()
@click.argument("file", type=FILE)
def plan(file: Path) -> None:
    """Say what a league is going to play, and about how long that takes."""
    console = screen()
    for row in plan_rows(make_plan(load_league(file), cpus())):
        console.print(row)


@league.command(name="run")
@click.argument("file", type=FILE)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many referees play at once, instead of what the file says.",
)
@click.option("--plain", is_flag=True, help="Lines instead of a live display.")
@click.pass_context
def run_command(ctx: click.Context, file: Path, workers: int | None, plain: bool) -> None:
    """Play a league, or what is left of it.

    Matches are written beside FILE as they end. Ctrl-C finishes the running ones and stops, a
    second one stops at once; the same command goes on later. What was played stays: a finished
    league is only shown.
    """
    from arena.cli.watch import play  # noqa: PLC0415 - only this command needs it

    chosen = load_league(file)
    if workers is not None:
        chosen = dataclasses.replace(chosen, workers=workers)
    warn_if_bare(find(chosen.policy).rung)
    if play(chosen, file, screen(), plain=plain).secret is None:
        ctx.exit(Code.INTERRUPTED)


@league.command()
@click.argument("file", type=FILE)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="For people or for programs.",
)
@click.option(
    "--output",
    metavar="PATH",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it there.",
)
def show(file: Path, form: str, output: Path | None) -> None:
    """Show a league's leaderboard, also while it is being played."""
    with open_played(file) as played:
        if form == "table" and output is None:
            _print_table(played, screen())
            return
        text = _text(played, form)
    if output is None:
        click.echo(text, nl=False)
    else:
        write(output, text)


def _print_table(played: Played, console: Console) -> None:
    count = f"{len(played.results)} of {played.matches} matches"
    console.print(Leaderboard(played.standings(), f"{played.league.name}, {count}"))
    if played.former:
        console.print(f"not counted: {played.former} matches of bots or deals that are gone")


def _text(played: Played, form: str) -> str:
    standings = played.standings()
    if form == "csv":
        return standings_csv(standings, played.league.ruleset.players)
    if form == "json":
        return standings_json(played.summary(), standings)
    console = Console(file=io.StringIO(), width=WIDE, markup=False, highlight=False)
    with console.capture() as capture:
        _print_table(played, console)
    return capture.get()
