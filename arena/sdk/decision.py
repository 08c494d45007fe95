"""A decision: the question that a bot answers, as domain values.

Decisions of a referee are decoded on demand, in `arena.sdk.decode`. Those of tests and
simulations are made from domain values directly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import ArenaError
from arena.games.actions import Action
from arena.games.events import Event
from arena.games.view import View
from arena.sdk.match import MatchInfo


class BadChoice(ArenaError):  # noqa: N818 - reads as what it is
    """A bot answered a decision with something that isn't one of its legal actions."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that is left, in seconds.

    Attributes:
        move_time: for this decision, before the bank is used.
        bank: what is left of the match's bank.
    """

    move_time: float = float("inf")
    bank: float = 0.0


class Decision:
    """One question to one seat: choose one of `legal`.

    Attributes:
        match: the match that it belongs to, as it began.
        number: counts the seat's decisions in the match from 1; 0 if nobody counts.
    """

    def __init__(
        self,
        match: MatchInfo,
        view: View,
        legal: Sequence[Action],
        events: Sequence[Event] = (),
        *,
        clock: Clock | None = None,
        number: int = 0,
    ) -> None:
        self.match = match
        self.number = number
        self._view = view
        self._legal = tuple(legal)
        self._events = tuple(events)
        self._clock = clock or Clock(match.move_time, match.bank)

    @property
    def view(self) -> View:
        """What the seat may know now. Complete: a bot needs no memory."""
        return self._view

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, in canonical order."""
        return self._legal

    @property
    def events(self) -> tuple[Event, ...]:
        """What the seat saw since its last decision, at its first one since the deal."""
        return self._events

    @property
    def clock(self) -> Clock:
        """The time that is left."""
        return self._clock

    def index_of(self, answer: object) -> int:
        """The index in `legal` of an action, or of an action's text.

        Raises BadChoice if it isn't there.
        """
        if isinstance(answer, Action) and answer in self.legal:
            return self.legal.index(answer)
        texts = [str(action) for action in self.legal]
        if isinstance(answer, str) and answer in texts:
            return texts.index(answer)
        raise BadChoice(
            f"expected one of the legal actions, {' '.join(texts)}; "
            f"got {str(answer) if isinstance(answer, Action) else repr(answer)}"
        )

    def __repr__(self) -> str:
        legal = " ".join(map(str, self.legal))
        return f"<Decision {self.number} of seat {self.match.seat}: {legal}>"
