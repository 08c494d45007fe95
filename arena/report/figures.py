"""Standings for programs: JSON and CSV, with the same fields in the same order."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from arena.report.untrusted import harmless

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arena.league.standings import Standing


def standings_json(league: Mapping[str, object], standings: Sequence[Standing]) -> str:
    """A JSON object: `league` as given, and `standings`, a list with an object an entry.

    Rates are fractions of 1, think times microseconds, and null is what there isn't.
    """
    table = {"league": dict(league), "standings": [asdict(one) for one in standings]}
    return json.dumps(table, indent=2, ensure_ascii=True) + "\n"


def standings_csv(standings: Sequence[Standing], seats: int) -> str:
    """A line of names, and a line an entry.

    What is a list in the JSON form is a column a seat here, and the faults by kind are one
    cell: `crashed 2, move-timeout 1`.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if not standings:
        return ""
    rows = [_flat(one, seats) for one in standings]
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)
    return out.getvalue()


def _flat(one: Standing, seats: int) -> dict[str, object]:
    row: dict[str, object] = {}
    for name, value in asdict(one).items():
        if name == "loss_rate_by_seat":
            rates = [*value, *[None] * (seats - len(value))]
            row |= {f"loss_rate_seat_{seat}": rate for seat, rate in enumerate(rates)}
        elif name == "fault_kinds":
            row[name] = ", ".join(f"{kind} {count}" for kind, count in value.items())
        else:
            row[name] = harmless(value) if isinstance(value, str) else value
    return row
