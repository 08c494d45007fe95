"""A trick of phase one: rounds, ties, losing cards (docs/rules.md, "Rounds", "Ties").

All games of the family play phase one in such tricks. Who takes part, what may be played
and what follows a trick differ: that is the business of the phases.
"""

from arena.cards import RANK_MASKS
from arena.games.view import Laid, TableCards


class Trick:
    """The present trick.

    Attributes:
        leader: who led it.
        seats: the seats of the present round in turn order.
        turn: how many of them have taken their turn.
        number: the round's number in this trick, from 0.
        best: the round's highest rank; -1 before its first card.
        tied: the seats that played that rank in this round, in turn order.
        turned: bit s is set once seat s has taken a turn in this trick.
        losing: all cards of the ranks that lost to a higher card of their round.
        cards: everything in the trick, as a set.
        laid: the same in the order in which it came: (seat, how, card, round).
    """

    __slots__ = (
        "best",
        "cards",
        "laid",
        "leader",
        "losing",
        "number",
        "seats",
        "tied",
        "turn",
        "turned",
    )

    def __init__(self, seats: tuple[int, ...]) -> None:
        """Begin a trick; the first of the seats leads."""
        self.leader = seats[0]
        self.number = 0
        self.turned = 0
        self.losing = 0
        self.cards = 0
        self.laid: list[tuple[int, Laid, int, int]] = []
        self._begin_round(seats)

    def _begin_round(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.turn = 0
        self.best = -1
        self.tied: tuple[int, ...] = ()

    @property
    def next_seat(self) -> int | None:
        """Whose turn comes next in this round; None when all have played."""
        return self.seats[self.turn] if self.turn < len(self.seats) else None

    def lay(self, seat: int, how: Laid, card: int) -> None:
        """A seat takes its turn with this card."""
        self.laid.append((seat, how, card, self.number))
        self.cards |= 1 << card
        self.turned |= 1 << seat
        self.turn += 1
        rank = card % 13
        if rank > self.best:
            if self.best >= 0:
                self.losing |= RANK_MASKS[self.best]
            self.best = rank
            self.tied = (seat,)
        elif rank == self.best:
            self.tied += (seat,)
        else:
            self.losing |= RANK_MASKS[rank]

    def slough(self, seat: int, card: int) -> None:
        """A card joins the trick and counts for nothing else."""
        self.laid.append((seat, Laid.SLOUGHED, card, self.number))
        self.cards |= 1 << card

    def next_round(self) -> None:
        """The tied seats alone play another round: a small trick of its own."""
        self.number += 1
        self._begin_round(self.tied)

    def put_in_by(self, seat: int) -> int:
        """All cards that a seat put into this trick."""
        put = 0
        for who, _, card, _ in self.laid:
            if who == seat:
                put |= 1 << card
        return put

    def table(self) -> tuple[TableCards, ...]:
        """The trick as a view shows it."""
        return tuple(
            TableCards(seat, how, bytes((card,)), number)
            for seat, how, card, number in self.laid
        )

    def copy(self) -> "Trick":
        """An independent trick in the same state."""
        copied = Trick.__new__(Trick)
        copied.leader = self.leader
        copied.seats = self.seats
        copied.turn = self.turn
        copied.number = self.number
        copied.best = self.best
        copied.tied = self.tied
        copied.turned = self.turned
        copied.losing = self.losing
        copied.cards = self.cards
        copied.laid = self.laid[:]
        return copied

    def key(self) -> bytes:
        """Canonical bytes; everything else follows from what was laid and by whom."""
        laid = [bytes(entry) for entry in self.laid]
        return bytes((self.leader, self.turn, len(laid), *self.seats)) + b"".join(laid)
