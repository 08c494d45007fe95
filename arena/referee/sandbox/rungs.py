"""The rungs of isolation, and which of them an operator accepts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Rung(StrEnum):
    """A kind of isolation, best first. The values stand in records and league files."""

    NAMESPACES_ROOT = "namespaces-root"
    """bubblewrap started by root: namespaces, a user id for each bot, a cgroup."""
    NAMESPACES_USER = "namespaces-user"
    """bubblewrap started by an ordinary user, in a user namespace."""
    LANDLOCK = "landlock"
    """No namespaces: the kernel refuses paths, signals and networks to the process."""
    UID = "uid"
    """Started by root: a user id for each bot, and closed folders."""
    BARE = "bare"
    """Nothing: for programs that are trusted."""

    def at_least(self, other: Rung) -> bool:
        """Whether this rung isolates as well as `other`, or better."""
        return LADDER.index(self) <= LADDER.index(other)


LADDER = tuple(Rung)
"""All rungs, best first."""

STRICT = "strict"
AUTO = "auto"
OFF = "off"


@dataclass(frozen=True, slots=True)
class Policy:
    """Which rungs will do: the best one that works here, from `most` down to `least`."""

    least: Rung = Rung.BARE
    most: Rung = Rung.NAMESPACES_ROOT

    def __post_init__(self) -> None:
        """Refuse a policy that no rung can meet.

        Raises:
            ValueError: `least` isolates better than `most`.
        """
        if not self.most.at_least(self.least):
            raise ValueError(f"expected a rung below {self.most}, got {self.least}")

    @classmethod
    def parse(cls, text: str) -> Policy:
        """What `sandbox` in a league file says.

        `auto` takes the best rung there is, `strict` refuses to play without namespaces, `off`
        isolates nothing, and a rung's name asks for that rung or a better one.

        Raises:
            ValueError: the text is none of these.
        """
        if text == AUTO:
            return cls()
        if text == STRICT:
            return cls(least=Rung.NAMESPACES_USER)
        if text == OFF:
            return cls.exactly(Rung.BARE)
        if text in LADDER:
            return cls(least=Rung(text))
        raise ValueError(f"expected {', '.join(WORDS[:-1])} or {WORDS[-1]}, got {text!r}")

    @classmethod
    def exactly(cls, rung: Rung) -> Policy:
        """That rung and no other."""
        return cls(rung, rung)

    def __str__(self) -> str:
        """The text that `parse` reads, where there is one."""
        words = {Policy.parse(word): word for word in reversed(WORDS)}
        return words.get(self, f"{self.least} to {self.most}")

    @property
    def accepted(self) -> tuple[Rung, ...]:
        """The rungs to try, best first."""
        return LADDER[LADDER.index(self.most) : LADDER.index(self.least) + 1]


WORDS = (STRICT, AUTO, OFF, *(rung.value for rung in LADDER))
"""Everything that `Policy.parse` takes."""
