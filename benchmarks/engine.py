"""How fast the engine plays at random: one core, plain Python, CPU time.

    python benchmarks/engine.py                   # every ruleset, and peers if installed
    python benchmarks/engine.py atlanta hund/4    # these rulesets
    python benchmarks/engine.py --profile atlanta # where the time goes

A decision is legal actions, a random pick and apply. All are measured in turns, in several
rounds. On a shared machine rounds differ by a factor of two, CPU time or not: the median
and the slowest and fastest round are printed, and only ratios within one run mean much.

If pyspiel (OpenSpiel) can be imported, its hearts and crazy eights are driven beside it.
How a peer is driven decides its figure, so each is driven in two ways: with our own pick
(its chance nodes there are uniform), and as its examples do it, chance_outcomes and
numpy's choice, which is several times slower than OpenSpiel itself. Dealing is chance
nodes there: it counts as time, not as decisions.
"""

import argparse
import cProfile
import importlib
import pstats
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from statistics import median
from typing import Any

from arena.chance import deal_from_seed, seed_from_text
from arena.games import registry

ROUNDS = 7
DEALS = 64


@dataclass
class Player:
    """Something that plays one random match and gives its number of decisions."""

    name: str
    play: Callable[[int], int]
    rounds: list[float] = field(default_factory=list)  # decisions a second
    decisions: int = 0
    matches: int = 0

    def measure(self, seconds: float) -> None:
        """Play for this long."""
        decisions = matches = 0
        start = time.process_time()
        while (taken := time.process_time() - start) < seconds or not matches:
            decisions += self.play(matches)
            matches += 1
        self.rounds.append(decisions / taken)
        self.decisions += decisions
        self.matches += matches

    def __str__(self) -> str:
        rate, length = median(self.rounds), self.decisions / self.matches
        spread = f"{min(self.rounds) / 1000:,.0f}-{max(self.rounds) / 1000:,.0f}k"
        return (
            f"{self.name:<44} {rate:>11,.0f} {spread:>10} {rate / length:>8,.0f} {length:>7.0f}"
        )


def engine(text: str, *, events: bool = False) -> Player:
    """Our engine with this ruleset."""
    ruleset = registry.parse_ruleset(text)
    game = registry.get(ruleset.game)
    deals = [
        deal_from_seed(seed_from_text(str(number)), ruleset.players) for number in range(DEALS)
    ]
    pick = Random(1).random

    def play(number: int) -> int:
        state = game.start(ruleset, deals[number % DEALS], record_events=events)
        decisions = 0
        while not state.over:
            legal = state.legal()
            state.apply(legal[int(pick() * len(legal))])
            decisions += 1
        return decisions

    return Player(f"{ruleset}{' with events' if events else ''}", play)


def open_spiel(pyspiel: Any, name: str, driver: str, choose: Callable[[Any], int]) -> Player:  # noqa: ANN401 - pyspiel is not installed as a rule
    """A game of OpenSpiel, driven from Python."""
    game = pyspiel.load_game(name)

    def play(_: int) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choose(state))
        return decisions

    return Player(f"OpenSpiel {name}, {driver}", play)


def peers() -> Iterator[Player]:
    """The peers that can be imported."""
    try:
        pyspiel, numpy = map(importlib.import_module, ("pyspiel", "numpy"))
    except ImportError:
        print("pyspiel is not installed: no peers\n")
        return
    pick = Random(1).random

    def our_pick(state: Any) -> int:  # noqa: ANN401
        legal = state.legal_actions()
        return int(legal[int(pick() * len(legal))])

    def its_examples(state: Any) -> int:  # noqa: ANN401
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            return int(numpy.random.choice(actions, p=chances))
        return int(numpy.random.choice(state.legal_actions()))

    for name in ("hearts", "crazy_eights"):
        yield open_spiel(pyspiel, name, "our pick", our_pick)
        yield open_spiel(pyspiel, name, "its examples' way", its_examples)


def every_ruleset() -> Iterator[str]:
    """All rulesets of all games, as text."""
    for name in registry.names():
        game = registry.get(name)
        for values in product(*game.options.values()):
            options = dict(zip(game.options, values, strict=True))
            for players in game.players:
                yield str(registry.ruleset_of(game, players, options))


def other_costs(text: str) -> None:
    """What a copy, a view and a key of a state cost, over the states of some matches."""
    ruleset = registry.parse_ruleset(text)
    game, random = registry.get(ruleset.game), Random(1)
    states = []
    for number in range(20):
        deal = deal_from_seed(seed_from_text(str(number)), ruleset.players)
        state = game.start(ruleset, deal, record_events=False)
        while not state.over:
            states.append(state.copy())
            state.apply(random.choice(state.legal()))
    calls: dict[str, Callable[[Any], object]] = {
        "copy": lambda state: state.copy(),
        "view": lambda state: state.view(state.seat),
        "key": lambda state: state.key(),
    }
    for name, call in calls.items():
        start = time.process_time()
        for state in states:
            call(state)
        taken = time.process_time() - start
        print(f"{ruleset}: a {name} takes {taken / len(states) * 1e6:.1f} µs")


def profile(text: str) -> None:
    """Where the time goes."""
    player = engine(text)
    profiler = cProfile.Profile()
    profiler.runcall(player.measure, 3.0)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(16)


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rulesets", nargs="*", help="rulesets as text; left out: all")
    parser.add_argument("--seconds", type=float, default=0.2, help="a round, of each")
    parser.add_argument("--profile", metavar="RULESET", help="profile this one instead")
    chosen = parser.parse_args()
    if chosen.profile:
        profile(chosen.profile)
        return
    players = [engine(text) for text in chosen.rulesets or every_ruleset()]
    players += [engine("atlanta", events=True), *peers()]
    for _ in range(ROUNDS):
        for player in players:
            player.measure(chosen.seconds)
    print(f"{'':<44} {'decisions/s':>11} {'rounds':>10} {'games/s':>8} {'a game':>7}")
    print(*players, sep="\n")
    print()
    other_costs("atlanta")


if __name__ == "__main__":
    main()
