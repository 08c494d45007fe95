"""A guess: a state of phase two that a view fits, for bots that look ahead.

What the seat knows is as it is; cards that it doesn't know lie at random where they may.
The guess is a state like any other: copy it, take actions, see who loses. With everything
known, as mostly with three players, it is the real one.

Random numbers come in as an argument.
"""

from random import Random
from typing import Final

from arena.cards import cards_in, mask_of
from arena.chance import Deal
from arena.errors import RulesError
from arena.games import atlanta, mattis
from arena.games.board import Board
from arena.games.family import FamilyState
from arena.games.ruleset import Ruleset
from arena.games.shed import Shed
from arena.games.view import Phase, View

_FAMILIES: Final = {"atlanta": atlanta.family, "mattis": mattis.family}
_ANY_PACK: Final = tuple(range(52))


def guess(view: View, ruleset: Ruleset, rng: Random) -> FamilyState:
    """A state in which this view's seat is asked, and sees what the view shows.

    Raises RulesError if the view is not of phase two, or the game not of this package.
    """
    if view.phase is not Phase.SHED or ruleset.game not in _FAMILIES:
        raise RulesError(f"expected phase two of {' or '.join(_FAMILIES)} to guess at")
    family = _FAMILIES[ruleset.game](ruleset)
    phase = Shed(_board(view, rng), view.leader, family.phase_two)
    phase.resume(view)
    return FamilyState(family, phase.board, phase)


def _board(view: View, rng: Random) -> Board:
    board = Board(view.players, Deal(view.dealer, _ANY_PACK, _ANY_PACK), 0, recording=False)
    board.trump_card = view.trump_card
    board.top, board.stock = 52, 0
    board.gone = view.gone
    hidden = list(cards_in(view.unseen))
    rng.shuffle(hidden)
    board.hands = []
    for known, size in zip(view.known_hands, view.hand_sizes, strict=True):
        missing = size - known.bit_count()
        board.hands.append(known | mask_of(hidden[:missing]))
        del hidden[:missing]
    board.set_aside = view.known_set_aside | mask_of(hidden)
    board.seen = view.gone | sum(view.known_hands) | view.table_mask
    return board
