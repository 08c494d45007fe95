"""Phase two of all games of the family: get rid of all cards (docs/rules.md, "Phase two").

What differs between the games comes in as `Differences`; the rest is one text for all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from arena.games.actions import PICKUP, PLAYS, Action
from arena.games.board import MASK_BYTES, Board
from arena.games.events import EventKind
from arena.games.plays import Plays, suit_plays
from arena.games.view import Ask, Laid, Phase, TableCards, View

MAX_DECISIONS: Final = 5000
"""So many decisions of phase two make a stalemate."""
MAX_REPEATS: Final = 3
"""A position that comes up this often makes a stalemate."""

_PICKUP = (PICKUP,)


@dataclass(frozen=True, slots=True)
class Differences:
    """In what phase two differs from game to game.

    Attributes:
        min_sequence: the shortest sequence that is a play.
        must_beat: who can beat the last play must; otherwise may pick up instead.
        pickup: how many of the table's first plays a pickup takes.
        must_play_once: who begins without cards is in all the same, and goes out only
            after a play; otherwise is out at once.
    """

    min_sequence: int
    must_beat: bool
    pickup: Callable[[Sequence[Action]], int]
    must_play_once: bool


class Shed:
    """Phase two, from its first lead until one player is left in, or a stalemate.

    Attributes:
        board: the cards; all that are in the game are in hands or on the table.
        seat: who must decide; None when the game is over.
        options: that seat's legal actions.
        leader: who led the present trick.
        table: the plays that lie on the table, the first one first.
        makers: who made each of them.
        trick_plays: how many plays on the table end the trick.
        playing: bit s is set while seat s is in.
        played: bit s is set once seat s has made a play.
        out: who went out, in that order.
        losers: empty before the end.
        stalemate: whether §5 ended the game.
        decisions: how many were taken in this phase.
        differences: in what this game differs.
        plays: the look-up of plays for its `min_sequence`.
        trumps: the suit of trumps.
        positions: how often each position came up since cards last left the game.
    """

    __slots__ = (
        "board",
        "decisions",
        "differences",
        "leader",
        "losers",
        "makers",
        "options",
        "out",
        "played",
        "playing",
        "plays",
        "positions",
        "seat",
        "stalemate",
        "table",
        "trick_plays",
        "trumps",
    )

    number: ClassVar = Phase.SHED
    round_seats: ClassVar[tuple[int, ...]] = ()

    def __init__(self, board: Board, leader: int, differences: Differences) -> None:
        self.board = board
        self.differences = differences
        self.plays = suit_plays(differences.min_sequence)
        self.trumps = board.trumps
        self.positions: dict[tuple[object, ...], int] = {}
        self.table: Plays = ()
        self.makers: tuple[int, ...] = ()
        self.playing = (1 << board.players) - 1
        self.played = 0
        self.out: tuple[int, ...] = ()
        self.losers: tuple[int, ...] = ()
        self.stalemate = False
        self.decisions = 0
        self.seat: int | None = None
        self.options: Plays = ()
        self._begin(leader)

    def _begin(self, leader: int) -> None:
        board = self.board
        self.leader = self._next_holder(leader)
        self.trick_plays = 0
        board.note(EventKind.PHASE_TWO, self.leader)
        if not self.differences.must_play_once:
            for seat in board.clockwise(board.dealer + 1):
                if not board.hands[seat]:
                    self._go_out(seat)
        if self._one_is_left():
            self._lose()
        else:
            self._lead(self.leader)

    def resume(self, view: View) -> None:
        """Go on from where a view is instead, the hands being as they are on the board.

        No view tells how often positions came up: from here on they are counted anew.
        """
        self.positions.clear()
        self.table = tuple([PLAYS[laid.cards[0]][len(laid.cards) - 1] for laid in view.table])
        self.makers = tuple([laid.seat for laid in view.table])
        self.out = view.out
        self.playing = sum([1 << seat for seat in view.seats_in])
        self.played = sum([1 << seat for seat, has in enumerate(view.played) if has])
        self.leader = view.leader
        if self.table:
            self.trick_plays = view.trick_plays
            self._follow(view.seat)
        else:
            self._lead(view.seat)

    def apply(self, action: Action) -> None:
        """Take one of `options` and go on to the next decision, or the end."""
        self.decisions += 1
        if action is PICKUP:
            self._pick_up()
        else:
            self._play(action)

    def _play(self, action: Action) -> None:
        seat, board = self.seat, self.board
        assert seat is not None  # noqa: S101 - the game is not over
        hand = board.hands[seat] ^ action.mask
        board.hands[seat] = hand
        board.seen |= action.mask
        board.note(EventKind.PLAYED, seat, action.mask)
        self.table += (action,)
        self.makers += (seat,)
        self.played |= 1 << seat
        if not hand:
            self._go_out(seat)
            if self._one_is_left():
                self._lose()
                return
        if len(self.table) == self.trick_plays:
            self._clear_table()
            self._end_trick(seat)
        else:
            self._follow(self._next_in(seat))

    def _pick_up(self) -> None:
        seat, board = self.seat, self.board
        assert seat is not None  # noqa: S101 - the game is not over
        count = self.differences.pickup(self.table)
        taken = 0
        for play in self.table[:count]:
            taken |= play.mask
        board.hands[seat] |= taken
        board.note(EventKind.PICKED_UP, seat, taken)
        self.table = self.table[count:]
        self.makers = self.makers[count:]
        if self.table:
            self._follow(self._next_in(seat))
        else:
            self._end_trick(self._next_in(seat))

    def _clear_table(self) -> None:
        """The trick's cards leave the game; no earlier position can come up again."""
        for play in self.table:
            self.board.gone |= play.mask
        self.positions.clear()

    def _end_trick(self, leader: int) -> None:
        leader = self._next_holder(leader)
        if self.board.recording:
            count = sum(len(play.cards) for play in self.table)
            self.board.note_count(EventKind.TRICK_OVER, leader, count)
        self.table = ()
        self.makers = ()
        self._lead(leader)

    def _lead(self, seat: int) -> None:
        self.leader = seat
        self.trick_plays = self.playing.bit_count()
        self.options = self.plays.of(self.board.hands[seat])
        self._ask(seat)

    def _follow(self, seat: int) -> None:
        beating = self.plays.beating(self.table[-1], self.board.hands[seat], self.trumps)
        if beating and self.differences.must_beat:
            self.options = beating
        else:
            self.options = beating + _PICKUP
        self._ask(seat)

    def _ask(self, seat: int) -> None:
        """Ask, unless this is one of the games that would never end."""
        self.seat = seat
        played = self.played if self.differences.must_play_once else 0
        position = (seat, self.trick_plays, played, *self.board.hands, *self.table)
        repeats = self.positions.get(position, 0) + 1
        self.positions[position] = repeats
        if repeats == MAX_REPEATS or self.decisions == MAX_DECISIONS:
            self._end_in_stalemate()

    def _next_in(self, seat: int) -> int:
        """The next seat clockwise that is in."""
        players, playing = self.board.players, self.playing
        seat = (seat + 1) % players
        while not playing >> seat & 1:
            seat = (seat + 1) % players
        return seat

    def _next_holder(self, seat: int) -> int:
        """This seat, or the next one clockwise that can lead: who is out holds no cards."""
        hands, players = self.board.hands, self.board.players
        while not hands[seat]:
            seat = (seat + 1) % players
        return seat

    def _one_is_left(self) -> bool:
        return self.playing & (self.playing - 1) == 0

    def _go_out(self, seat: int) -> None:
        self.playing ^= 1 << seat
        self.out += (seat,)
        self.board.note(EventKind.OUT, seat)

    def _seats_in(self) -> list[int]:
        return [seat for seat in range(self.board.players) if self.playing >> seat & 1]

    def _lose(self) -> None:
        self._end(tuple(self._seats_in()))

    def _end_in_stalemate(self) -> None:
        sizes = {seat: self.board.hands[seat].bit_count() for seat in self._seats_in()}
        self.stalemate = True
        self.board.note(EventKind.STALEMATE)
        most = max(sizes.values())
        self._end(tuple(seat for seat, size in sizes.items() if size == most))

    def _end(self, losers: tuple[int, ...]) -> None:
        self.losers = losers
        self.seat, self.options = None, ()
        self.board.note(EventKind.ENDED)

    def ask(self, seat: int) -> Ask:  # noqa: ARG002 - phases are asked alike
        """What a decision is about: the same for every seat."""
        return Ask.FOLLOW if self.table else Ask.LEAD

    def table_cards(self) -> tuple[TableCards, ...]:
        """The table as a view shows it."""
        return tuple(
            TableCards(seat, Laid.PLAYED, play.cards)
            for seat, play in zip(self.makers, self.table, strict=True)
        )

    def copy(self, board: Board) -> "Shed":
        """The same position on a copied board."""
        copied = Shed.__new__(Shed)
        copied.board = board
        copied.differences = self.differences
        copied.plays = self.plays
        copied.trumps = self.trumps
        copied.positions = self.positions.copy()
        copied.seat = self.seat
        copied.options = self.options
        copied.leader = self.leader
        copied.table = self.table
        copied.makers = self.makers
        copied.trick_plays = self.trick_plays
        copied.playing = self.playing
        copied.played = self.played
        copied.out = self.out
        copied.losers = self.losers
        copied.stalemate = self.stalemate
        copied.decisions = self.decisions
        return copied

    def key(self) -> bytes:
        """Canonical bytes of what the board doesn't hold."""
        return (
            bytes((self.leader, self.trick_plays, self.playing, self.played))
            + bytes((self.stalemate, len(self.out), *self.out, len(self.table), *self.makers))
            + self.decisions.to_bytes(2, "big")
            + b"".join([play.mask.to_bytes(MASK_BYTES, "big") for play in self.table])
        )
