"""A ruleset: a game, its number of players, and all its options.

A ruleset says nothing by omission: every option of the game stands in it. Rulesets are
made, with defaults filled in and every value checked, by `arena.games.registry`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

OptionValue: TypeAlias = bool | int | str


def option_text(value: OptionValue) -> str:
    """An option's value as rulesets and league files write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Options(Mapping[str, OptionValue]):
    """Options sorted by name; immutable, hashable, picklable."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, OptionValue]) -> None:
        self._values = {name: values[name] for name in sorted(values)}

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __str__(self) -> str:
        return ",".join(f"{name}={option_text(value)}" for name, value in self.items())

    def __repr__(self) -> str:
        return f"Options({self._values!r})"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What is played. `str(ruleset)`, as in `atlanta[min_sequence=2]/3`, parses back."""

    game: str
    players: int
    options: Options

    def __str__(self) -> str:
        options = f"[{self.options}]" if self.options else ""
        return f"{self.game}{options}/{self.players}"
