"""A guess at phase two fits what was seen; with everything known it is the real position."""

from dataclasses import replace
from random import Random

import pytest

from arena.errors import RulesError
from arena.games.guess import guess
from arena.games.registry import parse_ruleset
from arena.games.view import Ask, Phase


def views(kit, ruleset, phase, matches=2):
    """States of random matches that are in that phase, with what the seat to act sees."""
    for seed in range(matches):
        for state in kit.randomly(kit.started(ruleset, str(seed)), seed):
            view = state.view(state.seat)
            if view.phase is phase:
                yield state, view


def test_the_seat_that_guesses_would_see_and_be_asked_the_same(kit, ruleset):
    rules = parse_ruleset(ruleset)
    for state, view in views(kit, ruleset, Phase.SHED):
        guessed = guess(view, rules, Random(0))
        assert view == replace(
            guessed.view(view.seat), hand_sizes=view.hand_sizes, **blurred(guessed, view)
        )
        assert view.hand_sizes == guessed.hand_sizes
        assert state.seat == guessed.seat
        assert state.legal() == guessed.legal()


def blurred(guessed, view):
    """What the guess lets a seat know too well, after seeing that it contradicts nothing."""
    board = guessed._board
    for known, guessed_hand in zip(view.known_hands, board.hands, strict=True):
        assert 0 == known & ~guessed_hand
    return {
        "known_hands": view.known_hands,
        "known_set_aside": view.known_set_aside,
        "unseen": view.unseen,
    }


def test_with_everything_known_the_guess_goes_on_as_the_real_match(kit, ruleset):
    rules = parse_ruleset(ruleset)
    real, view = next(
        pair for pair in views(kit, ruleset, Phase.SHED, matches=99) if not pair[1].unseen
    )
    guessed = guess(view, rules, Random(0))
    random = Random(1)
    while not real.over:
        assert (real.seat, real.legal()) == (guessed.seat, guessed.legal())
        action = random.choice(real.legal())
        real.apply(action)
        guessed.apply(action)
    assert (real.losers, real.out) == (guessed.losers, guessed.out)


def test_phase_one_is_not_guessed_at(kit):
    _, view = next(views(kit, "atlanta", Phase.COLLECT))
    with pytest.raises(RulesError, match="expected phase two"):
        guess(view, parse_ruleset("atlanta"), Random(0))


def test_a_turn_sees_the_highest_rank_of_its_round(kit, ruleset):
    turns = [
        (state._phase.trick.best, view.best_rank)
        for state, view in views(kit, ruleset, Phase.COLLECT, matches=8)
        if view.ask is Ask.TURN
    ]
    assert [best for best, _ in turns] == [seen for _, seen in turns]
