"""The test of hiding on views and events, and proof that it has teeth.

The rules: docs/rules.md, "What each seat may know".

What is hidden from a seat is worked out here from the deal and the actions by the rules'
own words, not from the events or views that are under test.
"""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from arena.cards import ALL, mask_of
from arena.chance import Deal, deal_from_seed, seed_from_text
from arena.games.actions import FLIP, PASS, Action
from arena.games.events import Event, EventKind
from arena.games.hiding import Hidden, hidden_from, played, rearranged, sent_to
from arena.games.registry import get, make_ruleset, parse_ruleset
from arena.games.ruleset import Ruleset
from arena.games.shed import Shed

RARE = Path(__file__).parent.parent / "vectors" / "rare.jsonl"


def hidden_by_the_rules(game, ruleset, deal, steps, seat):
    """The cards hidden from a seat after these steps."""
    state = game.start(ruleset, deal)
    seen = dreck = 0
    shedding = False
    for _, action in (*steps, (None, None)):
        board = state._board
        own = board.hands[seat] | board.piles[seat]
        was_shedding, shedding = shedding, isinstance(state._phase, Shed)
        if shedding and ruleset.game == "atlanta":
            seen = ALL  # piles were won and hands shown; only the dreck is dealt unseen
            dreck = dreck if was_shedding else laid_out(state)
        elif shedding or (ruleset.game == "atlanta" and not board.stock):
            seen |= 1 << deal.pack[-1]
        seen |= own
        dreck &= ~own
        if action is not None:
            cards = 1 << board.pack[board.top] if action is FLIP else action.mask
            seen |= cards
            dreck &= ~cards
            state.apply(action)
    return Hidden(ALL & ~seen, dreck)


def laid_out(state):
    return mask_of(
        card
        for event in state.events
        if event.kind is EventKind.LAID_OUT
        for card in event.cards
    )


def random_steps(game, ruleset, deal, random):
    state, steps = game.start(ruleset, deal), []
    while not state.over:
        action = random.choice(state.legal())
        steps.append((state.seat, action))
        state.apply(action)
    return steps


def asked(game, ruleset, deal, steps):
    """The steps, as (index, seat), at which a seat had a choice."""
    state = game.start(ruleset, deal)
    for index, (seat, action) in enumerate(steps):
        if len(state.legal()) > 1:
            yield index, seat
        state.apply(action)


class Match(NamedTuple):
    ruleset: Ruleset
    deal: Deal
    steps: list[tuple[int, Action]]


def compared(game, match, moments, random):
    """How often a deal was rearranged, and how often the seat could tell."""
    ruleset, deal, steps = match
    rearrangements = told_apart = 0
    for index, seat in moments:
        hidden = hidden_by_the_rules(get(ruleset.game), ruleset, deal, steps[:index], seat)
        other = rearranged(
            game,
            ruleset,
            deal,
            steps[:index],
            seat=seat,
            random=random,
            hidden=hidden,
            reveals=frozenset({EventKind.LAID_OUT}),
        )
        if other is not None:
            rearrangements += 1
            real = sent_to(game, ruleset, deal, steps[:index], seat)
            told_apart += real != sent_to(game, ruleset, other.deal, other.steps, seat)
    return rearrangements, told_apart


def random_matches(game, ruleset, matches, moments=12):
    """Compare at random moments of random matches."""
    rearrangements = told_apart = 0
    for number in range(matches):
        random = Random(f"{ruleset}{number}")
        deal = deal_from_seed(seed_from_text(f"hiding {number}"), ruleset.players)
        steps = random_steps(get(ruleset.game), ruleset, deal, random)
        choices = list(asked(get(ruleset.game), ruleset, deal, steps))
        some = random.sample(choices, min(moments, len(choices)))
        more, apart = compared(game, Match(ruleset, deal, steps), some, random)
        rearrangements += more
        told_apart += apart
    return rearrangements, told_apart


def got_no_dreck(state, seat):
    """Whether dreck was dealt, and none of it to this seat."""
    receivers = {e.seat for e in state.events if e.kind is EventKind.DRECK_DEALT}
    return bool(receivers) and seat not in receivers


def two_receivers(game):
    """Compare in games where two seats were dealt dreck, at decisions of phase two."""
    rearrangements = told_apart = 0
    for line in RARE.read_text().splitlines():
        vector = json.loads(line)
        if "dreck2" not in vector["holds"]:
            continue
        ruleset = make_ruleset("atlanta", 3, **vector["options"])
        deal = deal_from_seed(seed_from_text(vector["seed_text"]), 3)
        steps = [(seat, Action.parse(action)) for seat, action, _ in vector["steps"]]
        choices = [
            (index, seat)
            for index, seat in asked(get("atlanta"), ruleset, deal, steps)
            if got_no_dreck(played(get("atlanta"), ruleset, deal, steps[:index]), seat)
        ]
        more, apart = compared(game, Match(ruleset, deal, steps), choices[:8], Random(0))
        rearrangements += more
        told_apart += apart
    return rearrangements, told_apart


