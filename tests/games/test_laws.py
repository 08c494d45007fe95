"""Laws that hold in every match of every ruleset."""

from itertools import count, islice

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cards import ALL
from arena.games.actions import Action
from arena.games.conform import conform
from arena.games.game import Game, State
from arena.games.registry import get
from arena.games.shed import MAX_DECISIONS

MATCHES = settings(max_examples=120, deadline=None)
SEEDS = st.integers(0, 1 << 30)


def rulesets(kit):
    return st.sampled_from(kit.RULESETS)


def places(board, phase):
    table = phase.trick.cards if hasattr(phase, "trick") else sum(p.mask for p in phase.table)
    return (*board.hands, *board.piles, board.stock, board.set_aside, board.laid_aside,
            board.gone, table)  # fmt: skip


@MATCHES
@given(data=st.data(), seed=SEEDS)
def test_every_card_is_in_exactly_one_place_at_every_decision(kit, data, seed):
    state = kit.started(data.draw(rulesets(kit)), str(seed), record_events=False)
    for now in kit.randomly(state, seed):
        where = places(now._board, now._phase)
        assert 52 == sum(place.bit_count() for place in where)
        assert ALL == sum(where)


@MATCHES
@given(data=st.data(), seed=SEEDS)
def test_something_is_legal_until_the_end_and_the_end_comes(kit, data, seed):
    state = kit.started(data.draw(rulesets(kit)), str(seed), record_events=False)
    decisions = count()
    for now in kit.randomly(state, seed):
        next(decisions)
        assert 0 < len(now.legal())
        assert list(now.legal()) == sorted(set(now.legal()), key=lambda action: action.order)
        assert all(Action.parse(str(action)) is action for action in now.legal())
    assert next(decisions) <= MAX_DECISIONS + 200
    assert 0 < len(state.losers)
    assert state.stalemate or len(state.out) == len(state.hand_sizes) - 1


@MATCHES
@given(data=st.data(), seed=SEEDS, at=st.integers(0, 300))
def test_a_copy_is_equal_and_goes_its_own_way(kit, data, seed, at):
    state = kit.started(data.draw(rulesets(kit)), str(seed))
    now = next(islice(kit.randomly(state, seed), at, None), None)
    if now is None:  # over before
        return
    copied = now.copy()
    before = now.key(), list(now.events), now.legal()
    assert before == (copied.key(), list(copied.events), copied.legal())
    for _ in kit.randomly(copied, seed + 1):
        pass
    assert before == (now.key(), list(now.events), now.legal())
    # and from equal states, equal actions lead to equal states
    again, twin = now.copy(), now.copy()
    for one, other in zip(kit.randomly(again, seed), kit.randomly(twin, seed), strict=True):
        assert one.key() == other.key()
    assert again.losers == twin.losers


@MATCHES
@given(data=st.data(), seed=SEEDS)
def test_recording_events_changes_nothing(kit, data, seed):
    text = data.draw(rulesets(kit))
    loud, silent = (
        kit.started(text, str(seed)),
        kit.started(text, str(seed), record_events=False),
    )
    for _ in zip(kit.randomly(loud, seed), kit.randomly(silent, seed), strict=True):
        assert loud.key() == silent.key()
    assert [] == silent.events
    assert loud.losers == silent.losers


@MATCHES
@given(data=st.data(), seed=SEEDS)
def test_a_view_knows_only_what_is_true_and_counts_right(kit, data, seed):
    state = kit.started(data.draw(rulesets(kit)), str(seed), record_events=False)
    for now in kit.randomly(state, seed):
        board = now._board
        view = now.view(now.seat)
        assert view.hand == board.hands[now.seat]
        pairs = (
            *zip(view.known_hands, board.hands, strict=True),
            *zip(view.known_piles, board.piles, strict=True),
            (view.known_stock, board.stock),
            (view.known_set_aside, board.set_aside),
            (view.known_laid_aside, board.laid_aside),
            (view.gone, board.gone),
        )
        assert all(known & ~real == 0 for known, real in pairs)
        hiding = [real for known, real in pairs if known != real]
        assert 1 != len(hiding)  # if only one place hides cards, they are known to be there
        assert view.unseen == sum(known ^ real for known, real in pairs)


def test_the_games_conform_to_the_interface_that_others_must():
    for name in ("atlanta", "mattis"):
        report = conform(get(name), matches=1)
        assert None is report.first_failure
        assert report.conforms


def test_the_games_have_the_type_of_the_interface(kit):
    game: Game = get("atlanta")
    state: State = kit.started("atlanta")
    assert game.name == "atlanta"
    assert state.view(0).players == 3
