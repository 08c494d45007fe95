"""Benching, decided from results alone."""

from dataclasses import replace

import pytest

from arena.league.bench import Bench, culprit, forfeit, sentence
from arena.league.config import load_league
from arena.league.results import Result
from arena.league.schedule import Schedule
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.match.replay import replay

A, B, C = "a@1", "b@1", "c@1"
DUEL = Schedule((A, B), seats=2, deals=6, deals_per_round=3)
"""Four passes of three matches."""


def result(match, guilty=None):
    seat = None if guilty is None else match.entries.index(guilty)
    return Result(
        match_id=match.match_id,
        block=match.block,
        order=match.order,
        entries=match.entries,
        losers=(0 if seat is None else seat,),
        out=(),
        reason="played" if seat is None else "fault",
        fault_seat=seat,
        fault_kind=None if seat is None else "crashed",
        think_us=((),) * len(match.entries),
    )


def results(schedule, guilty):
    """A result a match; a letter of `guilty` says whose fault it was, `.` nobody's."""
    names = {"a": A, "b": B, "c": C, ".": None}
    return [result(m, names[g]) for m, g in zip(schedule, guilty, strict=False)]


def benched(guilty, strikes=3, schedule=DUEL):
    return sorted(sentence(schedule, results(schedule, guilty), strikes, "forfeit").entries)


@pytest.mark.parametrize(
    ("guilty", "expected"),
    [
        ("aaa", [A]),
        ("aa.", []),
        ("a.aa", []),
        ("a.aaa.", [A]),  # over the border of a pass
        ("aabaab", [A]),  # another's fault says nothing of a
        ("bbbaaa", [A, B]),
        (".aaa..", [A]),
        (".........aaa", []),  # nothing is left that it could lose
        ("......aaa...", [A]),
        ("......aaa", [A]),
    ],
)
def test_faults_in_a_row_bench_an_entry_when_the_pass_is_complete(guilty, expected):
    assert expected == benched(guilty)


def test_an_incomplete_pass_benches_nobody():
    assert [] == benched("...aa")
    assert [] == benched("aaaa", strikes=4)
    assert [A] == benched("aaaa..", strikes=4)


def test_matches_of_later_passes_change_nothing_of_an_earlier_verdict():
    played = results(DUEL, "aaa...")
    assert {A} == sentence(DUEL, played[:3], 3, "forfeit").entries
    assert {A} == sentence(DUEL, played, 3, "forfeit").entries


def test_the_order_in_which_matches_ended_does_not_matter():
    played = results(DUEL, "aa.a.abaa...")
    verdict = sentence(DUEL, played, 3, "skip")
    assert verdict == sentence(DUEL, played[::-1], 3, "skip")


def test_no_strikes_bench_nobody():
    assert [] == benched("a" * 12, strikes=0)


def test_skipped_are_the_benched_entry_s_matches_after_the_pass_that_are_not_played():
    trio = Schedule((A, B, C), seats=2, deals=1, deals_per_round=1)
    first, second = trio.passes()
    played = [result(m, A if A in m.entries else None) for m in first.matches]
    expected = {m.match_id for m in second.matches if A in m.entries}
    assert 2 == len(expected)
    assert expected == sentence(trio, played, 2, "skip").skipped
    assert set() == sentence(trio, played, 2, "forfeit").skipped
    played += [result(m) for m in second.matches if m.match_id not in expected]
    assert len(trio) == len(played) + len(sentence(trio, played, 2, "skip").skipped)


def test_of_two_benched_the_one_in_the_lower_seat_loses():
    bench = Bench(1)
    bench.entries.update((A, B))
    seats = [bench.seat(match) for match in DUEL]
    assert {0} == set(seats)
    bench.entries.remove(A)
    assert [match.entries.index(B) for match in DUEL] == [bench.seat(m) for m in DUEL]


@pytest.mark.usefixtures("three_bots")
def test_a_forfeit_s_record_names_the_loser_and_replays(make_league):
    league = load_league(make_league())
    order = MatchOrder("m", league.ruleset, bytes(32), (2, 0, 1), TimeControl())
    record = forfeit(order, league.bots, 1, 50)
    assert (1,) == record.losers
    assert "a" == record.seating[1].bot
    assert "benched" == record.fault.kind
    assert "not played: 50 faults in a row before" == record.fault.detail
    assert replay(record) is None


def test_the_culprit_is_an_entry():
    match = next(iter(DUEL))
    assert B == culprit(result(match, B))
    assert culprit(replace(result(match), reason="stalemate")) is None
