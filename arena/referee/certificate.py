"""The certificate that a listening referee shows to bots on other machines.

Either the keeper has one, or one is made (`arena.referee.authority`).
"""

from __future__ import annotations

import hashlib
import socket
import ssl
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

AUTHORITY = "ca.pem"
"""The file that bots need, in the league's folder."""

_EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - compared, not bound


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a server shows, and proves to own.

    Attributes:
        chain: PEM, its own certificate first.
        key: PEM.
    """

    chain: bytes
    key: bytes = field(repr=False)


def load_certificate(chain: Path, key: Path) -> Certificate:
    """The keeper's own certificate.

    Raises:
        ConfigError: the files can't be read, or don't belong together.
    """
    try:
        certificate = Certificate(chain.read_bytes(), key.read_bytes())
        # A password would be asked for on the terminal; a key with one is refused instead.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, lambda: "")
    except ssl.SSLError as error:
        wanted = "expected a certificate and its key, unencrypted, as PEM"
        raise ConfigError(f"{chain}, {key}: {wanted}: {error.reason or error}") from error
    except OSError as error:
        raise ConfigError(f"{error.filename or chain}: {error.strerror}") from error
    return certificate


def make_certificate(folder: Path, names: Iterable[str]) -> Certificate:
    """A certificate for a server that is called by any of these names or addresses.

    It is signed by the authority in `folder`, which is made if there is none.

    Raises:
        ConfigError: the library for it is missing, or the authority can't be read or written.
    """
    try:
        from arena.referee.authority import issue  # noqa: PLC0415 - its library is an extra
    except ImportError as error:
        raise ConfigError(
            "making a certificate takes the library cryptography, which comes with "
            "`pip install 'mattis-arena[serve]'`; or give one of your own with --cert and --key"
        ) from error
    return issue(folder, names)


def names_for(host: str, more: Sequence[str] = ()) -> tuple[str, ...]:
    """By which names bots may call a server that listens on `host`."""
    own = socket.gethostname() if host in _EVERYWHERE else host
    return tuple(dict.fromkeys([*more, own, "localhost", "127.0.0.1", "::1"]))


def fingerprint(pem: bytes) -> str:
    """SHA-256 of a certificate, as `openssl x509 -fingerprint -sha256` says it."""
    der = ssl.PEM_cert_to_DER_cert(pem.decode("ascii"))
    return hashlib.sha256(der).digest().hex(":").upper()
