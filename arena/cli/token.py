"""`arena bot token`: let a bot on another machine into a league."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.exits import Code
from arena.league.config import load_league
from arena.league.serving import revoke, token_for

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", metavar="LEAGUE", type=FILE)
@click.argument("name")
@click.option("--revoke", "revoked", is_flag=True, help="Take the token away instead.")
@click.pass_context
def token(ctx: click.Context, file: Path, name: str, revoked: bool) -> None:
    """Make the token with which a remote bot dials in.

    LEAGUE is a league file, NAME one of its remote bots. The token is printed this once: what
    is kept is its SHA-256. A new token takes the place of an older one. It counts from the
    next time that the bot dials in.
    """
    league = load_league(file)
    if not revoked:
        click.echo(token_for(league, name))
    elif revoke(league, name):
        click.echo(f"{name} has no token any more", err=True)
    else:
        click.echo(f"{name} had no token", err=True)
        ctx.exit(Code.WRONG)
