"""The promises of `arena.games.game`, each as a function that tries it on one match.

A function gives how often it tried, and raises BrokenPromise saying what it saw. Which
matches they are tried on, and the report, are the business of `arena.games.conform`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from arena.cards import ALL
from arena.chance import Deal
from arena.errors import IllegalAction
from arena.games import registry
from arena.games.actions import FLIP, PASS, PICKUP, PLAYS, SLOUGHS, Action
from arena.games.events import Event, EventKind
from arena.games.game import Game, State
from arena.games.hiding import rearranged, sent_to
from arena.games.ruleset import OptionValue, Ruleset, option_text
from arena.games.view import View

MAX_DECISIONS: Final = 20_000
"""A random match longer than this counts as one that doesn't end."""

_MOMENTS: Final = 8
"""At so many decisions of each seat in a match is hiding tried."""

_ALL_ACTIONS: Final = (*(play for low in PLAYS for play in low), *SLOUGHS, FLIP, PASS, PICKUP)


class BrokenPromise(Exception):  # noqa: N818 - caught where the promise is tried
    """A promise is broken; the text says how."""


@dataclass(frozen=True, slots=True)
class Match:
    """A random match; `play_out` fills in its steps."""

    game: Game
    ruleset: Ruleset
    deal: Deal
    random: Random
    steps: list[tuple[int, Action]] = field(default_factory=list)

    def start(self) -> State:
        """The state after the deal."""
        return self.game.start(self.ruleset, self.deal)

    def states(self) -> Iterator[tuple[State, Action]]:
        """Each state at a decision, and the action taken; the state moves on in between."""
        state = self.start()
        for _, action in self.steps:
            yield state, action
            state.apply(action)


def require(kept: bool, broken: str) -> None:
    """Raises BrokenPromise with this text unless the promise was kept."""
    if not kept:
        raise BrokenPromise(broken)


def check_declaration(game: Game) -> int:
    """The game's name, players, options and shorthands make sense."""
    require(game.name.isidentifier(), f"name must be one word, is {game.name!r}")
    require(bool(game.title), "title must not be empty")
    require(bool(game.players) and game.players[0] >= 2, "players must begin at two or more")
    for name, allowed in game.options.items():
        _check_option(name, allowed)
    for shorthand, options in game.shorthands.items():
        ruleset = registry.ruleset_of(game, None, options)
        kept = all(ruleset.options[name] == value for name, value in options.items())
        require(kept, f"shorthand {shorthand!r} sets what the game doesn't take")
    return 1


def _check_option(name: str, allowed: tuple[OptionValue, ...]) -> None:
    texts = [option_text(value) for value in allowed]
    require(len(allowed) > 0, f"option {name!r} allows no value")
    require(len(set(texts)) == len(texts), f"two values of option {name!r} have one text")
    plain = all(text and not set(text) & set(",=[]/ ") for text in texts)
    require(plain, f"a value of option {name!r} can't stand in a ruleset's text")


def play_out(match: Match) -> int:
    """A random match comes to an end, always with something legal until then."""
    state, steps = match.start(), match.steps
    while not state.over:
        require(len(steps) < MAX_DECISIONS, f"not over after {MAX_DECISIONS} decisions")
        seat, legal = state.seat, state.legal()
        if seat is None or not 0 <= seat < match.ruleset.players:
            raise BrokenPromise(f"step {len(steps)}: not over, but seat is {seat}")
        require(len(legal) > 0, f"step {len(steps)}: not over, but nothing is legal")
        require(not state.losers, f"step {len(steps)}: not over, but there are losers")
        action = match.random.choice(legal)
        steps.append((seat, action))
        state.apply(action)
    _check_end(state, match.ruleset.players)
    return 1


def _check_end(state: State, players: int) -> None:
    losers, out = state.losers, state.out
    require(state.seat is None, f"over, but seat is {state.seat}")
    require(len(losers) > 0, "over without a loser")
    require(set(losers) | set(out) <= set(range(players)), "losers and out must be seats")
    require(not set(losers) & set(out), f"losers {losers} are among the safe {out}")
    require(len({*out}) == len(out), f"a seat went out twice: {out}")
    require(state.stalemate or len(losers) == 1, f"losers {losers} without a stalemate")


def _check_legal(match: Match) -> int:
    """In canonical order, nothing twice; anything else is refused and changes nothing."""
    for step, (state, action) in enumerate(match.states()):
        legal = list(state.legal())
        orders = [one.order for one in legal]
        require(orders == sorted(set(orders)), f"step {step}: legal actions out of order")
        require(action in legal, f"step {step}: {action} was legal before")
        if step % 8 == 0:
            _check_refusal(state, match.random.choice(_ALL_ACTIONS), step)
    return 1


