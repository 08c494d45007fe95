"""Phase two of all games as tables of small positions (docs/rules.md, "Phase two")."""

import pytest

from arena.errors import IllegalAction
from arena.games import shed
from arena.games.actions import Action
from arena.games.plays import lowest_run
from arena.games.shed import Differences


@pytest.mark.parametrize(
    ("game", "legal"),
    [
        ("ATLANTA", "6c 6c7c 7c 2s pickup"),  # may pick up, though able to beat
        ("MATTIS", "6c 7c 2s"),  # must beat; no series
        ("MATTIS_SERIES", "6c 6c7c 7c 2s"),
    ],
)
def test_who_can_beat_may_or_must(kit, game, legal):
    phase = kit.shedding("5c9d", "4c6c7c2s", "KhKd", game=getattr(kit, game))
    kit.play(phase, "0:5c")
    assert legal == kit.legal(phase)


@pytest.mark.parametrize("game", ["ATLANTA", "MATTIS", "MATTIS_SERIES"])
def test_who_cannot_beat_picks_up(kit, game):
    phase = kit.shedding("5c9d", "4cAd", "KhKd", game=getattr(kit, game))
    kit.play(phase, "0:5c")
    assert "pickup" == kit.legal(phase)


def test_the_leader_makes_any_play(kit):
    assert "5c 5c6c 6c 9d" == kit.legal(kit.shedding("5c6c9d", "4c", "Kh"))


def test_sequences_shorter_than_the_shortest_are_no_plays(kit):
    from_three = Differences(3, must_beat=False, pickup=lowest_run, must_play_once=False)
    phase = kit.shedding("5c6c7c9dTd", "4c", "Kh", game=from_three)
    assert "5c 5c6c7c 6c 7c 9d Td" == kit.legal(phase)


def test_a_trick_ends_with_as_many_plays_as_players_and_the_last_one_leads(kit):
    phase = kit.shedding("5c9d", "6cAd", "2sKd")
    kit.play(phase, "0:5c", "1:6c", "2:2s")
    assert (2, "Kd", ()) == (phase.seat, kit.legal(phase), phase.table)
    assert kit.cards("5c6c2s") & ~phase.board.gone == 0
    assert "TRICK_OVER 2" in kit.told(phase.board)


def test_a_pickup_that_leaves_cards_lets_the_trick_go_on(kit):
    phase = kit.shedding("5c9c9d", "7cAd", "3h4h")
    kit.play(phase, "0:5c", "1:7c", "2:pickup")
    assert kit.cards("5c3h4h") == phase.board.hands[2]
    # one play lies there: two more end the trick, and seat 0 must beat the seven
    assert ("7c", 0) == (" ".join(map(str, phase.table)), phase.seat)
    kit.play(phase, "0:9c", "1:pickup")
    assert (2, ("9c",)) == (phase.seat, tuple(map(str, phase.table)))


def test_a_trick_can_go_on_past_one_round_of_the_table(kit):
    phase = kit.shedding("5c9cKc", "7cJc", "3h4hQc")
    kit.play(phase, "0:5c", "1:7c", "2:pickup", "0:9c", "1:Jc")
    # three plays lie on the table, more than one by seat 1
    assert ((1,), 2) == (phase.out, phase.seat)
    assert kit.cards("7c9cJc") & ~phase.board.gone == 0


def test_a_pickup_takes_a_run_that_several_players_made(kit):
    phase = kit.shedding("5c9c9d", "6cAd", "3h4h")
    kit.play(phase, "0:5c", "1:6c", "2:pickup")
    assert kit.cards("5c6c3h4h") == phase.board.hands[2]
    assert ["TRICK_OVER 0"] == kit.told(phase.board, "TRICK_OVER")


def test_when_a_pickup_empties_the_table_the_next_player_leads(kit):
    phase = kit.shedding("5c9c", "3h4h", "AdKd")
    kit.play(phase, "0:5c", "1:pickup")
    assert (2, 2, "Kd KdAd Ad") == (phase.seat, phase.leader, kit.legal(phase))


def test_a_pickup_in_mattis_takes_the_whole_first_play_and_no_more(kit):
    phase = kit.shedding("5c6c9d", "7cAd", "3h4h", game=kit.MATTIS_SERIES)
    kit.play(phase, "0:5c6c", "1:7c", "2:pickup")
    assert kit.cards("5c6c3h4h") == phase.board.hands[2]
    assert ("7c",) == tuple(map(str, phase.table))


def test_who_has_no_cards_left_is_out_and_the_last_one_in_loses_at_once(kit):
    phase = kit.shedding("5c", "6c", "3h4h")
    kit.play(phase, "0:5c")
    assert (0,) == phase.out
    kit.play(phase, "1:6c")
    assert (None, (0, 1), (2,)) == (phase.seat, phase.out, phase.losers)
    assert ["OUT 0", "OUT 1", "ENDED None"] == kit.told(phase.board, "OUT", "ENDED")


def test_the_next_one_in_leads_for_a_winner_who_is_out(kit):
    phase = kit.shedding("5c9d", "6cAd", "2s")
    kit.play(phase, "0:5c", "1:6c", "2:2s")
    assert (0, (2,)) == (phase.seat, phase.out)


def test_a_trick_counts_the_players_who_were_in_when_it_began(kit):
    phase = kit.shedding("5c", "6c9h", "8c9d")
    kit.play(phase, "0:5c", "1:6c")
    assert (3, 2) == (phase.trick_plays, phase.seat)
    kit.play(phase, "2:8c")
    assert (2, 2) == (phase.trick_plays, phase.seat)


