"""How long a process has thought about each of its open questions, and when that is too long.

A process that plays several matches is asked several questions at a time, and it answers them
one after the other. So a question is charged the time since it was sent, or since the process's
last answer if that came later: only then was it the question's turn. Answers that come in one
message share that time equally. The sum of what is charged is the time in which the process had
something to think about.

A question is late when nothing at all came for as long as it may take; and, so that none is put
off for ever behind others, when it has waited that long times the number of questions that were
open at once.

The time in which the referee itself was held up is taken off. Where CPU time is charged, and
the process used more of it than the clock shows, by several threads, that counts instead.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from arena.match.clock import MICRO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BEAT = 0.005
"""Seconds between two beats of the lag meter."""

_LAG_US = 3_000
"""Lag from which an answer may well be waiting to be read when its time is over."""


def now_us() -> int:
    """Microseconds of the monotonic clock."""
    return time.monotonic_ns() // 1000


class LagMeter:
    """How late this event loop is: it wants to beat every few milliseconds.

    Attributes:
        worst_us: the longest that the loop has been held up, microseconds.
    """

    def __init__(self) -> None:
        """Measure the running loop, until `stop`."""
        self._loop = asyncio.get_running_loop()
        self._beat_us = now_us()
        self._late_us = 0
        self.worst_us = 0
        self._handle = self._loop.call_later(_BEAT, self._beat)

    def held_us(self, now: int) -> int:
        """For how long the loop was held up until `now`, and could read nothing."""
        since = now - self._beat_us
        return max(since - int(_BEAT * MICRO), self._late_us if since < 1000 else 0, 0)

    def stop(self) -> None:
        """Beat no more."""
        self._handle.cancel()

    def _beat(self) -> None:
        now = now_us()
        self._late_us = now - self._beat_us - int(_BEAT * MICRO)
        self._beat_us = now
        self.worst_us = max(self.worst_us, self._late_us)
        self._handle = self._loop.call_later(_BEAT, self._beat)


class Stopwatch:
    """Times the open questions of one process; they are named by the number of their match."""

    def __init__(
        self,
        lag: LagMeter,
        expired: Callable[[int, int], None],
        cpu_us: Callable[[], int | None] = lambda: None,
    ) -> None:
        """Time questions.

        Args:
            lag: of the referee's loop.
            expired: called with a match and what it had waited when its question is late.
            cpu_us: the CPU time that the process has used, microseconds; None if it isn't
                charged.
        """
        self._lag = lag
        self._cpu_us = cpu_us
        self._cpu_before: int | None = None
        self._expired = expired
        self._loop = asyncio.get_running_loop()
        self._open: dict[int, tuple[int, int]] = {}
        self._most = 0
        self._answered_us = 0
        self._timer: asyncio.TimerHandle | None = None
        self._due_us = 0

    @property
    def idle(self) -> bool:
        """Whether no question is open."""
        return not self._open

    def has(self, match: int) -> bool:
        """Whether the match has an open question."""
        return match in self._open

    def waited(self, match: int, now: int) -> int:
        """For how long the match's question has been open, microseconds; 0 if none is."""
        return now - self._open[match][0] if match in self._open else 0

    def start(self, match: int, patience_us: int, now: int) -> None:
        """A question is sent, and may take `patience_us` microseconds."""
        if not self._open:
            self._cpu_before = self._cpu_us()
        self._open[match] = now, patience_us
        self._most = max(self._most, len(self._open))
        due = now + patience_us
        if self._timer is None or due < self._due_us:
            self._set(due)

    def drop(self, match: int) -> None:
        """The match's question, if one is open, needs no answer any more."""
        self._open.pop(match, None)
        if not self._open:
            self._most = 0

    def answered(self, matches: Sequence[int], now: int) -> list[int]:
        """One message has answered these questions: what each is charged, microseconds."""
        held = self._lag.held_us(now)
        cpu = self._cpu_since_then()
        charged = [
            max(now - self._turn(self._open[match][0]) - held, cpu, 0) // len(matches)
            for match in matches
        ]
        for match in matches:
            self.drop(match)
        self._answered_us = now
        return charged

    def stop(self) -> None:
        """Nothing is late any more."""
        self._open.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _cpu_since_then(self) -> int:
        """The CPU time used since this was last asked, or the turn began."""
        before, self._cpu_before = self._cpu_before, self._cpu_us()
        return 0 if before is None or self._cpu_before is None else self._cpu_before - before

    def _turn(self, sent: int) -> int:
        """When a question that was sent then had its turn."""
        return max(sent, self._answered_us)

    def _deadline(self, sent: int, patience: int) -> int:
        return min(self._turn(sent) + patience, sent + patience * self._most)

    def _set(self, due: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._due_us = due
        delay = max(due - now_us(), 0) / MICRO
        self._timer = self._loop.call_later(delay, self._look)

    def _look(self) -> None:
        """Find out what is late: answers may have moved deadlines since the timer was set."""
        self._timer = None
        now = now_us()
        if self._lag.held_us(now) > _LAG_US:
            self._set(now + _LAG_US)  # an answer may be there, unread
            return
        late = [
            (match, now - self._turn(sent))
            for match, (sent, patience) in self._open.items()
            if self._deadline(sent, patience) <= now
        ]
        for match, waited in late:
            if match in self._open:
                self.drop(match)
                self._expired(match, waited)
        if self._open and self._timer is None:
            self._set(min(self._deadline(*times) for times in self._open.values()))
