"""What a bot can do wrong, one name for each kind. `docs/faults.md` is the table for readers.

A fault is a value, not an exception: the match turns it into a result with one loser.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """The kinds of fault, as they stand in records."""

    START_FAILED = "start-failed"
    """The program could not be started, or ended before it said hello."""
    START_TIMEOUT = "start-timeout"
    """No hello within the start time."""
    MOVE_TIMEOUT = "move-timeout"
    """A decision took longer than its time and what was left of the bank."""
    MATCH_TIMEOUT = "match-timeout"
    """The time for the whole match was used up, most of it by this bot."""
    CRASHED = "crashed"
    """The process ended while a match was on."""
    CLOSED = "closed"
    """The process ended its stream while a match was on."""
    BAD_HELLO = "bad-hello"
    """The first message held no hello, or a later one held another."""
    BAD_TOKEN = "bad-token"  # noqa: S105 - a fault's name
    """The hello's token was not the one that the process was given."""
    BAD_VERSION = "bad-version"
    """The hello named a protocol version that the referee doesn't speak."""
    OVERSIZED = "oversized"
    """A message was larger than the referee takes."""
    MALFORMED = "malformed"
    """A message was not one of the protocol's."""
    UNKNOWN_MATCH = "unknown-match"
    """An answer named a match that the process was never told of."""
    UNASKED = "unasked"
    """An answer named a decision that was not asked yet."""
    ANSWERED_TWICE = "answered-twice"
    """A decision was answered again."""
    OUT_OF_RANGE = "out-of-range"
    """The index of an answer was outside the list of legal actions."""
    OVER_MEMORY = "over-memory"
    """The process, with all that it started, used more memory than it may."""
    OVER_PROCESSES = "over-processes"
    """It wanted more processes and threads than it may have."""
    OVER_OUTPUT = "over-output"
    """It printed, or put into its scratch folder, more than it may."""
    BENCHED = "benched"
    """The match was not played: the bot had faulted too often in a row before."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One bot's fault in one match.

    Attributes:
        seat: whose fault it is.
        kind: what it did.
        detail: one line for the bot's author: what was expected, what came.
    """

    seat: int
    kind: FaultKind
    detail: str
