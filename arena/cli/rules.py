"""`arena rules`: the rules in words, and checks of what plays by them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from arena.cli.exits import Code
from arena.cli.terminal import screen
from arena.games import registry
from arena.games.conform import conform
from arena.games.text import OWN_SECTIONS, rules_text
from arena.games.vectors import Checked, check_files
from arena.report.lists import conform_report
from arena.report.untrusted import harmless


@click.group()
def rules() -> None:
    """Show the games' rules, and check the engine."""


@rules.command()
@click.argument("game", type=click.Choice(list(OWN_SECTIONS)))
def show(game: str) -> None:
    """Show the rules of a game as they are played here.

    Formatted on a terminal; the Markdown itself into a pipe or file.
    """
    text = rules_text(game)
    console = screen()
    if not console.is_terminal:
        click.echo(text, nl=False)
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - heavy, and only needed here

    console.width = min(console.width, 96)
    console.print(Markdown(text))


@rules.command()
@click.argument(
    "files",
    metavar="FILE…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...]) -> None:
    """Check the engine against vector files.

    *.jsonl files hold whole games: at every decision the legal actions are compared, at the end
    hands, order and losers. *.json files hold seeds and what they give. The first difference is
    printed, and ends the check with exit code 1.
    """
    checked = check_files(files)
    click.echo(_sum_of(checked))
    if checked.difference is not None:
        click.echo(harmless(f"difference: {checked.difference}"))
        ctx.exit(Code.WRONG)


def _sum_of(checked: Checked) -> str:
    parts = []
    if checked.games or not checked.seeds:
        parts.append(f"{checked.games} games with {checked.decisions} decisions")
    if checked.seeds:
        parts.append(f"{checked.seeds} seeds")
    return f"checked: {' and '.join(parts)}" + ("" if checked.difference else ", all agree")


@rules.command(name="conform")
@click.argument("game")
@click.option(
    "--matches",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="Random matches of each of the game's rulesets.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="For other matches.")
@click.pass_context
def conform_command(ctx: click.Context, game: str, matches: int, seed: int) -> None:
    """Check a game against the interface that every game must keep.

    For games of other packages too: any that is registered under "arena.games".
    """
    report = replace(conform(registry.get(game), matches=matches, seed=seed), game=game)
    console = screen()
    for part in conform_report(report):
        console.print(part)
    if not report.conforms:
        ctx.exit(Code.WRONG)
