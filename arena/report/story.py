"""What happened in a match, as facts: found by playing a record's actions again.

Built from the interface of games alone, so that it works for every game there is. How it is
told stands in `telling`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.cards import mask_of
from arena.chance import Deal, deal_from_seed
from arena.errors import RecordError, RulesError
from arena.games import registry
from arena.games.actions import Action
from arena.games.events import Event, EventKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arena.games.game import Game, State
    from arena.games.ruleset import Ruleset
    from arena.match.record import Record

Hands = tuple[int, ...]
"""A mask of cards per seat."""


@dataclass(frozen=True, slots=True)
class SeatStory:
    """How a match went for one seat.

    Attributes:
        tricks: tricks won in phase one.
        won: cards won in them.
        plays: plays made in phase two.
        pickups: how often it picked up.
        picked_up: cards picked up, all together.
        left: number of cards in hand at the end.
    """

    tricks: int
    won: int
    plays: int
    pickups: int
    picked_up: int
    left: int


@dataclass(frozen=True, slots=True)
class Story:
    """A match as it went.

    Attributes:
        record: the match.
        game: what was played.
        ruleset: with its options.
        deal: what chance fixed.
        events: everything that happened, uncensored.
        dealt: the hands that were dealt.
        at_phase_two: the hands at the beginning of phase two; None if it wasn't reached.
        at_end: the hands at the end.
        seats: how it went for each seat.
    """

    record: Record
    game: Game
    ruleset: Ruleset
    deal: Deal
    events: tuple[Event, ...]
    dealt: Hands
    at_phase_two: Hands | None
    at_end: Hands
    seats: tuple[SeatStory, ...]


def story_of(record: Record) -> Story:
    """Find out what happened in a match.

    Raises:
        RecordError: the record's actions can't be played.
    """
    try:
        ruleset = registry.parse_ruleset(record.ruleset)
        game = registry.get(ruleset.game)
        deal = deal_from_seed(bytes.fromhex(record.seed), ruleset.players)
        state = game.start(ruleset, deal)
    except (RulesError, ValueError) as error:
        raise RecordError(f"{record.match_id}: can't be told: {error}") from error
    dealt = _hands(state)
    at_phase_two, at_end = _play(state, record)
    return Story(
        record=record,
        game=game,
        ruleset=ruleset,
        deal=deal,
        events=tuple(state.events),
        dealt=dealt,
        at_phase_two=at_phase_two,
        at_end=at_end,
        seats=tuple(_seat_story(seat, state) for seat in range(ruleset.players)),
    )


def _play(state: State, record: Record) -> tuple[Hands | None, Hands]:
    """Play all actions; the hands when phase two began, and at the end."""
    at_phase_two, hands = None, _hands(state)
    for number, step in enumerate(record.steps, 1):
        told = len(state.events)
        try:
            state.apply(Action.parse(step.action))
        except RulesError as error:
            where = f"{record.match_id}: can't be told: step {number}"
            raise RecordError(f"{where}: {error}; `match replay` checks a record") from error
        news = state.events[told:]
        hands = _after(hands, news) if state.over else _hands(state)
        if any(event.kind is EventKind.PHASE_TWO for event in news):
            at_phase_two = hands
    return at_phase_two, hands


def _hands(state: State) -> Hands:
    return tuple(state.view(seat).hand for seat in range(len(state.hand_sizes)))


def _after(hands: Hands, events: Iterable[Event]) -> Hands:
    """Hands after the match's last action: a state that is over need not give views."""
    after = list(hands)
    for event in events:
        if event.seat is None:
            continue
        if event.kind in {EventKind.PLAYED, EventKind.SLOUGHED}:
            after[event.seat] &= ~mask_of(event.cards)
        elif event.kind in {EventKind.PICKED_UP, EventKind.DREW, EventKind.DRECK_DEALT}:
            after[event.seat] |= mask_of(event.cards)
    return tuple(after)


def _seat_story(seat: int, state: State) -> SeatStory:
    own = [event for event in state.events if event.seat == seat]
    won = _counts(own, EventKind.TRICK_WON)
    picked_up = _counts(own, EventKind.PICKED_UP)
    begin = next(
        (i for i, event in enumerate(state.events) if event.kind is EventKind.PHASE_TWO),
        len(state.events),
    )
    plays = [e for e in state.events[begin:] if (e.kind, e.seat) == (EventKind.PLAYED, seat)]
    return SeatStory(
        tricks=len(won),
        won=sum(won),
        plays=len(plays),
        pickups=len(picked_up),
        picked_up=sum(picked_up),
        left=state.hand_sizes[seat],
    )


def _counts(events: Sequence[Event], kind: EventKind) -> list[int]:
    return [event.count for event in events if event.kind is kind]
