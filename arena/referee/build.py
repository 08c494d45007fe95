"""Builds a bot whose manifest has a `build` command, before it is first started."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.referee.manifest import FILE, program

if TYPE_CHECKING:
    from pathlib import Path

    from arena.referee.manifest import BotSpec


def build(bot: BotSpec, logs: Path) -> None:
    """Run the bot's `build` command in its folder; what it prints goes to a log in `logs`.

    It is run before every league and has to be quick if there is nothing to do, as make is.

    Raises:
        ConfigError: the command can't be started, or fails.
    """
    if bot.manifest.build is None:
        return
    logs.mkdir(parents=True, exist_ok=True)
    log = logs / f"{bot.name}.build.log"
    command = program(bot.manifest.build)
    where = f"{bot.folder / FILE}: build"
    try:
        with log.open("wb") as output:
            done = subprocess.run(
                command,
                cwd=bot.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            )
    except OSError as error:
        raise ConfigError(f"{where}: can't run {command[0]!r}: {error.strerror}") from error
    if done.returncode != 0:
        raise ConfigError(f"{where}: ended with exit code {done.returncode}; see {log}")
