"""The leaderboard reads well at every width, whatever the bots are called."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from arena.report.leaderboard import Leaderboard

NASTY = [
    "[bold red]x",
    "\x1b[31mred",
    "searcher-" * 8 + "1",
    "searcher-" * 8 + "2",
    "麻雀🎴bot",
]


def shown(standings, width, title="starter", *, colour=False, encoding="utf-8"):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    console = Console(
        file=stream,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
    )
    console.print(Leaderboard(standings, title))
    return stream.buffer.getvalue().decode(encoding)


@pytest.fixture
def four(standing):
    return [
        standing(1, "careful", loss_rate=0.25, loss_low=0.22, loss_high=0.29),
        standing(2, "greedy", think_us_p99=1_203_000),
        standing(3, "hoarder", faults=2, loss_low=0.4, loss_rate=0.45, loss_high=0.5),
        standing(
            4, "new", matches=0, losses=0.0, loss_rate=None, loss_low=0.0, loss_high=1.0,
            loss_rate_by_seat=[None] * 3, think_us_median=None, think_us_p99=None,
        ),
    ]  # fmt: skip


AT_120 = """\
starter
#  bot      version           rating         μ ± σ  loss %   interval  matches  loss % by seat  faults     think ms
───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
1  careful  1.0+0123456789ab   22.82  25.31 ± 0.83    25.0  22.0–29.0      480  31.2 33.0 30.5       0   0.41 / 2.3
2  greedy   1.0+0123456789ab   22.82  25.31 ± 0.83    31.2  28.4–34.1      480  31.2 33.0 30.5       0  0.41 / 1203
3  hoarder  1.0+0123456789ab   22.82  25.31 ± 0.83    45.0  40.0–50.0      480  31.2 33.0 30.5       2   0.41 / 2.3
4  new      1.0+0123456789ab   22.82  25.31 ± 0.83       –          –        0     –    –    –       0        – / –
33.3 % of matches lost is even · interval: 95 %, over deals · think: median / 99 %
"""  # noqa: E501, RUF001

AT_80 = """\
starter
#  bot      rating       μ±σ  loss %   interval  matches   by seat  faults
──────────────────────────────────────────────────────────────────────────
1  careful   22.82  25.3±0.8    25.0  22.0–29.0      480  31 33 30       0
2  greedy    22.82  25.3±0.8    31.2  28.4–34.1      480  31 33 30       0
3  hoarder   22.82  25.3±0.8    45.0  40.0–50.0      480  31 33 30       2
4  new       22.82  25.3±0.8       –          –        0   –  –  –       0
33.3 % of matches lost is even · interval: 95 %, over deals · no room for 
version, think time
"""  # noqa: RUF001, W291


@pytest.mark.parametrize(("expected", "width"), [(AT_120, 120), (AT_80, 80)])
def test_it_fills_a_terminal_with_what_fits(expected, width, four):
    assert expected == shown(four, width)


def test_in_a_file_it_is_as_wide_as_it_is(four):
    assert AT_120 == shown(four, 10_000)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 160])
def test_no_line_is_too_wide_with_nasty_names(standing, width):
    rows = [standing(rank, name) for rank, name in enumerate(NASTY, 1)]

    assert width >= max(cell_len(line) for line in shown(rows, width).splitlines())


@pytest.mark.parametrize("width", [80, 120])
def test_nasty_names_stand_there_as_text(standing, width):
    text = shown([standing(rank, name) for rank, name in enumerate(NASTY, 1)], width)

    lines = text.splitlines()
    assert "\x1b" not in text
    assert lines[3].startswith("1  [bold red]x ")
    assert lines[4].startswith(r"2  \x1b[31mred ")
    assert lines[5].startswith("3  searcher-")
    assert "…" in text
    assert ["1 ", "2 "] == [line[34:36] for line in lines[5:7]]
    assert "5  麻雀🎴bot " in text


@pytest.mark.parametrize("width", [80, 120])
def test_a_name_as_long_as_a_manifest_allows_is_never_cut_from_80_columns_on(standing, width):
    name = "a-name-of-thirty-two-characters."

    assert 32 == len(name)
    assert name in shown([standing(1, name)], width)


@pytest.mark.parametrize("word", ["#", "bot", "rating", "loss"])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_rank_bot_rating_and_loss_rate_stay(four, width, word):
    assert word in shown(four, width, "").splitlines()[0]


def test_colour_says_who_is_surely_better_or_worse_than_even(four):
    text = shown(four, 120, colour=True)

    assert "\x1b[32m  25.0\x1b[0m" in text
    assert "\x1b[31m  45.0\x1b[0m" in text


def test_six_seats_fit_too(standing):
    rows = [standing(1, "careful", loss_rate_by_seat=[0.1, 0.2, 0.15, 0.1, 0.2, 1.0])]

    assert "10.0 20.0 15.0 10.0 20.0  100" in shown(rows, 120)
    assert "10 20 15 10 20 100" in shown(rows, 100)


def test_an_encoding_without_signs_gets_others(four):
    text = shown(four, 120, encoding="ascii")

    assert "25.31 +- 0.83" in text


def test_a_league_without_bots_has_a_header_only():
    assert "bot" in shown([], 80)


@pytest.mark.parametrize(("encoding", "sign"), [("utf-8", "‡"), ("ascii", "~")])
def test_a_bot_on_another_machine_is_marked_at_every_width_and_the_mark_explained(
    standing, encoding, sign
):
    two = [standing(1, "visitor", remote=True), standing(2, "greedy")]
    for width in (30, 60, 140):
        lines = shown(two, width, encoding=encoding)
        assert f"visitor{sign}" in lines
        assert f"greedy{sign}" not in lines
        assert f"{sign} plays from another machine" in " ".join(lines.split())
