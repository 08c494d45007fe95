"""Standings: what a leaderboard shows, from results."""

from __future__ import annotations

import random

import msgspec
import pytest

from arena.league.ratings import DEFAULT, RateBy, fold
from arena.league.results import Entry, Result
from arena.league.standings import Scoreboard, standings
from arena.league.statistics import loss_rate

ENTRIES = [Entry(name, f"{i:012x}", "1.0") for i, name in enumerate(("ann", "bob", "cid"))]
ANN, BOB, CID = (entry.id for entry in ENTRIES)


def result(order, losers, entries=(ANN, BOB, CID), *, fault=None, think_us=None, block=None):
    return Result(
        match_id=f"m{order}",
        block=block or f"b{order}",
        order=order,
        entries=entries,
        losers=losers,
        out=(),
        reason="fault" if fault else "played" if len(losers) == 1 else "stalemate",
        fault_seat=losers[0] if fault else None,
        fault_kind=fault,
        think_us=think_us or ((),) * len(entries),
    )


def random_league(seed, matches=120, answers=3):
    rng = random.Random(seed)
    return [
        result(
            order,
            (rng.choice((0, 1, 2, 2)),),
            tuple(rng.sample((ANN, BOB, CID), 3)),
            think_us=tuple(
                tuple(rng.randrange(100, 9000) for _ in range(answers)) for _ in range(3)
            ),
            block=f"b{order // 6}",
        )
        for order in range(matches)
    ]


def line(board, bot):
    return next(standing for standing in board if standing.bot == bot)


def test_the_best_stands_first_and_ranks_count_from_one():
    board = standings([result(i, (2,)) for i in range(9)], ENTRIES, 3)
    assert [1, 2, 3] == [standing.rank for standing in board]
    assert board[-1].bot == "cid"
    ratings = [standing.rating for standing in board]
    assert sorted(ratings, reverse=True) == ratings


def test_equals_stand_by_name():
    assert ["ann", "bob", "cid"] == [s.bot for s in standings([], ENTRIES[::-1], 3)]


def test_an_entry_without_matches_is_listed_and_nothing_is_claimed_of_it():
    newcomer = standings([], ENTRIES, 3)[0]
    assert (0, 0.0, None) == (newcomer.matches, newcomer.losses, newcomer.loss_rate)
    assert (0.0, 1.0) == (newcomer.loss_low, newcomer.loss_high)
    assert [None] * 3 == newcomer.loss_rate_by_seat
    assert (None, None) == (newcomer.think_us_median, newcomer.think_us_p99)
    assert (DEFAULT.mu, DEFAULT.sigma) == (newcomer.mu, newcomer.sigma)


def test_figures_are_those_of_the_fold_and_of_the_statistics():
    results = random_league(1)
    board, ratings = standings(results, ENTRIES, 3), fold(results)
    for entry in ENTRIES:
        found, expected = line(board, entry.name), loss_rate(results, entry.id)
        assert (ratings[entry.id].mu, ratings[entry.id].sigma) == (found.mu, found.sigma)
        assert ratings[entry.id].exposed == found.rating
        assert (expected.rate, expected.low, expected.high, expected.losses) == (
            found.loss_rate,
            found.loss_low,
            found.loss_high,
            found.losses,
        )
        assert found.expected == 1 / 3
    assert sum(standing.losses for standing in board) == len(results)


def test_the_rating_counts_what_it_is_asked_to():
    results = random_league(2)
    expected = fold(results, RateBy.FINISH)[ANN].mu
    assert expected == line(standings(results, ENTRIES, 3, RateBy.FINISH), "ann").mu


def test_a_shared_loss_is_a_fraction_each():
    board = standings([result(0, (0, 2))], ENTRIES, 3)
    assert {"ann": 0.5, "bob": 0.0, "cid": 0.5} == {s.bot: s.losses for s in board}


def test_loss_rates_by_seat_stand_in_seat_order():
    results = [result(0, (0,)), result(1, (1,)), result(2, (0,), (BOB, ANN, CID))]
    assert [0.5, 0.0, None] == line(standings(results, ENTRIES, 3), "ann").loss_rate_by_seat


def test_faults_are_counted_for_who_made_them_and_by_kind():
    results = [
        result(0, (0,), fault="crashed"),
        result(1, (0,), fault="move-timeout"),
        result(2, (0,), fault="crashed"),
        result(3, (1,)),
    ]
    board = standings(results, ENTRIES, 3)
    assert (3, {"crashed": 2, "move-timeout": 1}) == (
        line(board, "ann").faults,
        line(board, "ann").fault_kinds,
    )
    assert 0 == line(board, "bob").faults


@pytest.mark.parametrize(
    ("times", "median", "slow"),
    [((7,), 7, 7), ((1, 2), 1, 2), ((3, 1, 2), 2, 3), (tuple(range(1, 201)), 100, 198)],
)
def test_think_times_are_the_times_that_so_many_answers_did_not_exceed(times, median, slow):
    board = standings([result(0, (0,), think_us=(times, (), ()))], ENTRIES, 3)
    assert (median, slow) == (
        line(board, "ann").think_us_median,
        line(board, "ann").think_us_p99,
    )
    assert line(board, "bob").think_us_median is None


def test_a_scoreboard_shows_the_same_however_results_come():
    results = random_league(3)
    expected = standings(results, ENTRIES, 3)
    random.Random(5).shuffle(results)
    board = Scoreboard(ENTRIES, 3)
    for count, each in enumerate(results):
        board.add(each)
        if count % 50 == 0:
            board.standings()
    assert expected == board.standings()


def test_the_version_is_its_authors_and_the_digest():
    assert "1.0+000000000000" == line(standings([], ENTRIES, 3), "ann").version
    assert "abcdef012345" == Entry("dora", "abcdef012345").version


def test_two_versions_of_a_bot_are_two_lines():
    older = Entry("ann", "ffffffffffff")
    board = standings([result(0, (0,), (older.id, ANN, BOB))], [*ENTRIES, older], 3)
    assert 2 == sum(standing.bot == "ann" for standing in board)


@pytest.mark.parametrize(
    ("entries", "seats", "message"),
    [(ENTRIES[:2], 3, "not listed"), (ENTRIES, 4, "4 seats expected, not 3")],
)
def test_results_of_another_league_are_refused(entries, seats, message):
    with pytest.raises(ValueError, match=f"'m0'.*{message}"):
        standings([result(0, (0,))], entries, seats)


def test_the_json_form_has_the_promised_fields():
    fields = msgspec.to_builtins(standings(random_league(1, 6), ENTRIES, 3)[0])
    promised = "rank bot version mu sigma matches losses loss_rate loss_low loss_high faults"
    assert set(promised.split()) <= fields.keys()
