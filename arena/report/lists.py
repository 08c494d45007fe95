"""Short reports: a league's plan, a list of matches, what a check of a game came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from arena.report.hanging import Hanging
from arena.report.progress import about
from arena.report.telling import fault_words
from arena.report.trimmed import Trimmed
from arena.report.untrusted import fitted, harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from arena.games.conform import Report
    from arena.league.plan import Plan
    from arena.match.record import Record
    from arena.report.signs import Signs

NAME_WIDTH = 20


def plan_rows(plan: Plan) -> Iterator[RenderableType]:
    """What a league is going to do, a number a line."""
    bots = ", ".join(entry.rpartition("@")[0] for entry in plan.entries)
    rows = (
        ("league", plan.name),
        ("ruleset", plan.ruleset),
        ("bots", f"{len(plan.entries)}: {bots}"),
        ("tables", f"{plan.tables}"),
        ("deals", _deals(plan)),
        ("seatings", plan.seatings),
        ("matches", f"{plan.matches}"),
        ("rounds", f"{plan.rounds}, {plan.passes} passes in all"),
        ("restarts", f"{plan.restarts} starts of bot processes"),
        ("workers", f"{plan.workers}"),
        ("time", f"{about(plan.seconds)} if the bots are quick"),
    )
    for name, value in rows:
        yield Hanging(Text(f"{name:<8}", "dim"), harmless(value))


def _deals(plan: Plan) -> str:
    if plan.alone:
        with_remote = f"{plan.alone} table{'s' if plan.alone > 1 else ''} with a remote bot"
        return f"{plan.blocks}; at {with_remote} every match has one of its own"
    return f"{plan.blocks}, {plan.blocks // max(plan.tables, 1)} a table"


def match_rows(records: Iterable[Record], signs: Signs) -> Trimmed:
    """A line a match: who sat where, who lost, how it ended."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("match", no_wrap=True)
    table.add_column("seats")
    table.add_column("lost")
    table.add_column("steps", justify="right")
    table.add_column("end", overflow="fold")
    for record in records:
        names = [fitted(player.bot, NAME_WIDTH, signs.ellipsis) for player in record.seating]
        table.add_row(
            Text(harmless(record.match_id)),
            Text(" ".join(names)),
            Text(" ".join(names[seat] for seat in record.losers)),
            str(len(record.steps)),
            _end(record),
        )
    return Trimmed(table)


def _end(record: Record) -> Text:
    if record.fault is None:
        return Text(record.reason.value)
    return Text(f"fault: {fault_words(record.fault.kind)}", "red")


def conform_report(report: Report) -> Iterator[RenderableType]:
    """Every promise of the interface, and whether it was kept."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("promise", no_wrap=True)
    table.add_column("tried", justify="right")
    table.add_column("", overflow="fold")
    for check in report.checks:
        table.add_row(Text(check.name), str(check.runs), _kept(check.runs, check.failure))
    yield Trimmed(table)
    verdict = "conforms" if report.conforms else "does not conform"
    matches = f"{report.matches} random matches, {report.decisions} decisions"
    style = "bold green" if report.conforms else "bold red"
    yield Text(f"{harmless(report.game)} {verdict} ({matches})", style)


def _kept(runs: int, failure: str | None) -> Text:
    if failure is not None:
        return Text(f"broken: {harmless(failure)}", "red")
    return Text("kept", "green") if runs else Text("never came up", "red")
