"""Takes only tricks that are worth their cards, and looks ahead in phase two.

In phase one it counts what a trick would bring; in phase two `lookahead.py` plays out what
could come, from the cards that it knows.
"""

from lookahead import best_ending

from arena.sdk import (
    FLIP,
    PASS,
    Action,
    ActionKind,
    Ask,
    Decision,
    Phase,
    View,
    rank_of,
    run,
)

GOOD = 7
"""A nine: from here up a card is rather kept than given away."""


def choose(decision: Decision) -> Action:
    """What is asked for."""
    view, legal = decision.view, decision.legal
    if view.phase is Phase.SHED:
        return best_ending(decision)
    if view.ask is Ask.TURN and worth(view) > 0:
        return win(view, legal) or give_away(legal, FLIP)
    return give_away(legal, FLIP if view.ask is Ask.TURN else PASS)


def worth(view: View) -> int:
    """What the trick would bring: high cards help later, low ones have to be got rid of.

    At first an eight is neither; with every six cards won, it asks for a rank more. With two
    at the table no trick is worth it: what one doesn't take, the only other must.
    """
    if view.players == 2:
        return 0
    neutral = 6 + view.pile_sizes[view.seat] // 6
    return sum(rank_of(card) - neutral for laid in view.table for card in laid.cards)


def win(view: View, legal: tuple[Action, ...]) -> Action | None:
    """The highest card, or the lowest that will do if nobody follows; None if none will."""
    plays = [action for action in legal if action.kind is ActionKind.PLAY]
    winning = [play for play in plays if rank(play) > view.best_rank]
    cheaply = view.seat == view.round_seats[-1]
    return (min if cheaply else max)(winning, key=rank, default=None)


def give_away(legal: tuple[Action, ...], instead: Action) -> Action:
    """The lowest card; if all are good, rather the stock's or none, where that is legal."""
    cards = [action for action in legal if action.cards]
    lowest = min(cards, key=rank, default=instead)
    if instead in legal and (lowest is instead or rank(lowest) >= GOOD):
        return instead
    return lowest


def rank(action: Action) -> int:
    """The rank of the card that it is about."""
    return rank_of(action.cards[0])


if __name__ == "__main__":
    run(choose)
