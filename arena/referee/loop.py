"""The event loop that referees and workers run on: uvloop, where it is installed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

try:
    import uvloop as loops
except ImportError:  # not made for every system
    loops = asyncio  # type: ignore[misc]

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


def run(work: Coroutine[object, object, T]) -> T:
    """Run `work` to its end on a new loop, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=loops.new_event_loop) as runner:
        return runner.run(work)
