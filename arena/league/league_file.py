"""The keys of a league file, as written: their types, ranges and defaults.

`docs/league-file.md` explains every key. What they mean together is checked by
`arena.league.config`.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from arena.league.bench import STRIKES, Benched
from arena.match.clock import TimeControl
from arena.referee.manifest import Name, Text
from arena.referee.sandbox.limits import Limits

RateBy = Literal["loss", "finish"]

_TIME = TimeControl()
_LIMITS = Limits()
_Seconds = Annotated[float, Meta(le=86_400)]


class TimeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[time]`; seconds, as in `TimeControl`, with its defaults."""

    move_time: Annotated[_Seconds, Meta(ge=0.001)] = _TIME.move_time
    bank: Annotated[_Seconds, Meta(ge=0)] = _TIME.bank
    start_time: Annotated[_Seconds, Meta(ge=0.1)] = _TIME.start_time
    increment: Annotated[_Seconds, Meta(ge=0)] = _TIME.increment
    match_time: Annotated[_Seconds, Meta(ge=0)] = _TIME.match_time
    margin: Annotated[_Seconds, Meta(ge=0)] = _TIME.margin


class LimitsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[limits]`, as in `Limits`, with its defaults."""

    memory_mb: int = _LIMITS.memory_mb
    processes: int = _LIMITS.processes
    file_mb: int = _LIMITS.file_mb
    scratch_mb: int = _LIMITS.scratch_mb
    open_files: int = _LIMITS.open_files
    output_mb: int = _LIMITS.output_mb
    cpu_s: int = _LIMITS.cpu_s


class BotTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table `[[bots]]`.

    A folder, and a name if it isn't to be the manifest's; or what a manifest would say of a bot
    on another machine.
    """

    path: str | None = None
    name: Name | None = None
    remote: bool = False
    version: Text = ""
    author: Text = ""
    language: Text = ""
    concurrency: Annotated[int, Meta(ge=1, le=1024)] = 1


class LeagueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A league file's keys, as written."""

    game: str
    bots: tuple[str | BotTable, ...]
    name: Annotated[Text, Meta(min_length=1)] | None = None
    seats: int | None = None
    options: dict[str, bool | int | str] = {}
    deals: Annotated[int, Meta(ge=1, le=100_000)] = 20
    deals_per_round: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    seed: Annotated[str, Meta(min_length=1)] | None = None
    workers: Annotated[int, Meta(ge=1, le=256)] | None = None
    in_flight: Annotated[int, Meta(ge=1, le=4096)] = 16
    rate_by: RateBy = "loss"
    strikes: Annotated[int, Meta(ge=0, le=1_000_000)] = STRIKES
    benched: Benched = "forfeit"
    time: TimeTable = TimeTable()
    sandbox: str = "auto"
    freeze: bool = False
    charge_cpu: bool = False
    limits: LimitsTable = LimitsTable()
