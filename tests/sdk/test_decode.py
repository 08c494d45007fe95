"""What a bot sees is what the referee meant, also if the referee is newer than the bot."""

import copy
import pickle

import pytest

from arena.chance import bot_seed
from arena.games.actions import Action
from arena.games.events import EventKind
from arena.games.view import Ask, Laid
from arena.sdk import decode
from arena.sdk.match import EndReason
from arena.v1 import arena_pb2 as pb

RULESETS = (
    "atlanta[min_sequence=2]/3",
    "atlanta[min_sequence=3]/3",
    "mattis/2",
    "mattis[series=true]/4",
    "mattis[first_part=table]/6",
)


def received(referee):
    return decode.ReceivedDecision(decode.match_info(referee.start()), referee.decision())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_question_of_a_match_arrives_as_it_was_asked(kit, ruleset):
    referee = kit.Referee(ruleset)
    for question in referee.questions():
        decision = received(referee)
        assert question.view == decision.view
        assert tuple(question.legal) == decision.legal
        assert tuple(question.events) == decision.events
        assert question.decision_id == decision.number
        clock = (question.move_time_us / 1e6, question.bank_us / 1e6)
        assert clock == (decision.clock.move_time, decision.clock.bank)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_match_begins_as_it_was_begun(kit, ruleset):
    referee = kit.Referee(ruleset, match_id=9)
    match = decode.match_info(referee.start(seat=1))
    assert referee.ruleset == match.ruleset
    assert (9, 1, referee.ruleset.players) == (match.match_id, match.seat, match.players)
    assert bot_seed(referee.order.seed, 1) == match.seed
    assert (1.5, 20.0, 0.25, 60.0) == (
        match.move_time,
        match.bank,
        match.increment,
        match.match_time,
    )


def test_no_limit_for_the_whole_match_is_none(kit):
    message = kit.Referee().start()
    message.time.match_time_us = 0
    assert None is decode.match_info(message).match_time


def test_a_match_ends_as_it_ended(kit):
    referee = kit.Referee()
    for _ in referee.questions():
        pass
    result = decode.result(referee.end())
    assert referee.match.losers == result.losers
    assert referee.match.out == result.out
    assert EndReason.PLAYED is result.reason
    assert EventKind.ENDED is result.events[-1].kind


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (False, "false"), (3, "3"), ("table", "table")]
)
def test_an_option_gets_its_value_back_from_its_text(value, text):
    found = decode.option_value(text)
    assert (type(value), value) == (type(found), found)


def test_an_unknown_kind_of_event_is_handed_on(kit):
    referee = kit.Referee()
    message = referee.decision()
    message.events.add(kind=99, seat=0, cards=b"\x05", count=1)
    found = decode.ReceivedDecision(decode.match_info(referee.start()), message).events[-1]
    assert (99, "UNKNOWN_99") == (found.kind, found.kind.name)
    assert found.kind not in set(EventKind)


def test_an_unknown_kind_of_question_or_of_laying_is_handed_on(kit):
    referee = kit.Referee()
    message = referee.decision()
    message.view.ask = 77
    message.view.table.add(seat=1, kind=66, cards=b"\x05")
    view = decode.view(message.view, 3)
    assert 77 == view.ask
    assert "UNKNOWN_66" == view.table[-1].kind.name
    assert view.ask not in set(Ask)
    assert view.table[-1].kind not in set(Laid)


@pytest.mark.parametrize(
    "unknown",
    [
        pb.Action(kind=88),
        pb.Action(kind=pb.ACTION_KIND_PLAY),
        pb.Action(kind=pb.ACTION_KIND_PLAY, cards=b"\x0c\x0d"),
        pb.Action(kind=pb.ACTION_KIND_PLAY, cards=b"\x05\x12"),
        pb.Action(kind=pb.ACTION_KIND_PLAY, cards=b"\x63"),
        pb.Action(kind=pb.ACTION_KIND_SLOUGH, cards=b"\x63"),
        pb.Action(kind=pb.ACTION_KIND_PASS, cards=b"\x01"),
    ],
    ids=str,
)
def test_an_unknown_action_is_left_out_and_the_others_keep_their_index(kit, unknown):
    referee = kit.Referee()
    message = referee.decision()
    known = [Action.parse(str(action)) for action in referee.match.question.legal]
    message.legal.insert(0, unknown)
    decision = decode.ReceivedDecision(decode.match_info(referee.start()), message)
    assert tuple(known) == decision.legal
    assert 1 == decision.choice(known[0]).index


def test_unknown_fields_do_no_harm(kit):
    referee = kit.Referee()
    newer = referee.decision().SerializeToString() + b"\xfa\x7f\x03abc"  # field 2047, a text
    message = pb.Decision.FromString(newer)
    decision = decode.ReceivedDecision(decode.match_info(referee.start()), message)
    assert referee.match.question.view == decision.view


def test_a_view_can_be_copied_and_sent_elsewhere(kit):
    view = received(kit.Referee()).view
    assert view == copy.deepcopy(view) == pickle.loads(pickle.dumps(view))  # noqa: S301
