"""What the referee says, as messages of arena.v1.

Whatever a seat is sent is made here from what that seat may know: `Question.view`, and events
that `Event.seen_by` has already blanked. There is no other way to a bot.

Messages are filled in place, in the outbox that will be sent: protobuf copies a message that is
handed to another's constructor, and those copies took a third of the time of a question.
"""

# The values of the domain's enums are the protocol's: a test compares them.
# mypy: disable-error-code="arg-type, assignment"

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.cards import cards_in
from arena.chance import bot_seed
from arena.games.ruleset import option_text
from arena.match.record import EndReason
from arena.v1 import arena_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterable

    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

    from arena.games.actions import Action
    from arena.games.events import Event
    from arena.games.ruleset import Ruleset
    from arena.games.view import View
    from arena.match.match import Match, Question
    from arena.match.order import MatchOrder

PROTOCOL_VERSION = 1

_REASONS = {
    EndReason.PLAYED: pb.END_REASON_PLAYED,
    EndReason.STALEMATE: pb.END_REASON_STALEMATE,
    EndReason.FAULT: pb.END_REASON_FAULT,
}


def match_start(outbox: pb.PlayResponse, match_id: int, order: MatchOrder, seat: int) -> None:
    """Add the start of a match for one seat, with 16 bytes of seed for that seat alone."""
    time = order.time
    outbox.starts.add(
        match_id=match_id,
        ruleset=ruleset_message(order.ruleset),
        seat=seat,
        players=order.ruleset.players,
        time=pb.TimeControl(
            move_time_us=time.move_time_us,
            bank_us=time.bank_us,
            increment_us=time.increment_us,
            match_time_us=time.match_time_us,
        ),
        seed=bot_seed(order.seed, seat),
    )


def decision(outbox: pb.PlayResponse, match_id: int, question: Question) -> None:
    """Add a question to a seat."""
    message = outbox.decisions.add(
        match_id=match_id,
        decision_id=question.decision_id,
        legal=[_action(action) for action in question.legal],
    )
    _add_events(message.events, question.events)
    _fill_view(message.view, question.view)
    clock = message.clock
    clock.move_time_us = question.move_time_us
    clock.bank_us = question.bank_us


def match_end(outbox: pb.PlayResponse, match_id: int, match: Match, seat: int) -> None:
    """Add the end of a match for one seat. Only the one at fault is told what it did."""
    fault = match.fault
    message = outbox.ends.add(
        match_id=match_id,
        losers=match.losers,
        out=match.out,
        reason=_REASONS[match.reason],
        detail=f"{fault.kind}: {fault.detail}" if fault and fault.seat == seat else "",
    )
    _add_events(message.events, match.news(seat))


def void_end(outbox: pb.PlayResponse, match_id: int) -> None:
    """Add the end of a match that the referee gave up."""
    outbox.ends.add(match_id=match_id, reason=pb.END_REASON_VOID)


def ruleset_message(ruleset: Ruleset) -> pb.Ruleset:
    """A ruleset; values of options as the text form of a ruleset has them."""
    options = [
        pb.Option(name=name, value=option_text(value))
        for name, value in ruleset.options.items()
    ]
    return pb.Ruleset(game=ruleset.game, options=options)


def welcome(name: str, referee: str) -> pb.PlayResponse:
    """The answer to a bot's hello."""
    hello = pb.Welcome(protocol_version=PROTOCOL_VERSION, name=name, referee=referee)
    return pb.PlayResponse(welcome=hello)


def _add_events(
    messages: RepeatedCompositeFieldContainer[pb.Event], seen: Iterable[Event]
) -> None:
    add = messages.add
    for kind, seat, cards, count in seen:
        add(kind=kind, seat=seat, cards=cards, count=count)


def _fill_view(message: pb.View, seen: View) -> None:
    """What a seat may know; sets of cards ascending."""
    message.seat = seen.seat
    message.dealer = seen.dealer
    message.phase = seen.phase
    message.ask = seen.ask
    message.leader = seen.leader
    message.hand = cards_in(seen.hand)
    add = message.table.add
    for seat, kind, cards, round_number in seen.table:
        add(seat=seat, kind=kind, cards=cards, round=round_number)
    message.round_seats.extend(seen.round_seats)
    message.trick_plays = seen.trick_plays
    message.stock = seen.stock
    if seen.trump_card is not None:
        message.trump_card = seen.trump_card
    message.hand_sizes.extend(seen.hand_sizes)
    message.pile_sizes.extend(seen.pile_sizes)
    message.known_hands.extend([cards_in(mask) for mask in seen.known_hands])
    message.known_piles.extend([cards_in(mask) for mask in seen.known_piles])
    message.gone = cards_in(seen.gone)
    message.set_aside = seen.set_aside
    message.known_set_aside = cards_in(seen.known_set_aside)
    if seen.laid_aside is not None:
        message.laid_aside = seen.laid_aside
    message.known_laid_aside = cards_in(seen.known_laid_aside)
    message.known_stock = cards_in(seen.known_stock)
    message.unseen = cards_in(seen.unseen)
    message.out.extend(seen.out)
    message.played.extend(seen.played)


@cache
def _action(action: Action) -> pb.Action:
    """One message for each distinct action, made once: there are 419."""
    return pb.Action(
        kind=pb.ActionKind.Value(f"ACTION_KIND_{action.kind.name}"), cards=action.cards
    )
