"""Checks any game against `arena.games.game`: `arena rules conform GAME` prints the report.

Random matches are played of every ruleset of the game, and each promise of the interface
is tried on them. A check that fails says what it saw and in which match; the others go on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import Final

from arena.chance import deal_from_seed, seed_from_text
from arena.games import registry
from arena.games.game import Game
from arena.games.promises import (
    ON_MATCHES,
    BrokenPromise,
    Match,
    check_declaration,
    play_out,
)
from arena.games.ruleset import Ruleset

_CHECKS: Final = ("declaration", "end", *ON_MATCHES)


@dataclass(frozen=True, slots=True)
class Check:
    """One promise and whether it was kept.

    Attributes:
        name: the promise.
        runs: how often it was tried; a promise that never could be isn't kept.
        failure: the first time it was broken; None if it never was.
    """

    name: str
    runs: int
    failure: str | None


@dataclass(frozen=True, slots=True)
class Report:
    """What checking a game came to."""

    game: str
    matches: int
    decisions: int
    checks: tuple[Check, ...]

    @property
    def conforms(self) -> bool:
        """Whether every promise was tried and kept."""
        return all(check.runs and check.failure is None for check in self.checks)

    @property
    def first_failure(self) -> Check | None:
        """The first check that failed; None if none did."""
        return next((check for check in self.checks if check.failure is not None), None)


class _Tally:
    """Counts tries of each promise, and keeps its first failure."""

    def __init__(self) -> None:
        self.checks = {name: Check(name, 0, None) for name in _CHECKS}

    def failed(self, name: str) -> bool:
        return self.checks[name].failure is not None

    def add(self, name: str, where: str, attempt: Callable[[], int]) -> None:
        """Try a promise, unless it is known to be broken."""
        if not self.failed(name):
            runs, failure = _outcome(attempt)
            text = None if failure is None else f"{where}: {failure}"
            self.checks[name] = Check(name, self.checks[name].runs + runs, text)


def conform(game: Game, *, matches: int = 5, seed: int = 0) -> Report:
    """Check a game on this many random matches of each of its rulesets."""
    tally = _Tally()
    tally.add("declaration", "the game", partial(check_declaration, game))
    played = decisions = 0
    rulesets = () if tally.failed("declaration") else tuple(_rulesets(game))
    for ruleset, number in product(rulesets, range(matches)):
        match, where = _begin(game, ruleset, number, seed)
        tally.add("end", where, partial(play_out, match))
        if not tally.failed("end"):
            for name, check in ON_MATCHES.items():
                tally.add(name, where, partial(check, match))
        played += 1
        decisions += len(match.steps)
    return Report(game.name, played, decisions, tuple(tally.checks.values()))


def _begin(game: Game, ruleset: Ruleset, number: int, seed: int) -> tuple[Match, str]:
    text = f"conform-{seed}-{number}"
    deal = deal_from_seed(seed_from_text(text), ruleset.players)
    random = Random(f"{text}/{ruleset}")  # noqa: S311 - choices of a test player
    return Match(game, ruleset, deal, random), f"{ruleset}, seed {text}"


def _outcome(attempt: Callable[[], int]) -> tuple[int, str | None]:
    """How often the promise was tried, and how it was broken."""
    try:
        return attempt(), None
    except BrokenPromise as broken:
        return 1, str(broken)
    except Exception as error:  # noqa: BLE001 - the game is someone else's code
        return 1, f"{type(error).__name__}: {error}"


def _rulesets(game: Game) -> Iterator[Ruleset]:
    names = list(game.options)
    for players, values in product(game.players, product(*game.options.values())):
        yield registry.ruleset_of(game, players, dict(zip(names, values, strict=True)))
