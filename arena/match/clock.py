"""How long a bot may think: the time control of a match and what is left of it.

All times are whole microseconds, so that sums are exact and records don't depend on rounding.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from arena.match.faults import FaultKind

MICRO = 1_000_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time for a decision and for a match; all in seconds.

    A decision may take `move_time`; what it takes beyond is taken from the seat's `bank` for
    the match, which gets `increment` after each decision. A bot whose bank is used up is late.

    Attributes:
        move_time: for one decision, above 0.
        bank: for a whole match, beyond the move times.
        start_time: that a process may take from its start to its hello, above 0.
        increment: added to the bank after each of the seat's decisions.
        match_time: for the thinking of all seats in a match together; when it is used up, the
            seat that used most of it is late. 0: as long as the rules allow.
        margin: by which an answer may be late unpunished, for what is no bot's fault: the way
            through the transport, the scheduling of a busy machine.
    """

    move_time: float = 1.0
    bank: float = 10.0
    start_time: float = 10.0
    increment: float = 0.0
    match_time: float = 0.0
    margin: float = 0.01

    def __post_init__(self) -> None:
        """Refuse times that no bot could keep.

        Raises:
            ValueError: a time is out of its range.
        """
        least = {"move_time": 0.001, "start_time": 0.1}
        for field in fields(self):
            value, lowest = getattr(self, field.name), least.get(field.name, 0.0)
            if not lowest <= value <= 86_400:
                expected = f"expected {lowest:g} to 86400 seconds, got {value:g}"
                raise ValueError(f"{field.name}: {expected}")

    @property
    def move_time_us(self) -> int:
        """`move_time` in microseconds."""
        return round(self.move_time * MICRO)

    @property
    def bank_us(self) -> int:
        """`bank` in microseconds."""
        return round(self.bank * MICRO)

    @property
    def increment_us(self) -> int:
        """`increment` in microseconds."""
        return round(self.increment * MICRO)

    @property
    def match_time_us(self) -> int:
        """`match_time` in microseconds; 0: no limit."""
        return round(self.match_time * MICRO)

    @property
    def margin_us(self) -> int:
        """`margin` in microseconds."""
        return round(self.margin * MICRO)


class Clock:
    """What each seat of a match has left, and how long it has thought."""

    __slots__ = ("_banks", "_control", "_used")

    def __init__(self, control: TimeControl, seats: int) -> None:
        """Fill the bank of each of `seats` seats."""
        self._control = control
        self._banks = [control.bank_us] * seats
        self._used = [0] * seats

    @property
    def move_time_us(self) -> int:
        """Time for a decision before the bank is used, in microseconds."""
        return self._control.move_time_us

    def bank_us(self, seat: int) -> int:
        """What is left of the seat's bank, in microseconds."""
        return self._banks[seat]

    def limit_us(self, seat: int) -> int:
        """The longest that the seat's next decision may take, microseconds; without margin."""
        limit = self._control.move_time_us + self._banks[seat]
        total = self._control.match_time_us
        return min(limit, max(total - sum(self._used), 0)) if total else limit

    def charge(self, seat: int, think_us: int) -> FaultKind | None:
        """Take a decision's time from what the seat has left.

        Returns:
            None if there was enough; MOVE_TIMEOUT if the seat's time was too short,
            MATCH_TIMEOUT if the match's was, by more than the margin.
        """
        control = self._control
        self._used[seat] += think_us
        left = self._banks[seat] + control.move_time_us - think_us
        if left < -control.margin_us:
            self._banks[seat] = 0
            return FaultKind.MOVE_TIMEOUT
        bank = max(min(left, self._banks[seat]), 0)
        self._banks[seat] = bank + control.increment_us
        total = control.match_time_us
        if total and sum(self._used) > total + control.margin_us:
            return FaultKind.MATCH_TIMEOUT
        return None

    def slowest(self) -> int:
        """The seat that has thought longest; the first of several."""
        return self._used.index(max(self._used))

    def used_us(self, seat: int) -> int:
        """How long the seat has thought in this match, microseconds."""
        return self._used[seat]
