from collections import Counter, defaultdict
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.league.config import load_league
from arena.league.plan import make_plan
from arena.league.schedule import MAX_TABLES, make_schedule
from arena.league.seatings import seatings
from arena.league.secret import commitment, deal_seed, make_secret


def names(count):
    return tuple(f"bot{number}@{number:012x}" for number in range(count))


@st.composite
def schedules(draw):
    seats = draw(st.integers(2, 6))
    entries = draw(st.permutations(names(draw(st.integers(seats, seats + 2)))))
    deals = draw(st.integers(1, 4))
    return make_schedule(entries, seats, deals, draw(st.none() | st.integers(1, 5)))


@given(schedules())
def test_every_deal_of_every_table_is_played_in_every_seating_once(schedule):
    played = Counter((m.table, m.deal, m.entries) for m in schedule)
    assert {
        (table, deal, tuple(table.entries[bot] for bot in seating)): 1
        for table in schedule.tables
        for deal in range(schedule.deals)
        for seating in seatings(schedule.seats)
    } == played


@given(schedules())
def test_the_order_counts_the_matches_and_ids_are_their_own(schedule):
    matches = list(schedule)
    assert list(range(len(schedule))) == [match.order for match in matches]
    assert len(schedule) == len({match.match_id for match in matches})


@given(schedules())
def test_no_deal_comes_twice_in_a_pass(schedule):
    for one in schedule.passes():
        assert {1} == set(Counter((m.table, m.deal) for m in one.matches).values())


@given(schedules())
def test_a_round_finishes_its_blocks(schedule):
    rounds = defaultdict(set)
    for one in schedule.passes():
        for match in one.matches:
            rounds[match.block].add(one.round)
    assert {1} == {len(numbers) for numbers in rounds.values()}


@given(schedules())
def test_every_set_of_bots_that_fills_the_seats_is_a_table(schedule):
    bots = len(schedule.entries)
    assert comb(bots, schedule.seats) == len(set(schedule.tables))
    assert all(len(set(table.entries)) == schedule.seats for table in schedule.tables)


@given(schedules(), st.integers(1, 3), st.integers(0, 2), st.integers(1, 9))
def test_ids_stay_when_deals_and_bots_are_added(schedule, more_deals, more_bots, per_round):
    added = tuple(f"new{number}@{number:012x}" for number in range(more_bots))
    entries = (*added, *schedule.entries)
    grown = make_schedule(entries, schedule.seats, schedule.deals + more_deals, per_round)
    after = {m.match_id: (m.table, m.deal, m.entries) for m in grown}
    before = {m.match_id: (m.table, m.deal, m.entries) for m in schedule}
    assert before == {match_id: after[match_id] for match_id in before}


@given(schedules())
def test_the_order_of_the_file_does_not_matter(schedule):
    again = make_schedule(
        schedule.entries[::-1], schedule.seats, schedule.deals, schedule.deals_per_round
    )
    assert list(schedule) == list(again)


def test_rounds_take_so_many_deals():
    schedule = make_schedule(names(3), 3, deals=5, deals_per_round=2)
    sizes = [(one.round, one.number, len(one.matches)) for one in schedule.passes()]
    assert [(r, p, 2 if r < 2 else 1) for r in range(3) for p in range(6)] == sizes


def test_an_id_can_be_read():
    first = next(iter(make_schedule(names(3), 3, deals=1)))
    assert f"{first.table.name}-d000-s0" == first.match_id


def test_too_many_tables_are_refused_with_a_way_out():
    with pytest.raises(ConfigError, match=r"40 bots at 3 seats make 9,880 tables, .* 5,000"):
        make_schedule(names(40), 3, deals=1)
    assert len(make_schedule(names(31), 3, deals=1).tables) <= MAX_TABLES


def test_deals_differ_by_secret_table_and_number():
    one, other = make_secret("a"), make_secret("b")
    assert 5 == len(
        {
            deal_seed(one, "x|y", 0),
            deal_seed(other, "x|y", 0),
            deal_seed(one, "x|z", 0),
            deal_seed(one, "x|y", 1),
            one,
        }
    )


def test_a_seed_text_gives_the_same_secret_and_none_a_fresh_one():
    assert make_secret("a") == make_secret("a")
    assert make_secret(None) != make_secret(None)
    assert 32 == len(make_secret(None))


def test_the_documented_derivation_holds():
    secret = make_secret("starter")
    assert "4ff99612" == secret.hex()[:8]
    assert "a29c423e" == commitment(secret)[:8]
    assert "c611ec7d" == deal_seed(secret, "a@1|b@2|c@3", 7).hex()[:8]


@pytest.mark.usefixtures("three_bots")
def test_the_plan_counts_what_the_schedule_holds(make_league, make_bot):
    make_bot("d")
    file = make_league("deals = 5\ndeals_per_round = 2\nworkers = 2", bots=("a", "b", "c", "d"))
    plan = make_plan(load_league(file), cpus=2)
    assert (4, 20, 120, 3, 18, 144) == (
        plan.tables,
        plan.blocks,
        plan.matches,
        plan.rounds,
        plan.passes,
        plan.restarts,
    )
    assert plan.seatings.startswith("all 6 seatings")
    assert plan.seconds > 0
