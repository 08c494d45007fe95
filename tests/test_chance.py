"""Seeds, streams and deals (docs/rules.md, "Chance")."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import Deal, bot_seed, deal_from_seed, seed_from_text, stream
from arena.errors import NotationError

SEED = seed_from_text("a test")
ORDER = tuple(range(52))


def test_a_stream_is_hmacs_of_label_and_counter_run_together():
    expected = b"".join(
        hmac.digest(SEED, b"deck" + counter.to_bytes(4, "big"), "sha256")
        for counter in range(3)
    )
    assert expected == stream(SEED, "deck").take(96)


def test_taking_piecewise_gives_the_same_bytes():
    pieces = stream(SEED, "deck")
    assert stream(SEED, "deck").take(70) == pieces.take(1) + pieces.take(33) + pieces.take(36)


def test_a_seed_given_as_text_is_its_sha256():
    assert hashlib.sha256("épée ♠".encode()).digest() == seed_from_text("épée ♠")


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1000))
def test_below_stays_below(seed, n):
    draws = stream(seed, "x")
    assert all(0 <= draws.below(n) < n for _ in range(20))


def test_below_drops_words_past_the_last_multiple():
    n = (1 << 31) + 1  # the last multiple below 2**32 is n itself: half of all words go
    taken = stream(SEED, "x").take(4 * 40)
    words = [int.from_bytes(taken[at : at + 4], "big") for at in range(0, len(taken), 4)]
    draws = stream(SEED, "x")
    expected = [word for word in words if word < n][:10]
    assert expected == [draws.below(n) for _ in range(10)]


def test_shuffles_hold_every_card_once():
    assert ORDER == tuple(sorted(stream(SEED, "deck").shuffle()))


def test_every_card_comes_first_about_equally_often():
    firsts = Counter(stream(seed_from_text(str(i)), "deck").shuffle()[0] for i in range(2600))
    assert 52 == len(firsts)
    assert max(firsts.values()) < 90  # 50 expected: more than five standard deviations


def test_a_bots_seed_is_16_bytes_of_its_own():
    seeds = {bot_seed(SEED, seat) for seat in range(6)}
    assert 6 == len(seeds)
    assert {16} == {len(seed) for seed in seeds}


def test_the_dealer_alone_depends_on_the_number_of_players():
    deals = [deal_from_seed(SEED, players) for players in range(2, 7)]
    assert 1 == len({deal.pack for deal in deals})
    assert 1 == len({deal.dreck_order for deal in deals})
    assert all(deal.dealer < players for players, deal in enumerate(deals, 2))


@pytest.mark.parametrize(
    ("dealer", "pack", "dreck_order", "named"),
    [
        (0, ORDER[:-1], ORDER, "pack"),
        (0, (0, *ORDER[:-1]), ORDER, "pack"),
        (0, ORDER, ORDER[1:], "dreck_order"),
        (-1, ORDER, ORDER, "dealer"),
    ],
)
def test_a_deal_that_is_none_is_refused(dealer, pack, dreck_order, named):
    with pytest.raises(NotationError, match=named):
        Deal(dealer, pack, dreck_order)
