"""Positions to order: boards, phases and deals as the rules' tables need them."""

from random import Random

import pytest

from arena.cards import cards_in, cards_text, mask_of, parse_cards
from arena.chance import Deal, deal_from_seed, seed_from_text
from arena.games import registry
from arena.games.actions import Action
from arena.games.board import Board
from arena.games.collect import Collect
from arena.games.duels import Duels
from arena.games.plays import NO_SEQUENCES, first_play, lowest_run
from arena.games.shed import Differences, Shed

RULESETS = (
    "atlanta[min_sequence=2]/3",
    "atlanta[min_sequence=3]/3",
    *(
        f"mattis[first_part={first_part},series={series}]/{players}"
        for first_part in ("neighbour", "table")
        for series in ("false", "true")
        for players in range(2, 7)
    ),
)

ATLANTA = Differences(2, must_beat=False, pickup=lowest_run, must_play_once=False)
MATTIS = Differences(NO_SEQUENCES, must_beat=True, pickup=first_play, must_play_once=True)
MATTIS_SERIES = Differences(2, must_beat=True, pickup=first_play, must_play_once=True)


def cards(text):
    """A set of cards from text; spaces don't count."""
    return mask_of(parse_cards(text.replace(" ", "")))


def text(mask):
    return cards_text(cards_in(mask))


def legal(state):
    """The legal actions of a state or phase, as one text."""
    options = state.legal() if hasattr(state, "legal") else state.options
    return " ".join(map(str, options))


def play(state, *actions):
    """Take actions given as `seat:text`; each seat must be the one that is asked."""
    for entry in actions:
        seat, _, action = entry.partition(":")
        assert int(seat) == state.seat, entry
        assert action in legal(state).split(), (entry, legal(state))
        state.apply(Action.parse(action))
    return state


def told(board, *kinds):
    """Events as short texts, `KIND seat cards`, of the given kinds or all."""
    return [
        f"{event.kind.name} {event.seat} {cards_text(event.cards)}".strip()
        for event in board.events
        if not kinds or event.kind.name in kinds
    ]


def board_of(hands, *, stock="", dealer=None, piles=None, trumps=None):
    """A board with exactly these hands; cards named nowhere are out of the game.

    The dealer sits right of seat 0 unless said otherwise, so seat 0 begins.
    """
    stock_cards = parse_cards(stock.replace(" ", ""))
    rest = [card for card in range(52) if card not in stock_cards]
    dealer = len(hands) - 1 if dealer is None else dealer
    deal = Deal(dealer, (*rest, *stock_cards), tuple(range(52)))
    board = Board(len(hands), deal, 0, recording=True)
    board.events.clear()
    board.hands = [cards(hand) for hand in hands]
    board.piles = [cards(pile) for pile in piles or [""] * len(hands)]
    board.top = 52 - len(stock_cards)
    board.stock = mask_of(stock_cards)
    board.gone = ((1 << 52) - 1) & ~(sum(board.hands) | sum(board.piles) | board.stock)
    board.trump_card = None if trumps is None else parse_cards(trumps)[0]
    return board


def collecting(*hands, stock="", dealer=None):
    """Phase one of Atlanta Mattis from these hands; without a dealer, seat 0 leads."""
    return Collect(board_of(hands, stock=stock, dealer=dealer))


def duelling(*hands, stock="", hund=False, laid_aside="As", owner=0):
    """Phase one of Mattis from these hands; seat 0 leads.

    With no stock the trump card is laid aside already.
    """
    board = board_of(hands, stock=stock)
    if not stock:
        board.laid_aside, board.laid_aside_by = cards(laid_aside), owner
    return Duels(board, round_the_table=hund)


def shedding(*hands, game=ATLANTA, trumps="2s", leader=0):
    """Phase two from these hands; seat 0 leads, spades are trumps."""
    return Shed(board_of(hands, trumps=trumps), leader, game)


def started(ruleset, seed="0", *, record_events=True):
    """A new match of a ruleset given as text."""
    parsed = registry.parse_ruleset(ruleset)
    deal = deal_from_seed(seed_from_text(seed), parsed.players)
    return registry.get(parsed.game).start(parsed, deal, record_events=record_events)


def randomly(state, seed):
    """Play on at random: yields the state at every decision, then takes one."""
    random = Random(seed)
    while not state.over:
        yield state
        state.apply(random.choice(state.legal()))


class Kit:
    """What the tests of games share, since test files can't import each other."""

    RULESETS = RULESETS
    ATLANTA = ATLANTA
    MATTIS = MATTIS
    MATTIS_SERIES = MATTIS_SERIES
    cards = staticmethod(cards)
    text = staticmethod(text)
    legal = staticmethod(legal)
    play = staticmethod(play)
    told = staticmethod(told)
    board_of = staticmethod(board_of)
    collecting = staticmethod(collecting)
    duelling = staticmethod(duelling)
    shedding = staticmethod(shedding)
    started = staticmethod(started)
    randomly = staticmethod(randomly)


@pytest.fixture(scope="session")
def kit():
    return Kit


@pytest.fixture(params=RULESETS)
def ruleset(request):
    """Each ruleset of the family, as text."""
    return request.param
