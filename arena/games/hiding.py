"""The test of hiding: deals that one seat can't tell from the real one.

The rules: docs/rules.md, "What each seat may know".

`rearranged` moves the cards that are hidden from a seat among the places that hide them,
so that every action taken so far stays legal; `sent_to` is what a seat is told. If what is
sent differs between the two, something hidden was told. Tests at every level (views and
events here, bytes in the wire) build on this.

Random numbers come in as an argument.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from arena.cards import ALL, mask_of
from arena.chance import Deal
from arena.games.actions import PASS, Action
from arena.games.events import PRIVATE_KINDS, UNSEEN_KINDS, Event, EventKind
from arena.games.game import Game, State
from arena.games.ruleset import Ruleset
from arena.games.view import View

Steps: TypeAlias = Sequence[tuple[int, Action]]

REVEALS: Final = frozenset({EventKind.SHOWN, EventKind.LAID_OUT, EventKind.TRUMPS})
"""Events by which the rules themselves, nobody's action, turn cards up: what was turned up
is not hidden, so a rearrangement must leave it as it is."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The cards hidden from a seat, by where they may be moved.

    Attributes:
        pack: never seen by the seat: they may change places in the pack.
        dreck: laid out, dealt to others, and not seen since: in the dreck order.
    """

    pack: int
    dreck: int = 0


@dataclass(frozen=True, slots=True)
class Rearranged:
    """Another deal, and the same actions; passes of the other seats may differ."""

    deal: Deal
    steps: tuple[tuple[int, Action], ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """What a seat is told when it is asked."""

    view: View
    events: tuple[Event, ...]
    legal: tuple[Action, ...]


def hidden_from(events: Iterable[Event], seat: int) -> Hidden:
    """What these events (uncensored) have left hidden from a seat.

    By the kinds of the events alone; a test that knows the rules better brings its own.
    """
    seen = dreck = 0
    for event in events:
        if event.kind in UNSEEN_KINDS or (event.kind in PRIVATE_KINDS and event.seat != seat):
            continue
        cards = mask_of(event.cards)
        seen |= cards
        dreck = dreck | cards if event.kind is EventKind.LAID_OUT else dreck & ~cards
    return Hidden(ALL & ~seen, dreck)


def played(game: Game, ruleset: Ruleset, deal: Deal, steps: Steps) -> State:
    """The state after these steps."""
    state = game.start(ruleset, deal)
    for _, action in steps:
        state.apply(action)
    return state


def sent_to(
    game: Game, ruleset: Ruleset, deal: Deal, steps: Steps, seat: int
) -> tuple[Sent, ...]:
    """What a seat is told at each of its decisions, the one after the last step included.

    A decision with one legal action is not asked: what happened is told with the next.
    """
    state = game.start(ruleset, deal)
    sent = []
    told = 0
    for index in range(len(steps) + 1):
        if state.seat == seat and len(state.legal()) > 1:
            events = tuple(event.seen_by(seat) for event in state.events[told:])
            told = len(state.events)
            sent.append(Sent(state.view(seat), events, tuple(state.legal())))
        if index < len(steps):
            state.apply(steps[index][1])
    return tuple(sent)


def rearranged(
    game: Game,
    ruleset: Ruleset,
    deal: Deal,
    steps: Steps,
    *,
    seat: int,
    random: Random,
    hidden: Hidden | None = None,
    reveals: frozenset[EventKind] = REVEALS,
    tries: int = 12,
) -> Rearranged | None:
    """A deal that `seat`, about to decide after these steps, can't tell from this one.

    Swaps pairs of hidden cards, up to `tries` of them, keeping each swap under which the
    actions stay legal and the cards of `reveals` stay the same. None if no swap did.
    """
    state = played(game, ruleset, deal, steps)
    if hidden is None:
        hidden = hidden_from(state.events, seat)
    turned_up = _turned_up(state, reveals)
    found = None
    for _ in range(tries):
        swapped = _swap(found.deal if found else deal, hidden, random)
        if swapped is None:
            return None
        adapted = _adapt(game.start(ruleset, swapped), steps, seat)
        if adapted and _turned_up(adapted[0], reveals) == turned_up:
            found = Rearranged(swapped, adapted[1])
    return found


def _turned_up(state: State, reveals: frozenset[EventKind]) -> list[Event]:
    return [event for event in state.events if event.kind in reveals]


def _swap(deal: Deal, hidden: Hidden, random: Random) -> Deal | None:
    """The deal with two cards swapped that are hidden in the same way."""
    masks = [mask for mask in (hidden.pack, hidden.dreck) if mask.bit_count() > 1]
    if not masks:
        return None
    mask = random.choice(masks)
    if mask == hidden.pack:
        return replace(deal, pack=_swapped(deal.pack, mask, random))
    return replace(deal, dreck_order=_swapped(deal.dreck_order, mask, random))


def _swapped(order: tuple[int, ...], movable: int, random: Random) -> tuple[int, ...]:
    cards = list(order)
    i, j = random.sample([at for at, card in enumerate(cards) if movable >> card & 1], 2)
    cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def _adapt(
    state: State, steps: Steps, seat: int
) -> tuple[State, tuple[tuple[int, Action], ...]] | None:
    """Take the steps on another deal; other seats' passes come and go.

    None if a step isn't legal there.
    """
    taken: list[tuple[int, Action]] = []
    for who, action in steps:
        _pass_until(state, who, action, seat, taken)
        if state.seat == who and action in state.legal():
            state.apply(action)
            taken.append((who, action))
        elif action is not PASS or who == seat:
            return None
    _pass_until(state, seat, None, seat, taken)
    return state, tuple(taken)


def _pass_until(
    state: State,
    who: int,
    action: Action | None,
    seat: int,
    taken: list[tuple[int, Action]],
) -> None:
    """Pass for the other seats until `who` can take this action (None: is asked)."""
    while state.seat is not None and state.seat != seat and PASS in state.legal():
        if state.seat == who and (action is None or action in state.legal()):
            return
        if action is PASS and who != seat:
            return  # a pass that isn't asked for here is dropped
        taken.append((state.seat, PASS))
        state.apply(PASS)
