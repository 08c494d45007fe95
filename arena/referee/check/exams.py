"""The matches that a check plays: each game, number of seats and seat, with options in turn."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.chance import seed_from_text
from arena.games import registry
from arena.match.order import MatchOrder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arena.games.game import Game
    from arena.games.ruleset import OptionValue, Ruleset
    from arena.match.clock import TimeControl


@dataclass(frozen=True, slots=True)
class Exam:
    """A match to be played.

    Attributes:
        game: the game as the manifest calls it.
        ruleset: what is played.
        seat: where the bot sits.
        name: tells exams apart, and gives the seed.
    """

    game: str
    ruleset: Ruleset
    seat: int
    name: str

    def order(self, time: TimeControl) -> MatchOrder:
        """The order for a host whose first bot is the one that is checked."""
        others = iter(range(1, self.ruleset.players))
        seating = tuple(
            0 if seat == self.seat else next(others) for seat in range(self.ruleset.players)
        )
        return MatchOrder(self.name, self.ruleset, seed_from_text(self.name), seating, time)


def exams(games: Sequence[str], deals: int) -> list[Exam]:
    """So many deals of each number of seats in each seat; options change from deal to deal."""
    return [exam for game in games for exam in _of_game(game, deals)]


def sample(all_exams: Sequence[Exam], most: int) -> list[Exam]:
    """So many of them, spread over all."""
    count = min(most, len(all_exams))
    return [all_exams[index * len(all_exams) // count] for index in range(count)]


def _of_game(name: str, deals: int) -> Iterator[Exam]:
    game = registry.get(name)
    choices = itertools.cycle(_choices(game, game.shorthands.get(name, {})))
    for players in game.players:
        for seat, deal in itertools.product(range(players), range(deals)):
            ruleset = registry.make_ruleset(name, players, **next(choices))
            yield Exam(name, ruleset, seat, f"check/{name}/{ruleset}/{seat}/{deal}")


def _choices(
    game: Game, preset: Mapping[str, OptionValue]
) -> Iterator[Mapping[str, OptionValue]]:
    """All combinations of the options that the name leaves open, the defaults first."""
    free = {name: values for name, values in game.options.items() if name not in preset}
    for values in itertools.product(*free.values()):
        yield dict(zip(free, values, strict=True))
