"""Card numbers, sets and texts (docs/rules.md, "Cards and notation")."""

import pytest

from arena.cards import (
    ALL,
    RANK_MASKS,
    SUIT_MASKS,
    Suit,
    card_text,
    cards_in,
    cards_text,
    mask_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from arena.errors import NotationError


@pytest.mark.parametrize(
    ("number", "text"), [(0, "2c"), (12, "Ac"), (13, "2d"), (21, "Td"), (51, "As")]
)
def test_a_card_has_the_number_and_the_text_of_the_rules(number, text):
    assert text == card_text(number)
    assert number == parse_card(text)


def test_every_card_reads_back():
    assert list(range(52)) == [parse_card(card_text(card)) for card in range(52)]


@pytest.mark.parametrize("text", ["", "T", "dT", "10d", "td", "TD", "Td ", "1c"])
def test_anything_else_is_no_card(text):
    with pytest.raises(NotationError, match="expected a card"):
        parse_card(text)


def test_cards_run_together_read_back_in_their_order():
    assert (8, 0, 51) == parse_cards("Tc2cAs")
    assert "Tc2cAs" == cards_text((8, 0, 51))
    assert () == parse_cards("")


def test_half_a_card_is_refused():
    with pytest.raises(NotationError):
        parse_cards("Tc2")


def test_a_set_gives_its_cards_ascending():
    assert bytes([0, 13, 51]) == cards_in(mask_of([51, 0, 13]))
    assert b"" == cards_in(0)
    assert bytes(range(52)) == cards_in(ALL)


def test_ranks_and_suits_cut_the_pack_both_ways():
    assert [1] * 52 == [
        (SUIT_MASKS[suit_of(card)] & RANK_MASKS[rank_of(card)]).bit_count()
        for card in range(52)
    ]
    assert "cdhs" == "".join(map(str, Suit))
