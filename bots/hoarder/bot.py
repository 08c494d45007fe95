"""Wins what is high in phase one, and lays long sequences in phase two.

Its idea: with aces and kings nobody can be made to pick up. Its flaw: they come in tricks that
are full of other cards.
"""

from arena.sdk import Action, ActionKind, Ask, Decision, rank_of, run

HIGH = 8
"""A ten: a card from here up is one to keep."""


def choose(decision: Decision) -> Action:
    """A card to win the trick with, or the longest sequence."""
    legal, ask = decision.legal, decision.view.ask
    if ask is Ask.SLOUGH:
        return next((a for a in legal if a.cards and rank_of(a.cards[0]) < HIGH), legal[-1])
    plays = [action for action in legal if action.kind is ActionKind.PLAY]
    if not plays:
        return legal[0]
    if ask is Ask.TURN:
        return max(plays, key=lambda play: rank_of(play.cards[0]))
    trumps = decision.view.trumps
    return max(plays, key=lambda p: (len(p.cards), p.suit != trumps, -rank_of(p.cards[0])))


if __name__ == "__main__":
    run(choose)
