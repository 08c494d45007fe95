"""Loss rates, their intervals over blocks, differences; Student's distribution."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.results import LOSS_UNITS, Entry, Result
from arena.league.statistics import (
    Tally,
    difference,
    loses_less,
    loss_rate,
    loss_rate_by_seat,
)
from arena.league.student import t_cdf, t_quantile

law = settings(deadline=None, max_examples=60)
TABLE = ("a", "b", "c")
SEATINGS = list(permutations(TABLE))


def result(order, losers, entries=TABLE, block="b", reason="played"):
    return Result(
        match_id=f"m{order}",
        block=block,
        order=order,
        entries=entries,
        losers=losers,
        out=(),
        reason=reason,
        fault_seat=None,
        fault_kind=None,
        think_us=((),) * len(entries),
    )


def league_of(losers_by_block):
    """All six seatings in each block; a block is a text of who lost each of its matches."""
    return [
        result(6 * block + match, (entries.index(loser),), entries, f"b{block}")
        for block, losers in enumerate(losers_by_block)
        for match, (entries, loser) in enumerate(zip(SEATINGS, losers, strict=True))
    ]


class TestStudent:
    @pytest.mark.parametrize(
        ("freedom", "p", "expected"),  # from printed tables
        [
            (1, 0.975, 12.7062047),
            (1, 0.995, 63.6567412),
            (2, 0.975, 4.3026527),
            (3, 0.975, 3.1824463),
            (4, 0.95, 2.1318468),
            (5, 0.975, 2.5705818),
            (10, 0.975, 2.2281389),
            (30, 0.995, 2.7499957),
            (99, 0.975, 1.9842170),
            (120, 0.975, 1.9799304),
            (1000, 0.975, 1.9623391),
            (10**6, 0.975, 1.9599664),
        ],
    )
    def test_quantiles_are_the_tables(self, freedom, p, expected):
        assert expected == pytest.approx(t_quantile(p, freedom), abs=1e-6)
        assert -expected == pytest.approx(t_quantile(1 - p, freedom), abs=1e-6)

    @law
    @given(st.integers(1, 400), st.floats(0.001, 0.999))
    def test_the_quantile_inverts_the_distribution(self, freedom, p):
        assert p == pytest.approx(t_cdf(t_quantile(p, freedom), freedom), abs=1e-8)

    @law
    @given(st.integers(1, 400), st.floats(-50, 50))
    def test_the_distribution_is_symmetric(self, freedom, t):
        assert 1 - t_cdf(t, freedom) == pytest.approx(t_cdf(-t, freedom), abs=1e-12)


class TestLossRate:
    def test_counts_losses_matches_and_blocks(self):
        found = loss_rate(league_of(["aabbcc", "abcabc", "cccccc"]), "a")
        assert (18, 4.0, 3) == (found.matches, found.losses, found.blocks)
        assert found.rate == pytest.approx(4 / 18)

    def test_a_shared_loss_is_split(self):
        found = [
            result(0, (0, 1), reason="stalemate"),
            result(1, (0, 1, 2), reason="stalemate"),
            result(2, (2,)),
        ]
        assert 1 / 2 + 1 / 3 == pytest.approx(loss_rate(found, "a").losses)
        assert 1 / 3 + 1 == pytest.approx(loss_rate(found, "c").losses)

    def test_who_never_sat_has_none(self):
        assert loss_rate(league_of(["aabbcc"]), "d") is None

    @law
    @given(st.lists(st.text("abc", min_size=6, max_size=6), min_size=1, max_size=30))
    def test_the_interval_holds_the_rate_and_stays_within_0_and_1(self, blocks):
        found = loss_rate(league_of(blocks), "a")
        assert 0 <= found.low <= found.rate <= found.high <= 1
        assert found.low < found.high

    @pytest.mark.parametrize("blocks", [1, 2, 10, 100])
    def test_no_loss_in_some_blocks_is_no_more_than_in_as_many_matches(self, blocks):
        found = loss_rate(league_of(["bcbcbc"] * blocks), "a")
        assert 0.0 == found.low
        assert found.high > 3 / (blocks + 3)  # the rule of three, over blocks

    def test_losing_always_mirrors_losing_never(self):
        never = loss_rate(league_of(["bbbbbb"] * 9), "a")
        always = loss_rate(league_of(["aaaaaa"] * 9), "a")
        assert 1 - never.high == pytest.approx(always.low)
        assert 1.0 == pytest.approx(always.high)

    def test_blocks_lost_as_a_whole_count_as_one_match_each(self):
        as_blocks = loss_rate(league_of((["aaaaaa"] + ["bbbbbb"] * 2) * 40), "a")
        alone = Tally()
        for match in range(120):
            alone.add(
                result(match, (0,), block=f"b{match}"), LOSS_UNITS if match % 3 == 0 else 0
            )
        assert alone.loss_rate().high == pytest.approx(as_blocks.high, abs=1e-3)
        assert alone.loss_rate().low == pytest.approx(as_blocks.low, abs=1e-3)

    def test_that_one_table_is_harder_is_no_uncertainty(self):
        easy, hard = ("a", "b", "c"), ("a", "d", "e")
        results = [
            result(i, (0 if table is hard else 1,), table, f"{table}{i // 6}")
            for i, table in enumerate(([easy] * 6 + [hard] * 6) * 20)
        ]
        found = loss_rate(results, "a")
        assert found.rate == pytest.approx(0.5)
        assert found.high - found.low < 0.1

    @law
    @given(st.lists(st.text("abc", min_size=6, max_size=6), max_size=20), st.randoms())
    def test_the_order_of_results_is_no_matter(self, blocks, rng):
        results = league_of(blocks)
        expected = loss_rate(results, "b"), difference(results, "a", "c")
        rng.shuffle(results)
        assert expected == (loss_rate(results, "b"), difference(results, "a", "c"))


def test_the_loss_rate_by_seat_is_none_where_nobody_sat():
    results = [result(0, (0,)), result(1, (1,)), result(2, (0, 1), reason="stalemate")]
    assert [0.5, None, None] == loss_rate_by_seat(results, "a", 3)
    assert [None, 0.5, None] == loss_rate_by_seat(results, "b", 3)


class TestDifference:
    def test_counts_only_matches_where_both_sat(self):
        apart = [result(100 + i, (0,), ("a", "c", "d"), "x") for i in range(5)]
        found = difference(league_of(["aabccc", "bbcccc"]) + apart, "a", "b")
        assert (12, 2) == (found.matches, found.blocks)
        assert (2 - 3) / 12 == pytest.approx(found.mean)

    def test_those_who_never_met_have_none(self):
        assert difference(league_of(["aabbcc"]), "a", "d") is None
        assert not loses_less(league_of(["aabbcc"]), "a", "d")

    def test_turned_round_it_is_mirrored(self):
        results = league_of(["aabccc", "bbcccc", "abbbcc", "aaaaab"])
        one, other = difference(results, "a", "b"), difference(results, "b", "a")
        assert (-one.high, -one.low) == pytest.approx((other.low, other.high))
        assert 1 - one.p_less == pytest.approx(other.p_less)

    @law
    @given(st.lists(st.text("abc", min_size=6, max_size=6), min_size=1, max_size=30))
    def test_less_is_the_interval_below_0_and_a_p_value_below_a_fortieth(self, blocks):
        found = difference(league_of(blocks), "a", "b")
        assert -1 <= found.low <= found.mean <= found.high <= 1
        assert found.less == (found.p_less < 0.025)

    def test_a_clear_difference_is_significant_and_none_is_not(self):
        assert loses_less(league_of(["abbccc", "bbbacc", "bbbbbc"] * 4), "a", "b")
        assert not loses_less(league_of(["bbbbbb"]), "a", "b")
        assert not loses_less(league_of(["aabbcc"] * 50), "a", "b")


def simulated_blocks(seed, skill, hand, count=3000):
    """Losses of three bots in blocks under a model where a seat's hand is part luck.

    Args:
        seed: of the simulation.
        skill: of the first bot; the others' is 0, the noise of a match 1.
        hand: standard deviation of the luck that stays with the seat in all seatings.
        count: of blocks.
    """
    rng = random.Random(seed)
    return [_block(rng, skill, hand) for _ in range(count)]


def _block(rng, skill, hand):
    luck = [rng.gauss(0, hand) for _ in range(3)]
    losses = [0, 0, 0]
    for seating in permutations(range(3)):
        shown = [
            rng.gauss(luck[seat] + skill * (bot == 0), 1) for seat, bot in enumerate(seating)
        ]
        losses[seating[shown.index(min(shown))]] += 1
    return losses


WORLDS = {
    "even": simulated_blocks(1, 0.0, 0.5),
    "luck": simulated_blocks(2, 0.0, 2.0),
    "good": simulated_blocks(3, 1.2, 0.7),
    "bad": simulated_blocks(4, -1.5, 0.7),
    "deals that decide": [[6 if i % 8 == 0 else 0, 3, 3] for i in range(3000)],
}


def coverage(world, blocks, losses, estimate, repeats=1000):
    """How often the interval holds the truth of a world whose blocks are drawn again."""
    rng = random.Random(blocks)
    per_match = [losses(block) for block in world]
    truth = sum(per_match) / len(world) / 6
    held = 0
    for _ in range(repeats):
        tally = Tally()
        for number, lost in enumerate(rng.choices(per_match, k=blocks)):
            sample = result(number, (0,), block=str(number))
            for match in range(6):
                tally.add(sample, LOSS_UNITS * lost if match == 0 else 0)
        found = estimate(tally)
        held += found.low <= truth <= found.high
    return held / repeats


@pytest.mark.parametrize("blocks", [15, 60])
@pytest.mark.parametrize("world", WORLDS)
def test_intervals_of_loss_rates_hold_the_truth_as_often_as_they_say(world, blocks):
    held = coverage(WORLDS[world], blocks, lambda block: block[0], Tally.loss_rate)
    assert 0.93 <= held <= 0.98  # 0.7 % is the simulation's own standard error


@pytest.mark.parametrize("world", ["even", "good", "luck"])
def test_intervals_of_differences_hold_the_truth_as_often_as_they_say(world):
    held = coverage(WORLDS[world], 25, lambda block: block[0] - block[1], Tally.difference)
    assert 0.93 <= held <= 0.97


@pytest.mark.parametrize("world", WORLDS)
def test_few_blocks_make_wider_intervals_not_bolder_ones(world):
    held = coverage(WORLDS[world], 4, lambda block: block[0], Tally.loss_rate, repeats=400)
    assert held >= 0.95


class TestResult:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"entries": ("a",), "think_us": ((),)}, "2 to 6 seats"),
            ({"entries": ("a", "a", "b")}, "sits twice"),
            ({"losers": ()}, "losers"),
            ({"losers": (3,)}, "losers"),
            ({"losers": (1, 0), "reason": "stalemate"}, "losers"),
            ({"losers": (0, 1)}, "losers"),
            ({"out": (0, 1)}, "out"),
            ({"out": (1, 1)}, "out"),
            ({"out": (7,)}, "out"),
            ({"reason": "bored"}, "no reason"),
            ({"reason": "fault"}, "fault"),
            ({"reason": "fault", "fault_seat": 1, "fault_kind": "crashed"}, "fault"),
            ({"fault_seat": 0, "fault_kind": "crashed"}, "fault"),
            ({"order": -1}, "below 0"),
            ({"think_us": ((),)}, "think times"),
            ({"block": ""}, "block"),
        ],
    )
    def test_fields_that_do_not_fit_are_refused(self, change, message):
        fields = {
            "match_id": "m1",
            "block": "b",
            "order": 0,
            "entries": TABLE,
            "losers": (0,),
            "out": (1,),
            "reason": "played",
            "fault_seat": None,
            "fault_kind": None,
            "think_us": ((),) * 3,
        }
        assert Result(**fields).table == TABLE
        with pytest.raises(ValueError, match=f"match 'm1'.*{message}"):
            Result(**fields | change)


class TestEntry:
    def test_an_id_is_name_and_digest_even_with_an_at_in_the_name(self):
        assert Entry("a@b", "0123") == Entry.parse("a@b@0123")
        assert "a@b@0123" == Entry.parse("a@b@0123").id

    @pytest.mark.parametrize("text", ["", "name", "@0123", "name@"])
    def test_other_texts_are_no_ids(self, text):
        with pytest.raises(ValueError, match="name@digest"):
            Entry.parse(text)
