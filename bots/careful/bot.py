"""Gives low cards away in phase one; in phase two looks ahead at the cards it knows.

For every action it imagines the next dozen moves, with everybody (itself too) playing plainly
(`imagined.py`), judges whose cards look worst then (`judged.py`), and takes the action after
which it is itself the least likely to lose. So it doesn't lead what the next player beats
cheaply, picks up by choice when that is better, and keeps a trump for the trick that needs it.
"""

from imagined import Position, Rules
from judged import danger

from arena.sdk import (
    FLIP,
    PASS,
    Action,
    Ask,
    Bot,
    Decision,
    MatchInfo,
    Phase,
    View,
    cards_in,
    rank_of,
    run,
)

GOOD = 7
"""A nine: from here up a card is rather kept than given away."""

MOVES = 12
"""How far it looks ahead. Six are too few to see what a trick leads to; with twenty, the plain
players' mistakes add up. It then goes on to the trick's end."""


class Careful(Bot):
    """Remembers nothing but the rules: every view tells all that there is to know."""

    def start(self, match: MatchInfo) -> None:
        """Look the rules up."""
        self.rules = Rules.of(match.ruleset)

    def choose(self, decision: Decision) -> Action:
        """By phase."""
        if decision.view.phase is Phase.SHED:
            return self.shed(decision)
        return give_away(decision)

    def shed(self, decision: Decision) -> Action:
        """The action after which losing is least likely; the first of those that are equal."""
        view = decision.view
        hands = self.guess_hands(view)

        def risk(action: Action) -> float:
            position = Position(self.rules, view, hands.copy())
            position.take(action)
            position.go_on(MOVES)
            return danger(position, view.seat)

        return min(decision.legal, key=risk)

    def guess_hands(self, view: View) -> list[int]:
        """Everybody's cards: those that are known, and for the rest some that may be there."""
        hands = list(view.known_hands)
        if all(map(view.fully_known, range(view.players))):
            return hands
        unseen = list(cards_in(view.unseen))
        self.rng.shuffle(unseen)
        for seat, size in enumerate(view.hand_sizes):
            for _ in range(size - hands[seat].bit_count()):
                hands[seat] |= 1 << unseen.pop()
        return hands


def give_away(decision: Decision) -> Action:
    """Phase one: the lowest card, unless all are good: then the stock's, or none."""
    with_cards = [action for action in decision.legal if action.cards]
    lowest = min(with_cards, key=lambda action: rank_of(action.cards[0]), default=FLIP)
    if not with_cards or rank_of(lowest.cards[0]) < GOOD:
        return lowest
    other = PASS if decision.view.ask is Ask.SLOUGH else FLIP
    return other if other in decision.legal else lowest


if __name__ == "__main__":
    run(Careful)
