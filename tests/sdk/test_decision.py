"""Answers are actions or their texts, and nothing else."""

import pytest

from arena.games.actions import FLIP, PASS, Action, play
from arena.games.registry import make_ruleset
from arena.games.view import Ask, Phase, View
from arena.sdk import BadChoice, Clock, Decision, MatchInfo


@pytest.fixture
def decision():
    match = MatchInfo(make_ruleset("atlanta"), 0, bytes(16), move_time=1.0, bank=5.0)
    view = View(
        seat=0,
        players=3,
        dealer=2,
        phase=Phase.COLLECT,
        ask=Ask.TURN,
        leader=0,
        hand=0b100001,
        hand_sizes=(2, 3, 3),
        known_hands=(0b100001, 0, 0),
        pile_sizes=(0, 0, 0),
        known_piles=(0, 0, 0),
        played=(False, False, False),
    )
    return Decision(match, view, [play(0), play(5), FLIP])


@pytest.mark.parametrize(
    ("index", "answer"), [(0, play(0)), (1, play(5)), (2, FLIP), (1, "7c"), (2, "flip")]
)
def test_an_action_or_its_text_is_an_answer(decision, index, answer):
    assert index == decision.index_of(answer)


@pytest.mark.parametrize("answer", [PASS, play(1), "pass", "7C", "nonsense", None, 0, True, []])
def test_anything_else_is_refused_and_named_beside_what_was_legal(decision, answer):
    named = "3c" if answer is play(1) else "pass" if answer is PASS else repr(answer)
    with pytest.raises(BadChoice) as refused:
        decision.index_of(answer)
    assert f"expected one of the legal actions, 2c 7c flip; got {named}" == str(refused.value)


def test_a_decision_without_a_clock_has_the_time_of_the_match(decision):
    assert Clock(1.0, 5.0) == decision.clock


def test_an_action_reads_as_in_the_rules(decision):
    assert "<Decision 0 of seat 0: 2c 7c flip>" == repr(decision)
    assert Action.parse("7c") is decision.legal[1]
