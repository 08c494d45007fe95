"""A finished match as ratings, statistics and standings see it, and who played in it.

Small and without the game: the steps stay in the record. How results come out of a ledger, and
what is done with them, lives elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

from arena.match.record import EndReason

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS = range(2, 7)
"""The numbers of seats that a table can have."""

LOSS_UNITS = lcm(*range(1, SEATS.stop))
"""One loss in units of which every share 1/m, m up to six, is whole: sums of shares are exact,
and don't depend on the order in which results come."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot in a league, at one exact version.

    Attributes:
        name: the bot's name; untrusted text.
        digest: the first 12 hex digits of its folder's digest.
        author_version: what its author calls the version, or "".
        remote: whether it plays from another machine; no part of its identity.
    """

    name: str
    digest: str
    author_version: str = ""
    remote: bool = False

    @property
    def id(self) -> str:
        """What results call the entry: `name@digest`."""
        return f"{self.name}@{self.digest}"

    @property
    def version(self) -> str:
        """The version for readers: the author's text, where there is one, and the digest."""
        return "+".join(filter(None, (self.author_version, self.digest)))

    @classmethod
    def parse(cls, entry_id: str) -> Entry:
        """The entry that an id names.

        Raises:
            ValueError: if the text is not `name@digest`.
        """
        name, at, digest = entry_id.rpartition("@")
        if not (name and at and digest):
            raise ValueError(f"an entry id is name@digest, not {entry_id!r}")
        return cls(name, digest)


@dataclass(frozen=True, slots=True)
class Result:
    """How one match ended, and between whom.

    Attributes:
        match_id: names the match in its league.
        block: the deal's block; matches of one block are not independent of each other.
        order: the match's place in the schedule, from 0.
        entries: an entry id per seat, all different.
        losers: seats in ascending order; several only after a stalemate, sharing the loss.
        out: seats that went out, first to last. A seat that faulted after it went out is in
            both, and has lost.
        reason: a value of `EndReason`.
        fault_seat: whose fault ended the match; None unless the reason is a fault.
        fault_kind: which fault; None unless the reason is a fault.
        think_us: per seat how long each answered question took, in microseconds.
    """

    match_id: str
    block: str
    order: int
    entries: tuple[str, ...]
    losers: tuple[int, ...]
    out: tuple[int, ...]
    reason: str
    fault_seat: int | None
    fault_kind: str | None
    think_us: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        """Raises ValueError, naming the match, if the fields don't fit each other."""
        for wrong in self._mistakes():
            raise ValueError(f"match {self.match_id!r}: {wrong}")

    @property
    def seats(self) -> int:
        """How many sat at the table."""
        return len(self.entries)

    @property
    def table(self) -> tuple[str, ...]:
        """Who sat at the table, whatever the seating."""
        return tuple(sorted(self.entries))

    @property
    def safe(self) -> tuple[int, ...]:
        """The seats that didn't lose."""
        return tuple(seat for seat in range(self.seats) if seat not in self.losers)

    def loss_units(self, seat: int) -> int:
        """The seat's share of the loss, of `LOSS_UNITS`."""
        return LOSS_UNITS // len(self.losers) if seat in self.losers else 0

    def places(self) -> tuple[tuple[int, ...], ...]:
        """The finishing order: seats that share a place stand together, the losers last.

        Those who are neither out nor losers (safe in a stalemate, or still in when another's
        fault ended the match) come after those who went out, as they would have in whatever
        had followed.
        """
        out = tuple(seat for seat in self.out if seat not in self.losers)
        still_in = tuple(seat for seat in self.safe if seat not in out)
        groups = (*((seat,) for seat in out), still_in, self.losers)
        return tuple(group for group in groups if group)

    def _mistakes(self) -> Iterator[str]:
        if not (self.match_id and self.block):
            yield "it needs an id and a block"
        if self.order < 0:
            yield f"its place in the schedule is {self.order}, below 0"
        if self.seats not in SEATS:
            yield f"2 to 6 seats, not {self.seats}"
        if _repeats(self.entries):
            yield f"an entry sits twice: {self.entries}"
        if self.reason not in _REASONS:
            yield f"ended by {self.reason!r}, which is no reason"
        if not self._losers_fit():
            yield f"losers {self.losers} of {self.seats} seats, reason {self.reason!r}"
        if not self._out_fits():
            yield f"out {self.out} of {self.seats} seats, losers {self.losers}"
        if not self._fault_fits():
            yield f"a fault {self.fault_kind!r} of seat {self.fault_seat} with {self.reason!r}"
        if len(self.think_us) != self.seats:
            yield f"think times of {len(self.think_us)} seats, not {self.seats}"

    def _losers_fit(self) -> bool:
        ascending = self.losers == tuple(sorted(set(self.losers)))
        shared = len(self.losers) > 1
        return (
            bool(self.losers)
            and ascending
            and 0 <= self.losers[0] <= self.losers[-1] < self.seats
            and (not shared or self.reason == EndReason.STALEMATE)
        )

    def _out_fits(self) -> bool:
        inside = all(0 <= seat < self.seats for seat in self.out)
        lost_too = not set(self.out).isdisjoint(self.losers)
        return inside and not _repeats(self.out) and (not lost_too or self._faulted())

    def _fault_fits(self) -> bool:
        if self._faulted():
            return bool(self.fault_kind) and self.losers == (self.fault_seat,)
        return self.fault_seat is None and self.fault_kind is None

    def _faulted(self) -> bool:
        return self.reason == EndReason.FAULT


_REASONS = frozenset(EndReason)


def _repeats(values: tuple[object, ...]) -> bool:
    return len(set(values)) < len(values)
