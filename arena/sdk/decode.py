"""Messages of arena.v1 as the domain's values.

A newer referee may say things that this library has no word for. They are let through where
that does no harm: an unknown number of an enum becomes a member without a name of its own,
an unknown action is left out of what is legal.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache, cached_property
from typing import Final, TypeVar

from arena.errors import NotationError
from arena.games.actions import FLIP, PASS, PICKUP, SLOUGHS, Action, play
from arena.games.events import Event, EventKind
from arena.games.ruleset import Options, OptionValue, Ruleset
from arena.games.view import Ask, Laid, Phase, TableCards, View
from arena.sdk.decision import Clock, Decision
from arena.sdk.match import EndReason, MatchInfo, Result
from arena.v1 import arena_pb2 as pb

MICRO: Final = 1_000_000

_BITS: Final = tuple(1 << card for card in range(256))

_Number = TypeVar("_Number", bound=IntEnum)


def match_info(message: pb.MatchStart) -> MatchInfo:
    """How a match begins."""
    options = {option.name: option_value(option.value) for option in message.ruleset.options}
    time = message.time
    return MatchInfo(
        ruleset=Ruleset(message.ruleset.game, message.players, Options(options)),
        seat=message.seat,
        seed=message.seed,
        move_time=time.move_time_us / MICRO,
        bank=time.bank_us / MICRO,
        increment=time.increment_us / MICRO,
        match_time=time.match_time_us / MICRO if time.match_time_us else None,
        match_id=message.match_id,
    )


def option_value(text: str) -> OptionValue:
    """An option's value from its text: `true` and `false`, whole numbers, else text."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def result(message: pb.MatchEnd) -> Result:
    """How a match has ended."""
    return Result(
        losers=tuple(message.losers),
        out=tuple(message.out),
        reason=_member(EndReason, message.reason),
        events=events(message.events),
        detail=message.detail,
    )


class ReceivedDecision(Decision):
    """A decision that came from a referee; decoded when a bot looks at it."""

    def __init__(self, match: MatchInfo, message: pb.Decision) -> None:
        self.match = match
        self.number = message.decision_id
        self._message = message

    @cached_property
    def view(self) -> View:
        """What the seat may know now."""
        return view(self._message.view, self.match.players)

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions, as far as this library knows them."""
        return tuple([action for action in self._offered if action is not None])

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What the seat saw since its last decision."""
        return events(self._message.events)

    @cached_property
    def clock(self) -> Clock:
        """The time that is left."""
        clock = self._message.clock
        return Clock(clock.move_time_us / MICRO, clock.bank_us / MICRO)

    @cached_property
    def _offered(self) -> tuple[Action | None, ...]:
        return tuple([action(offer.kind, offer.cards) for offer in self._message.legal])

    def choice(self, answer: object) -> pb.Choice:
        """The message for a bot's answer. Raises BadChoice if it isn't legal."""
        chosen = self.legal[self.index_of(answer)]
        return pb.Choice(
            match_id=self._message.match_id,
            decision_id=self._message.decision_id,
            index=self._offered.index(chosen),
        )


@cache
def action(kind: int, cards: bytes) -> Action | None:
    """The action; None if this library doesn't know it."""
    match kind, len(cards):
        case pb.ACTION_KIND_PLAY, length if length:
            return _run(cards)
        case pb.ACTION_KIND_SLOUGH, 1 if cards[0] < 52:
            return SLOUGHS[cards[0]]
        case pb.ACTION_KIND_FLIP, 0:
            return FLIP
        case pb.ACTION_KIND_PASS, 0:
            return PASS
        case pb.ACTION_KIND_PICKUP, 0:
            return PICKUP
    return None


def _run(cards: bytes) -> Action | None:
    try:
        run = play(cards[0], len(cards))
    except NotationError:
        return None
    return run if run.cards == cards else None


def events(messages: Iterable[pb.Event]) -> tuple[Event, ...]:
    """Events as the seat saw them."""
    return tuple([_event(message) for message in messages])


def _event(message: pb.Event) -> Event:
    seat = message.seat if message.HasField("seat") else None
    return Event(_member(EventKind, message.kind), seat, message.cards, message.count)


def view(message: pb.View, players: int) -> View:
    """What a seat may know."""
    return View(
        seat=message.seat,
        players=players,
        dealer=message.dealer,
        phase=_member(Phase, message.phase),
        ask=_member(Ask, message.ask),
        leader=message.leader,
        hand=mask(message.hand),
        hand_sizes=tuple(message.hand_sizes),
        known_hands=tuple(map(mask, message.known_hands)),
        pile_sizes=tuple(message.pile_sizes),
        known_piles=tuple(map(mask, message.known_piles)),
        played=tuple(message.played),
        table=tuple([_table_cards(cards) for cards in message.table]),
        round_seats=tuple(message.round_seats),
        trick_plays=message.trick_plays,
        stock=message.stock,
        trump_card=message.trump_card if message.HasField("trump_card") else None,
        gone=mask(message.gone),
        set_aside=message.set_aside,
        known_set_aside=mask(message.known_set_aside),
        laid_aside=message.laid_aside if message.HasField("laid_aside") else None,
        known_laid_aside=mask(message.known_laid_aside),
        known_stock=mask(message.known_stock),
        unseen=mask(message.unseen),
        out=tuple(message.out),
    )


def mask(cards: bytes) -> int:
    """The set of cards that stand in a message, where each stands once."""
    return sum([_BITS[card] for card in cards])


def _table_cards(message: pb.TableCards) -> TableCards:
    return TableCards(message.seat, _member(Laid, message.kind), message.cards, message.round)


def _member(kind: type[_Number], number: int) -> _Number:
    """The member with this number, made up if this library doesn't know it."""
    member = kind._value2member_map_.get(number)
    return member if isinstance(member, kind) else _unknown(kind, number)


@cache
def _unknown(kind: type[_Number], number: int) -> _Number:
    """A member named like `UNKNOWN_99`; the same object each time, as members are."""
    member = int.__new__(kind, number)
    member._name_ = f"UNKNOWN_{number}"
    member._value_ = number
    return member
