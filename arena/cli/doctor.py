"""`arena doctor`: how well bots are isolated on this machine, and what helps."""

from __future__ import annotations

import click

from arena.cli.exits import Code
from arena.referee.sandbox.diagnosis import WARNING, diagnose
from arena.referee.sandbox.rungs import LADDER, Rung
from arena.report.untrusted import harmless


@click.command()
@click.option("--expect", type=click.Choice([rung.value for rung in LADDER]),
              help="Exit with 1 if the machine gives less than this rung.")  # fmt: skip
@click.pass_context
def doctor(ctx: click.Context, expect: str | None) -> None:
    """Say how well bots are isolated on this machine.

    Each rung of isolation is tried by running a program in it. The best one that works is what
    matches are played on, unless a league file asks for more or less.
    """
    diagnosis = diagnose()
    for line in diagnosis.lines:
        click.echo(harmless(line))
    if expect is not None and not diagnosis.rung.at_least(Rung(expect)):
        ctx.exit(Code.WRONG)


def warn_if_bare(rung: str) -> None:
    """Say it aloud if bots are not isolated."""
    if rung == Rung.BARE:
        click.echo(f"arena: warning: {WARNING}", err=True)
