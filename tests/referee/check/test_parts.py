"""The parts of a check: what is played, what surprises, how a message is shown."""

import collections

import pytest
from google.protobuf.unknown_fields import UnknownFieldSet

from arena.games import registry
from arena.match.clock import TimeControl
from arena.referee.check.exams import exams, sample
from arena.referee.check.shown import shown
from arena.referee.check.surprises import NEVER_BEGUN, NUMBER, surprise
from arena.v1 import arena_pb2 as pb


@pytest.mark.parametrize(("game", "matches"), [("atlanta", 3), ("mattis", 20), ("hund", 20)])
def test_every_seat_of_every_table_is_played(game, matches):
    found = exams([game], 2)

    assert 2 * matches == len(found)
    places = collections.Counter((exam.ruleset.players, exam.seat) for exam in found)
    players = registry.get(game).players
    assert {(n, seat): 2 for n in players for seat in range(n)} == places


def test_no_two_matches_have_a_name_and_so_a_deal_in_common():
    found = exams(["atlanta", "mattis", "hund"], 3)
    assert len(found) == len({exam.name for exam in found})


def test_every_value_of_every_option_comes_up():
    found = exams(["mattis"], 1)
    for option, values in registry.get("mattis").options.items():
        assert set(values) == {exam.ruleset.options[option] for exam in found}


def test_a_shorthand_keeps_what_it_stands_for():
    assert {"table"} == {exam.ruleset.options["first_part"] for exam in exams(["hund"], 3)}


def test_the_bot_sits_where_the_exam_says():
    for exam in exams(["mattis"], 1):
        seating = exam.order(TimeControl()).seating
        assert exam.seat == seating.index(0)
        assert set(range(exam.ruleset.players)) == set(seating)


def test_a_sample_is_spread_and_no_larger_than_there_is():
    found = exams(["atlanta", "mattis", "hund"], 1)

    assert {"atlanta", "mattis", "hund"} == {exam.game for exam in sample(found, 6)}
    assert found == sample(found, 1000)


def message():
    """One of everything that a referee says."""
    event = pb.Event(kind=pb.EVENT_KIND_PLAYED, seat=0, cards=b"\x03", count=1)
    return pb.PlayResponse(
        starts=[
            pb.MatchStart(
                match_id=1,
                seed=bytes(range(16)),
                time=pb.TimeControl(move_time_us=5),
                ruleset=pb.Ruleset(game="x", options=[pb.Option(name="a", value="b")]),
            )
        ],
        decisions=[
            pb.Decision(
                match_id=1,
                events=[event],
                legal=[pb.Action(kind=pb.ACTION_KIND_PLAY, cards=b"\x03")],
                view=pb.View(trump_card=12, hand=b"\x00\x33", table=[pb.TableCards(seat=1)]),
                clock=pb.Clock(bank_us=7),
            )
        ],
        ends=[pb.MatchEnd(match_id=1, events=[event], reason=pb.END_REASON_PLAYED)],
    )


def within(value):
    yield value
    for field, inner in value.ListFields():
        if field.message_type is not None:
            for one in inner if field.is_repeated else [inner]:
                yield from within(one)


def test_unknown_fields_are_put_into_every_message_and_arrive():
    sent = message()
    surprise(sent)
    arrived = pb.PlayResponse.FromString(sent.SerializeToString())

    kinds = {type(one).__name__ for one in within(arrived)}
    assert {"MatchStart", "Ruleset", "Option", "TimeControl", "Event", "Action"} < kinds
    for one in within(arrived):
        assert [NUMBER + offset for offset in range(4)] == [
            field.field_number for field in UnknownFieldSet(one)
        ]


def test_unknown_kinds_are_added_and_nothing_that_was_said_is_lost():
    sent = message()
    surprise(sent)
    (decision,) = sent.decisions

    assert [pb.EVENT_KIND_PLAYED, NUMBER] == [event.kind for event in decision.events]
    assert [NUMBER, pb.END_REASON_VOID] == [end.reason for end in sent.ends]
    assert [1, NEVER_BEGUN] == [end.match_id for end in sent.ends]
    assert message().decisions[0].legal[0].cards == decision.legal[0].cards
    assert message().starts[0].seed == sent.starts[0].seed


def test_a_welcome_stays_alone():
    sent = pb.PlayResponse(welcome=pb.Welcome(name="x"))
    surprise(sent)
    assert [] == list(sent.ends)


def test_a_message_is_shown_with_cards_and_kinds_as_text():
    (decision,) = message().decisions
    decision.events.add(kind=NUMBER, cards=bytes([99]))
    told = shown(decision)

    assert {"kind": "ACTION_KIND_PLAY", "cards": "5c"} == told["legal"][0]
    assert {"trump_card": "Ac", "hand": "2c As", "table": [{"seat": 1}]} == told["view"]
    assert {"kind": NUMBER, "cards": "99"} == told["events"][1]
    assert "000102030405060708090a0b0c0d0e0f" == shown(message().starts[0])["seed"]
