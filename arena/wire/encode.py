"""What the referee says, as messages of arena.v1.

Whatever a seat is sent is made here from what that seat may know: `Question.view`, and events
that `Event.seen_by` has already blanked. There is no other way to a bot.
"""

# The values of the domain's enums are the protocol's: a test compares them.
# mypy: disable-error-code="arg-type"

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arena.cards import cards_in
from arena.games.ruleset import option_text
from arena.match.record import EndReason
from arena.v1 import arena_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arena.games.actions import Action
    from arena.games.events import Event
    from arena.games.ruleset import Ruleset
    from arena.games.view import TableCards, View
    from arena.match.clock import TimeControl
    from arena.match.match import Match, Question

PROTOCOL_VERSION = 1

_REASONS = {
    EndReason.PLAYED: pb.END_REASON_PLAYED,
    EndReason.STALEMATE: pb.END_REASON_STALEMATE,
    EndReason.FAULT: pb.END_REASON_FAULT,
}


def match_start(
    match_id: int, ruleset: Ruleset, seat: int, time: TimeControl, seed: bytes
) -> pb.MatchStart:
    """The start of a match for one seat; `seed` is the 16 bytes of that seat's own."""
    return pb.MatchStart(
        match_id=match_id,
        ruleset=ruleset_message(ruleset),
        seat=seat,
        players=ruleset.players,
        time=pb.TimeControl(move_time_us=time.move_time_us, bank_us=time.bank_us),
        seed=seed,
    )


def ruleset_message(ruleset: Ruleset) -> pb.Ruleset:
    """A ruleset; values of options as the text form of a ruleset has them."""
    options = [
        pb.Option(name=name, value=option_text(value))
        for name, value in ruleset.options.items()
    ]
    return pb.Ruleset(game=ruleset.game, options=options)


def decision(match_id: int, question: Question) -> pb.Decision:
    """A question to a seat."""
    return pb.Decision(
        match_id=match_id,
        decision_id=question.decision_id,
        events=events(question.events),
        view=view(question.view),
        legal=[_action(action) for action in question.legal],
        clock=pb.Clock(move_time_us=question.move_time_us, bank_us=question.bank_us),
    )


def match_end(match_id: int, match: Match, seat: int) -> pb.MatchEnd:
    """The end of a match for one seat. Only the one at fault is told what it did."""
    fault = match.fault
    return pb.MatchEnd(
        match_id=match_id,
        events=events(match.news(seat)),
        losers=match.losers,
        out=match.out,
        reason=_REASONS[match.reason],
        detail=f"{fault.kind}: {fault.detail}" if fault and fault.seat == seat else "",
    )


def void_end(match_id: int) -> pb.MatchEnd:
    """The end of a match that the referee gave up."""
    return pb.MatchEnd(match_id=match_id, reason=pb.END_REASON_VOID)


def welcome(name: str, referee: str) -> pb.PlayResponse:
    """The answer to a bot's hello."""
    hello = pb.Welcome(protocol_version=PROTOCOL_VERSION, name=name, referee=referee)
    return pb.PlayResponse(welcome=hello)


def response(
    starts: Sequence[pb.MatchStart],
    decisions: Sequence[pb.Decision],
    ends: Sequence[pb.MatchEnd],
) -> pb.PlayResponse:
    """All that is to be said to one process at this moment, in one message."""
    return pb.PlayResponse(starts=starts, decisions=decisions, ends=ends)


def events(seen: Iterable[Event]) -> list[pb.Event]:
    """Events as one seat saw them."""
    return [
        pb.Event(kind=event.kind, seat=event.seat, cards=event.cards, count=event.count)
        for event in seen
    ]


def view(seen: View) -> pb.View:
    """What a seat may know; sets of cards ascending."""
    return pb.View(
        seat=seen.seat,
        dealer=seen.dealer,
        phase=seen.phase,
        ask=seen.ask,
        leader=seen.leader,
        hand=cards_in(seen.hand),
        table=[_table_cards(cards) for cards in seen.table],
        round_seats=seen.round_seats,
        trick_plays=seen.trick_plays,
        stock=seen.stock,
        trump_card=seen.trump_card,
        hand_sizes=seen.hand_sizes,
        pile_sizes=seen.pile_sizes,
        known_hands=[cards_in(mask) for mask in seen.known_hands],
        known_piles=[cards_in(mask) for mask in seen.known_piles],
        gone=cards_in(seen.gone),
        set_aside=seen.set_aside,
        known_set_aside=cards_in(seen.known_set_aside),
        laid_aside=seen.laid_aside,
        known_laid_aside=cards_in(seen.known_laid_aside),
        known_stock=cards_in(seen.known_stock),
        unseen=cards_in(seen.unseen),
        out=seen.out,
        played=seen.played,
    )


def _table_cards(cards: TableCards) -> pb.TableCards:
    return pb.TableCards(seat=cards.seat, kind=cards.kind, cards=cards.cards, round=cards.round)


@cache
def _action(action: Action) -> pb.Action:
    """One message for each distinct action, made once: there are 419."""
    return pb.Action(
        kind=pb.ActionKind.Value(f"ACTION_KIND_{action.kind.name}"), cards=action.cards
    )
