"""Three Cards: play three cards; the lowest sum loses."""

from dataclasses import dataclass, field

from arena.cards import ALL, cards_in, mask_of
from arena.errors import IllegalAction
from arena.games.actions import FLIP, SINGLES
from arena.games.events import Event, EventKind
from arena.games.view import Ask, Laid, Phase, TableCards, View


@dataclass
class State:
    players: int
    dealer: int
    pack: tuple[int, ...]
    blind: bool
    recording: bool
    hands: list[int]
    top: int
    table: tuple[TableCards, ...] = ()
    events: list[Event] = field(default_factory=list)

    stalemate = False
    out = ()
    hands_at_phase_two = ()

    @property
    def over(self):
        return len(self.table) == 3 * self.players

    @property
    def seat(self):
        return None if self.over else (self.dealer + 1 + len(self.table)) % self.players

    @property
    def hand_sizes(self):
        return tuple(hand.bit_count() for hand in self.hands)

    @property
    def losers(self):
        if not self.over:
            return ()
        sums = [0] * self.players
        for laid in self.table:
            sums[laid.seat] += laid.cards[0] % 13
        order = [laid.seat for laid in self.table[: self.players]]
        return (min(order, key=lambda seat: (sums[seat], -order.index(seat))),)

    def legal(self):
        if self.over:
            return ()
        if self.blind and len(self.table) < self.players:
            return (FLIP,)
        return tuple(SINGLES[card] for card in cards_in(self.hands[self.seat]))

    def apply(self, action):
        if action not in self.legal():
            raise IllegalAction(f"{action} is not legal")
        seat = self.seat
        if action is FLIP:
            card, how, kind = self.pack[self.top], Laid.FLIPPED, EventKind.FLIPPED
            self.top += 1
        else:
            card, how, kind = action.cards[0], Laid.PLAYED, EventKind.PLAYED
            self.hands[seat] ^= action.mask
        self.table += (TableCards(seat, how, bytes([card])),)
        self.note(kind, seat, 1 << card)
        if self.over:
            self.note(EventKind.ENDED)

    def note(self, kind, seat=None, mask=0):
        if self.recording:
            self.events.append(Event(kind, seat, cards_in(mask), mask.bit_count()))

    def copy(self):
        return State(
            self.players, self.dealer, self.pack, self.blind, self.recording,
            self.hands[:], self.top, self.table, self.events[:],
        )  # fmt: skip

    def view(self, seat):
        on_table = mask_of(card for laid in self.table for card in laid.cards)
        nothing = (0,) * self.players
        return View(
            seat=seat,
            players=self.players,
            dealer=self.dealer,
            phase=Phase.COLLECT,
            ask=Ask.TURN,
            leader=(self.dealer + 1) % self.players,
            hand=self.hands[seat],
            hand_sizes=self.hand_sizes,
            known_hands=tuple(
                hand if who == seat else 0 for who, hand in enumerate(self.hands)
            ),
            pile_sizes=nothing,
            known_piles=nothing,
            played=(False,) * self.players,
            table=self.table,
            stock=52 - self.top,
            unseen=ALL & ~self.hands[seat] & ~on_table,
        )

    def key(self):
        table = b"".join(bytes([laid.seat, *laid.cards]) for laid in self.table)
        hands = b"".join(hand.to_bytes(7, "big") for hand in self.hands)
        return bytes([self.players, self.dealer, self.top]) + hands + table + bytes(self.pack)


class ThreeCards:
    name = "threecards"
    title = "Three Cards"
    players = range(2, 4)
    options = {"blind": (False, True)}  # noqa: RUF012 - never changed
    shorthands = {"blindcards": {"blind": True}}  # noqa: RUF012

    def start(self, ruleset, deal, *, record_events=True):
        players, blind = ruleset.players, ruleset.options["blind"]
        size = 2 if blind else 3
        hands = [0] * players
        for at in range(size * players):
            hands[(deal.dealer + 1 + at) % players] |= 1 << deal.pack[at]
        state = State(
            players, deal.dealer, deal.pack, blind, record_events, hands, size * players
        )
        for seat in range(players):
            state.note(EventKind.DEALT, seat, hands[seat])
        return state


GAME = ThreeCards()
