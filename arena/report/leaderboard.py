"""The leaderboard: standings as a table that fits the width there is.

How columns give way when it gets narrow is decided here and not by the terminal: first the
version gets shorter, then goes; figures are rounded; then think times go, loss rates by seat,
and the rating's two parts. A name is shortened in the narrowest layout only, in its middle.
What was left out is said below the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from arena.report.signs import ASCII, UNICODE
from arena.report.untrusted import fitted, harmless

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console, ConsoleOptions, RenderResult

    from arena.league.standings import Standing
    from arena.report.signs import Signs

GAP: Final = 2
"""Blanks between columns."""

LONGEST_NAME: Final = 32
"""Cells that a name may take: what a manifest allows it."""

SHORTEST_NAME: Final = 8
"""Cells that a name keeps however narrow it gets."""

SHORT_DIGEST: Final = 7


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        header: what stands above it.
        cell: an entry's text in it.
        justify: to which side.
    """

    header: str
    cell: Callable[[Standing], Text]
    justify: Literal["left", "right"] = "right"

    def width(self, standings: Sequence[Standing]) -> int:
        """The cells that it needs."""
        return max([cell_len(self.header), *(self.cell(one).cell_len for one in standings)])


LAYOUTS: Final = (
    "rank bot version rating skill loss interval matches seats faults think",
    "rank bot short rating skill loss interval matches seats faults think",
    "rank bot rating skill loss interval matches seats faults think",
    "rank bot rating skill loss interval matches percents faults think",
    "rank bot rating round loss interval matches percents faults think",
    "rank bot rating round loss interval matches percents faults",
    "rank bot rating round loss interval matches faults",
    "rank bot rating loss interval matches faults",
    "rank bot rating loss matches faults",
    "rank bot rating loss",
)
"""Which columns there are, from the widest to the narrowest; the first that fits is taken."""

_LEFT_OUT: Final = {
    "version": frozenset({"version", "short"}),
    "loss by seat": frozenset({"seats", "percents"}),
    "think time": frozenset({"think"}),
    "the rating's parts": frozenset({"skill", "round"}),
    "interval": frozenset({"interval"}),
    "matches": frozenset({"matches"}),
    "faults": frozenset({"faults"}),
}


