"""What a newer referee might say, put into what this one says.

Everything here may be added in version 1 of the protocol (`protos/README.md`): fields, kinds of
event and of end, options. None of it is a reason for a bot to play otherwise, or to fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.v1 import arena_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.message import Message

NUMBER = 1999
"""A number that no field and no value of an enum has."""

NEVER_BEGUN = 1 << 40
"""A match that never begins."""


def _unknown_fields() -> bytes:
    """One of each way in which a field is written."""
    fields = []
    for offset, (wire, value) in enumerate(
        ((0, b"\x2a"), (1, b"8 bytes."), (2, b"\x05hello"), (5, b"four"))
    ):
        tag = (NUMBER + offset) << 3 | wire
        fields.append(bytes((tag & 0x7F | 0x80, tag >> 7)) + value)
    return b"".join(fields)


_FIELDS = _unknown_fields()


def surprise(message: pb.PlayResponse) -> None:
    """Put all that a bot must stand into a message."""
    for start in message.starts:
        start.ruleset.options.add(name="zest", value="lemon")
    for decision in message.decisions:
        _add_event(decision.events)
    for end in message.ends:
        _add_event(end.events)
        if end.reason == pb.END_REASON_PLAYED:
            end.reason = NUMBER  # type: ignore[assignment]
    if not message.HasField("welcome"):
        message.ends.add(match_id=NEVER_BEGUN, reason=pb.END_REASON_VOID)
    _add_fields(message)


def _add_event(events: object) -> None:
    events.add(kind=NUMBER, seat=0, count=1)  # type: ignore[attr-defined]


def _add_fields(message: Message) -> None:
    """Unknown fields, into a message and all that it holds."""
    for field, value in message.ListFields():
        if field.message_type is not None:
            for inner in value if field.is_repeated else (value,):
                _add_fields(inner)
    message.MergeFromString(_FIELDS)
