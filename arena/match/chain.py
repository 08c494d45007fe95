"""The chain of state hashes that makes a record's alteration visible.

Link 0 is SHA-256 of the ruleset's text, a line feed and the seed. Link i is SHA-256 of link
i - 1, the seat as one byte, the action's text, a zero byte, and the key of the state after it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.actions import Action
    from arena.games.game import State
    from arena.games.ruleset import Ruleset


class Chain:
    """The links so far, of which the last is kept."""

    __slots__ = ("_link",)

    def __init__(self, ruleset: Ruleset, seed: bytes) -> None:
        """Begin with link 0."""
        self._link = sha256(f"{ruleset}\n".encode() + seed).digest()

    def add(self, seat: int, action: Action, state: State) -> str:
        """Add the link of an action that led to `state`; its first 8 hex digits."""
        step = b"%c%b\0" % (seat, str(action).encode())
        self._link = sha256(self._link + step + state.key()).digest()
        return self._link[:4].hex()

    @property
    def hex(self) -> str:
        """The last link, 64 hex digits."""
        return self._link.hex()
