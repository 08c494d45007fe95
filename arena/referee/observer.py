"""Watching one bot's processes: for who wants to know more of a bot than its matches tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from arena.referee.sandbox.limits import Usage
    from arena.v1 import arena_pb2 as pb


class Observer(Protocol):
    """Is told what happens to the processes of one bot, each in its turn."""

    def started(self, seconds: float) -> None:
        """A process's hello has come, so long after its start."""

    def saying(self, message: pb.PlayResponse) -> None:
        """This is sent to the bot next; it may still be altered."""

    def stopped(self, usage: Usage, code: int | None) -> None:
        """A process is gone.

        Args:
            usage: what it used.
            code: its exit code, negative for a signal; None if it had to be ended.
        """
