"""Between the phases: low cards go from the rich to the short (docs/rules.md, "The dreck")."""

from typing import Final

from arena.cards import RANK_MASKS
from arena.games.board import Board
from arena.games.events import EventKind

SHORT: Final = 6
"""A player with fewer cards is short: lays nothing out, and gets of the dreck."""

_ALWAYS_DRECK: Final = RANK_MASKS[0] | RANK_MASKS[1] | RANK_MASKS[2] | RANK_MASKS[3]
_SIX: Final = 4


def dreck_cards(trumps: int) -> int:
    """The cards to lay out: 2 to 5 of every suit, and the six of trumps."""
    return _ALWAYS_DRECK | 1 << 13 * trumps + _SIX


def deal_dreck(board: Board) -> None:
    """Lay out and deal the dreck, if anybody is short; all cards are in hands."""
    order = board.clockwise(board.dealer + 1)
    short = [seat for seat in order if board.hands[seat].bit_count() < SHORT]
    if not short:
        return
    laid_out = 0
    for seat in order:
        if seat not in short:
            laid_out |= _lay_out(board, seat)
    if len(short) > 1:
        board.seen &= ~laid_out  # who gets which is hidden
    _deal(board, laid_out, short)


def _lay_out(board: Board, seat: int) -> int:
    cards = board.hands[seat] & dreck_cards(board.trumps)
    if cards:
        board.hands[seat] ^= cards
        board.seen |= cards
        board.note(EventKind.LAID_OUT, seat, cards)
    return cards


def _deal(board: Board, laid_out: int, short: list[int]) -> None:
    """Deal one at a time, in the dreck order, clockwise from the first who is short."""
    ordered = [card for card in board.dreck_order if laid_out >> card & 1]
    for i, seat in enumerate(short):
        dealt = 0
        for card in ordered[i :: len(short)]:
            dealt |= 1 << card
        board.hands[seat] |= dealt
        board.note(EventKind.DRECK_DEALT, seat, dealt)
