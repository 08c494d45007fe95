"""The state that Atlanta Mattis, Mattis and Hund share: phase one, dreck, phase two.

What differs between the games is a `Family` value: `arena.games.atlanta` and
`arena.games.mattis` make one each, from the ruleset's options.
"""

from collections.abc import Callable
from dataclasses import dataclass

from arena.cards import ALL
from arena.chance import Deal
from arena.errors import IllegalAction
from arena.games.actions import Action
from arena.games.board import Board
from arena.games.dreck import deal_dreck
from arena.games.events import Event
from arena.games.first_phase import FirstPhase
from arena.games.knowledge import known_to
from arena.games.plays import Plays
from arena.games.ruleset import Ruleset
from arena.games.shed import Differences, Shed
from arena.games.view import View


@dataclass(frozen=True, slots=True)
class Family:
    """What a game of the family does differently.

    Attributes:
        set_aside: how many cards are set aside before the deal.
        phase_one: begins phase one on a dealt board.
        dreck: whether low cards are laid out and dealt between the phases.
        phase_two: in what phase two differs.
    """

    set_aside: int
    phase_one: Callable[[Board], FirstPhase]
    dreck: bool
    phase_two: Differences


class FamilyState:
    """A match of one of the games; see `arena.games.game.State` for its promises."""

    __slots__ = ("_board", "_family", "_phase", "hands_at_phase_two")

    def __init__(
        self,
        family: Family,
        board: Board,
        phase: FirstPhase | Shed,
        hands_at_phase_two: tuple[int, ...] = (),
    ) -> None:
        self._family = family
        self._board = board
        self._phase = phase
        self.hands_at_phase_two = hands_at_phase_two

    @property
    def seat(self) -> int | None:
        """Who must decide; None when the game is over."""
        return self._phase.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._phase.seat is None

    @property
    def losers(self) -> tuple[int, ...]:
        """Who lost; more than one only after a stalemate."""
        return self._phase.losers

    @property
    def out(self) -> tuple[int, ...]:
        """Who is out, in that order."""
        return self._phase.out

    @property
    def stalemate(self) -> bool:
        """Whether the game ended because it would never have ended."""
        return self._phase.stalemate

    @property
    def events(self) -> list[Event]:
        """All events so far, uncensored."""
        return self._board.events

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Number of cards in each hand."""
        return self._board.hand_sizes

    def legal(self) -> Plays:
        """The legal actions in canonical order."""
        return self._phase.options

    def apply(self, action: Action) -> None:
        """Take a legal action. Raises IllegalAction if it isn't one."""
        phase = self._phase
        if action not in phase.options:
            raise IllegalAction(f"{action} is not legal for seat {phase.seat}")
        phase.apply(action)
        if phase.seat is None and isinstance(phase, FirstPhase):
            self._begin_phase_two(phase.leader)

    def _begin_phase_two(self, leader: int) -> None:
        board = self._board
        board.piles_to_hands()
        if self._family.dreck:
            deal_dreck(board)
        self.hands_at_phase_two = board.hand_sizes
        self._phase = Shed(board, leader, self._family.phase_two)

    def copy(self) -> "FamilyState":
        """An independent state in the same position."""
        board = self._board.copy()
        return FamilyState(
            self._family, board, self._phase.copy(board), self.hands_at_phase_two
        )

    def view(self, seat: int) -> View:
        """What this seat may know."""
        board, phase = self._board, self._phase
        known = known_to(board, seat)
        return View(
            seat=seat,
            players=board.players,
            dealer=board.dealer,
            phase=phase.number,
            ask=phase.ask(seat),
            leader=phase.leader,
            hand=board.hands[seat],
            hand_sizes=board.hand_sizes,
            known_hands=tuple([hand & known for hand in board.hands]),
            pile_sizes=tuple([pile.bit_count() for pile in board.piles]),
            known_piles=tuple([pile & known for pile in board.piles]),
            played=tuple([bool(phase.played >> who & 1) for who in range(board.players)]),
            table=phase.table_cards(),
            round_seats=phase.round_seats,
            trick_plays=phase.trick_plays,
            stock=board.stock_size,
            trump_card=board.trump_card,
            gone=board.gone & known,
            set_aside=board.set_aside.bit_count(),
            known_set_aside=board.set_aside & known,
            laid_aside=board.laid_aside_by,
            known_laid_aside=board.laid_aside & known,
            known_stock=board.stock & known,
            unseen=ALL & ~known,
            out=phase.out,
        )

    def key(self) -> bytes:
        """Canonical bytes of the complete state; how it came about is not in them."""
        phase = self._phase
        seat = 0xFF if phase.seat is None else phase.seat
        return bytes((phase.number, seat)) + self._board.key() + phase.key()


def start(family: Family, ruleset: Ruleset, deal: Deal, *, record_events: bool) -> FamilyState:
    """Deal, and begin phase one."""
    board = Board(ruleset.players, deal, family.set_aside, recording=record_events)
    return FamilyState(family, board, family.phase_one(board))
