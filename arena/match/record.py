"""A finished match: enough to replay it, to rate it, and to tell it to a person.

The JSON form is the msgspec encoding of `Record`; `docs/records.md` describes it. The text form
is for reading.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import msgspec

from arena.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMA = 1
"""The version of the record's form; a reader refuses a newer one."""

BARE = "bare"
"""The rung of isolation that is none."""


class EndReason(StrEnum):
    """Why a match ended."""

    PLAYED = "played"
    STALEMATE = "stalemate"
    FAULT = "fault"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sat in a seat.

    Attributes:
        bot: the bot's name.
        version: its author's version text.
        digest: SHA-256 of its folder's content, hex; of what its owner says of it if it is
            remote.
        remote: whether it played from another machine, where nothing is isolated or replaced.
    """

    bot: str
    version: str
    digest: str
    remote: bool = False


class Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One decision and the action taken, as a JSON list of four.

    Attributes:
        seat: who decided.
        action: the action's text.
        think_us: how long it took in microseconds; None if there was but one legal action,
            which the referee plays without asking.
        hash: the first 8 hex digits of the chain of state hashes after the action.
    """

    seat: int
    action: str
    think_us: int | None
    hash: str


class RecordedFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault that ended the match.

    Attributes:
        seat: whose fault it was.
        kind: a value of `arena.match.faults.FaultKind`.
        detail: one line for people. Says what happened this time, so it may differ when the
            match is played again.
    """

    seat: int
    kind: str
    detail: str


class Record(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """A finished match.

    Attributes:
        schema: `SCHEMA` of the writer.
        engine: version of the harness that played it.
        sandbox: the rung of isolation on which the bots were kept, never empty.
        match_id: the match's name in its league.
        again: how often the match was begun before and not finished, each time with another
            deal. Counted only where a remote bot sits, which can't be made to forget a deal.
        ruleset: text of the ruleset (`arena.games.ruleset.Ruleset`).
        seed: the 32 bytes that fixed the deal, hex.
        seating: who sat where, by seat.
        steps: every decision in order, forced ones too.
        fault: what ended the match, if it was a fault.
        losers: seats; one, or several in a stalemate.
        out: seats in the order in which they went out; in a match ended by a fault, those who
            were out by then.
        reason: why it ended.
        hash: the whole last hash of the chain, 64 hex digits.
    """

    schema: int
    engine: str
    sandbox: Annotated[str, msgspec.Meta(min_length=1)]
    match_id: str
    ruleset: str
    seed: str
    seating: tuple[Player, ...]
    steps: tuple[Step, ...]
    fault: RecordedFault | None
    losers: tuple[int, ...]
    out: tuple[int, ...]
    reason: EndReason
    hash: str
    again: int = 0

    def to_json(self) -> bytes:
        """The record as one line of JSON, UTF-8."""
        return _encoder.encode(self)

    @classmethod
    def from_json(cls, text: bytes | str) -> Record:
        """Read what `to_json` wrote.

        Raises:
            RecordError: the text is no record, or one of a newer schema.
        """
        try:
            record = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RecordError(f"not a match record: {error}") from error
        if record.schema > SCHEMA:
            raise RecordError(
                f"{record.match_id}: record of schema {record.schema}, this version of arena "
                f"reads up to {SCHEMA}"
            )
        return record

    def think_us(self, seat: int) -> tuple[int, ...]:
        """The seat's think times in order, microseconds; forced decisions have none."""
        return tuple(
            s.think_us for s in self.steps if s.seat == seat and s.think_us is not None
        )

    def to_text(self) -> str:
        """The record for a person: who, what, and the actions, eight to a line."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"match {self.match_id}: {self.ruleset}, seed {self.seed}, arena {self.engine}"
        for seat, player in enumerate(self.seating):
            remote = ", remote" if player.remote else ""
            yield f"seat {seat}: {player.bot} {player.version} ({player.digest[:12]}{remote})"
        for start in range(0, len(self.steps), 8):
            moves = self.steps[start : start + 8]
            yield f"{start + 1:>4}. " + "  ".join(f"{s.seat}:{s.action}" for s in moves)
        if self.fault:
            yield f"fault of seat {self.fault.seat}: {self.fault.kind}: {self.fault.detail}"
        lost = ", ".join(f"{self.seating[s].bot} (seat {s})" for s in self.losers)
        yield f"lost: {lost}; out: {' '.join(map(str, self.out)) or 'nobody'}; {self.reason}"


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)
