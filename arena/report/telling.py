"""A match told to a person: who sat where, every trick, and why the loser lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from arena.cards import cards_in
from arena.games.ruleset import option_text
from arena.match.record import EndReason
from arena.report.hanging import Hanging
from arena.report.moves import Moves
from arena.report.signs import hand_text
from arena.report.story import story_of
from arena.report.trimmed import Trimmed
from arena.report.untrusted import aligned, fitted, harmless

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from arena.match.record import Record, RecordedFault
    from arena.report.signs import Signs
    from arena.report.story import Story

NAME_WIDTH = 32

JOINT = " | "
"""What stands between the lines of a log in a fault's detail."""

FAULTS = {
    "start-failed": "could not be started",
    "start-timeout": "did not start in time",
    "move-timeout": "was too slow",
    "crashed": "crashed",
    "closed": "hung up",
    "out-of-range": "chose outside the list of legal actions",
    "over-memory": "used too much memory",
    "over-processes": "started too many processes",
    "over-output": "printed or stored too much",
    "benched": "was benched, and did not play",
}
"""What faults are in words, by kind; those that aren't here broke the protocol."""


@dataclass(frozen=True, slots=True)
class LogTail:
    """The end of a bot's log.

    Attributes:
        path: the log.
        lines: its last lines, untrusted.
    """

    path: str
    lines: tuple[str, ...]


def tell(
    record: Record, signs: Signs, log: LogTail | None = None, seed_text: str | None = None
) -> Iterator[RenderableType]:
    """The whole match, piece by piece.

    Args:
        record: the match.
        signs: what the terminal can show.
        log: the log of the bot whose fault ended the match, if it is at hand.
        seed_text: the text that the seed came from, where it came from one.

    Raises:
        RecordError: the record's actions can't be played.
    """
    story = story_of(record)
    names = seat_names(record)
    moves = Moves(story, names, signs)
    yield from _heading(story, signs, seed_text)
    yield from _seats(story, names, signs)
    yield from moves.lines()
    yield Text("\nThe end", "bold")
    yield Trimmed(_summary(story, names))
    yield from verdict(record, log)
    if record.fault is None:
        yield from _reasons(story, names, signs)


def seat_names(record: Record) -> list[str]:
    """What to call the seats: the bots' names, numbered where two are the same."""
    names = [fitted(player.bot, NAME_WIDTH) for player in record.seating]
    return [
        f"{name}/{seat}" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]


def verdict(record: Record, log: LogTail | None = None) -> Iterator[RenderableType]:
    """Who lost, in a line, and more if it was a fault."""
    names = seat_names(record)
    lost = " and ".join(names[seat] for seat in record.losers)
    if record.fault is not None:
        yield from _fault(record.fault, lost, log)
    elif record.reason is EndReason.STALEMATE:
        yield Text(f"{lost} lost in a stalemate, holding the most cards", "bold red")
    else:
        yield Text(f"{lost} lost", "bold red")
    if record.out:
        yield Text(f"out, in this order: {', '.join(names[seat] for seat in record.out)}")


def fault_words(kind: str) -> str:
    """What a bot did, as the end of a sentence that begins with its name."""
    return FAULTS.get(kind) or f"broke the protocol ({harmless(kind)})"


def _fault(fault: RecordedFault, name: str, log: LogTail | None) -> Iterator[RenderableType]:
    yield Text(f"{name} lost by a fault: it {fault_words(fault.kind)}", "bold red")
    detail, lines = _parted(fault.detail, log)
    yield Hanging("", harmless(detail))
    for line in lines:
        yield Hanging("    |", Text(harmless(line), "dim"))
    if log is not None:
        yield Text(f"  its log: {harmless(log.path)}")


def _parted(detail: str, log: LogTail | None) -> tuple[str, Sequence[str]]:
    """What happened, and the last lines that the bot printed: the log's, else the detail's."""
    if log is not None and log.lines:
        return detail.partition(f": {log.lines[0]}")[0], log.lines
    if JOINT not in detail:
        return detail, ()
    what, _, printed = detail.partition(": ")
    return what, printed.split(JOINT)


def _heading(story: Story, signs: Signs, seed_text: str | None) -> Iterator[RenderableType]:
    options = [f"{name}={option_text(value)}" for name, value in story.ruleset.options.items()]
    seats = f"{story.ruleset.players} seats"
    dot = f" {signs.dot} "
    yield Text(dot.join([harmless(story.game.title), seats, *options]), "bold")
    if seed_text is None:
        yield Text(f"match {harmless(story.record.match_id)}, seed {story.record.seed}", "dim")
    else:
        yield Text(f"seed {harmless(seed_text)!r}", "dim")


def _seats(story: Story, names: list[str], signs: Signs) -> Iterator[RenderableType]:
    players = story.record.seating
    versions = [f"{fitted(p.version, 20)} {p.digest[:12]}".strip() for p in players]
    rows = zip(aligned(names), aligned(versions), story.dealt, strict=True)
    for seat, (name, version, dealt) in enumerate(rows):
        body = Text.assemble(f"{name}  ", (version, "dim"), "  ")
        body.append_text(hand_text(cards_in(dealt), signs))
        if seat == story.deal.dealer:
            body.append(f"  {signs.dot} dealer")
        yield Hanging(f"seat {seat}", body)


def _summary(story: Story, names: list[str]) -> Table:
    """How it went for each seat, side by side."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", no_wrap=True)
    for header in ("tricks won", "began phase two", "plays", "pickups", "left", "place"):
        table.add_column(header, justify="right")
    for seat, (name, went) in enumerate(zip(names, story.seats, strict=True)):
        hands = story.at_phase_two
        table.add_row(
            Text(name, "bold red" if seat in story.record.losers else ""),
            f"{went.tricks} ({_cards(went.won)})",
            "" if hands is None else _cards(hands[seat].bit_count()),
            str(went.plays),
            f"{went.pickups} ({_cards(went.picked_up)})",
            str(went.left),
            _place(story.record, seat),
        )
    return table


def _place(record: Record, seat: int) -> str:
    if seat in record.losers:
        return "lost"
    return f"out {_ORDINALS[record.out.index(seat)]}" if seat in record.out else "safe"


_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def _reasons(story: Story, names: list[str], signs: Signs) -> Iterator[RenderableType]:
    """Why each loser lost: what they began with, what they picked up, what they were left."""
    for seat in story.record.losers:
        parts = [f"{names[seat]} "]
        if story.at_phase_two is not None:
            sizes = [hand.bit_count() for hand in story.at_phase_two]
            parts.append(f"began phase two with {_cards(sizes[seat])} ({_rank(seat, sizes)}), ")
        went = story.seats[seat]
        parts.append(f"picked up {_times(went.pickups)} ({_cards(went.picked_up)}) and held ")
        held = hand_text(cards_in(story.at_end[seat]), signs)
        yield Hanging("why:", Text.assemble(*parts, held, " at the end"))


def _rank(seat: int, sizes: list[int]) -> str:
    own = sizes[seat]
    if own == max(sizes):
        return "the most" if sizes.count(own) == 1 else "as many as anyone"
    return "the fewest" if own == min(sizes) else "neither most nor fewest"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
