"""Mattis and Hund (docs/rules.md, "Mattis"): two to six players; duels or tricks, then shed."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from arena.chance import Deal
from arena.games.duels import Duels
from arena.games.family import Family, FamilyState, start
from arena.games.game import Game
from arena.games.plays import NO_SEQUENCES, first_play
from arena.games.ruleset import OptionValue, Ruleset
from arena.games.shed import Differences

SET_ASIDE_FOR_TWO: Final = 10


def family(ruleset: Ruleset) -> Family:
    """What makes Mattis, or Hund, of the family's state."""
    options = ruleset.options
    return Family(
        set_aside=SET_ASIDE_FOR_TWO if ruleset.players == 2 else 0,
        phase_one=partial(Duels, round_the_table=options["first_part"] == "table"),
        dreck=False,
        phase_two=Differences(
            min_sequence=2 if options["series"] else NO_SEQUENCES,
            must_beat=True,
            pickup=first_play,
            must_play_once=True,
        ),
    )


class Mattis:
    """The game as the registry finds it; Hund is Mattis with its first part at the table."""

    name = "mattis"
    title = "Mattis"
    players = range(2, 7)
    options: Mapping[str, tuple[OptionValue, ...]] = {
        "first_part": ("neighbour", "table"),
        "series": (False, True),
    }
    shorthands: Mapping[str, Mapping[str, OptionValue]] = {"hund": {"first_part": "table"}}

    def start(self, ruleset: Ruleset, deal: Deal, *, record_events: bool = True) -> FamilyState:
        """The state after the deal."""
        return start(family(ruleset), ruleset, deal, record_events=record_events)


GAME: Final[Game] = Mattis()
