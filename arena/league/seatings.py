"""In which seatings a deal is played, so that luck of place cancels out.

For k bots at k seats there are k! seatings: 2, 6, 24, 120, 720. A block plays k(k-1) of them:
2, 6, 12, 20, 30; up to three seats these are all. In this set

- every bot sits in every seat k-1 times, and
- every ordered pair of bots sits next to each other, the second on the first's left, k times.

Both counts are exact for every k from 2, and no smaller set has them: the number of seatings
must be a multiple of k for the first and of k-1 for the second.

The set is built so. One bot is the fixed one; the others are the numbers modulo m = k-1. They
sit in the order of a zigzag, 0, 1, -1, 2, -2, …, whose steps are 1, -2, 3, -4, …: for an even m
every number but 0 once, for an odd m every number or its opposite twice. Row r of k has the
fixed bot in seat r and the zigzag in the seats to its left, in every other row with all signs
turned; and every row is repeated m times with 0, 1, …, m-1 added to the numbers. Adding lets
every bot pass every place of the zigzag, and makes of each step one meeting of every pair that
is so far apart; turning the signs evens out a step and its opposite.
"""

from __future__ import annotations

from math import factorial

Seating = tuple[int, ...]
"""For each seat, the number of the bot that sits there, counted from 0."""


def seatings(seats: int) -> tuple[Seating, ...]:
    """The seatings in which a deal is played, in the order of the passes."""
    if seats < 2:
        raise ValueError(f"expected 2 or more seats, got {seats}")
    return tuple(
        _seating(seats, fixed_seat, added)
        for added in range(seats - 1)
        for fixed_seat in range(seats)
    )


def describe(seats: int) -> str:
    """One line on the set, for people."""
    chosen, every = seats * (seats - 1), factorial(seats)
    which = f"all {every} seatings" if chosen == every else f"{chosen} of {every} seatings"
    return (
        f"{which}: every bot {_times(seats - 1)} in every seat, "
        f"every bot {_times(seats)} on the left of every other"
    )


def _seating(seats: int, fixed_seat: int, added: int) -> Seating:
    others = seats - 1
    sign = 1 if fixed_seat % 2 == 0 else -1
    row = [(sign * number + added) % others for number in _zigzag(others)]
    circle = [others, *row]
    return tuple(circle[(seat - fixed_seat) % seats] for seat in range(seats))


def _zigzag(length: int) -> list[int]:
    """So many of 0, 1, -1, 2, -2, and so on."""
    return [(n + 1) // 2 * (1 if n % 2 else -1) for n in range(length)]


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
