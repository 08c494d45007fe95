"""`arena match`: matches that were played, to look at, to prove, and to play again."""

from __future__ import annotations

import itertools
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.exits import Code
from arena.cli.terminal import READABLE, screen, signs_of
from arena.errors import RecordError
from arena.league.played import Played, open_played, rerun
from arena.match.record import Record
from arena.match.replay import replay
from arena.referee.loop import run
from arena.report.lists import match_rows
from arena.report.telling import tell
from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arena.match.replay import Difference

LEAGUE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def match() -> None:
    """List, tell, prove and repeat matches."""


@match.command(name="list")
@click.argument("file", type=LEAGUE)
@click.option("--bot", metavar="NAME", help="Only matches in which this bot sat.")
@click.option("--lost", metavar="NAME", help="Only matches that this bot lost.")
@click.option("--faults", is_flag=True, help="Only matches that a bot's fault ended.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="No more than so many.")
def list_command(
    file: Path, bot: str | None, lost: str | None, faults: bool, limit: int | None
) -> None:
    """List the matches that the league of FILE has played, in the order of its schedule."""
    console = screen()
    with open_played(file) as played:
        found = itertools.islice(played.find(bot=bot, lost=lost, faults=faults), limit)
        console.print(match_rows(found, signs_of(console)))


@match.command(name="show")
@click.argument("file", type=LEAGUE)
@click.argument("match_id", metavar="[ID]", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The match told, or its record.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Cards as 5c instead of 5♣.")
@click.pass_context
def show_command(
    ctx: click.Context, file: Path, match_id: str | None, form: str, ascii_only: bool
) -> None:
    """Tell a match: of the league of FILE the one called ID, or the record in FILE."""
    record = _record(ctx, file, match_id)
    if form == "json":
        click.echo(record.to_json())
        return
    console = screen(width_in_file=READABLE)
    for part in tell(record, signs_of(console, ascii_only=ascii_only)):
        console.print(part)


@match.command(name="replay")
@click.argument("file", type=LEAGUE)
@click.argument("match_id", metavar="[ID]", required=False)
@click.option("--all", "all_", is_flag=True, help="Every match of the league.")
@click.pass_context
def replay_command(ctx: click.Context, file: Path, match_id: str | None, all_: bool) -> None:
    """Prove matches: play their records' actions again, and compare everything.

    Of the league of FILE the match called ID, or --all; or the record in FILE. In a league it
    is also proved that name, seating and deal are what the league's secret gives. Exits with 1
    at the first difference.
    """
    with _proofs(ctx, file, match_id, all_=all_) as proofs:
        count = 0
        for name, difference in proofs:
            if difference is not None:
                click.echo(harmless(f"{name}: {difference}"))
                ctx.exit(Code.WRONG)
            count += 1
    click.echo(f"{count} {'match' if count == 1 else 'matches'} replayed, no difference")


@match.command(name="rerun")
@click.argument("file", type=LEAGUE)
@click.argument("match_id", metavar="ID")
@click.pass_context
def rerun_command(ctx: click.Context, file: Path, match_id: str) -> None:
    """Play a match of a league again, with the same bots, seed and seats.

    Says whether it came out the same, and exits with 1 if it didn't.
    """
    with open_played(file) as played, tempfile.TemporaryDirectory("-arena-rerun") as logs:
        again = run(rerun(played.league, played.ledger.record(match_id), Path(logs)))
    for name in again.changed:
        click.echo(f"{harmless(name)} was changed since the match was played")
    if again.difference is None:
        click.echo(f"{match_id}: came out the same, {len(again.record.steps)} steps")
        return
    click.echo(harmless(f"{match_id}: came out different: {again.difference.where}"))
    click.echo(harmless(f"  the first time: {again.difference.expected}"))
    click.echo(harmless(f"  this time: {again.difference.came}"))
    ctx.exit(Code.WRONG)


@contextmanager
def _proofs(
    ctx: click.Context, file: Path, match_id: str | None, *, all_: bool
) -> Iterator[Iterable[tuple[str, Difference | None]]]:
    """What is to be proved, and lazily how that went."""
    if _is_record(file):
        record = _record(ctx, file, match_id)
        yield [(record.match_id, replay(record))]
        return
    if (match_id is None) != all_:
        raise click.UsageError("expected a match's ID or --all, and not both", ctx)
    with open_played(file) as played:
        yield _prove(played, played.match_ids if match_id is None else [match_id])


def _prove(played: Played, ids: Iterable[str]) -> Iterator[tuple[str, Difference | None]]:
    for match_id in ids:
        yield match_id, played.prove(match_id)


def _record(ctx: click.Context, file: Path, match_id: str | None) -> Record:
    """The record that a command is about."""
    if _is_record(file):
        if match_id is not None:
            raise click.UsageError(f"{file} is one record: expected no ID", ctx)
        return _read(file)
    if match_id is None:
        raise click.UsageError("expected a match's ID after the league file", ctx)
    with open_played(file) as played:
        return played.ledger.record(match_id)


def _is_record(file: Path) -> bool:
    return file.suffix == ".json"


def _read(file: Path) -> Record:
    try:
        return Record.from_json(file.read_bytes())
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from error
