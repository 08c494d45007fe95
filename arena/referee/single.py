"""One match by itself, outside any league."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from arena.referee.build import build
from arena.referee.host import Host

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arena.match.order import MatchOrder
    from arena.match.record import Record
    from arena.referee.manifest import BotSpec

LAST_LINES = 8


async def play_one(specs: Sequence[BotSpec], order: MatchOrder, logs: Path) -> Record:
    """Build the bots that want it, play one match with fresh processes, and end them.

    Args:
        specs: the bots that `order.seating` names.
        order: the match.
        logs: the folder for what bots print.

    Raises:
        ConfigError: a bot can't be built.
        RefereeError: the harness failed.
    """
    for spec in specs:
        build(spec, logs)
    async with Host(specs, logs, order.time) as host:
        return await host.play(order)


def last_lines(log: Path, most: int = LAST_LINES) -> tuple[str, ...]:
    """The last lines that a bot printed; none if there is no log."""
    if not log.is_file():
        return ()
    with log.open(encoding="utf-8", errors="replace") as file:
        printed = (line.rstrip() for line in file if not line.startswith("--- "))
        return tuple(deque(filter(None, printed), most))
