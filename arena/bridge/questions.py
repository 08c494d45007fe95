"""What the program was asked and hasn't answered, and what its lines answer. No I/O."""

import json
from typing import Final, NamedTuple

from arena.bridge import lines
from arena.errors import ArenaError
from arena.v1 import arena_pb2 as pb

SHOWN: Final = 80
"""How much of a wrong line is quoted, in characters."""


class BadAnswer(ArenaError):  # noqa: N818 - reads as what it is
    """The program wrote a line that answers nothing."""


class Question(NamedTuple):
    """An open question: where it belongs, and the texts of its legal actions."""

    match_id: int
    decision_id: int
    legal: tuple[str, ...]

    def __str__(self) -> str:
        return f"decision {self.decision_id} of match {self.match_id}"


class Questions:
    """The open questions, at most one a match.

    Attributes:
        answered: whether the program has answered anything yet.
    """

    def __init__(self) -> None:
        self._open: dict[int, Question] = {}  # by match, in the order in which they were asked
        self._over: set[int] = set()  # matches that ended with their question open
        self.answered = False

    def lines(self, message: pb.PlayResponse) -> str:
        """What the program is to read for this message; its questions are open from now on."""
        over = {end.match_id for end in message.ends}
        return "".join(
            [
                *[lines.start_line(start) for start in message.starts],
                *[
                    self._ask(asked)
                    for asked in message.decisions
                    if asked.match_id not in over
                ],
                *[self._end(end) for end in message.ends],
            ]
        )

    def _ask(self, asked: pb.Decision) -> str:
        legal = tuple([lines.action_text(offer.kind, offer.cards) for offer in asked.legal])
        self._open[asked.match_id] = Question(asked.match_id, asked.decision_id, legal)
        return lines.decide_line(asked, legal)

    def _end(self, end: pb.MatchEnd) -> str:
        if end.match_id in self._open:
            self._over.add(end.match_id)
        return lines.end_line(end)

    @property
    def oldest(self) -> Question | None:
        """The question that a line without a match's number answers."""
        return next(iter(self._open.values()), None)

    def answer(self, line: bytes) -> pb.Choice | None:
        """The answer in a line; None if its match has ended meanwhile.

        Raises:
            BadAnswer: it is none, or there is no such question.
        """
        answer, match_id = _read(line)
        question = self.oldest if match_id is None else self._open.get(match_id)
        if question is None:
            wanted = "no decision" if match_id is None else f"no decision of match {match_id}"
            raise BadAnswer(f"{wanted} is open, and the program wrote {_shown(line)}")
        index = _index(question, answer, line)
        del self._open[question.match_id]
        self.answered = True
        if question.match_id in self._over:
            self._over.remove(question.match_id)
            return None
        return pb.Choice(
            match_id=question.match_id, decision_id=question.decision_id, index=index
        )


def _read(line: bytes) -> tuple[object, int | None]:
    """What a line answers, and the match that it names."""
    if line.isdigit():
        return int(line), None
    try:
        value = json.loads(line)
    except ValueError:
        return line.decode(errors="replace"), None  # an action's text without quotes
    if not isinstance(value, dict):
        return value, None
    match_id = value.get("match")
    if type(match_id) is not int or "answer" not in value:
        raise BadAnswer(
            'expected an object such as {"match": 1, "answer": "5c"}; '
            f"the program wrote {_shown(line)}"
        )
    return value["answer"], match_id


def _index(question: Question, answer: object, line: bytes) -> int:
    legal = question.legal
    if type(answer) is int and 0 <= answer < len(legal):
        return answer
    if isinstance(answer, str) and answer in legal:
        return legal.index(answer)
    raise BadAnswer(
        f"{question}: expected an index from 0 to {len(legal) - 1}, or one of "
        f"{' '.join(legal)}; the program wrote {_shown(line)}"
    )


def _shown(line: bytes) -> str:
    text = line.decode(errors="replace")
    return ascii(text if len(text) <= SHOWN else text[:SHOWN] + "…")
