"""Whether a bot can be started on this machine as it is, without starting it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from arena.referee.manifest import OUTPUTS
from arena.referee.sandbox import sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.referee.manifest import BotSpec

BRIDGE = "arena-bridge"
"""The program before the program, for bots that don't speak gRPC."""


class State(StrEnum):
    """What can be done with a bot."""

    READY = "ready"
    NOT_BUILT = "not built"
    CANT_RUN = "can't run"


@dataclass(frozen=True, slots=True)
class Readiness:
    """What can be done with a bot, and why not more.

    Attributes:
        state: in a word.
        why: what is missing, in words; empty if nothing is.
    """

    state: State
    why: str = ""


def readiness(spec: BotSpec) -> Readiness:
    """Look for what the bot's commands name: programs, and what its build makes."""
    manifest = spec.manifest
    missing = [word for word in _own_files(spec) if not (spec.folder / word).exists()]
    if missing and manifest.build is not None:
        tool = _lacking(spec, manifest.build[0])
        if tool:
            return Readiness(State.CANT_RUN, f"not built, and for that {tool}")
        return Readiness(State.NOT_BUILT, f"{missing[0]} isn't there: arena bot build")
    if missing:
        return Readiness(State.CANT_RUN, f"{missing[0]} isn't there")
    lacking = [text for word in _programs(spec) if (text := _lacking(spec, word))]
    return Readiness(State.CANT_RUN, lacking[0]) if lacking else Readiness(State.READY)


def _programs(spec: BotSpec) -> Iterator[str]:
    first, *rest = spec.manifest.run
    yield first
    if first == BRIDGE and rest:
        yield rest[0]


def _own_files(spec: BotSpec) -> Iterator[str]:
    """The words of the command that must be files of the bot's folder."""
    yield from (word for word in _programs(spec) if "/" in word)
    for word in spec.manifest.run[1:]:
        if PurePosixPath(word).parts[0] in OUTPUTS:
            yield word


def _lacking(spec: BotSpec, word: str) -> str:
    """What keeps a program from being started; empty if nothing does."""
    if word == "python":
        return ""
    if "/" in word:
        path = spec.folder / word
        return "" if os.access(path, os.X_OK) else f"{word} isn't executable"
    found = shutil.which(word, path=sight.binaries()) or shutil.which(word)
    return "" if found else f"there is no {word} on this machine"
