"""Messages hold what the domain says: the same numbers, nothing more."""

import pytest

from arena.games.actions import ActionKind
from arena.games.events import EventKind
from arena.games.registry import make_ruleset
from arena.games.view import Ask, Laid, Phase
from arena.match.clock import TimeControl
from arena.match.faults import Fault, FaultKind
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.v1 import arena_pb2 as pb
from arena.wire import encode


@pytest.mark.parametrize(
    ("domain", "wire", "prefix"),
    [
        (EventKind, pb.EventKind, "EVENT_KIND_"),
        (Laid, pb.Laid, "LAID_"),
        (Ask, pb.Ask, "ASK_"),
        (Phase, pb.Phase, "PHASE_"),
    ],
)
def test_enums_have_the_same_names_and_numbers_on_both_sides(domain, wire, prefix):
    there = {name.removeprefix(prefix): number for name, number in wire.items() if number}
    assert there == {kind.name: kind.value for kind in domain}


def test_every_kind_of_action_has_a_kind_on_the_wire():
    there = {
        name.removeprefix("ACTION_KIND_") for name, number in pb.ActionKind.items() if number
    }
    assert there == {kind.name for kind in ActionKind}


def test_no_message_has_a_field_in_which_a_seed_of_the_deal_or_another_hand_could_travel():
    """A new field of type bytes must be thought about, and written down here."""
    of_bytes = {
        f"{message.name}.{field.name}"
        for message in pb.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
        if field.type == field.TYPE_BYTES
    }
    known = {
        f"View.known_{place}"
        for place in ("hands", "piles", "set_aside", "laid_aside", "stock")
    }
    assert (
        known
        | {
            "MatchStart.seed",  # the bot's own
            "Action.cards",  # legal actions of the seat asked
            "View.hand",
            "View.gone",
            "View.unseen",
            "TableCards.cards",
            "Event.cards",  # blanked by Event.seen_by
        }
        == of_bytes
    )


def test_options_travel_as_text_all_of_them():
    message = encode.ruleset_message(make_ruleset("mattis", 4, series=True))
    assert ("mattis", {"first_part": "neighbour", "series": "true"}) == (
        message.game,
        {option.name: option.value for option in message.options},
    )


def test_only_the_one_at_fault_is_told_what_it_did():
    order = MatchOrder("m", make_ruleset("atlanta"), bytes(32), (0, 1, 2), TimeControl())
    match = Match(order, ())
    match.fail(Fault(1, FaultKind.CRASHED, "the process ended with exit code 1: secret path"))

    message = pb.PlayResponse()
    for seat in range(3):
        encode.match_end(message, 7, match, seat)
    assert ["", "crashed: the process ended with exit code 1: secret path", ""] == [
        end.detail for end in message.ends
    ]
    assert [(7, [1], pb.END_REASON_FAULT)] * 3 == [
        (end.match_id, list(end.losers), end.reason) for end in message.ends
    ]
