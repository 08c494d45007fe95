"""Takes a league through its schedule: passes, workers, voids; and writes the ledger.

A pass is played in waves. The first wave holds all of its matches that are not written yet;
each wave after it holds those that were void in the last. Before a wave begins, all bot
processes that have played are replaced, and a worker that ends in a wave is followed by one
with new processes, which plays none of the matches that the other had. So no process is ever
told of a deal twice.
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import ConfigError, RefereeError
from arena.league.begun import Begun
from arena.league.bench import Bench, culprit, forfeit
from arena.league.board import Board
from arena.league.conversion import result_of
from arena.league.crew import Gone, News, Worker
from arena.league.messages import Begin, Here, Play, Played, Ready, Void, VoidKind, bots_of
from arena.league.secret import deal_seed
from arena.match.order import MatchOrder
from arena.referee.manifest import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arena.league.config import League
    from arena.league.ledger import Ledger
    from arena.league.observer import Observer
    from arena.league.results import Result
    from arena.league.schedule import Match, Pass, Schedule
    from arena.match.record import Record
    from arena.referee.remote import Listen


PULSE = 10.0
"""How often a worker says that it is alive, in seconds; after six times that it is killed."""


class Stop(Enum):
    """How a run is to end before its time."""

    SOON = "soon"
    """No new matches; those being played are finished and written."""
    NOW = "now"
    """What is being played is given up."""


@dataclass
class Coordinator:
    """One run of a league.

    Attributes:
        league: what is played.
        schedule: its matches.
        ledger: where they are written; nobody else writes there.
        observer: who is told what happens.
        listen: where remote bots dial in; needed if the league has any.
        stop: how the run is to end; None while it goes on.
        played: how many matches this run has written.
    """

    league: League
    schedule: Schedule
    ledger: Ledger
    observer: Observer
    listen: Listen | None = None
    stop: Stop | None = None
    played: int = 0
    _news: asyncio.Queue[News | None] = field(default_factory=asyncio.Queue)
    _crew: list[Worker] = field(default_factory=list)
    _voids: dict[str, VoidKind] = field(default_factory=dict)
    _failed_starts: int = 0
    _culprits: dict[str, str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Number the bots as seatings count them; nobody is benched yet."""
        self._bench = Bench(self.league.strikes)
        self._away = set(self.league.remote)
        self._begun = Begun(self.league.begun_file)
        self._numbers = {entry: n for n, entry in enumerate(self.league.entries)}
        self._concurrency = {
            entry: bot.manifest.concurrency
            for entry, bot in zip(self.league.entries, self.league.bots, strict=True)
        }

    def ask_to_stop(self) -> None:
        """The first time: stop soon; the second time: now."""
        self.stop = Stop.SOON if self.stop is None else Stop.NOW
        self._news.put_nowait(None)

    async def run(self, before: Iterable[Result]) -> None:
        """Play what isn't played `before`; returns when nothing is left, or when stopped.

        Raises:
            RefereeError: the harness failed twice in the same way at the same match.
            ConfigError: a bot was changed meanwhile.
            LedgerError: the ledger can't be written.
        """
        self._culprits = {result.match_id: culprit(result) for result in before}
        try:
            for one in self.schedule.passes():
                todo = self._to_play(one)
                if todo and self.stop is None:
                    self.observer.on_pass(one)
                while todo and self.stop is None:
                    todo = await self._wave(todo)
                if self.stop is not None:
                    return
                self._judge(one)
            for worker in self._crew:
                worker.over()
        finally:
            await self._dismiss()

    def _to_play(self, one: Pass) -> list[Match]:
        """What is left to play of a pass, when what benched entries forfeit is written."""
        left = [match for match in one.matches if match.match_id not in self._culprits]
        for match in left:
            seat = self._bench.seat(match)
            if seat is not None and self.league.benched == "forfeit":
                order = self._order(match)
                self._write(match, forfeit(order, self.league.bots, seat, self.league.strikes))
        return [match for match in left if self._bench.seat(match) is None]

    def _judge(self, one: Pass) -> None:
        """Bench those who faulted too often in a row; only if there are matches after it."""
        if one.matches[-1].order == len(self.schedule) - 1:
            return
        out = set(self._bench.entries)
        for entry in self._bench.judge(one, self._culprits):
            left = [
                match
                for match in self.schedule
                if match.match_id not in self._culprits
                and entry in match.entries
                and out.isdisjoint(match.entries)
            ]
            out.add(entry)
            self.observer.on_benched(entry, left)

    async def _wave(self, matches: Sequence[Match]) -> list[Match]:
        """Play matches; those that were void, or not begun when the run was stopped."""
        self._check_bots()
        await self._call_crew()
        board = Board(matches, self._concurrency, self.league.workers, self.league.in_flight)
        void: list[Match] = []
        for worker in self._crew:
            self._feed(board, worker)
        while board.running or (board.waiting and self.stop is None):
            news = await self._news.get()
            if self.stop is Stop.NOW:
                break
            if news is not None and self._crew[news.worker.number] is news.worker:
                void += await self._take(board, news)
        return sorted(void, key=lambda match: match.order)

    async def _take(self, board: Board, news: News) -> list[Match]:
        """Act on news; the matches that are void by it."""
        worker, void = news.worker, []
        match news.what:
            case Ready():
                worker.ready = True
                self._failed_starts = 0
            case Here(names):
                self._note_here(names)
            case Played(record):
                self._write(board.finish(worker.number, record.match_id), record)
            case Void(match_id, detail):
                void = [board.finish(worker.number, match_id)]
                self._note_voids(void, VoidKind.REFEREE, detail)
            case Gone() as gone:
                void = board.lose(worker.number)
                self._note_here(())
                self._note_voids(void, VoidKind.WORKER, str(gone))
                worker = await self._follow(worker, gone)
        self._feed(board, worker)
        return void

    def _feed(self, board: Board, worker: Worker) -> None:
        """Give the worker as many matches as it may have."""
        while worker.ready and self.stop is None:
            match = board.take(worker.number, self._away)
            if match is None:
                return
            order = self._order(match)
            if not self.league.remote.isdisjoint(match.entries):
                self._begun.add(match.match_id)
            worker.play(Play(match.match_id, order.seed.hex(), order.seating, order.again))

    def _note_here(self, names: Iterable[str]) -> None:
        """Matches of remote bots are begun while they are connected, and no others."""
        pairs = zip(self.league.entries, self.league.bots, strict=True)
        away = {entry for entry, bot in pairs if bot.remote and bot.name not in names}
        for entry in sorted(away ^ self._away):
            self.observer.on_remote(entry, here=entry not in away)
        self._away = away

    def _order(self, match: Match) -> MatchOrder:
        again = self._begun.times(match.match_id)
        return MatchOrder(
            match_id=match.match_id,
            ruleset=self.league.ruleset,
            seed=deal_seed(self.ledger.secret, match.table.key, match.deal, again),
            seating=tuple(self._numbers[entry] for entry in match.entries),
            time=self.league.time,
            again=again,
        )

    def _write(self, match: Match, record: Record) -> None:
        self.ledger.add(match, record)
        result = result_of(match, record)
        self._culprits[match.match_id] = culprit(result)
        self.played += 1
        self.observer.on_result(result)

    def _note_voids(self, matches: Sequence[Match], kind: VoidKind, detail: str) -> None:
        for match in matches:
            self.observer.on_void(match, kind, detail)
        for match in matches:
            if self._voids.get(match.match_id) is kind:
                raise RefereeError(
                    f"{match.match_id}: void twice in a row for the same reason, so the league "
                    f"stops: {detail}"
                )
            self._voids[match.match_id] = kind

    async def _call_crew(self) -> None:
        """Have all workers there, with bots that have not been told of any match."""
        if not self._crew:
            numbers = range(self.league.workers)
            self._crew = [self._worker(number) for number in numbers]
            await asyncio.gather(*(worker.start() for worker in self._crew))
        for worker in self._crew:
            worker.replace()

    def _worker(self, number: int) -> Worker:
        logs = self.league.logs / f"worker-{number + 1}"
        begin = Begin(
            ruleset=str(self.league.ruleset),
            bots=bots_of(self.league.bots),
            time=self.league.time,
            logs=str(logs),
            home=str(Path(tempfile.gettempdir()) / f"arena-{secrets.token_hex(4)}"),
            pulse=PULSE,
            policy=self.league.policy,
            rules=self.league.rules,
            limits=self.league.limits,
            listen=self.listen,
        )
        return Worker(number, begin, logs, self._news)

    async def _follow(self, worker: Worker, gone: Gone) -> Worker:
        """A new worker in the place of one that has gone."""
        if not worker.ready and worker.fresh:
            self._failed_starts += 1
        if self._failed_starts >= 2:
            raise RefereeError(f"no worker could be started, twice in a row: {gone}")
        await worker.close()
        self._crew[worker.number] = follower = self._worker(worker.number)
        return await follower.start()

    async def _dismiss(self) -> None:
        hurry = self.stop is Stop.NOW
        await asyncio.gather(*(worker.close(hurry=hurry) for worker in self._crew))

    def _check_bots(self) -> None:
        """A bot that changes while the league is played would play under a wrong version."""
        for bot in self.league.bots:
            if bot.remote:
                continue
            built = bot.manifest.build is not None
            if digest_of(bot.folder, built=built) != bot.digest:
                raise ConfigError(
                    f"{bot.folder}: expected the files that were there when the league was "
                    f"started, got changed ones; start it again, and {bot.name} is a new entry"
                )
