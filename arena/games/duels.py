"""Phase one of Mattis: duels with the neighbour, or round the table in Hund.

The rules: docs/rules.md, "Mattis".
"""

from arena.games.actions import Action
from arena.games.board import HAND_SIZE, Board
from arena.games.events import EventKind
from arena.games.first_phase import FLIP_TOO, SINGLES, FirstPhase
from arena.games.plays import Plays
from arena.games.view import Ask


class Duels(FirstPhase):
    """From the deal until fewer than two players hold cards.

    Attributes:
        round_the_table: everyone who holds cards plays each trick, as in Hund.
    """

    __slots__ = ("round_the_table",)

    def __init__(self, board: Board, *, round_the_table: bool) -> None:
        super().__init__(board)
        self.round_the_table = round_the_table
        self._begin_duel(board.dealer + 1)

    def _begin_duel(self, leader: int) -> None:
        """Begin a duel led by this seat, or by the next one that holds cards."""
        board = self.board
        holders = tuple([seat for seat in board.clockwise(leader) if board.hands[seat]])
        if len(holders) < 2:
            self._end(holders)
        else:
            self._begin_trick(holders if self.round_the_table else holders[:2])

    def apply(self, action: Action) -> None:
        """Take one of `options` and go on to the next decision, or the phase's end."""
        seat = self._take_turn(action)
        board = self.board
        if board.stock and board.hands[seat].bit_count() < HAND_SIZE:
            self._draw_at_once(seat)
        self._go_on()

    def _turn_options(self, seat: int) -> Plays:
        singles = SINGLES.of(self.board.hands[seat])
        return singles + FLIP_TOO if 52 - self.board.top > 1 else singles

    def _draw_at_once(self, seat: int) -> None:
        """Replace the card just played, but lay the stock's last one aside, unseen."""
        board = self.board
        if 52 - board.top > 1:
            board.draw(seat, 1)
            return
        board.laid_aside = 1 << board.take_top()
        board.laid_aside_by = seat
        board.note_count(EventKind.LAID_ASIDE, seat, 1)

    def _win(self, winner: int) -> None:
        self._begin_duel(winner)

    def _cannot_play(self) -> None:
        """A tied player has nothing to play: own cards back to the piles, led anew."""
        self._void_trick(self.board.piles)
        self._begin_duel(self.leader)

    def _end(self, holders: tuple[int, ...]) -> None:
        """Fewer than two hold cards: they are kept, and the card laid aside is shown."""
        self.seat, self.options = None, ()
        board = self.board
        for seat in holders:
            self._keep(seat)
        owner = board.laid_aside_by
        assert owner is not None  # noqa: S101 - nobody runs out before the stock does
        trump_card = board.laid_aside
        board.laid_aside, board.laid_aside_by = 0, None
        board.piles[owner] |= trump_card
        board.show(owner, trump_card)
        board.set_trumps(trump_card.bit_length() - 1)
        self.leader = owner

    def _keep(self, seat: int) -> None:
        """The last holder's cards go to their pile, not shown."""
        board = self.board
        kept, board.hands[seat] = board.hands[seat], 0
        board.piles[seat] |= kept
        board.note(EventKind.KEPT, seat, kept)

    def ask(self, seat: int) -> Ask:  # noqa: ARG002 - phases are asked alike
        """What a decision of this seat is about: there are no sloughs."""
        return Ask.TURN

    def copy(self, board: Board) -> "Duels":
        """The same position on a copied board."""
        copied = Duels.__new__(Duels)
        copied.board = board
        copied.trick = self.trick.copy()
        copied.seat = self.seat
        copied.options = self.options
        copied.leader = self.leader
        copied.round_the_table = self.round_the_table
        return copied

    def key(self) -> bytes:
        """Canonical bytes of what the board doesn't hold."""
        return self.trick.key()
