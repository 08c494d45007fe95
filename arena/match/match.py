"""One match: deals, asks, takes answers and faults, and makes the record.

The state machine of a match:

    asking ──answer──▶ asking | over        an action; forced ones after it are played at once
    asking ──expire──▶ over                 the seat asked is late: its fault
    asking ──fail────▶ over                 any seat's bot crashed or broke the protocol
    over   ── anything ──▶ over             too late, nothing changes
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena import __version__
from arena.chance import deal_from_seed
from arena.games import registry
from arena.match.chain import Chain
from arena.match.clock import MICRO, Clock
from arena.match.faults import Fault, FaultKind
from arena.match.record import BARE, SCHEMA, EndReason, Player, Record, RecordedFault, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.chance import Deal
    from arena.games.actions import Action
    from arena.games.events import Event
    from arena.games.view import View
    from arena.match.order import MatchOrder


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a seat is asked for.

    Attributes:
        seat: who is asked.
        decision_id: counts the seat's questions in this match from 1.
        events: what the seat saw since its last question.
        view: what it may know.
        legal: two or more actions in canonical order; the answer is an index into them.
        move_time_us: time before the bank is used, microseconds.
        bank_us: what is left of the bank, microseconds.
        limit_us: the longest that the answer may take, microseconds.
        patience_us: the same with the margin: how long to wait for it.
    """

    seat: int
    decision_id: int
    events: list[Event]
    view: View
    legal: Sequence[Action]
    move_time_us: int
    bank_us: int
    limit_us: int
    patience_us: int


class Match:
    """A match in progress.

    `question` is what is to be asked now, None when the match is over; `record` then has all.
    """

    def __init__(
        self,
        order: MatchOrder,
        players: Sequence[Player],
        deal: Deal | None = None,
        *,
        sandbox: str = BARE,
    ) -> None:
        """Deal, and play on to the first question.

        Args:
            order: what is to be played.
            players: who sits where, by seat.
            deal: what chance fixed; None: as the order's seed gives it. A match with another
                deal plays as any does, but its record won't replay.
            sandbox: the rung of isolation on which the bots are kept.
        """
        self.order = order
        self._players = tuple(players)
        self._sandbox = sandbox
        game = registry.get(order.ruleset.game)
        fixed = deal or deal_from_seed(order.seed, order.ruleset.players)
        self._state = game.start(order.ruleset, fixed)
        self._chain = Chain(order.ruleset, order.seed)
        self._clock = Clock(order.time, order.ruleset.players)
        self._steps: list[Step] = []
        self._asked = [0] * order.ruleset.players
        self._seen = [0] * order.ruleset.players
        self._fault: Fault | None = None
        self.question: Question | None = None
        self._advance()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.question is None

    @property
    def fault(self) -> Fault | None:
        """The fault that ended the match, if one did."""
        return self._fault

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats that lost; empty while the match goes on."""
        return (self._fault.seat,) if self._fault else self._state.losers

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that went out, in order."""
        return self._state.out

    @property
    def reason(self) -> EndReason:
        """Why the match ended; only meaningful when it is over."""
        if self._fault:
            return EndReason.FAULT
        return EndReason.STALEMATE if self._state.stalemate else EndReason.PLAYED

    def answer(self, index: int, think_us: int) -> None:
        """Take the answer to `question`.

        An index outside the list of actions, or more time than there was, is the seat's fault
        and ends the match.

        Args:
            index: of the chosen action in `question.legal`.
            think_us: how long the answer took, microseconds.
        """
        question = self.question
        if question is None:
            return
        seat = question.seat
        late = self._clock.charge(seat, think_us)
        if late:
            self.fail(self._lateness(late, question, think_us))
        elif not 0 <= index < len(question.legal):
            expected = f"expected an index from 0 to {len(question.legal) - 1}, got {index}"
            self.fail(Fault(seat, FaultKind.OUT_OF_RANGE, expected))
        else:
            self._take(question.legal[index], think_us)
            self._advance()

    def expire(self, waited_us: int) -> None:
        """The seat that was asked has let its time pass: `waited_us` microseconds by now."""
        question = self.question
        if question is not None:
            late = self._clock.charge(question.seat, waited_us) or FaultKind.MOVE_TIMEOUT
            self.fail(self._lateness(late, question, waited_us))

    def fail(self, fault: Fault) -> None:
        """End the match with `fault.seat` as its only loser; the first fault counts."""
        if self.question is None:
            return
        self._fault = fault
        self.question = None

    def news(self, seat: int) -> list[Event]:
        """What the seat saw since it was last told; the next call goes on from here."""
        events = self._state.events
        fresh = [event.seen_by(seat) for event in events[self._seen[seat] :]]
        self._seen[seat] = len(events)
        return fresh

    def record(self) -> Record:
        """The finished match.

        Raises:
            ValueError: the match isn't over.
        """
        if not self.over:
            raise ValueError(f"{self.order.match_id}: the match is still on")
        fault = self._fault
        return Record(
            schema=SCHEMA,
            engine=__version__,
            sandbox=self._sandbox,
            match_id=self.order.match_id,
            ruleset=str(self.order.ruleset),
            seed=self.order.seed.hex(),
            seating=self._players,
            steps=tuple(self._steps),
            fault=RecordedFault(fault.seat, fault.kind.value, fault.detail) if fault else None,
            losers=self.losers,
            out=self.out,
            reason=self.reason,
            hash=self._chain.hex,
            again=self.order.again,
        )

    def _take(self, action: Action, think_us: int | None) -> None:
        seat = self._state.seat
        assert seat is not None  # noqa: S101 - for the type checker: a question was open
        self._state.apply(action)
        link = self._chain.add(seat, action, self._state)
        self._steps.append(Step(seat, str(action), think_us, link))

    def _advance(self) -> None:
        """Play forced decisions, and put the next real one into `question`."""
        state = self._state
        while (seat := state.seat) is not None:
            legal = state.legal()
            if len(legal) > 1:
                self.question = self._ask(seat, legal)
                return
            self._take(legal[0], None)
        self.question = None

    def _ask(self, seat: int, legal: Sequence[Action]) -> Question:
        self._asked[seat] += 1
        limit_us = self._clock.limit_us(seat)
        return Question(
            seat=seat,
            decision_id=self._asked[seat],
            events=self.news(seat),
            view=self._state.view(seat),
            legal=legal,
            move_time_us=self._clock.move_time_us,
            bank_us=self._clock.bank_us(seat),
            limit_us=limit_us,
            patience_us=limit_us + self.order.time.margin_us,
        )

    def _lateness(self, kind: FaultKind, question: Question, waited_us: int) -> Fault:
        """Who is late: the seat that was asked, or for the match's time the slowest."""
        if kind is FaultKind.MOVE_TIMEOUT:
            return _late(question, waited_us)
        seat = self._clock.slowest()
        detail = (
            f"the match's {self.order.time.match_time:g} s of thinking are used up, "
            f"{self._clock.used_us(seat) / MICRO:.1f} s of them by this bot"
        )
        return Fault(seat, kind, detail)


def _late(question: Question, waited_us: int) -> Fault:
    detail = (
        f"decision {question.decision_id}: no answer within {question.limit_us / 1000:.0f} ms "
        f"({question.move_time_us / 1000:.0f} ms and {question.bank_us / 1000:.0f} ms of the "
        f"bank); {waited_us / 1000:.0f} ms had passed"
    )
    return Fault(question.seat, FaultKind.MOVE_TIMEOUT, detail)
