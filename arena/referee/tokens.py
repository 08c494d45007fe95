"""Tokens of bots on other machines: made once, shown once, kept as SHA-256 only.

A league's tokens lie in a folder beside its file, one small file a bot, for the keeper's eyes
alone. A token holds 256 bits of chance, so its plain hash gives nothing away. Files are read
when a bot dials in: a token that is made or revoked meanwhile counts at once.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from typing import TYPE_CHECKING

from arena.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_BYTES = 32
_SUFFIX = ".token"


def make_token(folder: Path, name: str) -> str:
    """A new token for the bot of that name; one that it had before is good no more.

    Raises:
        ConfigError: it can't be written.
    """
    token = secrets.token_urlsafe(_BYTES)
    write_secret(_file(folder, name), f"{_digest(token)}\n".encode())
    return token


def revoke_token(folder: Path, name: str) -> bool:
    """Forget the bot's token; whether there was one.

    Raises:
        ConfigError: it can't be removed.
    """
    file = _file(folder, name)
    try:
        file.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ConfigError(f"{file}: can't be removed: {error.strerror}") from error
    return True


def has_token(folder: Path, name: str) -> bool:
    """Whether the bot has a token."""
    return _file(folder, name).is_file()


def holder(folder: Path, token: str, names: Iterable[str]) -> str | None:
    """Which of these bots the token is for; None if it is nobody's."""
    shown, found = _digest(token).encode(), None
    for name in names:
        try:
            kept = _file(folder, name).read_bytes().strip()
        except OSError:
            continue
        if hmac.compare_digest(kept, shown):
            found = name
    return found


def write_secret(file: Path, content: bytes) -> None:
    """Write a file that only its owner may read, in one step, in a folder of the same kind.

    Raises:
        ConfigError: it can't be written.
    """
    new = file.with_name(f"{file.name}.{secrets.token_hex(4)}.new")
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(content)
        new.replace(file)
    except OSError as error:
        raise ConfigError(f"{file}: can't be written: {error.strerror}") from error


def _file(folder: Path, name: str) -> Path:
    return folder / f"{name}{_SUFFIX}"


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
