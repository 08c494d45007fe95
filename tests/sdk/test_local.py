"""A table in this process is like one with a referee."""

import pytest

from arena.chance import deal_from_seed
from arena.games.registry import parse_ruleset
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.sdk import BadChoice, Bot
from arena.sdk.local import LocalMatch, load_bot, play_match

SEED = bytes(range(32))


def draw(decision):
    return decision.match.rng.choice(decision.legal)


@pytest.mark.parametrize("ruleset", ["atlanta/3", "mattis/2", "mattis[series=true]/5"])
def test_bots_are_asked_the_same_as_by_a_referee(ruleset):
    rules = parse_ruleset(ruleset)
    players = rules.players
    local = LocalMatch(rules, deal_from_seed(SEED, players), SEED, [draw] * players)
    there = Match(MatchOrder("m", rules, SEED, tuple(range(players)), TimeControl()), ())
    while not local.state.over:
        legal = tuple(local.state.legal())
        seat = local.state.seat
        copied = local.state.copy()
        decision = local.step()
        if decision is None:
            continue
        question = there.question
        asked = (question.seat, question.view, tuple(question.legal), tuple(question.events))
        assert asked == (seat, decision.view, decision.legal, decision.events)
        assert question.decision_id == decision.number
        index = next(i for i, action in enumerate(legal) if leads_to(copied, action, local))
        there.answer(index, 1)
    assert there.losers == local.finish().losers


def leads_to(state, action, local):
    following = state.copy()
    following.apply(action)
    return following.key() == local.state.key()


def test_the_same_seed_gives_the_same_match():
    assert play_match("mattis/4", "seed", [draw] * 4) == play_match(
        "mattis/4", "seed", [draw] * 4
    )


def test_every_bot_is_told_how_its_match_ends():
    told = []

    class Listening(Bot):
        def choose(self, decision):
            return decision.legal[0]

        def end(self, result):
            told.append((self.match.seat, result.losers, result.reason))

    result = play_match("atlanta", "seed", [Listening] * 3)
    assert [(seat, result.losers, result.reason) for seat in range(3)] == told


def test_an_illegal_choice_goes_to_the_caller():
    with pytest.raises(BadChoice, match="got 'nothing'"):
        play_match("atlanta", "seed", [lambda _: "nothing"] * 3)


def test_the_bots_must_fill_the_seats():
    with pytest.raises(ValueError, match=r"expected 3 bots for atlanta.*, got 2"):
        play_match("atlanta", "seed", [draw] * 2)


@pytest.fixture
def folder(tmp_path):
    def make(name, program, **beside):
        home = tmp_path / name
        home.mkdir()
        (home / "bot.py").write_text(program)
        for module, text in beside.items():
            (home / f"{module}.py").write_text(text)
        return home

    return make


def test_a_bot_is_loaded_with_the_modules_beside_it_and_not_those_of_another(folder):
    program = "from plan import PLAN\ndef choose(decision):\n    return PLAN\n"
    one = load_bot(folder("one", program, plan="PLAN = 'one'"))
    two = load_bot(folder("two", program, plan="PLAN = 'two'"))
    assert ("one", "two") == (one(None), two(None))


def test_a_subclass_of_bot_is_found(folder):
    program = "from arena.sdk import Bot\nclass Mine(Bot):\n    def choose(self, d): ...\n"
    assert "Mine" == load_bot(folder("mine", program)).__name__


def test_a_program_without_a_bot_is_refused(folder):
    with pytest.raises(ImportError, match="expected one subclass of Bot, or `choose`"):
        load_bot(folder("none", "x = 1\n"))
