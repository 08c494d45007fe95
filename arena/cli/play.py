"""`arena play`: one match between bot folders, told in words."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.chance import seed_from_text
from arena.cli.doctor import warn_if_bare
from arena.cli.exits import Code
from arena.cli.terminal import READABLE, screen, signs_of, write
from arena.errors import ConfigError
from arena.games.registry import parse_ruleset
from arena.league.config import game_name, renamed
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.loop import run
from arena.referee.manifest import load_manifest
from arena.referee.single import last_lines, play_one
from arena.report.telling import LogTail, tell, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arena.games.ruleset import Ruleset
    from arena.match.record import Record
    from arena.referee.manifest import BotSpec

MATCH_ID = "play"


@click.command()
@click.argument(
    "bots", metavar="BOT BOT…", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--game", default="atlanta", show_default=True, help="What is played.")
@click.option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the game; may be repeated.",
)
@click.option(
    "--seed", metavar="TEXT", help="Any text: it fixes the deal and the bots' chance."
)
@click.option(
    "--move-time",
    type=click.FloatRange(0.001, 86_400),
    default=1.0,
    show_default=True,
    help="Seconds for a decision.",
)
@click.option(
    "--record",
    "record_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the match's record there.",
)
@click.option(
    "--logs",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep what the bots print there; else it is kept only after a fault.",
)
@click.option("--ascii", "ascii_only", is_flag=True, help="Cards as 5c instead of 5♣.")
@click.option("--quiet", is_flag=True, help="Say only who lost.")
@click.pass_context
def play(
    ctx: click.Context,
    *,
    bots: tuple[Path, ...],
    game: str,
    options: tuple[str, ...],
    seed: str | None,
    move_time: float,
    record_file: Path | None,
    logs: Path | None,
    ascii_only: bool,
    quiet: bool,
) -> None:
    """Play one match between bots, and tell it.

    BOT is a bot's folder; there are as many seats as bots, and the first sits in seat 0. The
    same folder may sit in several seats. With the same seed the same bots play the same match
    again; without one the deal is a fresh one, and its seed is said.

    Exits with 1 if the match ended by a bot's fault.
    """
    ruleset = parse_ruleset(f"{game}[{','.join(options)}]/{len(bots)}")
    specs = _specs(bots, ruleset)
    if seed is None:
        seed = secrets.token_hex(8)
    elif not seed:
        raise click.BadParameter("expected a text, got an empty one", ctx, param_hint="--seed")
    seats = tuple(range(len(specs)))
    time = TimeControl(move_time=move_time)
    order = MatchOrder(MATCH_ID, ruleset, seed_from_text(seed), seats, time)
    with _log_folder(logs) as folder:
        record = run(play_one(specs, order, folder.path))
        folder.keep = record.fault is not None
    warn_if_bare(record.sandbox)
    if record_file is not None:
        write(record_file, record.to_json() + b"\n")
    _say(record, seed, _log_of(record, folder.path), ascii_only=ascii_only, quiet=quiet)
    if record.fault is not None:
        ctx.exit(Code.WRONG)


def _say(
    record: Record, seed: str, log: LogTail | None, *, ascii_only: bool, quiet: bool
) -> None:
    console = screen(width_in_file=READABLE)
    signs = signs_of(console, ascii_only=ascii_only)
    for part in verdict(record, log) if quiet else tell(record, signs, log, seed):
        console.print(part)


def _specs(folders: Sequence[Path], ruleset: Ruleset) -> list[BotSpec]:
    """The bots, each under a name of its own."""
    specs = [load_manifest(folder) for folder in folders]
    game = game_name(ruleset)
    for spec in specs:
        if game not in spec.manifest.games:
            plays = ", ".join(spec.manifest.games)
            raise ConfigError(f"{spec.folder}: {spec.name} doesn't play {game}, but {plays}")
    names = [spec.name for spec in specs]
    return [
        renamed(spec, f"{spec.name}-{seat}") if names.count(spec.name) > 1 else spec
        for seat, spec in enumerate(specs)
    ]


class _Logs:
    """The folder of the bots' logs.

    Attributes:
        path: the folder.
        keep: whether it stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.keep = False


@contextmanager
def _log_folder(wanted: Path | None) -> Iterator[_Logs]:
    """The folder that was asked for, or a temporary one."""
    if wanted is not None:
        yield _Logs(wanted)
        return
    logs = _Logs(Path(tempfile.mkdtemp(prefix="arena-play-")))
    try:
        yield logs
    finally:
        if not logs.keep:
            shutil.rmtree(logs.path, ignore_errors=True)


def _log_of(record: Record, folder: Path) -> LogTail | None:
    """The end of the log of the bot whose fault it was."""
    if record.fault is None:
        return None
    log = folder / f"{record.seating[record.fault.seat].bot}.log"
    return LogTail(str(log), last_lines(log))
