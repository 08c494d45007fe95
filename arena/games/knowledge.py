"""What one seat knows of where the cards are, and the view made from it.

The rules: docs/rules.md, "What each seat may know".

A seat knows the cards that everyone has seen and its own. Then it counts: if only one
place holds cards that it hasn't seen, all the unseen ones are there. Nothing is inferred
from how others acted. Every set of cards in a view is cut down to what is known here, so
that no hidden card can slip into one.
"""

from arena.cards import ALL
from arena.games.board import Board


def known_to(board: Board, seat: int) -> int:
    """The cards of which this seat knows where they are."""
    known = board.seen | board.hands[seat] | board.piles[seat]
    places = (*board.hands, *board.piles, board.stock, board.set_aside, board.laid_aside)
    hiding = [place for place in places if place & ~known]
    return ALL if len(hiding) == 1 else known
