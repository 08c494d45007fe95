"""A bot's place in one match, as its session sees it, and who asks it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from arena.match.faults import FaultKind
    from arena.match.match import Question


class Asker(Protocol):
    """Who asks: the table at which a match is played."""

    def introduce(self, chair: Chair) -> None:
        """Tell the bot in the chair of the match; a new stream has to be told again."""

    def answered(self, index: int, think_us: int) -> None:
        """The answer to the open question has come."""

    def expired(self, waited_us: int) -> None:
        """The time for the open question is over."""

    def failed(self, seat: int, kind: FaultKind, detail: str) -> None:
        """The bot in `seat` can't go on, by its own fault."""


@dataclass(slots=True, eq=False)
class Chair:
    """A session's place in one match: who asks, which seat, and the question that is open."""

    match_id: int
    asker: Asker
    seat: int
    asked: int = 0
    question: Question | None = None
    sent: bool = False

    def close(self) -> None:
        """Take the open question away; it needs no answer any more."""
        self.question = None
        self.sent = False
