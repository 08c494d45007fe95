"""A league's secret, from which all its deals come.

Its SHA-256 is published when the league starts and the secret when it ends, so that anyone can
check then that no deal was chosen to anyone's liking. Bots never see it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from arena.chance import seed_from_text


def make_secret(seed: str | None) -> bytes:
    """32 bytes: from the text, or fresh ones if there is none."""
    return secrets.token_bytes(32) if seed is None else seed_from_text(seed)


def commitment(secret: bytes) -> str:
    """What is published of a secret at the start: its SHA-256, hex."""
    return hashlib.sha256(secret).hexdigest()


def deal_seed(secret: bytes, table_key: str, deal: int, again: int = 0) -> bytes:
    """The 32 bytes that fix a table's deal.

    Args:
        secret: the league's.
        table_key: of the table (`arena.league.schedule.Table`).
        deal: its number, from 0.
        again: how often the match was begun before with another deal (`Record.again`).
    """
    label = f"deal/{table_key}/{deal}" + (f"/{again}" if again else "")
    return hmac.digest(secret, label.encode(), "sha256")
