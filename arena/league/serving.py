"""What is needed before a league can be played with bots on other machines."""

from __future__ import annotations

import errno
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.referee.certificate import (
    AUTHORITY,
    Certificate,
    fingerprint,
    load_certificate,
    make_certificate,
    names_for,
)
from arena.referee.remote import Listen
from arena.referee.tokens import has_token, make_token, revoke_token
from arena.tomlfile import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arena.league.config import League


_TAKEN = 5.0
"""Seconds to wait for an address that is taken: by a run that was killed, whose worker takes a
moment to notice."""


@dataclass(frozen=True, slots=True)
class Serving:
    """How a league is served.

    Attributes:
        listen: for the runner.
        authority: the file that bots need to know the server by; None with the keeper's own
            certificate.
        fingerprint: SHA-256 of the authority, or of the keeper's certificate.
        names: by which bots may call the server; empty with the keeper's own certificate.
        without_token: remote bots that can't come in, for they have no token.
    """

    listen: Listen
    authority: Path | None
    fingerprint: str
    names: tuple[str, ...]
    without_token: tuple[str, ...]


def prepare(
    league: League,
    address: str,
    *,
    names: Sequence[str] = (),
    own: tuple[Path, Path] | None = None,
) -> Serving:
    """See that the league can be served at that address.

    Args:
        league: what is going to be played.
        address: host and port to listen at; port 0 is any that is free.
        names: by which bots call this machine, besides the host.
        own: the keeper's own certificate and key; None: one is made.

    Raises:
        ConfigError: nobody in the league is remote, nobody can listen there, or there is
            something wrong with the certificate.
    """
    remote = remote_names(league)
    if not remote:
        raise ConfigError(
            f"{league.file}: bots: expected a remote one, got none; "
            f"`arena league run` plays such a league"
        )
    host, port = _free(*_parsed(address), address)
    known = names_for(host, names)
    certificate = load_certificate(*own) if own else make_certificate(league.keys, known)
    authority = None if own else league.keys / AUTHORITY
    listen = Listen(
        address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        chain=certificate.chain.decode(),
        key=certificate.key.decode(),
        tokens=str(league.keys),
    )
    return Serving(
        listen=listen,
        authority=authority,
        fingerprint=fingerprint(_shown(certificate, authority)),
        names=() if own else known,
        without_token=tuple(name for name in remote if not has_token(league.keys, name)),
    )


def remote_names(league: League) -> tuple[str, ...]:
    """The names of the league's remote bots."""
    return tuple(bot.name for bot in league.bots if bot.remote)


def token_for(league: League, name: str) -> str:
    """A new token for a remote bot of the league; an older one is good no more.

    Raises:
        ConfigError: there is no such bot, or the token can't be kept.
    """
    _check_remote(league, name)
    return make_token(league.keys, name)


def revoke(league: League, name: str) -> bool:
    """Take a bot's token away; whether it had one.

    Raises:
        ConfigError: it can't be removed.
    """
    return revoke_token(league.keys, name)


def _check_remote(league: League, name: str) -> None:
    remote = remote_names(league)
    if name in remote:
        return
    if not remote:
        raise ConfigError(f"{league.file}: bots: no remote bot is there")
    raise ConfigError(f"{league.file}: bots: no remote bot {name!r}: {nearest(name, remote)}")


def _parsed(address: str) -> tuple[str, int]:
    host, colon, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (host and colon and port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise ConfigError(
            f"expected HOST:PORT to listen at, such as 0.0.0.0:4646, got {address!r}"
        )
    return host, int(port)


def _free(host: str, port: int, address: str) -> tuple[str, int]:
    """The same, when nobody listens there; with a port that is free for 0."""
    give_up = time.monotonic() + _TAKEN
    while True:
        try:
            return host, _try(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > give_up:
                why = error.strerror or error
                raise ConfigError(f"can't listen at {address}: {why}") from error
        time.sleep(_TAKEN / 50)


def _try(host: str, port: int) -> int:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, place = found[0]
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(place)
        probe.listen()
        return int(probe.getsockname()[1])


def _shown(certificate: Certificate, authority: Path | None) -> bytes:
    """The certificate that bots' owners compare."""
    return certificate.chain if authority is None else authority.read_bytes()
