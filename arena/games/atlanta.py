"""Atlanta Mattis: three players; collect tricks and slough, then shed.

The rules: docs/rules.md, "Atlanta Mattis".
"""

from collections.abc import Mapping
from typing import Final

from arena.chance import Deal
from arena.games.collect import Collect
from arena.games.family import Family, FamilyState, start
from arena.games.game import Game
from arena.games.plays import lowest_run
from arena.games.ruleset import OptionValue, Ruleset
from arena.games.shed import Differences


def family(ruleset: Ruleset) -> Family:
    """What makes Atlanta Mattis of the family's state."""
    min_sequence = ruleset.options["min_sequence"]
    assert isinstance(min_sequence, int)  # noqa: S101 - rulesets are checked when made
    return Family(
        set_aside=0,
        phase_one=Collect,
        dreck=True,
        phase_two=Differences(
            min_sequence=min_sequence,
            must_beat=False,
            pickup=lowest_run,
            must_play_once=False,
        ),
    )


class AtlantaMattis:
    """The game as the registry finds it."""

    name = "atlanta"
    title = "Atlanta Mattis"
    players = range(3, 4)
    options: Mapping[str, tuple[OptionValue, ...]] = {"min_sequence": (2, 3)}
    shorthands: Mapping[str, Mapping[str, OptionValue]] = {}

    def start(self, ruleset: Ruleset, deal: Deal, *, record_events: bool = True) -> FamilyState:
        """The state after the deal."""
        return start(family(ruleset), ruleset, deal, record_events=record_events)


GAME: Final[Game] = AtlantaMattis()
