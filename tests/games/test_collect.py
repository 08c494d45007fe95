"""Phase one of Atlanta Mattis as tables of small positions.

The rules: docs/rules.md, "Atlanta Mattis".
"""

import pytest

from arena.cards import RANKS
from arena.games.collect import slough_options, turn_options
from arena.games.view import Ask


@pytest.mark.parametrize(
    ("hand", "best", "stock", "options"),
    [
        ("5c9dKh", None, 20, "5c 9d Kh flip"),  # nothing to match yet
        ("5c9dKh", "9", 20, "9d"),  # must match, and may not flip
        ("9c9dKh", "9", 20, "9c 9d"),
        ("5c9dKh", "T", 20, "5c 9d Kh flip"),
        ("5c9dKh", "T", 2, "5c 9d Kh flip"),
        ("5c9dKh", "T", 1, "5c 9d Kh"),  # the last card is never flipped
        ("5c9dKh", "T", 0, "5c 9d Kh"),
        ("", "T", 2, "flip"),
        ("", "T", 1, ""),  # can't take a turn
        ("", None, 0, ""),
    ],
)
def test_a_turn_is_a_match_or_any_card_or_a_flip(kit, hand, best, stock, options):
    rank = -1 if best is None else RANKS.index(best)
    assert options == " ".join(map(str, turn_options(kit.cards(hand), rank, stock)))


def test_a_slough_is_a_card_of_a_losing_rank_or_a_pass(kit):
    losing = kit.cards("5c5d5h5s9c9d9h9s")
    options = slough_options(kit.cards("5c9dKh"), losing)
    assert "slough:5c slough:9d pass" == " ".join(map(str, options))


def test_the_seat_left_of_the_dealer_leads_first(kit):
    assert [1, 2, 0] == [
        kit.collecting("2c", "3c", "4c", dealer=dealer).seat for dealer in (0, 1, 2)
    ]


def test_the_highest_card_takes_the_trick_and_leads_the_next(kit):
    phase = kit.collecting("4c9c", "5cTc", "3c2c")
    kit.play(phase, "0:4c", "1:5c", "2:3c")
    assert [0, kit.cards("3c4c5c"), 0] == phase.board.piles
    assert (1, 1) == (phase.seat, phase.leader)


def test_suits_mean_nothing(kit):
    phase = kit.collecting("4s9c", "5cTc", "3h2c")
    kit.play(phase, "0:4s", "1:5c", "2:3h")
    assert 1 == phase.leader


def test_all_three_play_again_after_a_tie_in_three(kit):
    phase = kit.collecting("9c2c", "9d3c", "9h4c7c")
    kit.play(phase, "0:9c", "1:9d", "2:9h")
    assert (0, 1, 2) == phase.round_seats
    kit.play(phase, "0:2c", "1:3c")
    assert 2 == phase.seat
    kit.play(phase, "2:4c")
    assert "2c3c4c9c9d9h" == kit.text(phase.board.piles[2])


def test_only_the_tied_play_again_clockwise_from_the_leader(kit):
    phase = kit.collecting("4c2c", "9d3c", "9h6c7c")
    kit.play(phase, "0:4c", "1:9d", "2:9h")
    assert (1, 2) == phase.round_seats
    kit.play(phase, "1:3c", "2:6c")
    assert 2 == phase.leader
    assert "3c4c6c9d9h" == kit.text(phase.board.piles[2])


def test_a_flip_may_tie_and_needs_no_duty_to_match_by_the_flipper(kit):
    phase = kit.collecting("9c2c", "3c4c", "5c6c", stock="9dKdKhKs")
    kit.play(phase, "0:9c", "1:flip", "2:5c")
    assert (0, 1) == phase.round_seats
    assert ["PLAYED 0 9c", "FLIPPED 1 9d"] == kit.told(phase.board)[:2]


def test_an_extra_round_begins_with_no_card_to_match(kit):
    phase = kit.collecting("9c9s2c", "9d3c", "4h")
    kit.play(phase, "0:9c", "1:9d", "2:4h")
    assert "2c 9s" == kit.legal(phase)


def test_an_extra_round_is_matched_like_any_other(kit):
    phase = kit.collecting("9c2c", "9d2d3c", "4h")
    kit.play(phase, "0:9c", "1:9d", "2:4h", "0:2c")
    assert "2d" == kit.legal(phase)


def test_sloughs_are_offered_clockwise_from_the_player_who_took_the_turn(kit):
    phase = kit.collecting("6c5d", "5c5h", "9h5s", stock="KcKd")
    kit.play(phase, "0:6c", "1:5c")
    # seat 1 first, then seat 0; not seat 2, who took no turn in this trick yet
    kit.play(phase, "1:pass", "0:pass", "2:9h")
    kit.play(phase, "2:slough:5s", "0:slough:5d", "1:slough:5h")
    assert kit.cards("5c5d5h5s6c9h") == phase.board.piles[2]


def test_a_refused_slough_is_offered_again_after_the_next_turn(kit):
    phase = kit.collecting("6c", "5c5h", "9h", stock="KcKdKh")
    kit.play(phase, "0:6c", "1:5c", "1:pass", "2:9h")
    assert (1, "slough:5h pass") == (phase.seat, kit.legal(phase))


def test_sloughs_go_on_one_at_a_time_until_a_pass_or_none_is_left(kit):
    phase = kit.collecting("6c", "5c5h5s", "9h", stock="KcKdKh")
    kit.play(phase, "0:6c", "1:5c")
    assert "slough:5h slough:5s pass" == kit.legal(phase)
    kit.play(phase, "1:slough:5s")
    assert "slough:5h pass" == kit.legal(phase)
    kit.play(phase, "1:slough:5h")
    assert 2 == phase.seat


