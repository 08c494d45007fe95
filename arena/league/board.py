"""Which match goes to which worker next: pure, without processes or time.

A board holds matches that may be played in any order. It gives each to one worker, no more to a
worker than may be in flight, and none in which a bot would sit in more matches at a time than a
process of it plays.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from arena.league.schedule import Match, Table


class Board:
    """Matches that wait, and those being played by workers, which go by number.

    Attributes:
        waiting: how many matches no worker has got yet.
        running: how many matches workers have.
    """

    def __init__(
        self,
        matches: Sequence[Match],
        concurrency: Mapping[str, int],
        workers: int,
        in_flight: int,
    ) -> None:
        """Take the matches.

        Args:
            matches: in the schedule's order, which is kept where it can be.
            concurrency: by entry id, in how many matches at a time a process may sit.
            workers: how many there are; a short list is spread over all of them.
            in_flight: the most matches that a worker may have.
        """
        self._tables: OrderedDict[Table, deque[Match]] = OrderedDict()
        for match in matches:
            self._tables.setdefault(match.table, deque()).append(match)
        self._concurrency = concurrency
        self._most = min(in_flight, ceil(len(matches) / workers))
        self._busy: Counter[tuple[int, str]] = Counter()
        self._hands: dict[int, dict[str, Match]] = {n: {} for n in range(workers)}
        self.waiting = len(matches)
        self.running = 0

    def take(self, worker: int, away: Collection[str] = ()) -> Match | None:
        """The next match for the worker, without the entries that are `away`.

        None if there is none that it may have now.
        """
        if len(self._hands[worker]) >= self._most:
            return None
        table = next((t for t in self._tables if self._free(worker, t, away)), None)
        if table is None:
            return None
        match = self._take_from(table)
        self._hands[worker][match.match_id] = match
        self._busy.update((worker, entry) for entry in match.entries)
        self.waiting -= 1
        self.running += 1
        return match

    def finish(self, worker: int, match_id: str) -> Match:
        """The worker is done with a match, played or void."""
        match = self._hands[worker].pop(match_id)
        self._busy.subtract((worker, entry) for entry in match.entries)
        self.running -= 1
        return match

    def lose(self, worker: int) -> list[Match]:
        """The worker is gone; the matches that it had, in the schedule's order."""
        lost = [self.finish(worker, match_id) for match_id in list(self._hands[worker])]
        return sorted(lost, key=lambda match: match.order)

    def _free(self, worker: int, table: Table, away: Collection[str]) -> bool:
        return all(
            entry not in away and self._busy[worker, entry] < self._concurrency[entry]
            for entry in table.entries
        )

    def _take_from(self, table: Table) -> Match:
        matches = self._tables[table]
        match = matches.popleft()
        if matches:
            self._tables.move_to_end(table)  # the other tables' matches of this deal come first
        else:
            del self._tables[table]
        return match