def test_who_is_out_is_passed_over(kit):
    phase = kit.shedding("5c", "3h9h", "8c9d2s")
    kit.play(phase, "0:5c", "1:pickup", "2:8c", "1:pickup")
    assert (2, (0,)) == (phase.seat, phase.out)


@pytest.mark.parametrize(("leader", "leads"), [(0, 1), (1, 1), (2, 2)])
def test_a_leader_who_is_out_already_is_passed_over(kit, leader, leads):
    phase = kit.shedding("", "6c", "8c9d", leader=leader)
    assert ((0,), leads) == (phase.out, phase.seat)
    assert f"PHASE_TWO {leads}" == kit.told(phase.board)[0]


def test_the_game_is_over_where_only_one_begins_with_cards(kit):
    phase = kit.shedding("", "6c", "")
    assert (None, (0, 2), (1,)) == (phase.seat, phase.out, phase.losers)


def test_in_mattis_who_begins_without_cards_is_in(kit):
    phase = kit.shedding("", "6c", "8c9d", game=kit.MATTIS)
    assert ((), 1) == (phase.out, phase.seat)


def test_in_mattis_a_leader_without_cards_is_passed_over(kit):
    phase = kit.shedding("", "", "8c9d", "Th", game=kit.MATTIS)
    assert (2, 4) == (phase.seat, phase.trick_plays)  # those without cards count as in


def test_in_mattis_who_has_no_cards_must_pick_up_play_and_then_goes_out(kit):
    phase = kit.shedding("5c9d", "", "8cTd", game=kit.MATTIS)
    kit.play(phase, "0:5c")
    assert (1, "pickup") == (phase.seat, kit.legal(phase))
    kit.play(phase, "1:pickup", "2:8c", "0:pickup", "1:5c")
    assert (1,) == phase.out


def test_in_mattis_a_player_without_cards_can_lose_to_one_with_cards(kit):
    phase = kit.shedding("5c", "", "8cTd", game=kit.MATTIS)
    kit.play(phase, "0:5c", "1:pickup", "2:8c", "1:pickup", "2:Td")
    assert ((1,), (0, 2)) == (phase.losers, phase.out)


CYCLE = (
    *("0:7c", "1:pickup", "2:7d", "0:pickup", "1:7c", "2:pickup"),
    *("0:7d", "1:pickup", "2:7c", "0:pickup", "1:7d", "2:pickup"),
)
"""Two cards go round the table, led and picked up, until all is as it was."""


def test_a_position_that_comes_up_for_the_third_time_is_a_stalemate(kit):
    phase = kit.shedding("7cAh", "AsKs", "7dQhJh")
    kit.play(phase, *CYCLE, *CYCLE[:-1])
    assert (2, False) == (phase.seat, phase.stalemate)
    kit.play(phase, CYCLE[-1])
    assert (None, True) == (phase.seat, phase.stalemate)


def test_the_loser_of_a_stalemate_holds_the_most_cards_in_hand(kit):
    phase = kit.play(kit.shedding("7cAh", "AsKs", "7dQhJh"), *CYCLE, *CYCLE)
    assert ((2,), ()) == (phase.losers, phase.out)


def test_who_made_the_plays_on_the_table_does_not_make_another_position(kit):
    phase = kit.shedding("7cAh", "AsKs", "7dQhJh")
    phase.apply(Action.parse("7c"))
    (position,) = [key for key in phase.positions if Action.parse("7c") in key]
    assert 1 == phase.positions[position]
    assert phase.makers not in position


def test_in_mattis_who_has_played_yet_makes_another_position(kit):
    atlanta, mattis = (
        kit.play(kit.shedding("7cAh", "AsKs", "7dQh", game=game), "0:7c")
        for game in (kit.ATLANTA, kit.MATTIS)
    )
    assert [False, True] == [
        {key[2] for key in phase.positions} == {0, 1} for phase in (atlanta, mattis)
    ]


def test_players_equal_in_most_cards_share_the_loss(kit):
    phase = kit.shedding("7c8d", "7d8h", "7h8s")
    phase.decisions = shed.MAX_DECISIONS - 1
    kit.play(phase, "0:7c")
    assert (None, True, (1, 2)) == (phase.seat, phase.stalemate, phase.losers)
    assert ["STALEMATE None", "ENDED None"] == kit.told(phase.board)[-2:]


def test_the_cap_is_5000_decisions_taken(kit):
    phase = kit.shedding("7c8d", "7d8h", "7h8s")
    phase.decisions = shed.MAX_DECISIONS - 2
    kit.play(phase, "0:7c")
    assert not phase.stalemate
    kit.play(phase, "1:pickup")
    assert (5000, True) == (phase.decisions, phase.stalemate)


def test_a_game_that_ends_with_the_last_decision_is_no_stalemate(kit):
    phase = kit.shedding("7c", "7d8h")
    phase.decisions = shed.MAX_DECISIONS - 1
    kit.play(phase, "0:7c")
    assert (False, (1,)) == (phase.stalemate, phase.losers)


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(kit):
    state = kit.started("atlanta")
    before = state.key()
    with pytest.raises(IllegalAction, match="pickup is not legal for seat"):
        state.apply(Action.parse("pickup"))
    assert before == state.key()
