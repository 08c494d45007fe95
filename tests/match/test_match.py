"""The match as a state machine: clocks, faults, news, and a record that proves itself."""

from random import Random

import msgspec
import pytest

from arena.errors import RecordError
from arena.games.registry import make_ruleset, parse_ruleset
from arena.match.clock import Clock, TimeControl
from arena.match.faults import Fault, FaultKind
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.match.record import SCHEMA, EndReason, Player, Record, RecordedFault
from arena.match.replay import replay

RULESETS = [
    "atlanta/3",
    "atlanta[min_sequence=3]/3",
    "mattis/2",
    "mattis[series=true]/5",
    "hund/4",
]
TIME = TimeControl(move_time=1.0, bank=0.5)


def players(count):
    return [Player(f"bot{seat}", "1", "ab" * 32) for seat in range(count)]


def new_match(ruleset="atlanta/3", seed=1, time=TIME):
    chosen = parse_ruleset(ruleset)
    order = MatchOrder("m1", chosen, bytes([seed] * 32), tuple(range(chosen.players)), time)
    return Match(order, players(chosen.players))


def play_out(match, random, think_us=1000):
    while match.question is not None:
        match.answer(random.randrange(len(match.question.legal)), think_us)
    return match.record()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(5))
def test_a_record_replays_and_survives_json(ruleset, seed):
    record = play_out(new_match(ruleset, seed), Random(seed))

    assert record == Record.from_json(record.to_json())
    assert None is replay(record)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_answers_give_the_same_record(ruleset):
    assert play_out(new_match(ruleset), Random(3)) == play_out(new_match(ruleset), Random(3))


def altered(record, **changes):
    return msgspec.structs.replace(record, **changes)


def with_step(record, number, **changes):
    steps = list(record.steps)
    steps[number] = msgspec.structs.replace(steps[number], **changes)
    return altered(record, steps=tuple(steps))


ALTERATIONS = {
    "seed": lambda r: altered(r, seed="00" * 32),
    "ruleset": lambda r: altered(r, ruleset="atlanta[min_sequence=3]/3"),
    "hash": lambda r: altered(r, hash="00" * 32),
    "losers": lambda r: altered(r, losers=((r.losers[0] + 1) % 3,)),
    "out": lambda r: altered(r, out=r.out[::-1]),
    "reason": lambda r: altered(r, reason=EndReason.FAULT),
    "a seat": lambda r: with_step(r, 5, seat=(r.steps[5].seat + 1) % 3),
    "an action": lambda r: with_step(r, 0, action="pickup"),
    "a text that is no action": lambda r: with_step(r, 0, action="5x"),
    "a link": lambda r: with_step(r, 7, hash="00000000"),
    "a think time of a forced action": lambda r: with_step(
        r, next(n for n, s in enumerate(r.steps) if s.think_us is None), think_us=5
    ),
    "no think time of a real decision": lambda r: with_step(
        r, next(n for n, s in enumerate(r.steps) if s.think_us is not None), think_us=None
    ),
    "a step less": lambda r: altered(r, steps=r.steps[:-1]),
    "a step more": lambda r: altered(r, steps=(*r.steps, r.steps[-1])),
    "a fault that wasn't": lambda r: altered(
        r, fault=RecordedFault(0, "crashed", ""), reason=EndReason.FAULT, losers=(0,)
    ),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_an_altered_record_does_not_replay(what):
    record = play_out(new_match(seed=2), Random(1))
    assert None is replay(record)
    assert replay(ALTERATIONS[what](record)) is not None


def test_the_first_difference_says_where_what_was_expected_and_what_came():
    record = play_out(new_match(), Random(1))
    difference = replay(with_step(record, 4, hash="00000000"))
    assert f"step 5: expected hash {record.steps[4].hash}, the record says 00000000" == str(
        difference
    )


def test_time_over_the_move_time_eats_the_bank_until_it_is_gone():
    clock = Clock(TIME, 2)

    assert None is clock.charge(0, 1_000_000)
    assert 500_000 == clock.bank_us(0)
    assert None is clock.charge(0, 1_300_000)
    assert 200_000 == clock.bank_us(0)
    assert 1_200_000 == clock.limit_us(0)
    assert FaultKind.MOVE_TIMEOUT is clock.charge(0, 1_210_001)
    assert 0 == clock.bank_us(0)
    assert 500_000 == clock.bank_us(1)


def test_the_margin_is_forgiven_but_leaves_nothing_in_the_bank():
    clock = Clock(TIME, 2)

    assert None is clock.charge(0, 1_510_000)
    assert 0 == clock.bank_us(0)
    assert FaultKind.MOVE_TIMEOUT is clock.charge(0, 1_010_001)


def test_the_increment_is_added_after_each_decision_and_a_quick_one_saves_nothing():
    clock = Clock(TimeControl(move_time=1.0, bank=0.5, increment=0.25), 2)

    clock.charge(0, 10)
    assert 750_000 == clock.bank_us(0)
    clock.charge(0, 1_700_000)
    assert 300_000 == clock.bank_us(0)


def test_when_the_time_for_the_match_is_used_up_the_slowest_seat_is_late():
    time = TimeControl(move_time=1.0, bank=0.0, match_time=2.0)
    match = new_match(time=time)
    slow = match.question.seat
    while match.question is not None:
        match.answer(0, 900_000 if match.question.seat == slow else 300_000)

    assert (slow, FaultKind.MATCH_TIMEOUT) == (match.fault.seat, match.fault.kind)
    assert "the match's 2 s of thinking are used up" in match.fault.detail
    assert None is replay(match.record())


def test_nobody_is_waited_for_longer_than_the_match_has_time_left():
    clock = Clock(TimeControl(move_time=1.0, bank=0.0, match_time=2.0), 2)
    clock.charge(0, 800_000)
    clock.charge(1, 700_000)

    assert 500_000 == clock.limit_us(0)


def test_an_answer_after_the_limit_is_a_fault_of_the_one_asked():
    match = new_match()
    seat = match.question.seat
    match.answer(0, 1_510_001)

    assert (seat, FaultKind.MOVE_TIMEOUT) == (match.fault.seat, match.fault.kind)
    assert (seat,) == match.record().losers
    assert None is replay(match.record())


def test_an_index_outside_the_list_is_a_fault_and_no_action_is_taken():
    match = new_match()
    legal = len(match.question.legal)
    match.answer(legal, 10)

    assert FaultKind.OUT_OF_RANGE == match.fault.kind
    assert f"expected an index from 0 to {legal - 1}, got {legal}" == match.fault.detail
    assert () == match.record().steps


def test_the_first_fault_counts_and_nothing_changes_after_the_end():
    match = new_match()
    match.fail(Fault(2, FaultKind.CRASHED, "first"))
    match.fail(Fault(0, FaultKind.CLOSED, "second"))
    match.answer(0, 1)
    match.expire(1)

    assert (2, "first") == (match.record().fault.seat, match.record().fault.detail)


def test_the_bank_that_is_left_goes_with_every_question():
    match = new_match()
    seat = match.question.seat
    match.answer(0, 1_200_000)
    while match.question.seat != seat:
        match.answer(0, 0)

    assert 300_000 == match.question.bank_us
    assert 2 == match.question.decision_id


def test_every_seat_hears_every_public_event_once_and_in_order():
    match = new_match()
    heard = [[], [], []]
    random = Random(4)
    while match.question is not None:
        heard[match.question.seat] += match.question.events
        match.answer(random.randrange(len(match.question.legal)), 0)
    for seat in range(3):
        heard[seat] += match.news(seat)

    kinds = [[(event.kind, event.seat, event.count) for event in events] for events in heard]
    assert kinds[0] == kinds[1] == kinds[2]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not a match record"),
        ("{}", "missing required field"),
        ('{"schema": 1, "what": 2}', "not a match record"),
    ],
)
def test_what_is_no_record_is_refused(text, complaint):
    with pytest.raises(RecordError, match=complaint):
        Record.from_json(text)


