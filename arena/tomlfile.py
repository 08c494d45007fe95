"""Reads a TOML file into a msgspec struct, and says exactly what is wrong with it.

Every mistake names the file and the key, what was expected and what came. What the keys mean
belongs to the structs: leagues (`arena.league.config`), manifests (`arena.referee.manifest`).
"""

from __future__ import annotations

import difflib
import re
import tomllib
import typing
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from arena.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

S = TypeVar("S", bound=msgspec.Struct)

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,31}\Z"
"""A name that is safe in file names, in ids and on terminals."""

LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]{0,80}\Z"
"""A line of anybody's text that can't steer a terminal."""

_FORMS = {
    NAME: "a name of at most 32 letters, digits, dots, underscores and hyphens",
    LINE: "a line of at most 80 characters without control characters",
}

_KEY = re.compile(r"[A-Za-z0-9_-]+|\[\d+\]|\[\.\.\.\]")
_AT = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(?P<key>.*)`", re.DOTALL)
_MISSING = re.compile(r"missing required field `(?P<key>.*)`")

_WORDS = {
    "Expected": "expected",
    "bool": "boolean",
    "int": "integer",
    "str": "string",
    "object": "table",
}
"""TOML's words for what the library calls otherwise."""


def read(file: Path, form: type[S]) -> S:
    """The file's content as a `form`.

    Raises:
        ConfigError: the file can't be read, isn't TOML, or doesn't have that form.
    """
    table = _parse(file)
    try:
        return msgspec.convert(table, form)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{file}: {_explain(str(error), table, form)}") from error


def wrong(file: Path, key: str, expected: str, got: object) -> ConfigError:
    """The error for a value that has the right type but can't be what it is."""
    return ConfigError(f"{file}: {key}: expected {expected}, got {shown(got)}")


def shown(value: object) -> str:
    """A value as it is quoted in messages: printable, and short."""
    text = str(value).lower() if isinstance(value, bool) else ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def nearest(word: str, words: typing.Iterable[str]) -> str:
    """The end of a message: the known words, and the one that was probably meant."""
    known = sorted(words)
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    meant = f"; did you mean {close[0]}?" if close else ""
    return f"known are {', '.join(known)}{meant}"


def _parse(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: not TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: not TOML: byte {error.start} is not UTF-8") from error
    except OSError as error:
        raise ConfigError(f"{file}: can't be read: {error.strerror}") from error


def _explain(message: str, table: dict[str, Any], form: type[msgspec.Struct]) -> str:
    match = _AT.match(message)
    assert match is not None, message  # noqa: S101 - the pattern takes any text
    what, steps = match["what"], _KEY.findall((match["path"] or "$").removeprefix("$"))
    at = _dotted(steps)
    if unknown := _UNKNOWN.search(what):
        keys = _keys_at(form, steps)
        return f"{_join(at, unknown['key'])}: unknown key, {nearest(unknown['key'], keys)}"
    if missing := _MISSING.search(what):
        return f"{_join(at, missing['key'])}: expected a value, got none"
    came = shown(_value_at(table, steps))
    if choice := _choice(_form_at(form, steps)):
        return f"{at}: expected {choice}, got {came}"
    return f"{at or 'the file'}: {_plain(what.split(', got')[0])}, got {came}"


def _plain(what: str) -> str:
    """The library's words for types and ranges in ours."""
    for pattern, form in _FORMS.items():
        what = what.replace(f"`str` matching regex {pattern!r}", form)
    what = what.replace("`", "").replace(" | null", "")
    return re.sub(r"\b\w+\b", lambda word: _WORDS.get(word[0], word[0]), what)


def _choice(form: object) -> str:
    """The values that an annotation such as `Literal["loss", "finish"]` names, if any."""
    values = [f'"{value}"' for value in _values(form)]
    return " or ".join(filter(None, [", ".join(values[:-1]), *values[-1:]]))


def _values(form: object) -> Iterator[object]:
    if isinstance(form, type) and issubclass(form, Enum):
        yield from (one.value for one in form)
    elif typing.get_origin(form) is typing.Literal:
        yield from typing.get_args(form)
    else:
        for part in typing.get_args(form):
            yield from _values(part)


def _dotted(steps: list[str]) -> str:
    text = ""
    for step in steps:
        text = text + step if step.startswith("[") else _join(text, step)
    return text


def _join(at: str, key: str) -> str:
    return f"{at}.{key}" if at else key


def _value_at(value: Any, steps: list[str]) -> object:  # noqa: ANN401 - whatever TOML holds
    for step in steps:
        if step == "[...]":
            return value
        value = value[int(step[1:-1])] if step.startswith("[") else value[step]
    return value


def _keys_at(form: object, steps: list[str]) -> set[str]:
    """The keys of the table at that place of the form."""
    return {f.encode_name for f in msgspec.structs.fields(_struct(_form_at(form, steps)))}


def _form_at(form: object, steps: list[str]) -> object:
    """The annotation at that place of the form; of an item, that of its list."""
    for step in steps:
        if not step.startswith("["):
            fields = {f.encode_name: f.type for f in msgspec.structs.fields(_struct(form))}
            form = fields[step]
    return form


def _struct(form: object) -> type[msgspec.Struct]:
    """The struct in an annotation such as `list[str | Bot]`."""
    found = _find_struct(form)
    assert found is not None, form  # noqa: S101 - a path leads to a struct, or has no keys
    return found


def _find_struct(form: object) -> type[msgspec.Struct] | None:
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        return form
    parts = (_find_struct(part) for part in typing.get_args(form))
    return next((part for part in parts if part is not None), None)
