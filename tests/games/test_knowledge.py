"""What a seat knows: seen by all, its own, and what follows by counting.

The rules: docs/rules.md, "What each seat may know".
"""

from arena.cards import ALL
from arena.games.knowledge import known_to
from arena.games.view import Ask, Laid, Phase, TableCards, View


def board(kit, **places):
    board = kit.board_of(("2c3c", "2d3d", "2h3h"), stock=places.pop("stock", ""))
    board.seen = board.gone
    for name, cards in places.items():
        setattr(board, name, kit.cards(cards))
        board.gone &= ~kit.cards(cards)
        board.seen &= ~kit.cards(cards)
    return board


def test_a_seat_knows_what_all_have_seen_and_its_own_cards(kit):
    known = known_to(board(kit, stock="KcKd"), 0)
    assert kit.cards("2d3d2h3hKcKd") == ALL & ~known


def test_if_only_one_place_hides_cards_they_are_known_to_be_there(kit):
    table = board(kit)
    table.seen |= kit.cards("2d3d")
    assert known_to(table, 0) == ALL
    assert known_to(table, 1) == ALL & ~kit.cards("2c3c2h3h")


def test_a_place_that_hides_one_of_its_cards_hides_as_well(kit):
    table = board(kit)
    table.seen |= kit.cards("2d2h3h")
    assert known_to(table, 0) == ALL
    table.seen ^= kit.cards("2h")
    assert kit.cards("3d2h") == ALL & ~known_to(table, 0)


def test_cards_set_aside_and_laid_aside_are_places_too(kit):
    table = board(kit, set_aside="KcKd")
    table.seen |= kit.cards("2d3d2h3h")
    assert known_to(table, 0) == ALL
    table = board(kit, set_aside="KcKd", laid_aside="Ks")
    table.seen |= kit.cards("2d3d2h3h")
    assert kit.cards("KcKdKs") == ALL & ~known_to(table, 0)


def test_nothing_is_known_of_other_hands_after_the_deal(kit, ruleset):
    view = kit.started(ruleset).view(1)
    others = [hand for seat, hand in enumerate(view.known_hands) if seat != 1]
    assert {0} == set(others)
    assert (0, 0, 0) == (view.known_stock, view.known_set_aside, view.gone)
    assert view.hand | view.unseen == ALL


def test_a_card_picked_up_is_known_to_be_in_that_hand(kit):
    state = kit.started("atlanta")
    for now in kit.randomly(state, 5):
        if kit.told(now._board, "PICKED_UP"):
            break
    event = next(e for e in state.events if e.kind.name == "PICKED_UP")
    assert event.cards
    for viewer in range(3):
        view = state.view(viewer)
        assert all(view.known_hands[event.seat] >> card & 1 for card in event.cards)


def test_the_last_holders_cards_follow_with_three_or_more_players(kit):
    for players, follow in ((2, False), (3, True)):
        holder = None
        for seed in range(40):
            state = kit.started(f"mattis/{players}", str(seed))
            for now in kit.randomly(state, seed):
                if now.hands_at_phase_two:
                    break
            kept = [event for event in state.events if event.kind.name == "KEPT"]
            if kept and not state.over:
                holder = kept[0].seat
                break
        view = state.view((holder + 1) % players)
        assert follow == view.fully_known(holder)
        assert follow == (view.unseen == 0)


VIEW = View(
    seat=1,
    players=4,
    dealer=0,
    phase=Phase.SHED,
    ask=Ask.FOLLOW,
    leader=0,
    hand=0b11,
    hand_sizes=(0, 2, 0, 5),
    known_hands=(0, 0b11, 0, 0b100),
    pile_sizes=(0,) * 4,
    known_piles=(0, 0, 0, 0b1000),
    played=(True,) * 4,
    table=(TableCards(3, Laid.PLAYED, b"\x05"), TableCards(0, Laid.PLAYED, b"\x06\x07")),
    trick_plays=3,
    trump_card=51,
    out=(2,),
)


def test_a_view_answers_what_bots_ask():
    assert "s" == str(VIEW.trumps)
    assert b"\x00\x01" == VIEW.cards
    assert (0, 1, 3) == VIEW.seats_in
    assert [3, 0] == list(VIEW.clockwise())
    assert (3, 1, 0) == (VIEW.next_seat(), VIEW.next_seat(0), VIEW.next_seat(3))
    assert 0b1100 == VIEW.known(3)
    assert (True, False) == (VIEW.fully_known(0), VIEW.fully_known(3))
    assert 0b11100000 == VIEW.table_mask
    assert "8c9c" == str(VIEW.last_play)
    assert 1 == VIEW.plays_left
