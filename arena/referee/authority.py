"""A certificate authority of the league's own, and certificates that it signs.

The authority's certificate, which the bots' owners get, is made once and stays what it is. What
the server shows is signed anew at every start, for the names of that start, and its key is
never written down.

This module needs the library `cryptography`, which comes with the extra `serve`.
"""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arena.errors import ConfigError
from arena.referee.certificate import AUTHORITY, Certificate
from arena.referee.tokens import write_secret

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_AUTHORITY_KEY = "ca-key.pem"
_AUTHORITY_DAYS = 3650
_DAYS = 398
_SKEW = timedelta(days=1)
"""By which the clocks of two machines may differ."""


def issue(folder: Path, names: Iterable[str]) -> Certificate:
    """A certificate for a server that is called by any of these names or addresses.

    Args:
        folder: where the authority is, or will be.
        names: of hosts, and IP addresses.

    Raises:
        ConfigError: the authority can't be read or written, or a name is none.
    """
    authority, signer = _authority(folder)
    key = ec.generate_private_key(ec.SECP256R1())
    known = x509.SubjectAlternativeName([_general(name) for name in names])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    certificate = (
        _builder("arena referee", authority.subject, key.public_key(), _DAYS)
        .add_extension(known, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(issuer, critical=False)
        .sign(signer, hashes.SHA256())
    )
    return Certificate(certificate.public_bytes(serialization.Encoding.PEM), _pem(key))


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    file, key_file = folder / AUTHORITY, folder / _AUTHORITY_KEY
    if not file.is_file() and not key_file.is_file():
        _make_authority(file, key_file)
    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
    except (OSError, ValueError, TypeError) as error:
        wanted = f"expected the league's certificate authority, in {AUTHORITY} and "
        again = "without both files a new one is made, whose certificate bots need then"
        raise ConfigError(f"{folder}: {wanted}{_AUTHORITY_KEY}: {error}; {again}") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ConfigError(f"{key_file}: expected a key that arena made, got another kind")
    return certificate, key


def _make_authority(file: Path, key_file: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = (
        _builder(
            f"arena league {file.parent.stem}"[:64], None, key.public_key(), _AUTHORITY_DAYS
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(authority=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    write_secret(key_file, _pem(key))
    write_secret(file, certificate.public_bytes(serialization.Encoding.PEM))


def _builder(
    name: str, issuer: x509.Name | None, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _SKEW)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        pass
    try:
        return x509.DNSName(name)
    except ValueError as error:
        raise ConfigError(f"expected the name of a host, got {name!a}") from error


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
