"""What the coordinator and its workers say to each other: one JSON object a line.

    coordinator          worker
    Begin        ->
                 <-      Ready
    Play         ->                 any number at a time
                 <-      Played     or Void, for each
                 <-      Alive      now and then
                 <-      Here       when a remote bot comes or goes
    Replace      ->                 when nothing is being played
                 <-      Ready
    Over         ->                 before the end, if the league is complete

The end of its stdin tells a worker to stop: it ends its bots and itself.
"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

import msgspec

from arena.match.clock import TimeControl
from arena.match.record import Record
from arena.referee.manifest import BotSpec, Manifest
from arena.referee.remote import Listen
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import Policy
from arena.referee.turns import TurnRules

LINE_LIMIT = 1 << 26
"""Bytes that a line may have; a record of the longest match takes less than a hundredth."""


class VoidKind(StrEnum):
    """Whose trouble made a match void; never a bot's."""

    REFEREE = "referee"
    """The referee failed while it played the match."""
    WORKER = "worker"
    """The worker's process ended."""


class Message(msgspec.Struct, frozen=True, tag_field="say", forbid_unknown_fields=True):
    """A line."""


class Bot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `BotSpec`, its folder as text."""

    folder: str
    manifest: Manifest
    digest: str
    remote: bool


class Begin(Message, frozen=True, tag="begin"):
    """The league.

    Attributes:
        ruleset: text of the ruleset.
        bots: in the order in which seatings count them.
        time: how long they may think.
        logs: folder for their logs.
        home: folder for all that is needed meanwhile; the worker makes and removes it.
        pulse: how often the worker has to say that it is alive, in seconds.
        policy: which rungs of isolation will do.
        rules: what is done with a bot's process between its turns.
        limits: how much each bot may use.
        listen: where remote bots dial in; None if there are none.
    """

    ruleset: str
    bots: tuple[Bot, ...]
    time: TimeControl
    logs: str
    home: str
    pulse: float
    policy: Policy
    rules: TurnRules
    limits: Limits
    listen: Listen | None

    def specs(self) -> list[BotSpec]:
        """The bots as the referee takes them."""
        return [
            BotSpec(Path(bot.folder), bot.manifest, bot.digest, bot.remote) for bot in self.bots
        ]


class Play(Message, frozen=True, tag="play"):
    """A match to be played; `seed` is hex, `again` as in `MatchOrder`."""

    match_id: str
    seed: str
    seating: tuple[int, ...]
    again: int


class Replace(Message, frozen=True, tag="replace"):
    """End all bot processes; matches to come get new ones."""


class Over(Message, frozen=True, tag="over"):
    """Nothing more will be played: remote bots need not come back."""


class Ready(Message, frozen=True, tag="ready"):
    """No bot process of this worker has seen a match: it can play."""


class Alive(Message, frozen=True, tag="alive"):
    """The worker's event loop is running."""


class Here(Message, frozen=True, tag="here"):
    """The names of the remote bots that are connected now."""

    names: tuple[str, ...]


class Played(Message, frozen=True, tag="played"):
    """A match is finished."""

    record: Record


class Void(Message, frozen=True, tag="void"):
    """A match couldn't be played to its end; the trouble is ours."""

    match_id: str
    detail: str


def bots_of(specs: Sequence[BotSpec]) -> tuple[Bot, ...]:
    """Bots as they stand in `Begin`."""
    return tuple(
        Bot(str(spec.folder), spec.manifest, spec.digest, spec.remote) for spec in specs
    )


def line(message: Message) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message) + b"\n"


_encoder = msgspec.json.Encoder()
to_worker = msgspec.json.Decoder(Begin | Play | Replace | Over)
to_coordinator = msgspec.json.Decoder(Ready | Alive | Here | Played | Void)
