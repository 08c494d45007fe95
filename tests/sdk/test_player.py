"""A message in, an answer out: one bot object a match, one message for all that was asked."""

import pytest

from arena.sdk import Bot
from arena.sdk.bot import maker
from arena.sdk.player import BotError, Player, ProtocolError
from arena.v1 import arena_pb2 as pb


class Diary(Bot):
    """Writes down what happens to it."""

    made: list

    def __init__(self):
        self.pages = []
        self.made.append(self)

    def start(self, match):
        assert match is self.match
        self.pages.append(f"start {match.match_id}")

    def choose(self, decision):
        self.pages.append(f"choose {decision.number}")
        return decision.legal[-1]

    def end(self, result):
        self.pages.append(f"end {result.losers}")


def take(player, message):
    """The answers to a message."""
    return list(player.take(message))


@pytest.fixture
def diary():
    return type("FreshDiary", (Diary,), {"made": []})


def everything(referees):
    return pb.PlayResponse(
        starts=[referee.start() for referee in referees],
        decisions=[referee.decision() for referee in referees],
    )


def test_what_one_message_asks_is_answered_in_one_message(kit, diary):
    referees = [kit.Referee(match_id=number, seed=number) for number in (1, 2, 3)]
    (answer,) = take(Player(diary), everything(referees))
    last = [len(referee.match.question.legal) - 1 for referee in referees]
    assert [(1, 1, last[0]), (2, 1, last[1]), (3, 1, last[2])] == [
        (choice.match_id, choice.decision_id, choice.index) for choice in answer.choices
    ]


def test_while_a_bot_is_slow_its_answers_are_sent_as_they_come(kit, diary):
    referees = [kit.Referee(match_id=number, seed=number) for number in range(1, 6)]
    seconds = iter([0.0, 0.01, 0.015, 0.03, 0.04, 0.045])
    answers = take(Player(diary, lambda: next(seconds)), everything(referees))
    assert [[1, 2, 3], [4, 5]] == [[c.match_id for c in answer.choices] for answer in answers]


def test_every_match_has_a_bot_of_its_own(kit, diary):
    player = Player(diary)
    one, two = kit.Referee(match_id=1), kit.Referee(match_id=2)
    take(player, pb.PlayResponse(starts=[one.start(), two.start()]))
    take(player, pb.PlayResponse(decisions=[two.decision()], ends=[one.end()]))
    assert [["start 1", "end ()"], ["start 2", "choose 1"]] == [bot.pages for bot in diary.made]


def test_nothing_asked_wants_no_answer(kit, diary):
    player = Player(diary)
    assert [] == take(player, pb.PlayResponse(welcome=pb.Welcome(protocol_version=1)))
    assert [] == take(player, pb.PlayResponse(starts=[kit.Referee().start()]))


def test_a_question_of_a_match_that_ends_in_the_same_message_is_not_answered(kit, diary):
    referee = kit.Referee()
    message = pb.PlayResponse(
        starts=[referee.start()], decisions=[referee.decision()], ends=[referee.end()]
    )
    assert [] == take(Player(diary), message)


def test_a_question_of_a_match_that_never_began_is_the_referees_mistake(kit, diary):
    with pytest.raises(ProtocolError, match="never began match 1"):
        take(Player(diary), pb.PlayResponse(decisions=[kit.Referee().decision()]))


def test_an_end_of_a_match_that_never_began_is_ignored(kit, diary):
    assert [] == take(Player(diary), pb.PlayResponse(ends=[kit.Referee().end()]))


def opening(kit, ruleset="atlanta/3"):
    referee = kit.Referee(ruleset)
    return pb.PlayResponse(starts=[referee.start()], decisions=[referee.decision()])


def test_a_function_is_a_bot_and_draws_from_its_own_seed(kit):
    drawn = []

    def choose(decision):
        drawn.append(decision.match.rng.random())
        return str(decision.legal[0])

    answers = [take(Player(maker(choose)), opening(kit)) for _ in range(2)]
    assert [0, 0] == [answer.choices[0].index for (answer,) in answers]
    assert drawn[0] == drawn[1]


def test_an_exception_is_told_with_its_traceback_and_where_it_happened(kit):
    def choose(decision):
        return {}[decision.number]

    with pytest.raises(BotError) as failed:
        take(Player(maker(choose)), opening(kit))
    first, *trace = str(failed.value).splitlines()
    assert (
        "choose() failed in decision 1 of seat 0 in match 1 (atlanta[min_sequence=2]/3)"
        == first
    )
    assert "KeyError: 1" == trace[-1]
    assert any("return {}[decision.number]" in line for line in trace)


def test_an_illegal_choice_is_told_without_a_traceback(kit):
    with pytest.raises(BotError) as failed:
        take(Player(maker(lambda _: "As5h")), opening(kit))
    assert 1 == len(str(failed.value).splitlines())
    assert "expected one of the legal actions, " in str(failed.value)
    assert str(failed.value).endswith("got 'As5h'")


@pytest.mark.parametrize("method", ["start", "end"])
def test_an_exception_at_the_start_or_the_end_is_told_too(kit, method):
    def fail(*_):
        raise RuntimeError("oh dear")

    bot = type("Failing", (Bot,), {"choose": lambda _, d: d.legal[0], method: fail})
    referee = kit.Referee()
    with pytest.raises(BotError, match=rf"^{method}\(\) failed in match 1") as failed:
        take(Player(bot), pb.PlayResponse(starts=[referee.start()], ends=[referee.end()]))
    assert "RuntimeError: oh dear" == str(failed.value).splitlines()[-1]


@pytest.mark.parametrize("wrong", [None, 3, int, "choose", object()])
def test_what_is_no_bot_is_refused(wrong):
    with pytest.raises(TypeError, match="expected a subclass of Bot, or a function"):
        maker(wrong)


def test_a_bot_object_is_no_bot_since_every_match_needs_a_fresh_one(diary):
    with pytest.raises(TypeError, match="expected a subclass of Bot"):
        maker(diary())


def test_a_match_that_another_stream_begins_again_goes_on_with_the_answer_that_was_lost(
    kit, diary
):
    referee = kit.Referee()
    player = Player(diary)
    first = take(player, everything([referee]))
    for _ in range(2):  # the second stream breaks before it says anything
        player.reopen()
    assert first == take(player, everything([referee]))
    assert [["start 1", "choose 1"]] == [bot.pages for bot in diary.made]


def test_a_match_of_the_same_number_that_is_another_one_begins_afresh(kit, diary):
    player = Player(diary)
    take(player, everything([kit.Referee(seed=1)]))
    player.reopen()
    take(player, everything([kit.Referee(seed=2)]))
    assert [["start 1", "choose 1"], ["start 1", "choose 1"]] == [b.pages for b in diary.made]


def test_a_match_that_another_stream_does_not_begin_again_is_forgotten(kit, diary):
    referee = kit.Referee()
    player = Player(diary)
    take(player, everything([referee]))
    player.reopen()
    with pytest.raises(ProtocolError, match="never began match 1"):
        take(player, referee.message("decision"))