class Leaderboard:
    """A renderable: the standings, as wide as the console lets it."""

    def __init__(self, standings: Sequence[Standing], title: str = "") -> None:
        """Show `standings`, in their order, under `title`, which is untrusted text."""
        self._standings = standings
        self._title = title

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Choose the layout, and fill it."""
        signs = ASCII if options.ascii_only else UNICODE
        columns = _columns(signs)
        layout = _layout(columns, self._standings, options.max_width)
        chosen = [columns[key] for key in layout]
        if self._title:
            yield Text(harmless(self._title), "bold", overflow="fold")
        yield _table(chosen, self._standings, options.max_width, signs)
        if self._standings:
            yield Text(_note(layout, self._standings, signs), "dim")
        if any(one.remote for one in self._standings):
            yield Text(_remote_note(signs), "dim")
        if benched := [one for one in self._standings if one.benched]:
            yield Text(_bench_note(benched, signs), "red")


def _layout(columns: dict[str, Column], standings: Sequence[Standing], width: int) -> list[str]:
    """The keys of the first layout that fits; else of the narrowest."""
    for layout in LAYOUTS:
        keys = layout.split()
        if _natural([columns[key] for key in keys], standings) <= width:
            return keys
    return LAYOUTS[-1].split()


def _natural(columns: Sequence[Column], standings: Sequence[Standing]) -> int:
    return sum(column.width(standings) + GAP for column in columns) - GAP


def _table(
    columns: Sequence[Column], standings: Sequence[Standing], width: int, signs: Signs
) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, GAP - 1, 0, 0),
        header_style="bold",
    )
    for column in columns:
        table.add_column(column.header, justify=column.justify, no_wrap=True)
    others = [column for column in columns if column.header != "bot"]
    room = width - _natural(others, standings) - GAP
    room = min(max(room, SHORTEST_NAME), LONGEST_NAME)
    for one in standings:
        name = Text(_name(one, room, signs), "bold" if one.rank == 1 else "")
        table.add_row(
            *(name if column.header == "bot" else column.cell(one) for column in columns)
        )
    return table


def _note(layout: list[str], standings: Sequence[Standing], signs: Signs) -> str:
    even = 100 * standings[0].expected
    parts = [f"{even:.1f} % of matches lost is even", "interval: 95 %, over deals"]
    if "think" in layout:
        parts.append("think: median / 99 %")
    if missing := [name for name, keys in _LEFT_OUT.items() if not keys & {*layout}]:
        parts.append(f"no room for {', '.join(missing)}")
    return f" {signs.dot} ".join(parts)


def _columns(signs: Signs) -> dict[str, Column]:
    return {
        "rank": Column("#", lambda s: Text(str(s.rank))),
        "bot": Column("bot", lambda s: Text(_name(s, LONGEST_NAME, signs)), "left"),
        "version": Column("version", lambda s: Text(harmless(s.version), "dim"), "left"),
        "short": Column("version", lambda s: Text(_short(s.version), "dim"), "left"),
        "rating": Column("rating", lambda s: Text(f"{s.rating:.2f}", "bold")),
        "skill": Column(
            f"{signs.mu} {signs.about} {signs.sigma}",
            lambda s: Text(f"{s.mu:.2f} {signs.about} {s.sigma:.2f}"),
        ),
        "round": Column(
            f"{signs.mu}{signs.about}{signs.sigma}",
            lambda s: Text(f"{s.mu:.1f}{signs.about}{s.sigma:.1f}"),
        ),
        "loss": Column("loss %", lambda s: _loss(s, signs)),
        "interval": Column("interval", lambda s: _interval(s, signs)),
        "matches": Column("matches", lambda s: Text(str(s.matches))),
        "seats": Column("loss % by seat", lambda s: _by_seat(s, ".1f", signs)),
        "percents": Column("by seat", lambda s: _by_seat(s, ".0f", signs)),
        "faults": Column("faults", _faults),
        "think": Column("think ms", lambda s: _think(s, signs)),
    }


def _name(one: Standing, room: int, signs: Signs) -> str:
    """The name, with marks behind it if the bot is remote or benched."""
    mark = (signs.far if one.remote else "") + (signs.mark if one.benched else "")
    return fitted(one.bot, room - len(mark), signs.ellipsis) + mark


def _remote_note(signs: Signs) -> str:
    return (
        f"{signs.far} plays from another machine: not isolated or replaced, its version is "
        "what its owner says, and its think times hold the network's"
    )


def _bench_note(benched: Sequence[Standing], signs: Signs) -> str:
    lost = sum(one.forfeits for one in benched)
    fate = f"count as lost ({lost} so far)" if lost else "are not played"
    return f"{signs.mark} benched after too many faults in a row: further matches {fate}"


def _short(version: str) -> str:
    """The author's version and the digest's first digits."""
    author, plus, digest = version.rpartition("+")
    return fitted(author, 10) + plus + harmless(digest[:SHORT_DIGEST])


def _loss(one: Standing, signs: Signs) -> Text:
    """Green where it is surely less than even, red where it is surely more."""
    if one.loss_rate is None:
        return Text(signs.dash, "dim")
    style = "green" if one.loss_high < one.expected else ""
    style = "red" if one.loss_low > one.expected else style
    return Text(f"{100 * one.loss_rate:.1f}", style)


def _interval(one: Standing, signs: Signs) -> Text:
    if one.loss_rate is None:
        return Text(signs.dash, "dim")
    return Text(f"{100 * one.loss_low:.1f}{signs.dash}{100 * one.loss_high:.1f}")


def _by_seat(one: Standing, form: str, signs: Signs) -> Text:
    width = 4 if form == ".1f" else 2
    cells = [_percent(rate, form, signs) for rate in one.loss_rate_by_seat]
    return Text(" ".join(f"{cell:>{width}}" for cell in cells))


def _percent(rate: float | None, form: str, signs: Signs) -> str:
    """A rate in so many digits; the decimal of 100 takes no room."""
    if rate is None:
        return signs.dash
    return "100" if rate == 1 else format(100 * rate, form)


def _faults(one: Standing) -> Text:
    return Text(str(one.faults), "bold red" if one.faults else "dim")


def _think(one: Standing, signs: Signs) -> Text:
    return Text(f"{_ms(one.think_us_median, signs)} / {_ms(one.think_us_p99, signs)}")


def _ms(microseconds: int | None, signs: Signs) -> str:
    """Milliseconds with two digits that say something."""
    if microseconds is None:
        return signs.dash
    ms = microseconds / 1000
    return f"{ms:.2f}" if ms < 1 else f"{ms:.1f}" if ms < 10 else f"{ms:.0f}"
