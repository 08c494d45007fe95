"""The referee: keeps the bots' processes alive, and plays matches with them."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

from arena.errors import ConfigError, RefereeError
from arena.match.clock import MICRO
from arena.match.match import Match
from arena.referee.log import BotLog
from arena.referee.process import BotProcess, short_folder
from arena.referee.remote import Gate
from arena.referee.sandbox.sandbox import CAREFUL, STANDARD, Sandbox
from arena.referee.stopwatch import LagMeter
from arena.referee.table import Table
from arena.referee.turns import LEFT_ALONE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import TracebackType

    from arena.match.clock import TimeControl
    from arena.match.order import MatchOrder
    from arena.match.record import Record
    from arena.referee.manifest import BotSpec
    from arena.referee.observer import Observer
    from arena.referee.remote import Listen
    from arena.referee.sandbox.limits import Limits
    from arena.referee.sandbox.rungs import Policy, Rung
    from arena.referee.session import Session
    from arena.referee.turns import TurnRules


_NAME_BYTES = 8
"""Of chance in the names of homes, so that no bot guesses another's."""


def _unheard(_: frozenset[str]) -> None:
    """Nobody wants to know who is connected."""


class _Post:
    """The place of one bot: its present process, and how the next one is made."""

    def __init__(self, spec: BotSpec, log: BotLog, observer: Observer | None) -> None:
        self.spec = spec
        self.log = log
        self.observer = observer
        self.process: BotProcess | None = None
        self.lock = asyncio.Lock()
        self.retired: list[BotProcess] = []


