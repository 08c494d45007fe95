"""Chance is an input: everything random in a match follows from one seed.

The rules: docs/rules.md, "Chance".

A seed is 32 bytes. It opens any number of byte streams, told apart by a label; a deal is
what the streams "dealer", "deck" and "dreck" give. No other module draws random numbers
for a game, and this one doesn't know a game.
"""

import hashlib
import hmac
from dataclasses import dataclass
from typing import TypeAlias

from arena.errors import NotationError

Seed: TypeAlias = bytes

_WORDS = 1 << 32


class Stream:
    """A stream of random bytes: HMAC-SHA256 under the seed of the label and a counter."""

    __slots__ = ("_buffer", "_counter", "_label", "_seed")

    def __init__(self, seed: Seed, label: str) -> None:
        self._seed = seed
        self._label = label.encode()
        self._counter = 0
        self._buffer = b""

    def take(self, n: int) -> bytes:
        """The next n bytes."""
        while len(self._buffer) < n:
            message = self._label + self._counter.to_bytes(4, "big")
            self._buffer += hmac.digest(self._seed, message, "sha256")
            self._counter += 1
        taken, self._buffer = self._buffer[:n], self._buffer[n:]
        return taken

    def below(self, n: int) -> int:
        """A number 0..n-1, each equally likely: words past the last multiple are dropped."""
        limit = _WORDS // n * n
        while (word := int.from_bytes(self.take(4), "big")) >= limit:
            pass
        return word % n

    def shuffle(self) -> tuple[int, ...]:
        """All 52 cards in random order."""
        cards = list(range(52))
        for i in range(51, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)


def stream(seed: Seed, label: str) -> Stream:
    """Open the seed's stream with this label, at its beginning."""
    return Stream(seed, label)


def seed_from_text(text: str) -> Seed:
    """The seed that a text stands for: SHA-256 of its UTF-8 bytes."""
    return hashlib.sha256(text.encode()).digest()


def bot_seed(seed: Seed, seat: int) -> bytes:
    """16 bytes for the randomness of the bot in this seat; they tell nothing of the deal."""
    return stream(seed, f"bot/{seat}").take(16)


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance fixed before the first card was played.

    `pack` is dealt from index 0 (two-handed Mattis sets its first ten cards aside);
    `dreck_order` is the order in which cards laid out between the phases are dealt.
    Raises NotationError if either isn't all 52 cards, or the dealer no seat.
    """

    dealer: int
    pack: tuple[int, ...]
    dreck_order: tuple[int, ...]

    def __post_init__(self) -> None:
        cards = list(range(52))
        for name in ("pack", "dreck_order"):
            if sorted(getattr(self, name)) != cards:
                raise NotationError(f"a deal's {name} must hold each of the 52 cards once")
        if self.dealer < 0:
            raise NotationError(f"a deal's dealer must be a seat, got {self.dealer}")


def deal_from_seed(seed: Seed, players: int) -> Deal:
    """The deal that a seed fixes for a table of this size."""
    return Deal(
        dealer=stream(seed, "dealer").below(players),
        pack=stream(seed, "deck").shuffle(),
        dreck_order=stream(seed, "dreck").shuffle(),
    )
