"""Phase one of Mattis and Hund as tables of small positions (docs/rules.md, "Mattis")."""

import pytest

from arena.cards import ALL, cards_text


def test_the_leader_plays_to_the_next_who_holds_cards(kit):
    assert (0, 2) == kit.duelling("4c", "", "5c", "6c").round_seats


def test_in_hund_everyone_who_holds_cards_plays_clockwise(kit):
    assert (0, 2, 3) == kit.duelling("4c", "", "5c", "6c", hund=True).round_seats


def test_the_higher_rank_wins_both_cards_and_leads(kit):
    phase = kit.duelling("4cTs", "5c9s", "6c")
    kit.play(phase, "0:4c", "1:5c")
    assert [0, kit.cards("4c5c"), 0] == phase.board.piles
    assert (1, (1, 2)) == (phase.seat, phase.round_seats)


def test_the_answer_may_be_any_card_there_is_no_duty_to_match(kit):
    phase = kit.duelling("9c", "9d2c", "6c", stock="KcKdKhKsAc")
    kit.play(phase, "0:9c")
    assert "2c 9d flip" == kit.legal(phase)


def test_no_sloughs_are_offered_in_hund(kit):
    phase = kit.duelling("4cTs", "5c4d", "6c4h", hund=True)
    kit.play(phase, "0:4c", "1:5c", "2:6c")
    assert kit.cards("4c5c6c") == phase.board.piles[2]


def test_a_player_without_cards_is_passed_over_as_leader(kit):
    phase = kit.duelling("4c", "5c", "6cTd")
    kit.play(phase, "0:4c", "1:5c")
    assert None is phase.seat  # seat 2 alone holds cards
    phase = kit.duelling("4c", "5c", "6cTd", "7c")
    kit.play(phase, "0:4c", "1:5c")
    assert (2, (2, 3)) == (phase.seat, phase.round_seats)


def test_a_card_played_is_replaced_at_once(kit):
    phase = kit.duelling("4cTs9c", "5c9s8c", "6c", stock="KcKdKh")
    kit.play(phase, "0:4c")
    assert kit.cards("Ts9cKc") == phase.board.hands[0]
    assert ["PLAYED 0 4c", "DREW 0 Kc"] == kit.told(phase.board)


def test_a_flip_is_no_reason_to_draw(kit):
    phase = kit.duelling("4cTs9c", "5c9s8c", "6c", stock="KcKdKh")
    kit.play(phase, "0:flip")
    assert kit.cards("4cTs9c") == phase.board.hands[0]


@pytest.mark.parametrize(("stock", "legal"), [("KcKd", "4c 9c Ts flip"), ("Kc", "4c 9c Ts")])
def test_the_last_card_is_never_flipped(kit, stock, legal):
    assert legal == kit.legal(kit.duelling("4cTs9c", "5c9s8c", stock=stock))


def test_the_last_card_is_laid_aside_unseen(kit):
    phase = kit.duelling("4cTs9c", "5c9s8c", stock="Kc")
    kit.play(phase, "0:4c")
    assert kit.cards("Ts9c") == phase.board.hands[0]
    assert (kit.cards("Kc"), 0) == (phase.board.laid_aside, phase.board.laid_aside_by)
    assert ["PLAYED 0 4c", "LAID_ASIDE 0"] == kit.told(phase.board)
    kit.play(phase, "1:5c")
    assert kit.cards("9s8c") == phase.board.hands[1]  # nobody draws any more


def test_equal_ranks_are_war_and_the_winner_takes_all(kit):
    phase = kit.duelling("9c4c2h", "9d5c3h", "6c")
    kit.play(phase, "0:9c", "1:9d", "0:4c", "1:5c")
    assert kit.cards("9c9d4c5c") == phase.board.piles[1]


def test_in_hund_only_the_tied_go_on(kit):
    phase = kit.duelling("9c4c", "6c5c", "9d8c", hund=True)
    kit.play(phase, "0:9c", "1:6c", "2:9d")
    assert (0, 2) == phase.round_seats


def test_a_war_without_cards_is_void_and_each_gets_own_cards_on_the_pile(kit):
    phase = kit.duelling("9c4c2h", "9d", "6c7c")
    kit.play(phase, "0:9c", "1:9d", "0:4c")  # seat 1 has nothing left to answer with
    assert [kit.cards("9c4c"), kit.cards("9d"), 0] == phase.board.piles
    assert [kit.cards("2h"), 0, kit.cards("6c7c")] == phase.board.hands
    assert ["TRICK_VOID None", "TOOK_BACK 0 4c9c", "TOOK_BACK 1 9d"] == (
        kit.told(phase.board)[-3:]
    )
    assert (0, (0, 2)) == (phase.seat, phase.round_seats)  # the same leader leads again


def test_a_war_that_cannot_begin_is_led_anew_by_the_next_who_holds_cards(kit):
    phase = kit.duelling("9c", "9d", "6c7c", "8c")
    kit.play(phase, "0:9c", "1:9d")
    assert (2, (2, 3)) == (phase.seat, phase.round_seats)


def test_the_last_holder_keeps_cards_unshown_and_the_trump_card_is_shown(kit):
    phase = kit.duelling("4c", "5c9s8c", laid_aside="Ad", owner=0)
    kit.play(phase, "0:4c", "1:5c")
    assert None is phase.seat
    assert [kit.cards("Ad"), kit.cards("4c5c9s8c")] == phase.board.piles
    assert ["KEPT 1 8c9s", "SHOWN 0 Ad", "TRUMPS None Ad"] == kit.told(phase.board)[-3:]
    assert 0 == phase.board.seen & kit.cards("9s8c")


def test_the_trump_cards_owner_leads_phase_two(kit):
    phase = kit.duelling("4c", "5c", "9s8c", laid_aside="Ad", owner=2)
    kit.play(phase, "0:4c", "1:5c")
    assert 2 == phase.leader


@pytest.mark.parametrize("players", range(2, 7))
def test_two_players_set_ten_cards_aside_unseen(kit, players):
    view = kit.started(f"mattis/{players}").view(0)
    assert (10 if players == 2 else 0) == view.set_aside
    assert 52 - view.set_aside - 3 * players == view.stock
    assert 0 == view.known_set_aside


def test_hands_are_dealt_one_at_a_time_from_the_dealers_left(kit):
    state = kit.started("mattis/4")
    board = state._board
    first = (board.dealer + 1) % 4
    expected = cards_text(sorted(board.pack[at] for at in (0, 4, 8)))
    assert f"DEALT {first} {expected}" == kit.told(board, "DEALT")[0]
    assert board.hands[first] == kit.cards(expected)


def test_in_two_handed_mattis_the_deal_starts_at_the_eleventh_card(kit):
    board = kit.started("mattis/2")._board
    assert board.set_aside == sum(1 << card for card in board.pack[:10])
    assert board.hands[(board.dealer + 1) % 2] >> board.pack[10] & 1
    assert ALL == board.set_aside | board.stock | board.hands[0] | board.hands[1]
