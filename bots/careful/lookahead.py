"""Phase two: play the promising actions out in thought, and take the one that ends best.

Nearly all cards are known by then, and what isn't is guessed. From there every seat goes on as
a plain player would: the lowest card that will do, trumps last, a pickup if nothing else.
"""

from functools import cache

from arena.games.game import State
from arena.games.guess import guess
from arena.sdk import PICKUP, Action, Decision, Suit, View, play

CANDIDATES = 4
"""So many actions are tried, the cheapest ones. With six or twelve it lost no less often."""

HORIZON = 40
"""So far ahead it looks, in actions. 20 were too few, and 100 no better."""


def best_ending(decision: Decision) -> Action:
    """The action after which this seat is out soonest, or else stands best.

    Of equal ones, one that the next player can't beat cheaply. To shun the others always would
    be wrong: a card that is beaten leaves the game, and it lost five times as often.
    """
    view = decision.view
    cost = costs(view.trumps)
    cheapest = sorted(decision.legal, key=cost.__getitem__)[:CANDIDATES]
    if len(cheapest) == 1:
        return cheapest[0]
    now = guess(view, decision.match.ruleset, decision.match.rng)

    def promise(action: Action) -> tuple[float, bool]:
        return ending(now, view.seat, action, cost), not beaten_cheaply(action, view)

    return max(cheapest, key=promise)


def ending(now: State, seat: int, action: Action, cost: dict[Action, int]) -> float:
    """How good it is for a seat to take this action: above 1 out, below 0 lost."""
    state = now.copy()
    state.apply(action)
    left = HORIZON
    while left and not state.over and seat not in state.out:
        state.apply(min(state.legal(), key=cost.__getitem__))
        left -= 1
    mine, all_cards = state.hand_sizes[seat], sum(state.hand_sizes)
    if seat in state.out:
        return 1 + left
    if seat in state.losers:
        return -mine
    return 1 - mine / all_cards


def beaten_cheaply(action: Action, view: View) -> bool:
    """Whether the next player is known to hold a higher card of the same suit."""
    return bool(view.known_hands[view.next_seat()] & action.above)


@cache
def costs(trumps: Suit | None) -> dict[Action, int]:
    """What a plain player minds in an action: trumps, high cards, getting rid of few."""
    plays = [play(low, length) for low in range(52) for length in range(1, 14 - low % 13)]
    cost = {p: 1000 * (p.suit == trumps) + 20 * (p.cards[0] % 13) - len(p.cards) for p in plays}
    return {**cost, PICKUP: 2000}
