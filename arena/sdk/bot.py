"""What an author writes: a subclass of `Bot`, or a plain function."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from arena.games.actions import Action
from arena.sdk.decision import Decision
from arena.sdk.match import MatchInfo, Result

Choose: TypeAlias = Callable[[Decision], Action | str]
"""A bot without a memory: a function from a decision to an action, or to its text."""


class Bot(ABC):
    """Plays one seat in one match: every match gets a fresh object.

    Attributes:
        match: the match; set before `start` is called, not yet in `__init__`.
    """

    match: MatchInfo

    @property
    def rng(self) -> Random:
        """The match's own generator. Draw from no other, and matches can be reproduced."""
        return self.match.rng

    def start(self, match: MatchInfo) -> None:  # noqa: B027 - optional
        """The match begins. Override it to prepare."""

    @abstractmethod
    def choose(self, decision: Decision) -> Action | str:
        """Choose one of `decision.legal`, by the action or by its text."""

    def end(self, result: Result) -> None:  # noqa: B027 - optional
        """The match is over. Override it to take note."""


class _Function(Bot):
    """A function as a bot."""

    def __init__(self, function: Choose) -> None:
        self._function = function

    def choose(self, decision: Decision) -> Action | str:
        return self._function(decision)


def maker(bot: type[Bot] | Choose) -> Callable[[], Bot]:
    """What makes a fresh bot for each match.

    Raises TypeError if `bot` is neither a subclass of `Bot` nor a function.
    """
    if isinstance(bot, type):
        if issubclass(bot, Bot):
            return bot
    elif callable(bot) and not isinstance(bot, Bot):
        function = bot
        return lambda: _Function(function)
    raise TypeError(f"expected a subclass of Bot, or a function of a decision; got {bot!r}")


def seat_bot(make: Callable[[], Bot], match: MatchInfo) -> Bot:
    """A fresh bot that has been told of its match."""
    bot = make()
    bot.match = match
    bot.start(match)
    return bot
