"""A check from the first step to the report."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from arena.match.clock import TimeControl
from arena.referee.check.course import Course
from arena.referee.check.notes import Failed
from arena.referee.host import Host
from arena.referee.manifest import load_manifest
from arena.referee.sandbox.sandbox import CAREFUL, STANDARD

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.referee.check.findings import Finding, Report
    from arena.referee.manifest import BotSpec
    from arena.referee.sandbox.limits import Limits
    from arena.referee.sandbox.rungs import Policy

OPPONENT = Path(__file__).parent / "opponent"


async def check(
    folder: Path,
    logs: Path,
    *,
    deals: int = 1,
    time: TimeControl | None = None,
    policy: Policy = CAREFUL,
    limits: Limits = STANDARD,
    tell: Callable[[Finding], None] | None = None,
) -> Report:
    """Check the bot in that folder.

    Args:
        folder: the bot's.
        logs: an empty folder for what the bots print.
        deals: how many deals of each number of seats are played in each seat.
        time: how long the bot may think and start; None: as in a league that says nothing.
        policy: which rungs of isolation will do.
        limits: how much the bot may use.
        tell: is called with each finding when it is there.

    Raises:
        ConfigError: the machine doesn't give the isolation that the policy asks for.
        RefereeError: the harness failed.
    """
    course = Course(folder, logs, deals, time or TimeControl(), tell)
    try:
        spec = course.manifest()
        course.build(spec)
        opponents = _opponents(course.most_players - 1)
        host = Host(
            [spec, *opponents],
            logs,
            course.time,
            policy=policy,
            limits=limits,
            observers={0: course.watcher},
        )
        async with host:
            course.sandbox = host.rung
            await course.play(host)
    except Failed:
        pass
    else:
        course.afterwards(limits)
    return course.report()


def _opponents(count: int) -> list[BotSpec]:
    """The bots for the other seats, each under a name of its own."""
    spec = load_manifest(OPPONENT)
    return [
        dataclasses.replace(
            spec, manifest=msgspec.structs.replace(spec.manifest, name=f"opponent-{number}")
        )
        for number in range(1, count + 1)
    ]
