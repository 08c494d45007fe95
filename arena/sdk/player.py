"""The bot's side of the protocol without I/O: a message of the referee in, an answer out."""

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import ArenaError
from arena.sdk import decode
from arena.sdk.bot import Bot, seat_bot
from arena.sdk.decision import BadChoice
from arena.v1 import arena_pb2 as pb

PROTOCOL_VERSION: Final = 1

PATIENCE: Final = 0.02
"""Seconds of thinking after which answers are sent although others are still wanted: a referee
that hears nothing at all for the time of a decision takes the bot for late."""


class BotError(ArenaError):
    """The bot's own code failed. The text is all that its author should be told."""


class ProtocolError(ArenaError):
    """The referee said something that makes no sense here."""


@dataclass(slots=True)
class _Place:
    """The bot's place in one match.

    Attributes:
        said: the message with which the match began: another stream begins it with the same.
        bot: who plays it.
        choice: the last answer.
    """

    said: bytes
    bot: Bot
    choice: pb.Choice | None = None


class Player:
    """All matches of one process.

    What a message asks is answered in one message, unless the bot is slow. A bot that fails is
    not asked again: after an exception a player is of no more use.
    """

    def __init__(
        self, make: Callable[[], Bot], now: Callable[[], float] = time.monotonic
    ) -> None:
        """Play with a bot from `make` in each match; `now` tells the time in seconds."""
        self._make = make
        self._now = now
        self._places: dict[int, _Place] = {}
        self._former: dict[int, _Place] = {}

    def reopen(self) -> None:
        """Another stream follows one that broke: matches that it begins again go on."""
        self._former |= self._places
        self._places = {}

    def take(self, message: pb.PlayResponse) -> Iterator[pb.PlayRequest]:
        """Do as the message says; the answers to what it asks.

        Raises:
            BotError: the bot's code raised an exception, or chose what isn't legal.
            ProtocolError: the referee asked for a match that it never began.
        """
        for start in message.starts:
            self._start(start)
        over = {end.match_id for end in message.ends}
        yield from self._answers([d for d in message.decisions if d.match_id not in over])
        for end in message.ends:
            self._end(end)

    def _answers(self, decisions: Sequence[pb.Decision]) -> Iterator[pb.PlayRequest]:
        """All answers in one message; while a bot is slow, those that there are."""
        begun = self._now()
        answer = pb.PlayRequest()
        for decision in decisions:
            answer.choices.append(self._choose(decision))
            now = self._now()
            if now - begun > PATIENCE:
                yield answer
                answer, begun = pb.PlayRequest(), now
        if answer.choices:
            yield answer

    def _start(self, start: pb.MatchStart) -> None:
        said = start.SerializeToString()
        former = self._former.pop(start.match_id, None)
        if former is not None and former.said == said:
            self._places[start.match_id] = former
            return
        match = decode.match_info(start)
        try:
            self._places[start.match_id] = _Place(said, seat_bot(self._make, match))
        except Exception as error:
            raise _failed("start()", f"match {start.match_id} ({match.ruleset})") from error

    def _choose(self, message: pb.Decision) -> pb.Choice:
        place = self._places.get(message.match_id)
        if place is None:
            raise ProtocolError(f"the referee never began match {message.match_id}")
        if place.choice is not None and place.choice.decision_id == message.decision_id:
            return place.choice  # asked again on a new stream: the answer was lost
        decision = decode.ReceivedDecision(place.bot.match, message)
        try:
            place.choice = choice = decision.choice(place.bot.choose(decision))
        except BadChoice as error:
            raise BotError(f"choose() in {_where(decision)}: {error}") from None
        except Exception as error:
            raise _failed("choose()", _where(decision)) from error
        return choice

    def _end(self, end: pb.MatchEnd) -> None:
        place = self._places.pop(end.match_id, None)
        if place is None:
            return
        try:
            place.bot.end(decode.result(end))
        except Exception as error:
            raise _failed("end()", f"match {end.match_id}") from error


def _where(decision: decode.ReceivedDecision) -> str:
    match = decision.match
    return (
        f"decision {decision.number} of seat {match.seat} in match {match.match_id} "
        f"({match.ruleset})"
    )


def _failed(method: str, where: str) -> BotError:
    """What an author wants to see of the exception that is being handled."""
    return BotError(f"{method} failed in {where}\n{traceback.format_exc().rstrip()}")
