"""`arena serve`: play a league in which bots on other machines take part."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.text import Text

from arena.cli.doctor import warn_if_bare
from arena.cli.exits import Code
from arena.cli.terminal import screen
from arena.cli.watch import play
from arena.league.config import load_league
from arena.league.serving import prepare
from arena.referee.sandbox.probe import find
from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.league.serving import Serving

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
@click.option("--listen", metavar="HOST:PORT", required=True, help="Where bots dial in.")
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    help="By which bots call this machine, if not by HOST; may be repeated.",
)
@click.option("--cert", type=FILE, metavar="PEM", help="Your own certificate, with its chain.")
@click.option("--key", type=FILE, metavar="PEM", help="And its key.")
@click.option("--plain", is_flag=True, help="Lines instead of a live display.")
@click.pass_context
def serve(
    ctx: click.Context,
    *,
    file: Path,
    listen: str,
    names: tuple[str, ...],
    cert: Path | None,
    key: Path | None,
    plain: bool,
) -> None:
    """Play a league with bots on other machines.

    They dial in over TLS, each with a token that `arena bot token` has made. Without --cert a
    certificate is made, and a file that bots need to know it by is kept beside FILE. Matches
    with a remote bot are played while it is connected. Otherwise this is `arena league run`.
    """
    if (cert is None) != (key is None):
        raise click.UsageError("--cert and --key go together", ctx)
    league = load_league(file)
    own = (cert, key) if cert is not None and key is not None else None
    serving = prepare(league, listen, names=names, own=own)
    warn_if_bare(find(league.policy).rung)
    console = screen()
    for line in _opening(serving, file):
        console.print(Text(harmless(line)))
    if play(league, file, console, plain=plain, listen=serving.listen).secret is None:
        ctx.exit(Code.INTERRUPTED)


def _opening(serving: Serving, file: Path) -> Iterator[str]:
    """What the owners of bots want to know."""
    yield f"listening at {serving.listen.address} for bots on other machines, over TLS"
    if serving.authority is not None:
        yield f"bots need {serving.authority} as ARENA_CA; SHA-256 {serving.fingerprint}"
        yield f"and may call this machine {', '.join(serving.names)}"
    else:
        yield f"SHA-256 of the certificate: {serving.fingerprint}"
    for name in serving.without_token:
        yield f"{name} has no token yet: `arena bot token {file} {name}` makes one"