def test_no_seat_can_tell_what_is_hidden_from_it(ruleset):
    parsed = parse_ruleset(ruleset)
    rearrangements, told_apart = random_matches(get(parsed.game), parsed, 4)
    assert 0 == told_apart
    assert 8 < rearrangements


def test_who_got_which_dreck_is_hidden_where_two_did():
    rearrangements, told_apart = two_receivers(get("atlanta"))
    assert 0 == told_apart
    assert 8 < rearrangements


class Leaky:
    """A game that tells what it should not; the rest is the real one's."""

    def __init__(self, game, leak):
        self.game = game
        self.leak = leak

    def start(self, ruleset, deal, *, record_events=True):
        return LeakyState(
            self.game.start(ruleset, deal, record_events=record_events), self.leak
        )


class LeakyState:
    def __init__(self, state, leak):
        self._state = state
        self._leak = leak
        self._passes = []  # how many events there were before each pass
        self._decisions = 0

    def __getattr__(self, name):
        return getattr(self._state, name)

    def apply(self, action):
        if action is PASS:
            self._passes.append(len(self._state.events))
        self._decisions += 1
        self._state.apply(action)

    def view(self, seat):
        view, board = self._state.view(seat), self._state._board
        leaks = {
            "stock top in view": {"known_stock": board.stock & 1 << board.pack[board.top % 52]},
            "hands in view": {"known_hands": tuple(board.hands)},
            "set aside in view": {"known_set_aside": board.set_aside},
            "laid aside in view": {"known_laid_aside": board.laid_aside},
            "decisions in view": {"stock": view.stock + self._decisions},
        }
        return replace(view, **leaks.get(self._leak, {}))

    @property
    def events(self):
        events = list(self._state.events)
        if self._leak == "pass event":
            for at in reversed(self._passes):
                events.insert(at, Event(EventKind.SLOUGHED))
        private = {
            "drawn cards shown": EventKind.DREW,
            "dealt cards shown": EventKind.DEALT,
            "kept cards shown": EventKind.KEPT,
            "dreck shown": EventKind.DRECK_DEALT,
        }.get(self._leak)
        return [
            event._replace(kind=EventKind.SHOWN) if event.kind is private else event
            for event in events
        ]


@pytest.mark.parametrize(
    ("leak", "ruleset"),
    [
        ("stock top in view", "atlanta/3"),
        ("stock top in view", "hund/6"),
        ("hands in view", "atlanta/3"),
        ("hands in view", "mattis/2"),
        ("set aside in view", "mattis/2"),
        ("laid aside in view", "mattis/4"),
        ("decisions in view", "atlanta/3"),
        ("pass event", "atlanta/3"),
        ("drawn cards shown", "atlanta/3"),
        ("drawn cards shown", "mattis/4"),
        ("dealt cards shown", "mattis/3"),
        ("kept cards shown", "mattis/2"),
    ],
)
def test_a_leak_is_found(leak, ruleset):
    parsed = parse_ruleset(ruleset)
    _, told_apart = random_matches(Leaky(get(parsed.game), leak), parsed, 8, moments=24)
    assert 0 < told_apart


def test_a_leak_of_the_dreck_is_found():
    _, told_apart = two_receivers(Leaky(get("atlanta"), "dreck shown"))
    assert 0 < told_apart


def test_an_event_that_blanks_nothing_is_found(monkeypatch):
    monkeypatch.setattr(Event, "seen_by", lambda event, _: event)
    _, told_apart = random_matches(get("atlanta"), parse_ruleset("atlanta"), 2)
    assert 0 < told_apart


def test_what_events_leave_hidden_is_what_the_rules_do(ruleset):
    parsed = parse_ruleset(ruleset)
    game, random = get(parsed.game), Random(ruleset)
    deal = deal_from_seed(seed_from_text(ruleset), parsed.players)
    steps = random_steps(game, parsed, deal, random)
    for index, seat in random.sample(list(asked(game, parsed, deal, steps)), 15):
        events = played(game, parsed, deal, steps[:index]).events
        by_the_rules = hidden_by_the_rules(game, parsed, deal, steps[:index], seat)
        assert by_the_rules == hidden_from(events, seat)
