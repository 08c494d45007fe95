"""The command `arena` and where its commands are."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from arena import __version__
from arena.cli.exits import HELP, broken_pipe, exit_code
from arena.cli.lazy import LazyGroup

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "doctor": ("arena.cli.doctor:doctor", "Say how well bots are isolated on this machine."),
    "bot": ("arena.cli.bot:bot", "Make, build, list and check bots."),
    "league": ("arena.cli.league:league", "Plan, play and show leagues."),
    "match": ("arena.cli.match:match", "List, tell, prove and repeat matches."),
    "play": ("arena.cli.play:play", "Play one match between bots, and tell it."),
    "serve": ("arena.cli.serve:serve", "Play a league with bots on other machines."),
    "rules": ("arena.cli.rules:rules", "Show the games' rules, and check the engine."),
}
"""Where each command is, and what it does."""


class Arena(LazyGroup):
    """The root: tells errors in its own way, and sees to the exit code."""

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        **extra: Any,  # noqa: ANN401 - click's own
    ) -> NoReturn:
        """Run, and exit."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        extra["standalone_mode"] = False
        run = super().main
        sys.exit(exit_code(lambda: run(args, prog_name or "arena", **extra)))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; click would exit with 1 when the output's reader leaves."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            ctx.exit(broken_pipe())


@click.group(
    cls=Arena,
    lazy=COMMANDS,
    epilog=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 96},
)
@click.version_option(__version__, prog_name="arena", message="%(prog)s %(version)s")
def arena() -> None:
    """A tournament harness for bots that play card games with hidden hands."""
