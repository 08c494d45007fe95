"""Ratings: against the truth of simulated leagues, the package's own, and Bayes by sampling."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import isclose, isfinite, log, sqrt

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.ratings import (
    BETA,
    DEFAULT,
    RateBy,
    Rating,
    RunningRatings,
    comparisons,
    fold,
    learn,
    predict_loss,
    rate_result,
    v_win,
    w_win,
)
from arena.league.results import Result

law = settings(deadline=None, max_examples=60)
SEEDS = (1, 2, 3, 4)
MATCHES = 3000


def result(order, entries, losers, out=(), reason="played", *, fault=None):
    return Result(
        match_id=f"m{order}",
        block=f"b{order}",
        order=order,
        entries=tuple(entries),
        losers=tuple(losers),
        out=tuple(out),
        reason=reason,
        fault_seat=losers[0] if fault else None,
        fault_kind=fault,
        think_us=((),) * len(entries),
    )


def play(rng, skills, order, seats):
    """A match under the model: the worst performance loses."""
    entries = rng.sample(sorted(skills), seats)
    performances = [rng.gauss(skills[entry], BETA) for entry in entries]
    best_first = sorted(range(seats), key=lambda seat: -performances[seat])
    return result(order, entries, best_first[-1:], best_first[:-1])


def league(seed, seats=3, bots=6, matches=MATCHES):
    rng = random.Random(seed)
    skills = {f"bot{i}": rng.gauss(25, 5) for i in range(bots)}
    return skills, [play(rng, skills, order, seats) for order in range(matches)]


def fold_plainly(results):
    """What not to do: a result told to TrueSkill as ranks (0, 0, 1)."""
    env = trueskill.TrueSkill(tau=0)
    ratings = {}
    for each in results:
        groups = [(ratings.get(entry, env.create_rating()),) for entry in each.entries]
        ranks = [int(seat in each.losers) for seat in range(each.seats)]
        for entry, (new,) in zip(each.entries, env.rate(groups, ranks), strict=True):
            ratings[entry] = new
    return {entry: Rating(new.mu, new.sigma) for entry, new in ratings.items()}


def errors_in_sigmas(skills, ratings):
    """Only differences of skills can be seen in results: both levels are taken out."""
    level = sum(skills.values()) / len(skills)
    rated_level = sum(ratings[bot].mu for bot in skills) / len(skills)
    return [
        (ratings[bot].mu - rated_level - skills[bot] + level) / ratings[bot].sigma
        for bot in skills
    ]


def log_loss_over_truth(skills, ratings, seats=3):
    """Expected log-loss of predicted losers over that of who knows the skills, less 1."""
    predicted = known = 0.0
    for table in combinations(sorted(skills), seats):
        truth = predict_loss([Rating(skills[bot], 1e-9) for bot in table])
        guess = predict_loss([ratings[bot] for bot in table])
        known -= sum(p * log(p) for p in truth)
        predicted -= sum(p * log(q) for p, q in zip(truth, guess, strict=True))
    return predicted / known - 1


def root_mean_square(values):
    values = list(values)
    return sqrt(sum(value**2 for value in values) / len(values))


def test_errors_are_as_large_as_sigma_says_and_predictions_nearly_as_good_as_the_truth():
    errors = []
    for seed in SEEDS:
        skills, results = league(seed)
        ratings = fold(results)
        errors += errors_in_sigmas(skills, ratings)
        assert log_loss_over_truth(skills, ratings) < 0.01
    assert 0.5 < root_mean_square(errors) < 1.5


def test_calling_those_who_are_not_last_a_draw_fails_both():
    skills, results = league(SEEDS[0])
    ratings = fold_plainly(results)
    assert root_mean_square(errors_in_sigmas(skills, ratings)) > 5
    assert log_loss_over_truth(skills, ratings) > 0.05


@pytest.mark.parametrize(("seats", "rate_by"), [(2, "loss"), (5, "loss"), (4, "finish")])
def test_other_tables_and_finishing_orders_are_rated_as_well(seats, rate_by):
    skills, results = league(7, seats, matches=1500)
    ratings = fold(results, RateBy(rate_by))
    assert 0.3 < root_mean_square(errors_in_sigmas(skills, ratings)) < 2
    assert log_loss_over_truth(skills, ratings, seats) < 0.01


@pytest.mark.parametrize(
    ("pairs", "seats"),
    [
        ([(0, 2), (1, 2)], 3),
        ([(0, 1), (1, 2)], 3),
        ([(0, 2), (0, 3), (1, 2), (1, 3)], 4),
    ],
    ids=["one loser", "finishing order", "two places of two"],
)
def test_one_update_agrees_with_bayes_by_sampling(pairs, seats):
    rng = random.Random(5)
    priors = [Rating(24 + seat, 8 - seat) for seat in range(seats)]
    kept = []
    for _ in range(60_000):
        skills = [rng.gauss(prior.mu, prior.sigma) for prior in priors]
        shown = [rng.gauss(skill, BETA) for skill in skills]
        if all(shown[a] > shown[b] for a, b in pairs):
            kept.append(skills)
    for rating, sample in zip(learn(priors, pairs), zip(*kept, strict=True), strict=True):
        mean = sum(sample) / len(sample)
        deviation = root_mean_square(skill - mean for skill in sample)
        assert mean == pytest.approx(rating.mu, abs=0.25)
        assert deviation == pytest.approx(rating.sigma, abs=0.25)


ratings_drawn = st.builds(Rating, st.floats(-20, 70), st.floats(0.05, 8.4))


@law
@given(ratings_drawn, ratings_drawn)
def test_two_seats_are_trueskill_without_draws(winner, loser):
    env = trueskill.TrueSkill(tau=0, draw_probability=0)
    if winner.mu - loser.mu > 20:  # where the package's own functions break
        return
    expected = trueskill.rate_1vs1(
        env.create_rating(winner.mu, winner.sigma),
        env.create_rating(loser.mu, loser.sigma),
        env=env,
    )
    found = learn([winner, loser], [(0, 1)])
    for theirs, ours in zip(expected, found, strict=True):
        assert theirs.mu == pytest.approx(ours.mu, rel=1e-4, abs=1e-3)
        assert theirs.sigma == pytest.approx(ours.sigma, rel=1e-4)


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_strict_finishing_order_is_trueskills_ranking(seats):
    env = trueskill.TrueSkill(tau=0, draw_probability=0)
    priors = [Rating(20 + 2 * seat, 8 - seat) for seat in range(seats)]
    groups = [(env.create_rating(prior.mu, prior.sigma),) for prior in priors]
    expected = env.rate(groups, ranks=list(range(seats)), min_delta=1e-8)
    entries = [f"bot{seat}" for seat in range(seats)]
    played = result(0, entries, [seats - 1], range(seats - 1))
    found = rate_result(dict(zip(entries, priors, strict=True)), played, RateBy.FINISH)
    for (theirs,), entry in zip(expected, entries, strict=True):
        assert theirs.mu == pytest.approx(found[entry].mu, abs=2e-2)
        assert theirs.sigma == pytest.approx(found[entry].sigma, abs=2e-2)


@law
@given(st.lists(ratings_drawn, min_size=2, max_size=6), st.data())
def test_the_seating_changes_nothing(priors, data):
    known = {f"bot{i}": prior for i, prior in enumerate(priors)}
    seating = data.draw(st.permutations(sorted(known)))
    expected = rate_result(known, result(0, sorted(known), [0]))
    assert expected == rate_result(known, result(0, seating, [seating.index("bot0")]))


def test_the_order_in_which_comparisons_are_listed_changes_nothing():
    priors = [Rating(30, 8), Rating(20, 3), Rating(26, 1), Rating(22, 5)]
    expected = learn(priors, [(0, 3), (1, 3), (2, 3)])
    for pairs in permutations([(0, 3), (1, 3), (2, 3)]):
        for one, other in zip(expected, learn(priors, pairs), strict=True):
            assert one.mu == pytest.approx(other.mu, abs=1e-9)
            assert one.sigma == pytest.approx(other.sigma, abs=1e-9)


@law
@given(st.lists(ratings_drawn, min_size=2, max_size=6))
def test_the_loser_falls_the_others_rise_and_nobody_gets_less_certain(priors):
    entries = [f"bot{i}" for i in range(len(priors))]
    after = rate_result(dict(zip(entries, priors, strict=True)), result(0, entries, [0]))
    rounding = 1e-9
    assert after["bot0"].mu <= priors[0].mu + rounding
    for entry, prior in zip(entries[1:], priors[1:], strict=True):
        assert prior.mu - rounding <= after[entry].mu
    for entry, prior in zip(entries, priors, strict=True):
        assert after[entry].sigma <= prior.sigma * (1 + rounding)


class TestSharedLoss:
    def test_each_loser_is_compared_with_each_safe_seat_and_weighs_its_share(self):
        shared = result(0, "abcd", [1, 3], [0], "stalemate")
        assert [[(0, 1), (2, 1)], [(0, 3), (2, 3)]] == comparisons(shared)

    def test_two_losers_are_charged_less_each_than_a_lone_loser(self):
        alone = fold([result(0, "abcd", [0])])
        shared = fold([result(0, "abcd", [0, 1], (), "stalemate")])
        assert shared["a"].mu == pytest.approx(shared["b"].mu)
        assert shared["c"].mu == pytest.approx(shared["d"].mu)
        assert alone["a"].mu < shared["a"].mu < DEFAULT.mu
        assert alone["a"].sigma < shared["a"].sigma < DEFAULT.sigma

    def test_a_loss_that_all_share_tells_nothing(self):
        assert dict.fromkeys("abc", DEFAULT) == fold(
            [result(0, "abc", [0, 1, 2], (), "stalemate")]
        )

    def test_the_safe_share_a_place_after_those_who_went_out(self):
        ended = result(0, "abcdef", [1, 4], [3], "stalemate")
        assert ((3,), (0, 2, 5), (1, 4)) == ended.places()

    def test_the_finishing_order_compares_each_place_with_the_next_only(self):
        ended = result(0, "abcde", [1, 4], [3], "stalemate")
        expected = [(3, 0), (3, 2), (0, 1), (0, 4), (2, 1), (2, 4)]
        assert [expected] == comparisons(ended, RateBy.FINISH)


class TestFaults:
    def test_the_faulter_is_last_and_the_others_share_a_place(self):
        ended = result(0, "abcd", [2], (), "fault", fault="crashed")
        assert ((0, 1, 3), (2,)) == ended.places()

    def test_those_out_by_then_keep_their_places(self):
        ended = result(0, "abcd", [2], (3,), "fault", fault="crashed")
        assert ((3,), (0, 1), (2,)) == ended.places()

    def test_a_faulter_that_was_out_already_is_last_all_the_same(self):
        ended = result(0, "abcd", [2], (2, 1), "fault", fault="crashed")
        assert ((1,), (0, 3), (2,)) == ended.places()

    def test_nobody_but_the_faulter_falls_when_it_faults_before_anyone_is_out(self):
        after = fold([result(0, "abcd", [2], (), "fault", fault="crashed")], RateBy.FINISH)
        assert {"c"} == {entry for entry, new in after.items() if new.mu < DEFAULT.mu}


class TestFold:
    def test_results_are_taken_in_schedule_order_however_they_are_listed(self):
        _, results = league(3, matches=200)
        expected = fold(results)
        random.Random(4).shuffle(results)
        assert expected == fold(results)

    @pytest.mark.parametrize("delay", [1, 10, 100])
    def test_a_running_fold_always_equals_the_fold_of_what_has_come(self, delay):
        rng = random.Random(delay)
        _, results = league(6, matches=100)
        results.sort(key=lambda each: each.order + rng.randrange(delay))
        running = RunningRatings()
        for count, each in enumerate(results, start=1):
            running.add(each)
            if count in {10, 40, 41, 70, 100}:
                assert fold(results[:count]) == running.ratings()

    def test_a_league_files_word_says_what_to_rate_by_and_another_is_refused(self):
        results = [result(0, "abc", [2], [0, 1])]
        assert fold(results, RateBy.FINISH) == fold(results, "finish")
        assert fold(results, RateBy.LOSS) != fold(results, "finish")
        with pytest.raises(ValueError, match="first"):
            fold(results, "first")

    def test_no_results_give_no_ratings(self):
        assert {} == fold([])


class TestExtremes:
    @pytest.mark.parametrize("rate_by", RateBy)
    def test_a_bot_that_loses_two_thousand_matches_is_rated_last(self, rate_by):
        results = [result(i, "abz", [2], [i % 2, 1 - i % 2]) for i in range(2000)]
        ratings = fold(results, rate_by)
        assert all(isfinite(r.mu) and 0 < r.sigma <= DEFAULT.sigma for r in ratings.values())
        assert ratings["z"].mu + 10 < min(ratings["a"].mu, ratings["b"].mu)

    @pytest.mark.parametrize("gap", [1e2, 1e3, 1e4])
    def test_sure_wins_tell_nothing_and_impossible_upsets_much(self, gap):
        strong, weak = Rating(25 + gap, 1), Rating(25, 1)
        expected, upset = learn([strong, weak], [(0, 1)]), learn([strong, weak], [(1, 0)])
        assert all(
            isclose(new.mu, old.mu) for new, old in zip(expected, (strong, weak), strict=True)
        )
        assert upset[0].mu < strong.mu - gap / 100
        assert all(isfinite(rating.mu) and rating.sigma > 0 for rating in upset)

    def test_corrections_are_smooth_where_the_series_takes_over(self):
        for function in (v_win, w_win):
            assert function(-24.9999) == pytest.approx(function(-25.0001), rel=1e-4)
        shrink_before, shrink_after = 1 - w_win(-24.9999), 1 - w_win(-25.0001)
        assert shrink_before == pytest.approx(shrink_after, rel=1e-3)

    @law
    @given(st.floats(-1e5, 1e3))
    def test_corrections_stay_in_their_range(self, margin):
        assert v_win(margin) >= 0
        assert 0 <= w_win(margin) < 1


class TestPredictLoss:
    @pytest.mark.parametrize("seats", range(2, 7))
    def test_equals_lose_equally(self, seats):
        assert [1 / seats] * seats == pytest.approx(predict_loss([DEFAULT] * seats))

    def test_a_duel_is_the_normal_distribution(self):
        spread = sqrt(2**2 + 3**2 + 2 * BETA**2)
        distribution = trueskill.TrueSkill().cdf
        expected = distribution((22 - 27) / spread)
        assert predict_loss([Rating(27, 2), Rating(22, 3)])[0] == pytest.approx(
            expected, abs=1e-6
        )

    def test_three_seats_lose_as_often_as_in_play(self):
        rng = random.Random(8)
        table = [Rating(22, 1), Rating(25, 8), Rating(28, 0.1)]
        lost = [0, 0, 0]
        for _ in range(40_000):
            shown = [rng.gauss(r.mu, sqrt(r.sigma**2 + BETA**2)) for r in table]
            lost[shown.index(min(shown))] += 1
        assert [n / 40_000 for n in lost] == pytest.approx(predict_loss(table), abs=0.01)

    def test_far_apart_it_still_sums_to_one(self):
        chances = predict_loss([Rating(-900, 0.1), Rating(25, 8), Rating(900, 0.1)])
        assert [1.0, 0.0, 0.0] == pytest.approx(chances)
