"""Phase two as it would go on if everybody played plainly.

A plain player leads the lowest card, not a trump if there is another, and the sequence that
begins with it; beats with the lowest that will do, with a trump only if nothing else will; and
picks up only when there is no choice. Of the rules here is what such play needs.
"""

from dataclasses import dataclass

from arena.sdk import (
    PICKUP,
    RANK_MASKS,
    SUIT_MASKS,
    Action,
    Ruleset,
    View,
    lowest_run,
    play,
)

NO_SEQUENCES = 14
FOREVER = 3
"""A trick that isn't over after so many times the moves that were to be looked at won't be."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What phase two differs in from game to game.

    Attributes:
        min_sequence: the shortest sequence.
        whole_run: a pickup takes the lowest run, not just the first play.
    """

    min_sequence: int
    whole_run: bool

    @classmethod
    def of(cls, ruleset: Ruleset) -> "Rules":
        """Those of the game that is played."""
        options = ruleset.options
        if ruleset.game == "atlanta":
            return cls(int(options["min_sequence"]), whole_run=True)
        return cls(2 if options["series"] else NO_SEQUENCES, whole_run=False)


class Position:
    """Cards in hands and on the table, and whose turn it is.

    Attributes:
        hands: everybody's cards.
        playing: bit s is set while seat s is in.
        seat: whose turn it is.
        leading: whether the table is empty, so that `seat` leads.
        over: whether only one is left in.
    """

    __slots__ = (
        "hands",
        "leading",
        "over",
        "playing",
        "rules",
        "seat",
        "table",
        "trick_plays",
        "trumps",
    )

    def __init__(self, rules: Rules, view: View, hands: list[int]) -> None:
        """The position that is seen, with these hands."""
        self.rules = rules
        self.hands = hands
        self.trumps = view.trumps
        self.table = [play(laid.cards[0], len(laid.cards)) for laid in view.table]
        self.trick_plays = view.trick_plays
        self.playing = sum([1 << seat for seat in view.seats_in])
        self.seat = view.seat
        self.leading = not self.table
        self.over = False

    def go_on(self, moves: int) -> None:
        """Play plainly: so many moves, and on to the end of the trick."""
        made = 0
        while not self.over and (made < moves or not self.leading):
            if made == moves * FOREVER:
                return
            self.take(self._lead() if self.leading else self._follow())
            made += 1

    def take(self, action: Action) -> None:
        """Do this, and go on to whose turn it is then."""
        if action is PICKUP:
            self._pick_up()
        else:
            self._play(action)
        if self.leading and not self.over:
            while not self.hands[self.seat]:
                self._next()
            self.trick_plays = self.playing.bit_count()

    def _pick_up(self) -> None:
        count = lowest_run(self.table) if self.rules.whole_run else 1
        for taken in self.table[:count]:
            self.hands[self.seat] |= taken.mask
        del self.table[:count]
        self.leading = not self.table
        self._next()

    def _play(self, action: Action) -> None:
        self.hands[self.seat] ^= action.mask
        self.table.append(action)
        self.leading = len(self.table) >= self.trick_plays
        if self.leading:
            self.table.clear()
        if not self.hands[self.seat]:
            self.playing ^= 1 << self.seat
            self.over = not self.playing & self.playing - 1
        if not self.leading:
            self._next()

    def _next(self) -> None:
        """The turn goes clockwise to the next who is in."""
        self.seat = (self.seat + 1) % len(self.hands)
        while not self.playing >> self.seat & 1:
            self.seat = (self.seat + 1) % len(self.hands)

    def _lead(self) -> Action:
        hand = self.hands[self.seat]
        cards = hand & ~SUIT_MASKS[self.trumps] or hand
        lowest = next(cards & rank for rank in RANK_MASKS if cards & rank)
        return self._from(lowest, hand)

    def _follow(self) -> Action:
        hand, last = self.hands[self.seat], self.table[-1]
        beating = hand & last.above
        if not beating and last.suit != self.trumps:
            beating = hand & SUIT_MASKS[self.trumps]
        return self._from(beating, hand) if beating else PICKUP

    def _from(self, cards: int, hand: int) -> Action:
        """The longest play that begins with the first of these cards."""
        low = (cards & -cards).bit_length() - 1
        if self.rules.min_sequence == NO_SEQUENCES:
            return play(low)
        length = 1
        while (low + length) % 13 and hand >> low + length & 1:
            length += 1
        return play(low, length if length >= self.rules.min_sequence else 1)
