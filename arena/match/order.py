"""What is asked for when a match is to be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.games.ruleset import Ruleset
    from arena.match.clock import TimeControl


@dataclass(frozen=True, slots=True)
class MatchOrder:
    """A match that is to be played: all of its input but the bots' answers.

    Attributes:
        match_id: names the match in its league; bots never see it.
        ruleset: what is played, by how many.
        seed: 32 bytes that fix the deal (`arena.chance`).
        seating: for each seat, which of the host's bots sits there; all different.
        time: how long the bots may think.
        again: how often the match was begun before, with other seeds (`Record.again`).
    """

    match_id: str
    ruleset: Ruleset
    seed: bytes
    seating: tuple[int, ...]
    time: TimeControl
    again: int = 0

    def __post_init__(self) -> None:
        """Refuse an order that can't be played.

        Raises:
            ValueError: the seating doesn't fit the ruleset, or the seed isn't 32 bytes.
        """
        if len(self.seating) != self.ruleset.players:
            wanted = f"expected {self.ruleset.players} bots, got {len(self.seating)}"
            raise ValueError(f"{self.match_id}: {wanted}")
        if len(set(self.seating)) != len(self.seating):
            raise ValueError(f"{self.match_id}: one process can't sit in two seats of a match")
        if len(self.seed) != 32:
            raise ValueError(
                f"{self.match_id}: expected 32 bytes of seed, got {len(self.seed)}"
            )
