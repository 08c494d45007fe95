"""Games by name, rulesets by text, and games from other packages."""

import pickle

import pytest

from arena.errors import OptionError, RulesError
from arena.games.registry import get, make_ruleset, names, parse_ruleset


def test_both_games_are_found():
    assert {"atlanta", "mattis"} <= set(names())
    assert ["Atlanta Mattis", "Mattis"] == [get(name).title for name in ("atlanta", "mattis")]


def test_every_ruleset_reads_back(ruleset):
    assert ruleset == str(parse_ruleset(ruleset))
    assert parse_ruleset(ruleset) == pickle.loads(pickle.dumps(parse_ruleset(ruleset)))  # noqa: S301


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("atlanta", "atlanta[min_sequence=2]/3"),
        ("atlanta[]/3", "atlanta[min_sequence=2]/3"),
        ("mattis", "mattis[first_part=neighbour,series=false]/3"),
        ("mattis[series=true]/5", "mattis[first_part=neighbour,series=true]/5"),
        ("hund/4", "mattis[first_part=table,series=false]/4"),
        ("hund[series=true]/4", "mattis[first_part=table,series=true]/4"),
    ],
)
def test_defaults_are_filled_in_and_options_sorted(text, complete):
    assert complete == str(parse_ruleset(text))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("atlanta/4", "players must be one of 3; got 4"),
        ("mattis/7", "players must be one of 2, 3, 4, 5, 6; got 7"),
        ("mattis/1", "got 1"),
        ("atlanta[min_sequence=4]", "min_sequence must be one of 2, 3; got 4"),
        ("mattis[series=yes]", "series must be one of false, true; got yes"),
        ("atlanta[series=true]", "atlanta has no option 'series'; its options: min_sequence"),
        ("hund[first_part=neighbour]", "hund: first_part is table by its name"),
        ("atlanta[min_sequence=2", "expected a ruleset"),
        ("", "expected a ruleset"),
    ],
)
def test_what_a_game_does_not_have_is_named(text, named):
    with pytest.raises(OptionError, match=named):
        parse_ruleset(text)


def test_an_unknown_game_is_named_with_those_there_are():
    with pytest.raises(RulesError, match=r"unknown game 'whist'; there are: .*atlanta.*mattis"):
        get("whist")


def test_true_is_not_the_number_one():
    with pytest.raises(OptionError):
        make_ruleset("atlanta", min_sequence=True)
    with pytest.raises(OptionError):
        make_ruleset("mattis", series=1)


def test_equal_rulesets_are_equal_keys():
    assert 1 == len(
        {make_ruleset("mattis", 4, series=True), parse_ruleset("mattis[series=true]/4")}
    )
