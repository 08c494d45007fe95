"""Who watches a league being played: what it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.league.messages import VoidKind
    from arena.league.plan import Plan
    from arena.league.results import Result
    from arena.league.schedule import Match, Pass


class Observer(Protocol):
    """Told what happens, as it happens, in the coordinator's thread: be quick."""

    def on_start(self, plan: Plan, results: Sequence[Result], commitment: str) -> None:
        """A run begins.

        Args:
            plan: the whole league in numbers.
            results: what was played before, in the schedule's order.
            commitment: SHA-256 of the league's secret, hex; to be published now.
        """

    def on_pass(self, one: Pass) -> None:
        """A pass begins, or goes on."""

    def on_result(self, result: Result) -> None:
        """A match is finished, and is in the ledger. Results come in any order."""

    def on_void(self, match: Match, kind: VoidKind, detail: str) -> None:
        """A match is void, by no bot's fault; it will be played again."""

    def on_benched(self, entry: str, matches: Sequence[Match]) -> None:
        """An entry has faulted too often in a row: it is benched from the next pass on.

        Args:
            entry: its id.
            matches: its matches that are left, in the schedule's order, but for those that
                were told of another entry already. They follow as results if they are
                forfeited, and don't if they are skipped.
        """

    def on_remote(self, entry: str, *, here: bool) -> None:
        """A remote entry has connected, or is gone; matches with it wait for it."""

    def on_stopping(self) -> None:
        """The run was asked to stop: what is being played is finished, nothing new begins."""


class Silent:
    """An observer that takes no notice."""

    def on_start(self, plan: Plan, results: Sequence[Result], commitment: str) -> None: ...  # noqa: D102
    def on_pass(self, one: Pass) -> None: ...  # noqa: D102
    def on_result(self, result: Result) -> None: ...  # noqa: D102
    def on_void(self, match: Match, kind: VoidKind, detail: str) -> None: ...  # noqa: D102
    def on_benched(self, entry: str, matches: Sequence[Match]) -> None: ...  # noqa: D102
    def on_remote(self, entry: str, *, here: bool) -> None: ...  # noqa: D102
    def on_stopping(self) -> None: ...  # noqa: D102
