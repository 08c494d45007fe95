"""What the first phases of all games share: turns, rounds, the end of a trick.

`arena.games.collect` (Atlanta Mattis) and `arena.games.duels` (Mattis, Hund) build on it:
they say who plays a trick, what a turn may be, and what follows a turn and a trick.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from arena.games.actions import FLIP, Action
from arena.games.board import Board
from arena.games.events import EventKind
from arena.games.plays import NO_SEQUENCES, Plays, suit_plays
from arena.games.trick import Trick
from arena.games.view import Ask, Laid, Phase, TableCards

SINGLES = suit_plays(NO_SEQUENCES)
FLIP_TOO: Plays = (FLIP,)


class FirstPhase(ABC):
    """A first phase in progress.

    Attributes:
        board: the cards.
        trick: the present trick.
        seat: who must decide; None when the phase is over.
        options: that seat's legal actions.
        leader: who leads the present trick; when the phase is over, who leads phase two.
    """

    __slots__ = ("board", "leader", "options", "seat", "trick")

    number: ClassVar = Phase.COLLECT
    # What only phase two has is the same all through phase one:
    trick_plays: ClassVar = 0
    played: ClassVar = 0
    out: ClassVar[tuple[int, ...]] = ()
    losers: ClassVar[tuple[int, ...]] = ()
    stalemate: ClassVar = False

    def __init__(self, board: Board) -> None:
        self.board = board
        self.leader = 0
        self.seat: int | None = None
        self.options: Plays = ()

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Take one of `options` and go on to the next decision, or the phase's end."""

    @abstractmethod
    def _turn_options(self, seat: int) -> Plays:
        """What a turn of this seat may be; empty if it can't take one."""

    @abstractmethod
    def _cannot_play(self) -> None:
        """The seat whose turn it is can't take it."""

    @abstractmethod
    def _win(self, winner: int) -> None:
        """What follows a trick that this seat has won and taken."""

    def _begin_trick(self, seats: tuple[int, ...]) -> None:
        """Begin a trick of these seats; the first leads."""
        self.leader = seats[0]
        self.trick = Trick(seats)
        self._ask_turn()

    def _ask_turn(self) -> None:
        seat = self.trick.seats[self.trick.turn]
        options = self._turn_options(seat)
        if not options:
            self._cannot_play()
            return
        self.seat = seat
        self.options = options

    def _take_turn(self, action: Action) -> int:
        """Lay the card played, or flipped; gives the seat that did."""
        board, trick = self.board, self.trick
        seat = trick.seats[trick.turn]
        if action is FLIP:
            card, how, kind = board.take_top(), Laid.FLIPPED, EventKind.FLIPPED
        else:
            card, how, kind = action.cards[0], Laid.PLAYED, EventKind.PLAYED
            board.hands[seat] ^= action.mask
        board.seen |= 1 << card
        trick.lay(seat, how, card)
        board.note(kind, seat, 1 << card)
        return seat

    def _go_on(self) -> None:
        """The next turn, the next round, or the trick's end."""
        trick = self.trick
        if trick.turn < len(trick.seats):
            self._ask_turn()
        elif len(trick.tied) == 1:
            self._take_trick(trick.tied[0])
        else:
            self.board.note_count(EventKind.ROUND_TIED, None, len(trick.tied))
            trick.next_round()
            self._ask_turn()

    def _take_trick(self, winner: int) -> None:
        cards = self.trick.cards
        self.board.piles[winner] |= cards
        self.board.note_count(EventKind.TRICK_WON, winner, cards.bit_count())
        self._win(winner)

    def _void_trick(self, places: list[int]) -> None:
        """Each takes the cards that they put into the trick back into hand or pile."""
        self.board.note(EventKind.TRICK_VOID)
        for seat in self.board.clockwise(self.leader):
            if put_in := self.trick.put_in_by(seat):
                places[seat] |= put_in
                self.board.note(EventKind.TOOK_BACK, seat, put_in)

    @abstractmethod
    def ask(self, seat: int) -> Ask:
        """What a decision of this seat is about; tells nobody whose decision it is."""

    @property
    def round_seats(self) -> tuple[int, ...]:
        """The seats of the present round in turn order."""
        return self.trick.seats

    def table_cards(self) -> tuple[TableCards, ...]:
        """The table as a view shows it."""
        return self.trick.table()

    @abstractmethod
    def copy(self, board: Board) -> "FirstPhase":
        """The same position on a copied board."""

    @abstractmethod
    def key(self) -> bytes:
        """Canonical bytes of what the board doesn't hold."""
