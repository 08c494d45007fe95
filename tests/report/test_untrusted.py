"""Other people's text can say anything and steer nothing."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from arena.report.untrusted import aligned, fitted, harmless


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("greedy", "greedy"),
        ("[bold red]x", "[bold red]x"),
        (r"\x1b[31mred", "\x1b[31mred"),
        (r"a\x0ab", "a\nb"),
        (r"\x9b31m", "\x9b31m"),
        (r"abc\u202edef", "abc\u202edef"),
        (r"a\u200bb", "a\u200bb"),
        (r"\ud800", "\ud800"),
        ("麻雀🎴é", "麻雀🎴é"),
    ],
)
def test_steering_characters_are_written_as_escapes(expected, text):
    assert expected == harmless(text)


@given(st.text())
def test_nothing_that_is_left_can_steer_a_terminal(text):
    left = {unicodedata.category(character) for character in harmless(text)}

    assert set() == left & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(), st.integers(4, 40))
def test_a_fitted_text_fits(text, width):
    assert width >= cell_len(fitted(text, width))


@pytest.mark.parametrize(
    ("expected", "text", "width"),
    [
        ("short", "short", 8),
        ("search…h-2", "searcher-with-depth-2", 10),
        ("麻雀…ト", "麻雀カードボット", 8),
    ],
)
def test_a_long_text_loses_its_middle_for_the_end_tells_a_family_apart(expected, text, width):
    assert expected == fitted(text, width)


def test_aligned_texts_are_equally_wide_in_cells():
    assert {6} == {cell_len(text) for text in aligned(["ab", "麻雀牌", ""])}
