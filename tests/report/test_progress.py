"""The pace is counted in numbers that come in, not from any clock."""

import pytest

from arena.report.progress import Pace, about, clock, progress_line


def test_the_time_left_follows_from_the_pace():
    pace = Pace(total=100, before=20, now=50.0)
    for second in range(1, 11):
        pace.add(50.0 + second)

    assert 30 == pace.done
    assert 1.0 == pace.rate(60.0)
    assert 70.0 == pace.left(60.0)
    assert "30 of 100 · 30 % · 1.0/s · 1:10 left" == progress_line(pace, 60.0, ascii_only=False)


def test_nobody_knows_the_time_left_before_the_first_match():
    pace = Pace(total=10, before=0, now=0.0)

    assert None is pace.left(0.0)
    assert "0 of 10 - 0 % - 0.0/s - -:-- left" == progress_line(pace, 0.0, ascii_only=True)


def test_nobody_knows_it_either_while_the_bots_start():
    pace = Pace(total=10, before=0, now=0.0)
    pace.add(2.5)

    assert None is pace.left(2.9)
    assert 27.0 == pytest.approx(pace.left(3.0))


def test_no_time_is_left_when_all_are_done():
    pace = Pace(total=10, before=10, now=0.0)

    assert 0.0 == pace.left(0.0)


def test_only_the_last_half_minute_counts_for_the_pace():
    pace = Pace(total=100, before=0, now=0.0)
    for _ in range(50):
        pace.add(1.0)
    pace.add(100.0)

    assert pytest.approx(1 / 30) == pace.rate(101.0)


@pytest.mark.parametrize(
    ("expected", "seconds"),
    [("0:07", 7.2), ("12:30", 750), ("1:02:03", 3723), ("-:--", None)],
)
def test_durations_are_told_like_clocks(expected, seconds):
    assert expected == clock(seconds)


@pytest.mark.parametrize(
    ("expected", "seconds"),
    [("about 1 s", 0.1), ("about 40 s", 40), ("about 3 min", 170), ("about 2 h", 7300)],
)
def test_estimates_are_told_in_words(expected, seconds):
    assert expected == about(seconds)
