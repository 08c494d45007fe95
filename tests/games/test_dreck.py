"""Between the phases (docs/rules.md, "The dreck")."""

import pytest

from arena.cards import ALL, parse_cards
from arena.games.atlanta import family
from arena.games.dreck import deal_dreck, dreck_cards
from arena.games.family import FamilyState
from arena.games.registry import make_ruleset

HIGH = "6c7c8c9cTcJcQcKcAc6d7d8d9dTdJdQdKdAd6h7h8h9hThJhQhKhAh"


def dealt(kit, *hands, dealer=2, order=None):
    """The board after the dreck; spades are trumps."""
    board = kit.board_of(hands, dealer=dealer, trumps="As")
    if order:
        first = parse_cards(order)
        rest = [card for card in range(52) if card not in first]
        board.dreck_order = (*first, *rest)
    board.seen = ALL
    deal_dreck(board)
    return board


def test_dreck_is_2_to_5_of_every_suit_and_the_six_of_trumps(kit):
    low = "".join(rank + suit for suit in "cdhs" for rank in "2345")
    assert kit.cards(low + "6s") == dreck_cards(3)
    assert kit.cards(low + "6c") == dreck_cards(0)


def test_there_is_none_if_nobody_is_short(kit):
    board = dealt(kit, "2c3c4c5c6cTc", "2d3d4d5d6dTd", "2h3h4h5h6hTh")
    assert [] == board.events


def test_the_one_who_is_short_gets_all_of_it(kit):
    board = dealt(kit, "2cTcJcQcKcAc", "7c8c", "3d6s6dJdQdKd5h")
    assert ["LAID_OUT 0 2c", "LAID_OUT 2 3d5h6s", "DRECK_DEALT 1 2c3d5h6s"] == kit.told(board)
    assert kit.cards("2c3d7c8c5h6s") == board.hands[1]


def test_with_one_receiver_it_is_known_who_has_it(kit):
    assert ALL == dealt(kit, "2cTcJcQcKcAc", "7c8c", "3d6s6dJdQdKd5h").seen


RICH = "2c3c4c2d3d" + HIGH


@pytest.mark.parametrize(
    ("dealer", "hands", "first", "second"),
    [
        (0, (RICH, "9s", "Ts"), 1, 2),
        (1, (RICH, "9s", "Ts"), 2, 1),
        (2, (RICH, "9s", "Ts"), 1, 2),
        (1, ("9s", RICH, "Ts"), 2, 0),  # clockwise past the last seat
        (2, ("9s", RICH, "Ts"), 0, 2),
    ],
)
def test_two_get_it_in_turn_in_the_dreck_order_from_the_dealers_left(
    kit, dealer, hands, first, second
):
    board = dealt(kit, *hands, dealer=dealer, order="3d2d2c3c4c")
    assert kit.cards("3d2c4c" + hands[first]) == board.hands[first]
    assert kit.cards("2d3c" + hands[second]) == board.hands[second]


def test_with_two_receivers_it_is_hidden_who_has_what(kit):
    board = dealt(kit, "9s", "2c3c4c2d3d" + HIGH, "Ts")
    assert kit.cards("2c3c4c2d3d") == ALL & ~board.seen


def test_who_drops_below_six_by_laying_out_gets_nothing_back(kit):
    board = dealt(kit, "2c3c4cQcKcAc", "7c8c", "6dTdJdQdKdAd")
    assert kit.cards("QcKcAc") == board.hands[0]
    assert kit.cards("2c3c4c7c8c") == board.hands[1]


def test_who_lays_out_everything_is_out_first_and_passed_over_as_leader(kit):
    board = kit.board_of(["2c3c4c2d3d4d", "7c8c", ""], stock="As")
    board.piles[2] = kit.cards(HIGH.replace("7c8c", ""))
    phase = CollectedBySeatZero(board)
    state = FamilyState(family(make_ruleset("atlanta")), board, phase)
    state._begin_phase_two(phase.leader)
    assert (0,) == state.out
    assert ["PHASE_TWO 1", "OUT 0"] == kit.told(board)[-2:]
    assert (1, "2c") == (state.seat, kit.legal(state).split()[0])


class CollectedBySeatZero:
    """A first phase that is over; seat 0 won its last trick."""

    leader = 0

    def __init__(self, board):
        board.set_trumps(board.take_top())


@pytest.mark.parametrize("trumps", range(4))
def test_there_are_17_cards_of_dreck(trumps):
    assert 17 == dreck_cards(trumps).bit_count()
