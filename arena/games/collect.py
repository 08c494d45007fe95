"""Phase one of Atlanta Mattis: collect tricks, match, slough.

The rules: docs/rules.md, "Atlanta Mattis".
"""

from arena.cards import RANK_MASKS
from arena.games.actions import PASS, SLOUGHS, Action, ActionKind
from arena.games.board import HAND_SIZE, Board
from arena.games.events import EventKind
from arena.games.first_phase import FLIP_TOO, SINGLES, FirstPhase
from arena.games.plays import Plays
from arena.games.view import Ask


def turn_options(hand: int, best: int, stock_size: int) -> Plays:
    """What a turn may be; empty ends the phase.

    `best` is the round's highest rank so far, -1 if it has no card yet: who holds that
    rank must play it, and may not flip.
    """
    if best >= 0 and (matching := hand & RANK_MASKS[best]):
        return SINGLES.of(matching)
    return SINGLES.of(hand) + FLIP_TOO if stock_size > 1 else SINGLES.of(hand)


def slough_options(hand: int, losing: int) -> Plays:
    """The cards of a losing rank, one at a time, or a pass."""
    return (*[SLOUGHS[play.cards[0]] for play in SINGLES.of(hand & losing)], PASS)


class Collect(FirstPhase):
    """From the deal until somebody must take a turn and can't.

    Attributes:
        taker: who took the last turn: sloughs are offered from there on, clockwise.
        offer: how many seats after the taker the present offer is.
    """

    __slots__ = ("offer", "taker")

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.taker = 0
        self.offer = 0
        self._begin_trick(board.clockwise(board.dealer + 1))

    def apply(self, action: Action) -> None:
        """Take one of `options` and go on to the next decision, or the phase's end."""
        if action is PASS:
            self.offer += 1
        elif action.kind is ActionKind.SLOUGH:
            self._slough(action)
        else:
            self.taker = self._take_turn(action)
            self.offer = 0
        self._offer_sloughs()

    def _turn_options(self, seat: int) -> Plays:
        return turn_options(self.board.hands[seat], self.trick.best, 52 - self.board.top)

    def _slough(self, action: Action) -> None:
        board, seat = self.board, self.seat
        assert seat is not None  # noqa: S101 - it was asked
        board.hands[seat] ^= action.mask
        board.seen |= action.mask
        self.trick.slough(seat, action.cards[0])
        board.note(EventKind.SLOUGHED, seat, action.mask)

    def _offer_sloughs(self) -> None:
        """Offer to the next seat that may slough; after the last one, the trick goes on."""
        trick, hands = self.trick, self.board.hands
        if losing := trick.losing:
            players = len(hands)
            for offer in range(self.offer, players):
                seat = (self.taker + offer) % players
                if hands[seat] & losing and trick.turned >> seat & 1:
                    self.offer = offer
                    self.seat = seat
                    self.options = slough_options(hands[seat], losing)
                    return
        self._go_on()

    def _win(self, winner: int) -> None:
        order = self.board.clockwise(winner)
        if self.board.stock:
            for seat in order:
                self._fill_up(seat)
        self._begin_trick(order)

    def _fill_up(self, seat: int) -> None:
        """Draw until the seat holds three; who draws the stock's last card shows it."""
        board = self.board
        count = min(HAND_SIZE - board.hands[seat].bit_count(), 52 - board.top)
        if count <= 0:
            return
        board.draw(seat, count)
        if not board.stock:
            self._show_trumps(seat, board.pack[-1])

    def _show_trumps(self, seat: int, card: int) -> None:
        self.board.show(seat, 1 << card)
        self.board.set_trumps(card)

    def _cannot_play(self) -> None:
        """The phase ends (docs/rules.md, "The end of phase one"): hands are shown and kept."""
        self.seat, self.options = None, ()
        board = self.board
        if self.trick.laid:
            self._void_trick(board.hands)
        for seat in board.clockwise(self.leader):
            if board.hands[seat]:
                board.show(seat, board.hands[seat])
        if board.stock:
            card = board.take_top()
            board.hands[self.leader] |= 1 << card
            self._show_trumps(self.leader, card)

    def ask(self, seat: int) -> Ask:
        """What a decision of this seat is about; tells nobody whose decision it is."""
        if seat == self.seat:
            return Ask.SLOUGH if self.options[-1] is PASS else Ask.TURN
        return Ask.TURN if seat == self.trick.next_seat else Ask.SLOUGH

    def copy(self, board: Board) -> "Collect":
        """The same position on a copied board."""
        copied = Collect.__new__(Collect)
        copied.board = board
        copied.trick = self.trick.copy()
        copied.seat = self.seat
        copied.options = self.options
        copied.leader = self.leader
        copied.taker = self.taker
        copied.offer = self.offer
        return copied

    def key(self) -> bytes:
        """Canonical bytes of what the board doesn't hold."""
        return bytes((self.taker, self.offer)) + self.trick.key()
