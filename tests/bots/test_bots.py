"""The repository's bots play every game of the family, and the better ones lose less."""

from itertools import permutations
from pathlib import Path

import pytest

from arena.chance import deal_from_seed, seed_from_text
from arena.games.registry import parse_ruleset
from arena.league.results import Result
from arena.league.statistics import loses_less
from arena.referee.manifest import load_manifest
from arena.sdk.local import LocalMatch, load_bot, play_match

FOLDER = Path(__file__).parents[2] / "bots"
NAMES = ("random", "greedy", "hoarder", "careful")
RULESETS = (
    "atlanta[min_sequence=2]/3",
    "atlanta[min_sequence=3]/3",
    *(
        f"mattis[first_part={part},series={series}]/{players}"
        for part in ("neighbour", "table")
        for series in ("false", "true")
        for players in range(2, 7)
    ),
)

BOTS = {name: load_bot(FOLDER / name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_manifest_loads_and_names_all_games(name):
    spec = load_manifest(FOLDER / name)
    assert (name, "1", 32) == (spec.name, spec.version, spec.manifest.concurrency)
    assert ("atlanta", "mattis", "hund") == spec.manifest.games


def local_match(ruleset, seed, seated):
    rules = parse_ruleset(ruleset)
    key = seed_from_text(seed)
    return LocalMatch(rules, deal_from_seed(key, rules.players), key, seated)


def actions(ruleset, seed, seated):
    """What was done in a match: a bot that chooses what isn't legal would end it."""
    match = local_match(ruleset, seed, seated)
    while not match.state.over:
        match.step()
    return match.state.events


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_every_game_to_its_end_and_the_same_again(name, ruleset):
    players = parse_ruleset(ruleset).players
    for number in range(2):
        seated = [BOTS[name], BOTS["random"], *[BOTS[name]] * (players - 2)]
        first = actions(ruleset, f"{number}", seated)
        assert first == actions(ruleset, f"{number}", seated)


@pytest.mark.parametrize("name", NAMES)
def test_a_match_goes_the_same_whatever_else_the_process_plays(name):
    alone = actions("atlanta/3", "1", [BOTS[name]] * 3)
    match, other = (local_match("atlanta/3", seed, [BOTS[name]] * 3) for seed in ("1", "2"))
    while not match.state.over:
        match.step()
        if not other.state.over:
            other.step()
    assert alone == match.state.events


def results(ruleset, names, deals):
    """Every deal in all seatings; a deal is a block."""
    for deal in range(deals):
        for seating in permutations(names):
            end = play_match(ruleset, f"{ruleset}/{deal}", [BOTS[name] for name in seating])
            yield Result(
                match_id=f"{deal}/{seating}",
                block=f"{deal}",
                order=0,
                entries=seating,
                losers=end.losers,
                out=end.out,
                reason=end.reason.name.lower(),
                fault_seat=None,
                fault_kind=None,
                think_us=((),) * len(seating),
            )


@pytest.mark.parametrize(
    ("ruleset", "better", "worse"),
    [
        ("atlanta/3", "careful", "greedy"),
        ("atlanta/3", "greedy", "random"),
        ("mattis[series=true]/3", "careful", "greedy"),
        ("hund/3", "careful", "greedy"),
    ],
)
def test_the_better_bot_loses_significantly_less(ruleset, better, worse):
    third = "hoarder"
    assert loses_less(list(results(ruleset, (better, worse, third), 25)), better, worse)
