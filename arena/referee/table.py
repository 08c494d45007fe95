"""One match at its table: carries questions and answers between the match and the sessions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from arena.errors import RefereeError
from arena.match.faults import Fault, FaultKind
from arena.wire import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.match.match import Match
    from arena.match.record import Record
    from arena.referee.chair import Chair
    from arena.referee.session import Session


class Table:
    """A match being played by sessions, one a seat.

    `done` becomes the record, or a `RefereeError` if the match is void.
    """

    def __init__(self, match: Match, sessions: Sequence[Session]) -> None:
        """Take the seats; nothing is said to the bots yet."""
        self._match = match
        self._sessions = sessions
        self._chairs = [session.sit(self, seat) for seat, session in enumerate(sessions)]
        self._running = False
        self.done: asyncio.Future[Record] = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        """Tell every bot that the match begins, and ask the first question."""
        for chair in self._chairs:
            self.introduce(chair)
        self._running = True
        for seat, session in enumerate(self._sessions):
            if session.failure is not None:
                self._match.fail(Fault(seat, *session.failure))
        self._go_on()

    def introduce(self, chair: Chair) -> None:
        """Tell the bot in the chair that the match begins."""
        outbox = self._sessions[chair.seat].outbox
        encode.match_start(outbox, chair.match_id, self._match.order, chair.seat)

    def answered(self, index: int, think_us: int) -> None:
        """Take an answer to the open question, and ask the next one."""
        try:
            self._match.answer(index, think_us)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours: void
            self._void(error)
        else:
            self._go_on()

    def expired(self, waited_us: int) -> None:
        """The bot asked has let its time pass."""
        self._match.expire(waited_us)
        self._go_on()

    def failed(self, seat: int, kind: FaultKind, detail: str) -> None:
        """The bot in `seat` can't go on."""
        self._match.fail(Fault(seat, kind, detail))
        if self._running:
            self._go_on()

    def give_up(self, why: str) -> None:
        """Void the match: the harness can't go on."""
        self._end(RefereeError(f"{self._match.order.match_id}: {why}"))

    def _void(self, error: Exception) -> None:
        why = RefereeError(f"{self._match.order.match_id}: the referee failed: {error!r}")
        why.__cause__ = error
        self._end(why)

    def _go_on(self) -> None:
        try:
            question = self._match.question
            if question is not None:
                self._sessions[question.seat].ask(self._chairs[question.seat], question)
            else:
                self._end(None)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is ours: void
            self._void(error)

    def _end(self, error: RefereeError | None) -> None:
        if self.done.done():
            return
        for session, chair in zip(self._sessions, self._chairs, strict=True):
            session.leave(chair)
            if error is None:
                encode.match_end(session.outbox, chair.match_id, self._match, chair.seat)
            else:
                encode.void_end(session.outbox, chair.match_id)
        if error is None:
            self.done.set_result(self._match.record())
        else:
            self.done.set_exception(error)
