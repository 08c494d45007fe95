"""A match's events as lines for people: one line a trick.

A trick's turns are gathered until it is over; what happens between tricks gets lines of its
own. Draws are left out: what they brought shows when it is played, and in the hands at the
beginning of phase two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from arena.cards import cards_in
from arena.games.events import Event, EventKind
from arena.report.hanging import Hanging
from arena.report.signs import hand_text, run_text, suit_text
from arena.report.untrusted import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import RenderableType

    from arena.report.signs import Signs
    from arena.report.story import Hands, Story

INDENT = 6
"""Where lines begin, right of the tricks' numbers."""


class Moves:
    """The lines of a match, from its events."""

    def __init__(self, story: Story, names: Sequence[str], signs: Signs) -> None:
        """Tell `story`, calling the seats by `names`, which are harmless text."""
        self._story = story
        self._names = names
        self._signs = signs
        self._trick = 0
        self._turns: list[Text] = []
        self._turn_of: int | None = None
        self._tellers: dict[EventKind, Callable[[Event], Iterable[RenderableType]]] = {
            EventKind.PLAYED: self._played,
            EventKind.FLIPPED: self._flipped,
            EventKind.SLOUGHED: self._sloughed,
            EventKind.ROUND_TIED: self._tied,
            EventKind.TRICK_WON: self._won,
            EventKind.TRICK_VOID: self._void,
            EventKind.TOOK_BACK: self._took_back,
            EventKind.SHOWN: self._shown,
            EventKind.LAID_ASIDE: self._laid_aside,
            EventKind.KEPT: self._kept,
            EventKind.TRUMPS: self._trumps,
            EventKind.LAID_OUT: self._laid_out,
            EventKind.DRECK_DEALT: self._dreck_dealt,
            EventKind.PHASE_TWO: self._phase_two,
            EventKind.PICKED_UP: self._picked_up,
            EventKind.TRICK_OVER: self._trick_over,
            EventKind.OUT: self._out,
            EventKind.STALEMATE: self._stalemate,
            EventKind.ENDED: self._ended,
        }

    def lines(self) -> Iterator[RenderableType]:
        """All lines, from the first turn to the last."""
        if self._story.at_phase_two is not None or any(
            event.kind is EventKind.TRICK_WON for event in self._story.events
        ):
            yield Text("\nPhase one: collect", "bold")
        for event in self._story.events:
            yield from self._tellers.get(event.kind, _nothing)(event)
        yield from self._flush()

    def hands(self, hands: Hands) -> Iterator[RenderableType]:
        """A line with each seat's cards."""
        for name, hand in zip(aligned(self._names), hands, strict=True):
            label = f"    {name} {hand.bit_count():>3}"
            yield Hanging(label, hand_text(cards_in(hand), self._signs))

    def _turn(self, event: Event, verb: str = "") -> None:
        """A seat does something with cards; the same seat's next doing goes without a name."""
        cards = run_text(event.cards, self._signs)
        name = "" if event.seat == self._turn_of else f"{self._name(event)} "
        if self._turn_of == event.seat and self._turns:
            self._turns[-1] += Text.assemble(f", {verb}", cards)
        else:
            self._turns.append(Text.assemble(name, verb, cards))
        self._turn_of = event.seat

    def _flush(self, result: str | Text = "", label: str | None = None) -> Iterator[Hanging]:
        """The line of the turns so far, and what came of them."""
        if not self._turns:
            return
        body = Text(f" {self._signs.dot} ").join(self._turns)
        if result:
            body = Text.assemble(body, f" {self._signs.arrow} ", result)
        self._trick += 1
        yield Hanging(label or f"{self._trick:>4}", body, INDENT)
        self._turns, self._turn_of = [], None

    def _line(self, *parts: str | Text) -> Iterator[Hanging]:
        yield Hanging("", Text.assemble(*parts), INDENT)

    def _name(self, event: Event) -> str:
        return "" if event.seat is None else self._names[event.seat]

    def _cards(self, event: Event) -> Text:
        return hand_text(event.cards, self._signs)

    def _played(self, event: Event) -> Iterable[RenderableType]:
        self._turn(event)
        return ()

    def _flipped(self, event: Event) -> Iterable[RenderableType]:
        self._turn(event, "flips ")
        return ()

    def _sloughed(self, event: Event) -> Iterable[RenderableType]:
        self._turn(event, "sloughs ")
        return ()

    def _picked_up(self, event: Event) -> Iterable[RenderableType]:
        self._turn(event, "picks up ")
        return ()

    def _tied(self, event: Event) -> Iterable[RenderableType]:
        self._turns.append(Text(f"{event.count} tie"))
        self._turn_of = None
        return ()

    def _out(self, event: Event) -> Iterable[RenderableType]:
        told = Text(f"{self._name(event)} is out", "green")
        if self._turns:
            self._turns.append(told)
            self._turn_of = None
            return ()
        return self._line(told)

    def _won(self, event: Event) -> Iterable[RenderableType]:
        return self._flush(f"{self._name(event)} wins {event.count}")

    def _void(self, event: Event) -> Iterable[RenderableType]:  # noqa: ARG002 - says all itself
        return self._flush("void, for somebody must play and can't")

    def _took_back(self, event: Event) -> Iterable[RenderableType]:
        return self._line(f"{self._name(event)} takes back ", self._cards(event))

    def _shown(self, event: Event) -> Iterable[RenderableType]:
        return self._line(f"{self._name(event)} shows ", self._cards(event))

    def _laid_aside(self, event: Event) -> Iterable[RenderableType]:
        self._turns.append(Text(f"{self._name(event)} lays the stock's last card aside"))
        self._turn_of = None
        return ()

    def _kept(self, event: Event) -> Iterable[RenderableType]:
        return self._line(f"{self._name(event)} keeps ", self._cards(event))

    def _trumps(self, event: Event) -> Iterable[RenderableType]:
        return self._line("trumps are ", suit_text(event.cards[0], self._signs))

    def _laid_out(self, event: Event) -> Iterable[RenderableType]:
        return self._line(f"dreck: {self._name(event)} lays out ", self._cards(event))

    def _dreck_dealt(self, event: Event) -> Iterable[RenderableType]:
        return self._line(f"dreck: {self._name(event)} is dealt ", self._cards(event))

    def _phase_two(self, event: Event) -> Iterable[RenderableType]:
        yield from self._flush()
        yield Text(f"\nPhase two: shed. {self._name(event)} leads", "bold")
        if self._story.at_phase_two is not None:
            yield from self.hands(self._story.at_phase_two)
        self._trick = 0

    def _trick_over(self, event: Event) -> Iterable[RenderableType]:
        return self._flush(f"{event.count} gone" if event.count else "")

    def _stalemate(self, event: Event) -> Iterable[RenderableType]:  # noqa: ARG002 - says all
        yield from self._flush()
        yield from self._line(Text("stalemate: the game would never end", "yellow"))

    def _ended(self, event: Event) -> Iterable[RenderableType]:  # noqa: ARG002 - says all
        return self._flush()


def _nothing(event: Event) -> Iterable[RenderableType]:  # noqa: ARG001 - as the others
    return ()