def _check_refusal(state: State, action: Action, step: int) -> None:
    if action in state.legal():
        return
    before = state.key()
    try:
        state.apply(action)
    except IllegalAction:
        require(state.key() == before, f"step {step}: refusing {action} changed the state")
        return
    raise BrokenPromise(f"step {step}: {action} is not legal, but was taken")


def _check_determinism(match: Match) -> int:
    """The same deal and actions give the same states and events, recorded or not."""
    again = match.start()
    silent = match.game.start(match.ruleset, match.deal, record_events=False)
    for step, (state, action) in enumerate(match.states()):
        require(state.key() == again.key(), f"step {step}: keys differ in a second run")
        require(state.events == again.events, f"step {step}: events differ in a second run")
        require(state.key() == silent.key(), f"step {step}: recording events changes keys")
        again.apply(action)
        silent.apply(action)
    require(not silent.events, "events were recorded though record_events is False")
    return 1


def _check_copies(match: Match) -> int:
    """A copy is equal, goes the same way, and leaves the original alone."""
    copied = match.start()
    for step, (state, action) in enumerate(match.states()):
        copied = (copied if step % 2 else state).copy()
        before, told = state.key(), len(state.events)
        require(copied.key() == before, f"step {step}: a copy's key differs")
        require(copied.events == state.events, f"step {step}: a copy's events differ")
        copied.apply(action)
        untouched = state.key() == before and len(state.events) == told
        require(untouched, f"step {step}: an action on a copy changed the original")
    return 1


def _check_texts(match: Match) -> int:
    """Actions and rulesets parse back."""
    for _, action in match.steps:
        require(Action.parse(str(action)) is action, f"{action} doesn't parse back")
    if match.game.name in registry.names():
        parsed = registry.parse_ruleset(str(match.ruleset))
        require(parsed == match.ruleset, f"{match.ruleset} parses back as {parsed}")
    return 1


def _check_views(match: Match) -> int:
    """A view is about its seat, and accounts for every card exactly once."""
    for step, (state, _) in enumerate(match.states()):
        for seat in range(match.ruleset.players):
            view = state.view(seat)
            require(view.seat == seat, f"step {step}: seat {seat} got another seat's view")
            _check_places(view, f"step {step}, seat {seat}")
            sizes = view.hand_sizes == state.hand_sizes
            require(sizes, f"step {step}, seat {seat}: wrong hand sizes")
    return 1


def _check_places(view: View, where: str) -> None:
    require(view.known_hands[view.seat] == view.hand, f"{where}: own hand isn't known")
    sizes = (*view.hand_sizes, *view.pile_sizes, view.stock, view.set_aside)
    known = (*view.known_hands, *view.known_piles, view.known_stock, view.known_set_aside)
    for size, cards in zip(sizes, known, strict=True):
        require(cards.bit_count() <= size, f"{where}: a place has more known cards than cards")
    places = (*known, view.known_laid_aside, view.table_mask, view.gone, view.unseen)
    total = sum(cards.bit_count() for cards in places)
    union = 0
    for cards in places:
        union |= cards
    require(total == 52 and union == ALL, f"{where}: the 52 cards don't add up")


def _check_events(match: Match) -> int:
    """Events are only ever added, and the last one says that the match is over."""
    state, told = match.start(), list[Event]()
    for step, (_, action) in enumerate(match.steps):
        state.apply(action)
        kept = state.events[: len(told)] == told
        require(kept, f"step {step}: events that were told have changed")
        told = list(state.events)
    ended = bool(told) and told[-1].kind is EventKind.ENDED
    require(ended, "the last event must be ENDED")
    return 1


def _check_hiding(match: Match) -> int:
    """What a seat is told doesn't change with what is hidden from it."""
    tried = 0
    for seat in range(match.ruleset.players):
        moments = [
            step
            for step, (state, _) in enumerate(match.states())
            if state.seat == seat and len(state.legal()) > 1
        ]
        match.random.shuffle(moments)
        tried += sum(_check_hiding_at(match, seat, moment) for moment in moments[:_MOMENTS])
    return tried


def _check_hiding_at(match: Match, seat: int, moment: int) -> bool:
    """Whether there was anything to rearrange."""
    game, ruleset, deal, steps = match.game, match.ruleset, match.deal, match.steps[:moment]
    other = rearranged(game, ruleset, deal, steps, seat=seat, random=match.random)
    if other is None:
        return False
    real = sent_to(game, ruleset, deal, steps, seat)
    unreal = sent_to(game, ruleset, other.deal, other.steps, seat)
    same = real == unreal
    require(same, f"seat {seat} can tell at step {moment} what is hidden from it")
    return True


ON_MATCHES: Final[dict[str, Callable[[Match], int]]] = {
    "legal actions": _check_legal,
    "determinism": _check_determinism,
    "copies": _check_copies,
    "texts": _check_texts,
    "views": _check_views,
    "events": _check_events,
    "hiding": _check_hiding,
}
