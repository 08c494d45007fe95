from collections import Counter
from itertools import permutations

import pytest

from arena.league.seatings import describe, seatings

SEATS = range(2, 13)


@pytest.mark.parametrize("seats", SEATS)
def test_every_seating_seats_every_bot_once(seats):
    assert {tuple(range(seats))} == {tuple(sorted(s)) for s in seatings(seats)}


@pytest.mark.parametrize("seats", SEATS)
def test_no_seating_comes_twice(seats):
    assert seats * (seats - 1) == len(set(seatings(seats))) == len(seatings(seats))


@pytest.mark.parametrize("seats", SEATS)
def test_every_bot_sits_in_every_seat_equally_often(seats):
    counts = Counter((bot, seat) for s in seatings(seats) for seat, bot in enumerate(s))
    assert {(b, s): seats - 1 for b in range(seats) for s in range(seats)} == counts


@pytest.mark.parametrize("seats", SEATS)
def test_every_ordered_pair_is_neighbours_equally_often(seats):
    counts = Counter((s[i], s[(i + 1) % seats]) for s in seatings(seats) for i in range(seats))
    assert dict.fromkeys(permutations(range(seats), 2), seats) == counts


@pytest.mark.parametrize("seats", [2, 3])
def test_few_seats_take_all_seatings(seats):
    assert set(permutations(range(seats))) == set(seatings(seats))


@pytest.mark.parametrize("seats", [1, 0, -1])
def test_a_table_has_two_seats_or_more(seats):
    with pytest.raises(ValueError, match="2 or more seats"):
        seatings(seats)


@pytest.mark.parametrize(
    ("seats", "text"),
    [
        (2, "all 2 seatings: every bot once in every seat"),
        (3, "all 6 seatings: every bot twice in every seat"),
        (4, "12 of 24 seatings: every bot 3 times in every seat"),
        (6, "30 of 720 seatings: every bot 5 times in every seat"),
    ],
)
def test_the_set_is_described(seats, text):
    assert describe(seats).startswith(text)
