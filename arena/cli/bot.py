"""`arena bot`: make, build, list and check bots."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from arena.cli.exits import Code
from arena.cli.terminal import READABLE, screen
from arena.cli.token import token
from arena.errors import ConfigError
from arena.match.clock import TimeControl
from arena.referee import starters
from arena.referee.build import build
from arena.referee.manifest import FILE, load_manifest
from arena.referee.readiness import readiness
from arena.referee.single import last_lines
from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from arena.referee.check.findings import Finding, Report

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


SHOWN = 40
"""How many lines are shown of what a build that failed has printed."""


@click.group()
def bot() -> None:
    """Make, build, list and check bots."""


bot.add_command(token)


@bot.command()
@click.argument("name")
@click.option(
    "--lang",
    "language",
    type=click.Choice(list(starters.LANGUAGES)),
    default="python",
    show_default=True,
    help="What it is written in; bridge-…: reads and writes lines of JSON.",
)
@click.option(
    "--into",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where its folder is made, instead of here.",
)
def new(name: str, language: str, into: Path) -> None:
    """Make a bot that plays, to be changed: a folder called NAME."""
    spec = starters.make_bot(name, language, into)
    folder = harmless(str(into / name))
    click.echo(f"made {folder}, a bot in {harmless(spec.manifest.language)}; what to do next:")
    steps = []
    if spec.manifest.build is not None:
        steps.append((f"arena bot build {folder}", "after every change"))
    steps.append((f"arena bot check {folder}", "would it be let into a league?"))
    steps.append((f"arena play {folder} {folder} {folder}", "watch it play a match"))
    for command, why in steps:
        click.echo(f"    {command:<40}  {why}")


@bot.command(name="build")
@click.argument("folders", metavar="PATH…", nargs=-1, required=True, type=FOLDER)
@click.pass_context
def build_command(ctx: click.Context, folders: tuple[Path, ...]) -> None:
    """Build the bots in these folders, as their manifests say.

    Exits with 1 if one can't be built.
    """
    failed = False
    for folder in folders:
        spec = load_manifest(folder)
        if spec.manifest.build is None:
            click.echo(f"{spec.name}: nothing to build")
            continue
        command = harmless(" ".join(spec.manifest.build))
        with tempfile.TemporaryDirectory(prefix="arena-build-") as logs:
            try:
                build(spec, Path(logs))
            except ConfigError as error:
                failed = True
                click.echo(f"{spec.name}: {harmless(str(error).partition('; see ')[0])}")
                for line in last_lines(Path(logs) / f"{spec.name}.build.log", SHOWN):
                    click.echo(f"    {harmless(line)}")
            else:
                click.echo(f"{spec.name}: built ({command})")
    if failed:
        ctx.exit(Code.WRONG)


@bot.command(name="list")
@click.argument("folders", metavar="[DIR…]", nargs=-1, type=FOLDER)
def list_command(folders: tuple[Path, ...]) -> None:
    """List bots, and whether they can be started here: those in bots/, or in these folders."""
    from arena.report.bots import bot_rows  # noqa: PLC0415 - only this command needs it

    found, broken = [], []
    for folder in _bot_folders(folders or (Path("bots"),)):
        try:
            spec = load_manifest(folder)
        except ConfigError as error:
            broken.append(str(error))
        else:
            found.append((spec, readiness(spec)))
    if found:
        screen().print(bot_rows(found))
    for text in broken:
        click.echo(f"not a bot: {harmless(text)}")
    if not found and not broken:
        click.echo("there are no bots here")


def _bot_folders(folders: tuple[Path, ...]) -> Iterator[Path]:
    """Folders that are bots, or hold some."""
    for folder in folders:
        if (folder / FILE).is_file():
            yield folder
        elif folder.is_dir():
            yield from sorted(file.parent for file in folder.glob(f"*/{FILE}"))


@bot.command()
@click.argument("folder", metavar="PATH", type=FOLDER)
@click.option(
    "--deals",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Deals of every number of seats, in every seat, of every game that it plays.",
)
@click.option(
    "--move-time",
    type=click.FloatRange(0.001, 86_400),
    default=1.0,
    show_default=True,
    help="Seconds for a decision.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="The report for programs, when all is done."
)
@click.pass_context
def check(
    ctx: click.Context, folder: Path, *, deals: int, move_time: float, as_json: bool
) -> None:
    """Check the bot in PATH as if it were handed in for a league.

    Its manifest and its build, its start, matches in every seat, its time and memory, whether
    the same seed gives the same match, whether several matches at once and messages of a newer
    referee disturb it, and whether it ends. It is kept as bots in leagues are. Exits with 1 if
    something fails.
    """
    from arena.referee.check.check import check as run_check  # noqa: PLC0415 - grpc is heavy
    from arena.referee.loop import run  # noqa: PLC0415

    console = screen(width_in_file=READABLE)
    told = None if as_json else lambda finding: _tell(console, finding)
    with tempfile.TemporaryDirectory(prefix="arena-check-") as logs:
        time = TimeControl(move_time=move_time)
        report = run(run_check(folder, Path(logs), deals=deals, time=time, tell=told))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report)))
    else:
        _tell_sum(console, report)
    if not report.passed:
        ctx.exit(Code.WRONG)


def _tell(console: Console, finding: Finding) -> None:
    from arena.report.bots import finding_rows  # noqa: PLC0415

    for row in finding_rows(finding):
        console.print(row)


def _tell_sum(console: Console, report: Report) -> None:
    from arena.report.bots import verdict_row  # noqa: PLC0415

    console.print(verdict_row(report))