class Host:
    """Plays matches between the bots of `specs`, any number at a time.

    A process is started when a match first needs it, lives across matches, and is replaced
    after a fault of its bot and by `replace_all`. Use as an asynchronous context manager:
    nothing that it started is left afterwards.

    Attributes:
        over: whether remote bots are told at the end that nothing more is to be played; else
            that the referee was interrupted, and may come back.
    """

    def __init__(
        self,
        specs: Sequence[BotSpec],
        logs: Path,
        time: TimeControl,
        *,
        policy: Policy = CAREFUL,
        limits: Limits = STANDARD,
        rules: TurnRules = LEFT_ALONE,
        observers: Mapping[int, Observer] | None = None,
        listen: Listen | None = None,
        changed: Callable[[frozenset[str]], None] = _unheard,
    ) -> None:
        """Be ready to play.

        Args:
            specs: the bots; a match's seating names them by index.
            logs: folder for one log a bot, made if it isn't there.
            time: gives the start time of processes, and how long a bot may be silent.
            policy: which rungs of isolation will do.
            limits: how much each bot's process may use.
            rules: what is done with a bot's process between its turns.
            observers: who watches the processes of which bot, by index in `specs`.
            listen: where bots on other machines dial in; needed if `specs` holds one.
            changed: called with the names of those who are connected, whenever that changes.
        """
        self._specs = tuple(specs)
        self._logs = logs
        self._time = time
        self._policy = policy
        self._limits = limits
        self._rules = rules
        self._observers = observers or {}
        self._sandbox: Sandbox
        self._posts: list[_Post] = []
        self._tables: set[Table] = set()
        self._home = Path()
        self._lag: LagMeter
        self._listen = listen
        self._changed = changed
        self._gate: Gate | None = None
        self._stopped = False
        self.over = True

    async def __aenter__(self) -> Self:
        """Find the rung of isolation, and make the folders.

        Raises:
            ConfigError: the machine doesn't give the isolation that the policy asks for; a bot
                is on another machine, and nobody listens.
            OSError: the address to listen on can't be had.
        """
        remote = [spec.name for spec in self._specs if spec.remote]
        if remote and self._listen is None:
            raise ConfigError(
                f"{', '.join(remote)}: on another machine, and nobody listens for bots here"
            )
        self._sandbox = Sandbox(self._policy, self._limits)
        if self._rules.any and not self._sandbox.has_groups:
            raise ConfigError(
                "freezing bots or charging their CPU time needs a cgroup for each, and this "
                f"machine gives none on its rung of isolation, {self._sandbox.rung}"
            )
        self._home = Path(tempfile.mkdtemp(prefix="arena-", dir=short_folder()))
        self._sandbox.open_home(self._home)
        self._lag = LagMeter()
        self._logs.mkdir(parents=True, exist_ok=True)
        names = [spec.name for spec in self._specs]
        for index, spec in enumerate(self._specs):
            twin = f"-{index}" if names.count(spec.name) > 1 else ""
            log = BotLog(self._logs / f"{spec.name}{twin}.log")
            self._posts.append(_Post(spec, log, self._observers.get(index)))
        if self._listen is not None:
            gate = Gate(remote, self._listen, self._time, self._lag, self._changed)
            await gate.open()
            self._gate = gate
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Void what is still being played, end every process, remove the folders."""
        self._stopped = True
        for table in list(self._tables):
            table.give_up("the referee was stopped")
        if self._gate is not None:
            await self._gate.close(over=self.over)
        await self.replace_all()
        await self._sandbox.close()
        self._lag.stop()
        shutil.rmtree(self._home, ignore_errors=True)

    async def play(self, order: MatchOrder) -> Record:
        """Play one match to its end.

        Raises:
            RefereeError: the harness failed or was stopped; the match is void.
        """
        posts = [self._posts[index] for index in order.seating]
        players = [post.spec.player for post in posts]
        try:
            sessions = await self._sessions(posts)
        except OSError as error:
            raise RefereeError(f"{order.match_id}: can't start a bot: {error}") from error
        if self._stopped:
            raise RefereeError(f"{order.match_id}: the referee was stopped")
        match = Match(order, players, sandbox=self._sandbox.rung)
        table = Table(match, sessions)
        self._tables.add(table)
        try:
            table.begin()
            return await table.done
        finally:
            self._tables.discard(table)
            await self._dismiss_retired(posts)

    @property
    def rung(self) -> Rung:
        """The rung of isolation that the bots are kept on."""
        return self._sandbox.rung

    @property
    def worst_lag(self) -> float:
        """The longest that the referee itself was held up, seconds; no bot is charged it."""
        return self._lag.worst_us / MICRO

    async def replace_all(self) -> None:
        """End every process with its scratch folder; matches to come get new ones.

        Call it while no match is under way. Remote bots stay: there is nothing to be replaced.
        """
        stopping = []
        for post in self._posts:
            stopping += post.retired
            post.retired = []
            if post.process is not None:
                stopping.append(post.process)
                post.process = None
        await asyncio.gather(*(process.stop() for process in stopping))

    async def _sessions(self, posts: Sequence[_Post]) -> list[Session]:
        """The sessions of all bots of a match that is about to begin.

        While one bot starts, another may fault in a match that is under way, and its process be
        ended for that: then it needs a new one. One that ended by itself is that bot's fault.
        """
        while True:
            sessions = await asyncio.gather(*(self._session(post) for post in posts))
            gone = (
                session.tired and session.failure is None and not post.spec.remote
                for session, post in zip(sessions, posts, strict=True)
            )
            if not any(gone):
                return sessions

    async def _session(self, post: _Post) -> Session:
        if post.spec.remote and self._gate is not None:
            return self._gate.session(post.spec.name)
        return (await self._process(post)).session

    async def _process(self, post: _Post) -> BotProcess:
        """The bot's process, started anew if there is none that may begin a match."""
        async with post.lock:
            if post.process is not None:
                if not post.process.session.tired:
                    return post.process
                post.retired.append(post.process)
            # On some rungs nothing but its name hides a bot's socket from the others.
            home = self._home / secrets.token_hex(_NAME_BYTES)
            home.mkdir(mode=0o700)
            process = post.process = BotProcess(
                post.spec,
                self._sandbox,
                home,
                post.log,
                self._lag,
                rules=self._rules,
                observer=post.observer,
            )
            await process.start(self._time.start_time)
            return process

    async def _dismiss_retired(self, posts: Sequence[_Post]) -> None:
        """Stop the processes that are tired and have no match left."""
        for post in posts:
            process = post.process
            if process is not None and process.session.tired:
                post.process = None
                post.retired.append(process)
            over = [retired for retired in post.retired if retired.session.idle]
            post.retired = [retired for retired in post.retired if retired not in over]
            await asyncio.gather(*(retired.stop() for retired in over))
