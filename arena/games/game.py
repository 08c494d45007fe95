"""The interface of a game: what a package must provide to add one.

A package registers an object with the attributes of `Game` as an entry point in the group
"arena.games"; the entry point's name is the game's. Everything else in the harness
(protocol, referee, leagues, records) works from this interface alone, and
`arena.games.conform` checks an object against it.

A state is a pure value machine: it draws no random numbers, does no I/O, and looks at no
clock. What chance decides comes in with the deal.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from arena.chance import Deal
from arena.games.actions import Action
from arena.games.events import Event
from arena.games.ruleset import OptionValue, Ruleset
from arena.games.view import View


class State(Protocol):
    """A match in progress.

    Attributes and properties:
        seat: who must decide now; None when the game is over.
        over: whether it is.
        losers: empty before the end; more than one seat only after a stalemate.
        out: the seats that went out and are safe, in that order.
        stalemate: whether the game ended because it would never have ended.
        events: all events so far, uncensored, append-only; stays empty if the state was
            started with `record_events=False`. What a seat may see of one: `seen_by`.
        hand_sizes: number of cards in each hand now.
        hands_at_phase_two: the sizes when phase two began; empty before, and in games
            without phases.
    """

    @property
    def seat(self) -> int | None: ...  # noqa: D102 - described above
    @property
    def over(self) -> bool: ...  # noqa: D102
    @property
    def losers(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def out(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def stalemate(self) -> bool: ...  # noqa: D102
    @property
    def events(self) -> list[Event]: ...  # noqa: D102
    @property
    def hand_sizes(self) -> tuple[int, ...]: ...  # noqa: D102
    @property
    def hands_at_phase_two(self) -> tuple[int, ...]: ...  # noqa: D102

    def legal(self) -> Sequence[Action]:
        """The legal actions in canonical order; never empty before the end."""

    def apply(self, action: Action) -> None:
        """Take an action for `seat` and go on to the next decision or the end.

        Raises IllegalAction if it is not one of `legal()`.
        """

    def copy(self) -> "State":
        """An independent state in the same position; cheap."""

    def view(self, seat: int) -> View:
        """What this seat may know, at any time before the end.

        Nothing in it may depend on cards hidden from the seat, nor tell whose decision
        it is if that is hidden.
        """

    def key(self) -> bytes:
        """Canonical bytes of the complete state, hidden cards too.

        The same on every machine and Python version. Records chain hashes of it.
        """


class Game(Protocol):
    """A game with its options.

    Attributes:
        name: one word, in rulesets, files and the protocol; the entry point's name.
        title: its name as people write it.
        players: the numbers of seats it can be played with.
        options: each option's allowed values, the default first.
        shorthands: other names for this game with some options set, as "hund"; may be empty.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - described above
    @property
    def title(self) -> str: ...  # noqa: D102
    @property
    def players(self) -> range: ...  # noqa: D102
    @property
    def options(self) -> Mapping[str, tuple[OptionValue, ...]]: ...  # noqa: D102
    @property
    def shorthands(self) -> Mapping[str, Mapping[str, OptionValue]]: ...  # noqa: D102

    def start(self, ruleset: Ruleset, deal: Deal, *, record_events: bool = True) -> State:
        """The state before the first decision: the cards are dealt."""