def test_tied_top_cards_are_not_losing(kit):
    phase = kit.collecting("9c9s", "9d2c", "4h9h")
    kit.play(phase, "0:9c", "1:9d")
    assert 2 == phase.seat  # seat 0 holds a nine, but nine is the highest


def test_the_tied_cards_do_not_lose_by_the_next_round(kit):
    phase = kit.collecting("9c9s5d", "9dTc", "4h")
    kit.play(phase, "0:9c", "1:9d", "2:4h", "0:5d", "1:Tc")
    # fours and fives lost to a higher card of their round, nines didn't: nothing to slough
    assert kit.cards("4h5d9c9dTc") == phase.board.piles[1]


def test_who_is_not_in_the_extra_round_may_slough_too(kit):
    phase = kit.collecting("9c5d", "9dTc", "4h5h")
    kit.play(phase, "0:9c", "1:9d", "2:4h", "0:5d", "1:Tc")
    assert (2, "slough:5h pass") == (phase.seat, kit.legal(phase))


def test_the_last_turn_of_a_trick_is_followed_by_sloughs(kit):
    phase = kit.collecting("4c", "5c", "9h4d", stock="KcKd")
    kit.play(phase, "0:4c", "1:5c", "2:9h", "2:slough:4d")
    assert kit.cards("4c4d5c9h") == phase.board.piles[2]


def test_sloughing_first_dodges_the_duty_to_match(kit):
    phase = kit.collecting("9c5d", "9d5hKc", "5c", stock="2c3c")
    kit.play(phase, "0:9c", "1:9d")
    kit.play(phase, "2:5c", "0:pass", "1:pass", "0:5d")
    # seat 1 would have to match the five of the extra round, and sloughs it
    kit.play(phase, "1:slough:5h")
    assert (1, "Kc flip") == (phase.seat, kit.legal(phase))


def test_a_trick_that_cannot_go_on_is_void_and_its_cards_are_taken_back(kit):
    phase = kit.collecting("9c2c", "9d", "4h6h", stock="Kc")
    kit.play(phase, "0:9c", "1:9d", "2:4h", "0:2c")  # seat 1 must play on, and can't
    assert phase.seat is None
    assert [kit.cards(hand) for hand in ("2c9cKc", "9d", "4h6h")] == phase.board.hands
    assert [
        "TRICK_VOID None",
        "TOOK_BACK 0 2c9c",
        "TOOK_BACK 1 9d",
        "TOOK_BACK 2 4h",
        "SHOWN 0 2c9c",
        "SHOWN 1 9d",
        "SHOWN 2 4h6h",
        "SHOWN 0 Kc",
        "TRUMPS None Kc",
    ] == kit.told(phase.board)[5:]


def test_the_phase_ends_without_a_void_when_the_leader_cannot_begin(kit):
    phase = kit.collecting("9c", "4c2c", "5h3h")
    kit.play(phase, "0:9c", "1:4c", "2:5h")
    assert (None, 0) == (phase.seat, phase.leader)
    assert ["SHOWN 1 2c", "SHOWN 2 3h"] == kit.told(phase.board)[-2:]


def test_sloughing_the_last_cards_brings_the_phase_to_its_end(kit):
    phase = kit.collecting("9c5d", "9d", "5h")
    kit.play(phase, "0:9c", "1:9d", "2:5h", "0:slough:5d")
    assert phase.seat is None
    assert kit.cards("9c5d") == phase.board.hands[0]


def test_the_winner_fills_up_first_then_the_others_clockwise(kit):
    phase = kit.collecting("2c3c4c", "5c6c7c", "9h8h7h", stock="KcKdKhAcAdAh")
    kit.play(phase, "0:2c", "1:5c", "2:9h")
    assert ["DREW 2 Kc", "DREW 0 Kd", "DREW 1 Kh"] == kit.told(phase.board, "DREW")


def test_a_player_draws_up_to_three_before_the_next_one_draws(kit):
    phase = kit.collecting("2c", "5c6c", "9h8h7h", stock="KcKdKhAcAdAh")
    kit.play(phase, "0:2c", "1:5c", "2:9h")
    assert ["DREW 2 Kc", "DREW 0 AcKdKh", "DREW 1 AdAh"] == kit.told(phase.board, "DREW")


def test_who_draws_the_last_card_shows_it_and_it_sets_trumps(kit):
    phase = kit.collecting("2c3c4c", "5c6c7c", "9h8h7h", stock="KcKd")
    kit.play(phase, "0:2c", "1:5c", "2:9h")
    assert ["DREW 2 Kc", "DREW 0 Kd", "SHOWN 0 Kd", "TRUMPS None Kd"] == (
        kit.told(phase.board)[-4:]
    )
    assert kit.cards("Kd") & phase.board.seen


def test_the_shown_last_card_can_be_played(kit):
    phase = kit.collecting("2c3c4c", "5c6c7c", "9h8h7h", stock="Kd")
    kit.play(phase, "0:2c", "1:5c", "2:9h")
    assert "Kd 7h 8h" == kit.legal(phase)


@pytest.mark.parametrize(("seat", "ask"), [(0, Ask.SLOUGH), (1, Ask.SLOUGH), (2, Ask.TURN)])
def test_what_would_be_asked_does_not_tell_that_a_slough_is_pending(kit, seat, ask):
    pending = kit.play(kit.collecting("6c", "5c5h", "9h"), "0:6c", "1:5c")
    not_pending = kit.play(kit.collecting("6c", "5c7h", "9h"), "0:6c", "1:5c")
    assert (1, 2) == (pending.seat, not_pending.seat)
    assert ask == pending.ask(seat)
    assert ask == not_pending.ask(seat)
