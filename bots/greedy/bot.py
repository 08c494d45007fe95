"""Sheds the lowest card that it can, and keeps trumps for when nothing else will do.

It looks at the legal actions and at trumps, at nothing else: what a beginner does.
"""

from arena.sdk import Action, ActionKind, Decision, rank_of, run

LAST_RESORTS = (ActionKind.FLIP, ActionKind.PASS, ActionKind.PICKUP)
"""What it does only if there is no card to play: it sloughs whatever it may."""


def choose(decision: Decision) -> Action:
    """The lowest play, not of trumps if there is another; more cards rather than fewer."""
    trumps = decision.view.trumps

    def cost(action: Action) -> tuple[bool, bool, int, int]:
        if action.kind in LAST_RESORTS:
            return True, False, 0, 0
        return False, action.suit == trumps, rank_of(action.cards[0]), -len(action.cards)

    return min(decision.legal, key=cost)


if __name__ == "__main__":
    run(choose)