def test_a_record_of_a_newer_schema_is_refused():
    record = play_out(new_match(), Random(1))
    newer = altered(record, schema=SCHEMA + 1).to_json()
    with pytest.raises(RecordError, match=f"record of schema {SCHEMA + 1}"):
        Record.from_json(newer)


@pytest.mark.parametrize("ruleset", ["nim/3", "atlanta[min_sequence=9]/3", "atlanta/7", "?"])
def test_a_record_of_a_game_that_is_not_there_is_refused(ruleset):
    record = play_out(new_match(), Random(1))
    with pytest.raises(RecordError, match="m1"):
        replay(altered(record, ruleset=ruleset))


def test_a_record_reads_well_as_text():
    record = play_out(new_match(), Random(1))
    lines = record.to_text().splitlines()

    assert lines[0].startswith("match m1: atlanta[min_sequence=2]/3, seed 0101")
    assert "seat 0: bot0 1 (abababababab)" == lines[1]
    assert lines[4].startswith("   1. 0:")
    assert lines[-1].startswith(f"lost: bot{record.losers[0]} (seat {record.losers[0]}); out: ")


@pytest.mark.parametrize(
    ("seating", "seed", "complaint"),
    [
        ((0, 1), bytes(32), "expected 3 bots, got 2"),
        ((0, 1, 1), bytes(32), "one process can't sit in two seats"),
        ((0, 1, 2), b"short", "expected 32 bytes of seed, got 5"),
    ],
)
def test_an_order_that_cannot_be_played_is_refused(seating, seed, complaint):
    with pytest.raises(ValueError, match=complaint):
        MatchOrder("m1", make_ruleset("atlanta"), seed, seating, TIME)


@pytest.mark.parametrize(
    "times", [{"move_time": 0}, {"bank": -1}, {"start_time": 0}, {"move_time": float("nan")}]
)
def test_a_time_control_that_nobody_could_keep_is_refused(times):
    with pytest.raises(ValueError, match="seconds"):
        TimeControl(**times)
