"""How long a bot may think: the time control of a match and what is left of it.

All times are whole microseconds, so that sums are exact and records don't depend on rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time for a decision and for a match.

    A decision may take `move_time`; what it takes beyond is taken from the seat's `bank` for
    the match. A bot whose bank is used up is late.

    Attributes:
        move_time: seconds for one decision, above 0.
        bank: seconds for a whole match beyond the move times, 0 or more.
        start_time: seconds that a process may take from its start to its hello, above 0.
    """

    move_time: float = 1.0
    bank: float = 10.0
    start_time: float = 10.0

    def __post_init__(self) -> None:
        """Refuse times that no bot could keep.

        Raises:
            ValueError: a time is out of its range.
        """
        for name, least in (("move_time", 0.001), ("bank", 0.0), ("start_time", 0.1)):
            value = getattr(self, name)
            if not least <= value <= 86_400:
                raise ValueError(f"{name}: expected {least:g} to 86400 seconds, got {value:g}")

    @property
    def move_time_us(self) -> int:
        """`move_time` in microseconds."""
        return round(self.move_time * MICRO)

    @property
    def bank_us(self) -> int:
        """`bank` in microseconds."""
        return round(self.bank * MICRO)


class Clock:
    """The banks of a match's seats."""

    __slots__ = ("_banks", "_move_time_us")

    def __init__(self, control: TimeControl, seats: int) -> None:
        """Fill the bank of each of `seats` seats."""
        self._move_time_us = control.move_time_us
        self._banks = [control.bank_us] * seats

    @property
    def move_time_us(self) -> int:
        """Time for a decision before the bank is used, in microseconds."""
        return self._move_time_us

    def bank_us(self, seat: int) -> int:
        """What is left of the seat's bank, in microseconds."""
        return self._banks[seat]

    def limit_us(self, seat: int) -> int:
        """The longest that the seat's next decision may take, in microseconds."""
        return self._move_time_us + self._banks[seat]

    def charge(self, seat: int, think_us: int) -> bool:
        """Take a decision's time from the seat's bank; False if it was more than there is."""
        over = think_us - self._move_time_us
        if over <= 0:
            return True
        left = self._banks[seat] - over
        self._banks[seat] = max(left, 0)
        return left >= 0
