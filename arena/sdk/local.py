"""Bots at one table in this process: to try, tune and test them without a referee.

    from arena.sdk.local import load_bot, play_match

    bots = [load_bot("bots/careful"), load_bot("bots/greedy"), MyBot]
    result = play_match("atlanta", "a seed", bots)

Bots see here what a referee would show them, and play as they would there. Nothing is
timed, nothing is recorded, and a bot's exception goes to the caller.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.chance import bot_seed, deal_from_seed, seed_from_text
from arena.games import registry
from arena.sdk.bot import Bot, Choose, maker, seat_bot
from arena.sdk.decision import Decision
from arena.sdk.match import EndReason, MatchInfo, Result

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from arena.chance import Deal
    from arena.games.events import Event
    from arena.games.game import State
    from arena.games.ruleset import Ruleset

PROGRAM: Final = "bot.py"


def play_match(
    ruleset: Ruleset | str, seed: bytes | str, bots: Sequence[type[Bot] | Choose]
) -> Result:
    """Play one match to its end.

    Args:
        ruleset: what is played; as text, such as `mattis[series=true]/4`, options left out
            get their defaults.
        seed: fixes the deal and the bots' own seeds, as in a league.
        bots: one for each seat.

    Raises:
        BadChoice: a bot chose what isn't legal.
        RulesError: there is no such ruleset.
        ValueError: the number of bots isn't that of the seats.
    """
    rules = registry.parse_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    if len(bots) != rules.players:
        raise ValueError(f"expected {rules.players} bots for {rules}, got {len(bots)}")
    key = seed_from_text(seed) if isinstance(seed, str) else seed
    match = LocalMatch(rules, deal_from_seed(key, rules.players), key, bots)
    while not match.state.over:
        match.step()
    return match.finish()


class LocalMatch:
    """A match in progress, decision by decision.

    Attributes:
        state: the engine's; everybody's cards are in it.
        bots: the bots' objects, by seat.
    """

    def __init__(
        self, ruleset: Ruleset, deal: Deal, seed: bytes, bots: Sequence[type[Bot] | Choose]
    ) -> None:
        """Deal, and seat a fresh object of each bot; `seed` is for the bots' own."""
        self.state: State = registry.get(ruleset.game).start(ruleset, deal)
        self.bots = [
            seat_bot(maker(bot), MatchInfo(ruleset, seat, bot_seed(seed, seat)))
            for seat, bot in enumerate(bots)
        ]
        self._seen = [0] * ruleset.players
        self._asked = [0] * ruleset.players

    def step(self) -> Decision | None:
        """Take the next decision; None if there was only one action, so nobody was asked."""
        seat, legal = self.state.seat, self.state.legal()
        assert seat is not None  # noqa: S101 - the match isn't over
        if len(legal) == 1:
            self.state.apply(legal[0])
            return None
        decision = self._decision(seat)
        answer = self.bots[seat].choose(decision)
        self.state.apply(legal[decision.index_of(answer)])
        return decision

    def _decision(self, seat: int) -> Decision:
        self._asked[seat] += 1
        return Decision(
            self.bots[seat].match,
            self.state.view(seat),
            self.state.legal(),
            [event.seen_by(seat) for event in self._news(seat)],
            number=self._asked[seat],
        )

    def _news(self, seat: int) -> list[Event]:
        events = self.state.events[self._seen[seat] :]
        self._seen[seat] += len(events)
        return events

    def finish(self) -> Result:
        """Tell the bots how it ended; the result without anybody's events."""
        state = self.state
        reason = EndReason.STALEMATE if state.stalemate else EndReason.PLAYED
        for seat, bot in enumerate(self.bots):
            news = tuple(event.seen_by(seat) for event in self._news(seat))
            bot.end(Result(state.losers, state.out, reason, news))
        return Result(state.losers, state.out, reason)


def load_bot(folder: Path | str) -> type[Bot] | Choose:
    """The bot in that folder: the subclass of `Bot` that its bot.py defines, or its `choose`.

    Modules beside it are its own, also if another bot has some of the same name.

    Raises ImportError if there is neither, or more than one.
    """
    home = Path(folder).resolve()
    module = _import(home)
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Bot)
        and value.__module__ == module.__name__
    ]
    if len(classes) == 1:
        return classes[0]
    if not classes and callable(choose := getattr(module, "choose", None)):
        found: Choose = choose
        return found
    raise ImportError(f"{home / PROGRAM}: expected one subclass of Bot, or `choose`")


def _import(home: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"arena_bot_{home.name}", home / PROGRAM)
    assert spec is not None  # noqa: S101 - the file's ending says what it is
    assert spec.loader is not None  # noqa: S101
    module = importlib.util.module_from_spec(spec)
    before = set(sys.modules)
    sys.path.insert(0, str(home))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(home))
        _forget(home, before)
    return module


def _forget(home: Path, before: set[str]) -> None:
    """Take the modules of that folder out of `sys.modules`; who imported them has them."""
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file and Path(file).is_relative_to(home):
            del sys.modules[name]
