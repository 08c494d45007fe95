"""A message of the protocol as people can read it: cards and kinds as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.cards import card_text

if TYPE_CHECKING:
    from google.protobuf.descriptor import FieldDescriptor
    from google.protobuf.message import Message

_CARDS = frozenset({"trump_card"})
"""Numbers that are cards."""


def shown(message: Message) -> dict[str, Any]:
    """The message's fields as JSON values; those that are not there are left out."""
    return {field.name: _value(field, value) for field, value in message.ListFields()}


def _value(field: FieldDescriptor, value: Any) -> Any:  # noqa: ANN401 - any field's
    if field.is_repeated:
        return [_single(field, one) for one in value]
    return _single(field, value)


def _single(field: FieldDescriptor, value: Any) -> Any:  # noqa: ANN401 - any field's
    if field.message_type is not None:
        return shown(value)
    if field.enum_type is not None:
        known = field.enum_type.values_by_number.get(value)
        return value if known is None else known.name
    if isinstance(value, bytes):
        return value.hex() if field.name == "seed" else " ".join(map(_card, value))
    return _card(value) if field.name in _CARDS else value


def _card(number: int) -> str:
    return card_text(number) if number < 52 else str(number)
