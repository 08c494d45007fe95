"""A package outside this repository can add a game; any game can be checked."""

import importlib
import sys
from dataclasses import replace

import pytest

from arena.errors import RulesError
from arena.games import registry
from arena.games.conform import conform
from arena.games.events import Event, EventKind


@pytest.fixture
def installed(toy_package, monkeypatch):
    """The toy game's package, found; gives its metadata's folder."""
    (info,) = toy_package.glob("*.dist-info")
    monkeypatch.syspath_prepend(toy_package)
    importlib.invalidate_caches()
    registry.refresh()
    yield info
    sys.modules.pop("threecards", None)
    monkeypatch.undo()
    registry.refresh()


@pytest.mark.usefixtures("installed")
def test_a_game_of_another_package_is_found_by_its_entry_point():
    assert "threecards" in registry.names()
    assert "Three Cards" == registry.get("threecards").title


@pytest.mark.usefixtures("installed")
def test_its_rulesets_have_texts_and_shorthands_like_any_other():
    assert "threecards[blind=false]/3" == str(registry.make_ruleset("threecards"))
    assert "threecards[blind=true]/2" == str(registry.parse_ruleset("blindcards/2"))


@pytest.mark.usefixtures("installed")
def test_it_conforms():
    report = conform(registry.get("threecards"))
    assert None is report.first_failure
    assert report.conforms
    assert 20 == report.matches


def test_a_package_that_does_not_load_is_named_and_harms_no_other_game(installed):
    (installed / "entry_points.txt").write_text("[arena.games]\nbroken = threecards:NOTHING\n")
    registry.refresh()
    with pytest.raises(RulesError, match="game 'broken' can't be loaded"):
        registry.get("broken")
    assert "atlanta" == registry.get("atlanta").name


def test_a_broken_package_does_not_hide_shorthands(installed):
    (installed / "entry_points.txt").write_text("[arena.games]\nbroken = threecards:NOTHING\n")
    registry.refresh()
    assert "mattis" == registry.get("hund").name


def test_an_entry_point_must_have_the_games_own_name(installed):
    (installed / "entry_points.txt").write_text("[arena.games]\nothername = threecards:GAME\n")
    registry.refresh()
    with pytest.raises(RulesError, match="calls itself 'threecards'"):
        registry.get("othername")


class Broken:
    """A game with one promise broken by a change to its states; the rest is real."""

    def __init__(self, game, state, **declared):
        self.game = game
        self.state = state
        self.declared = declared

    def __getattr__(self, name):
        return self.declared[name] if name in self.declared else getattr(self.game, name)

    def start(self, ruleset, deal, *, record_events=True):
        return self.state(self.game.start(ruleset, deal, record_events=record_events))


class Wrapped:
    """A real state; what is not overridden is its own."""

    def __init__(self, state):
        self.state = state

    def __getattr__(self, name):
        return getattr(self.state, name)

    def copy(self):
        return type(self)(self.state.copy())


class Endless(Wrapped):
    over = False
    seat = 0
    losers = ()

    def apply(self, action):
        pass


class NothingLegal(Wrapped):
    def legal(self):
        return () if len(self.state.table) == 3 else self.state.legal()


class NoLoser(Wrapped):
    losers = ()


class OutOfOrder(Wrapped):
    def legal(self):
        return self.state.legal()[::-1]


class TakesAnything(Wrapped):
    def apply(self, action):
        if action in self.state.legal():
            self.state.apply(action)


class Undetermined(Wrapped):
    keys = 0

    def key(self):
        Undetermined.keys += 1
        return self.state.key() + bytes([Undetermined.keys % 251])


class SharedCopy(Wrapped):
    def copy(self):
        return self


class WrongSeat(Wrapped):
    def view(self, seat):
        return replace(self.state.view(seat), seat=0)


class CardTwice(Wrapped):
    def view(self, seat):
        view = self.state.view(seat)
        return replace(view, gone=view.hand)


class ForgetfulEvents(Wrapped):
    @property
    def events(self):
        return self.state.events[-2:]


class StockTop(Wrapped):
    def view(self, seat):
        view = self.state.view(seat)
        top = 1 << self.state.pack[self.state.top]
        return replace(view, known_stock=top, unseen=view.unseen & ~top)


class DealtInOrder(Wrapped):
    """Tells by the order of events who holds the highest card."""

    @property
    def events(self):
        if not self.state.recording:
            return []
        last = max(range(self.state.players), key=self.first_hand)
        return [Event(EventKind.ROUND_TIED, last), *self.state.events]

    def first_hand(self, seat):
        return max(next(e.cards for e in self.state.events if e.seat == seat), default=0)


class Crashing(Wrapped):
    def view(self, seat):
        raise KeyError(seat)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("state", "promise", "said"),
    [
        (Endless, "end", "not over after"),
        (NothingLegal, "end", "nothing is legal"),
        (NoLoser, "end", "without a loser"),
        (OutOfOrder, "legal actions", "out of order"),
        (TakesAnything, "legal actions", "is not legal, but was taken"),
        (Undetermined, "legal actions", "changed the state"),
        (SharedCopy, "copies", "changed the original"),
        (WrongSeat, "views", "got another seat's view"),
        (CardTwice, "views", "don't add up"),
        (ForgetfulEvents, "events", "have changed"),
        (StockTop, "hiding", "can tell at step"),
        (DealtInOrder, "hiding", "can tell at step"),
        (Crashing, "views", "KeyError: 0"),
    ],
)
def test_a_broken_promise_is_found_and_named(state, promise, said):
    report = conform(Broken(registry.get("threecards"), state))
    assert not report.conforms
    assert promise == report.first_failure.name
    assert said in report.first_failure.failure
    assert "threecards[" in report.first_failure.failure


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"name": "three cards"}, "name must be one word"),
        ({"title": ""}, "title must not be empty"),
        ({"players": range(1, 3)}, "two or more"),
        ({"options": {"blind": ()}}, "allows no value"),
        ({"options": {"blind": (True, "true")}}, "have one text"),
        ({"options": {"blind": ("a,b",)}}, "can't stand in a ruleset's text"),
        ({"shorthands": {"x": {"colour": 1}}}, "has no option 'colour'"),
    ],
)
def test_a_bad_declaration_is_found_and_named(declared, said):
    report = conform(Broken(registry.get("threecards"), Wrapped, **declared))
    assert ("declaration", 0) == (report.first_failure.name, report.matches)
    assert said in report.first_failure.failure
