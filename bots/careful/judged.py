"""How likely it is to lose with which cards.

Somebody loses with a chance in proportion to exp(burden), where the burden is a sum over the
cards in hand. The weights were fitted to some twenty thousand positions, how they ended when
everybody went on playing plainly: they differ little from game to game.
"""

from functools import cache
from math import exp

from imagined import NO_SEQUENCES, Position

HIGHEST = 11
"""A king is no burden; what is lower is one, by so many ranks."""

RANK_ALONE, RANK_IN_SERIES = 0.04, 0.03
"""For each rank below the king: without sequences, and with."""

SEQUENCE = 0.16
"""For each sequence, or single card, that has to be got rid of."""

TRUMP = -0.28
"""A trump helps, whatever its rank."""

FEW, LAST = 0.3, 4
"""Nearly being out is worth more than the cards say: for each of the last four."""

LEAD = -0.42
"""Whoever leads gets rid of something."""


def danger(position: Position, me: int) -> float:
    """How likely it is that this seat loses, 0 to 1."""
    if not position.playing >> me & 1:
        return 0.0
    weights = [
        exp(burden(position, seat)) if position.playing >> seat & 1 else 0.0
        for seat in range(len(position.hands))
    ]
    return weights[me] / sum(weights)


def burden(position: Position, seat: int) -> float:
    """How hard this hand is to get rid of."""
    hand = position.hands[seat]
    in_series = position.rules.min_sequence != NO_SEQUENCES
    total = FEW * min(hand.bit_count(), LAST)
    for suit in range(4):
        cards = hand >> 13 * suit & 0x1FFF
        if suit == position.trumps:
            total += TRUMP * cards.bit_count()
        elif cards:
            total += _suit_burden(cards, in_series=in_series)
    return total + LEAD if position.leading and seat == position.seat else total


@cache
def _suit_burden(cards: int, *, in_series: bool) -> float:
    """What the cards of a suit that isn't trumps weigh; bit r for rank r."""
    below = sum(HIGHEST - rank for rank in range(13) if cards >> rank & 1)
    if not in_series:
        return RANK_ALONE * below
    return RANK_IN_SERIES * below + SEQUENCE * (cards & ~(cards << 1)).bit_count()
