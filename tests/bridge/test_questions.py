"""Answers: an index, a text, or either with its match; anything else is refused in words."""

import json

import pytest

from arena.bridge.questions import BadAnswer, Questions
from arena.v1 import arena_pb2 as pb

LEGAL = ["4c", "2s", "slough:5c", "flip"]


def asked(*matches, legal=(b"\x02", b"\x27")):
    message = pb.PlayResponse()
    for match_id in matches:
        decision = message.decisions.add(match_id=match_id, decision_id=7)
        for cards in legal:
            decision.legal.add(kind=pb.ACTION_KIND_PLAY, cards=cards)
        decision.legal.add(kind=pb.ACTION_KIND_SLOUGH, cards=b"\x03")
        decision.legal.add(kind=pb.ACTION_KIND_FLIP)
    return message


def ended(match_id):
    return pb.PlayResponse(ends=[pb.MatchEnd(match_id=match_id)])


@pytest.fixture
def questions():
    return Questions()


@pytest.mark.parametrize(
    ("line", "index"),
    [
        ("0", 0),
        ("3", 3),
        ('"4c"', 0),
        ("4c", 0),
        ("slough:5c", 2),
        ('{"match": 1, "answer": 1}', 1),
        ('{"answer": "flip", "match": 1, "why": "no better one"}', 3),
    ],
)
def test_an_answer_is_an_index_or_a_text(questions, line, index, check_line):
    assert LEGAL == json.loads(questions.lines(asked(1)))["legal"]
    assert pb.Choice(match_id=1, decision_id=7, index=index) == questions.answer(line.encode())
    if not line.isalnum() and line != "slough:5c":
        check_line("answer", line)


WRONG = ["4", "-1", "1.0", "true", "null", "[0]", "5c", '"4C"', "hello", "\x1b[2J", "{}", '""']
WRONG += ['{"answer": 0}', '{"match": 1}', '{"match": "1", "answer": 0}', '{"match": true}']
WRONG += ['{"match": 1, "answer": 9}', "{'match': 1}", "\udcff"]


@pytest.mark.parametrize("line", WRONG)
def test_anything_else_is_refused_and_quoted(questions, line):
    questions.lines(asked(1))
    with pytest.raises(BadAnswer, match="the program wrote ") as refused:
        questions.answer(line.encode("utf-8", "surrogateescape"))
    assert str(refused.value).isprintable()


def test_the_legal_actions_are_named_to_who_chose_another(questions):
    questions.lines(asked(1))
    with pytest.raises(
        BadAnswer, match=r"decision 7 of match 1: .* 0 to 3, .* 4c 2s slough:5c f"
    ):
        questions.answer(b"pass")


def test_a_line_when_nothing_is_asked_is_refused(questions):
    with pytest.raises(BadAnswer, match="no decision is open, and the program wrote 'ready'"):
        questions.answer(b"ready")


def test_a_question_is_answered_once(questions):
    questions.lines(asked(1))
    questions.answer(b"0")
    with pytest.raises(BadAnswer, match="no decision is open"):
        questions.answer(b"0")


def test_lines_without_a_match_answer_in_the_order_of_the_questions(questions):
    questions.lines(asked(3, 1))
    questions.lines(asked(2))

    assert [3, 1, 2] == [questions.answer(b"0").match_id for _ in range(3)]


def test_answers_that_name_their_match_come_in_any_order(questions):
    questions.lines(asked(1, 2, 3))
    answers = [b'{"match": 2, "answer": 0}', b'{"match": 3, "answer": 1}', b"2"]

    assert [(2, 0), (3, 1), (1, 2)] == [
        (choice.match_id, choice.index) for choice in map(questions.answer, answers)
    ]


def test_a_match_that_is_not_open_is_named(questions):
    questions.lines(asked(1))
    with pytest.raises(BadAnswer, match="no decision of match 2 is open"):
        questions.answer(b'{"match": 2, "answer": 0}')


def test_the_answer_to_a_match_that_ended_meanwhile_is_dropped(questions):
    questions.lines(asked(1, 2))
    questions.lines(ended(1))

    assert questions.answer(b"0") is None
    assert 2 == questions.answer(b"0").match_id


def test_a_question_of_a_match_that_ends_in_the_same_message_is_not_asked(questions):
    message = asked(1)
    message.MergeFrom(ended(1))

    assert ["end"] == [
        json.loads(line)["type"] for line in questions.lines(message).splitlines()
    ]
    assert questions.oldest is None
