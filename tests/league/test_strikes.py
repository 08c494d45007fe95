"""Benching in leagues that are played for real."""

from collections import Counter

import pytest

from arena.league.config import load_league
from arena.league.observer import Silent
from arena.league.played import open_played
from arena.league.runner import run

LEAGUE = """\
seats = 2
seed = "x"
deals = 4
deals_per_round = 2
strikes = 4
[time]
start_time = 60.0
move_time = 60.0
"""
"""With three bots four passes of six matches, four of them with each bot."""


@pytest.fixture
def make(make_bot, make_league):
    """The league with a bot `c` that faults in every match; `text` goes above the rest."""
    for name, program in (("a", "shuffler"), ("b", "shuffler"), ("c", "outsider")):
        make_bot(name, program, concurrency=1)

    def write(text="", name="test"):
        return make_league(text + LEAGUE, game="mattis", name=name)

    return write


class Notes(Silent):
    """Remembers who was benched; stops the run after so many matches."""

    def __init__(self, stop_after=None):
        self.benched = []
        self.results = []
        self._stop_after = stop_after

    def on_result(self, result):
        self.results.append(result)
        if len(self.results) == self._stop_after:
            raise KeyboardInterrupt

    def on_benched(self, entry, matches):
        self.benched.append((entry.partition("@")[0], len(matches)))


def by_kind(file):
    with open_played(file) as played:
        return Counter(result.fault_kind for result in played.results)


def test_a_benched_bot_forfeits_the_rest_whatever_plays_and_interrupts(make, rows_of):
    one = make("workers = 1\n", "one")
    notes = Notes()
    outcome = run(load_league(one), notes)
    assert (24, 24) == (outcome.played, outcome.matches)
    assert outcome.secret is not None
    assert [("c", 12)] == notes.benched
    assert Counter({None: 8, "out-of-range": 4, "benched": 12}) == by_kind(one)

    three = make("workers = 3\n", "three")
    run(load_league(three), Notes())
    assert rows_of(one) == rows_of(three)

    broken = make("workers = 2\n", "broken")
    for stop_after in (3, 5, 2, 1):  # in the first pass, among forfeits, after them
        with pytest.raises(KeyboardInterrupt):
            run(load_league(broken), Notes(stop_after))
    notes = Notes()
    run(load_league(broken), notes)
    assert [("c", 8)] == notes.benched
    assert rows_of(one) == rows_of(broken)


def test_a_benched_bot_s_matches_can_be_skipped(make):
    file = make('benched = "skip"\nworkers = 2\n')
    outcome = run(load_league(file), Notes())
    assert (12, 12) == (outcome.played, outcome.matches)
    assert outcome.secret is not None
    assert Counter({None: 8, "out-of-range": 4}) == by_kind(file)

    notes = Notes()
    assert outcome == run(load_league(file), notes)
    assert ([], [("c", 12)]) == (notes.results, notes.benched)
    with open_played(file) as played:
        assert outcome.secret == played.secret
        assert (12, 12) == (played.summary()["matches"], played.summary()["skipped"])


@pytest.mark.parametrize(("mode", "forfeits"), [("forfeit", 12), ("skip", 0)])
def test_the_standings_say_who_is_benched(make, mode, forfeits):
    file = make(f'benched = "{mode}"\nworkers = 1\n')
    run(load_league(file), Silent())
    with open_played(file) as played:
        lines = {one.bot: one for one in played.standings()}
    assert [False, False, True] == [lines[name].benched for name in "abc"]
    assert forfeits == lines["c"].forfeits
    assert {"out-of-range": 4} == lines["c"].fault_kinds
    assert 4 == lines["c"].faults


def test_without_strikes_every_match_is_played(make):
    text = make("workers = 1\n")
    file = text.with_name("never.toml")
    file.write_text(text.read_text().replace("strikes = 4", "strikes = 0"))
    notes = Notes()
    run(load_league(file), notes)
    assert [] == notes.benched
    assert Counter({None: 8, "out-of-range": 16}) == by_kind(file)
