"""What a bot is told of a match besides its decisions: how it begins and how it ends."""

from dataclasses import dataclass, field
from enum import IntEnum
from random import Random

from arena.games.events import Event
from arena.games.ruleset import Ruleset


class EndReason(IntEnum):
    """Why a match ended. The numbers are those of the protocol."""

    PLAYED = 1  # to its loser
    STALEMATE = 2  # it would have gone on for ever
    FAULT = 3  # a bot was too slow, died, or broke the protocol: it is the loser
    VOID = 4  # the referee gave the match up: it doesn't count


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match as it begins, for one seat.

    Attributes:
        ruleset: the game, the number of players, all options.
        seat: the bot's own seat.
        seed: 16 bytes for the bot's own randomness; they tell nothing of the cards.
        move_time: seconds for one decision; what it takes beyond comes from the bank.
        bank: seconds for the whole match beyond the move times.
        increment: seconds added to the bank after each decision.
        match_time: seconds for the thinking of all seats together; None if there is no limit.
        match_id: counts the matches of this process from 1; says nothing of the league.
        rng: a generator seeded with `seed`, the same one for the whole match. A bot that
            draws from nothing else can be reproduced.
    """

    ruleset: Ruleset
    seat: int
    seed: bytes
    move_time: float = float("inf")
    bank: float = 0.0
    increment: float = 0.0
    match_time: float | None = None
    match_id: int = 1
    rng: Random = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rng", Random(self.seed))  # noqa: S311 - play, no secrets

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.ruleset.players


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over, as one seat is told.

    Attributes:
        losers: the seats that lost: one; more only in a stalemate; none in a void match.
        out: the seats that went out safely, in that order.
        reason: why the match ended.
        events: what the seat saw since its last decision.
        detail: what this bot did wrong, if the match ended by its own fault; else empty.
    """

    losers: tuple[int, ...]
    out: tuple[int, ...]
    reason: EndReason
    events: tuple[Event, ...] = ()
    detail: str = ""
