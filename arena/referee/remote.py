"""Bots on other machines: where they dial in, and their sessions, which outlive a connection.

A remote bot shows its token over TLS. When its stream breaks, the same token may open another
one, as long as nothing else is open with it: the matches under way are begun again there under
their old numbers, and the open questions are asked again. Their time has run on meanwhile. What
the bot does wrong is its fault as everybody's; but there is no process to be replaced, and so
the bot may dial in again even then.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import msgspec
from google.protobuf.message import DecodeError

from arena import __version__
from arena.match.clock import MICRO
from arena.match.faults import FaultKind
from arena.referee.service import SERVER_OPTIONS, handlers
from arena.referee.session import Session, version_wanted
from arena.referee.stopwatch import now_us
from arena.referee.tokens import holder
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arena.match.clock import TimeControl
    from arena.match.match import Question
    from arena.referee.chair import Chair
    from arena.referee.stopwatch import LagMeter

_log = logging.getLogger(__name__)

_HELLO_WITHIN = 10.0
"""Seconds from the opening of a stream to its hello."""

_SILENT = 5.0
"""Seconds after which a machine that doesn't answer a ping is taken to be gone, at least: as
long as a move may take, for there are programs that can't answer while they think."""

_PING_MS = 2000

_GRACE = 1.0
"""Seconds that streams get to end when the referee closes."""


class Listen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where and how bots on other machines may dial in.

    Attributes:
        address: host and port, as gRPC writes them.
        chain: the server's certificate, PEM.
        key: and its key, PEM.
        tokens: the folder of `arena.referee.tokens`.
    """

    address: str
    chain: str
    key: str
    tokens: str


class RemoteSession(Session):
    """The session of a remote bot, from its first hello to its first fault.

    Attributes:
        here: whether a stream is open.
        interrupted: whether the referee ends before its time.
    """

    def __init__(self, name: str, lag: LagMeter, changed: Callable[[], None]) -> None:
        """Wait for a stream; call `changed` whenever `here` has changed."""
        super().__init__(name, "", lag, changed)
        self._changed = changed
        self.here = False
        self.interrupted = False

    async def attach(self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]) -> None:
        """Serve a stream whose token was this bot's, to its end; only while none is open."""
        self.here = True
        try:
            await context.write(encode.welcome(self._name, __version__))
        except BaseException:
            self.here = False
            raise
        self._tell_again()
        self._changed()
        await self._exchange(context)
        if self.failure is not None:
            await context.abort(grpc.StatusCode.ABORTED, ": ".join(self.failure))
        if self.interrupted:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the league was interrupted")

    def ask(self, chair: Chair, question: Question) -> None:
        """Ask; the time runs at once, whether or not there is a connection."""
        super().ask(chair, question)
        self._stopwatch.start(chair.match_id, question.patience_us, now_us())

    def _tell_again(self) -> None:
        """Fill the outbox with what a stream that has just begun must know."""
        self._outbox, self._asking = pb.PlayResponse(), []
        now = now_us()
        for chair in self._chairs.values():
            chair.asker.introduce(chair)
            if chair.question is not None:
                waited = self._stopwatch.waited(chair.match_id, now)
                encode.decision(self.outbox, chair.match_id, _rest(chair.question, waited))
                self._asking.append(chair)

    def _left(self) -> None:
        """The stream has ended; the questions' time runs on."""
        self.here = False
        for chair in self._chairs.values():
            chair.sent = False
        self._changed()

    def _expire(self, match_id: int, waited_us: int) -> None:
        if self.here:
            super()._expire(match_id, waited_us)
            return
        chair = self._chairs[match_id]
        chair.close()
        waited = f"{waited_us / MICRO:.1f} s after the question"
        lost = f"the connection was lost, and had not come back {waited}"
        chair.asker.failed(chair.seat, FaultKind.CLOSED, lost)


def _rest(question: Question, waited_us: int) -> Question:
    """The question with what is left of its time."""
    beyond = max(waited_us - question.move_time_us, 0)
    return replace(
        question,
        move_time_us=max(question.move_time_us - waited_us, 0),
        bank_us=max(question.bank_us - beyond, 0),
    )


class Gate:
    """The server that remote bots dial, and their sessions."""

    def __init__(
        self,
        names: Iterable[str],
        listen: Listen,
        time: TimeControl,
        lag: LagMeter,
        changed: Callable[[frozenset[str]], None],
    ) -> None:
        """Let in the bots of these names; tell `changed` who is here, whenever it changes."""
        self._listen = listen
        self._lag = lag
        self._tell = changed
        self._silence = max(_SILENT, time.move_time)
        self._sessions = {name: self._new_session(name) for name in names}
        self._server: grpc.aio.Server | None = None

    async def open(self) -> None:
        """Listen.

        Raises:
            OSError: the address can't be had.
        """
        server = grpc.aio.server(options=[*SERVER_OPTIONS, *self._pings()])
        server.add_generic_rpc_handlers([handlers(self._play)])
        pair = self._listen.key.encode(), self._listen.chain.encode()
        try:
            server.add_secure_port(self._listen.address, grpc.ssl_server_credentials([pair]))
        except RuntimeError as error:
            raise OSError(f"{self._listen.address}: can't listen there: {error}") from error
        await server.start()
        self._server = server

    async def close(self, *, over: bool) -> None:
        """End all streams; unless the playing is over, bots are told that it may go on."""
        for session in self._sessions.values():
            session.interrupted = not over
            session.close()
        if self._server is not None:
            await self._server.stop(_GRACE)

    @property
    def here(self) -> frozenset[str]:
        """The names of the bots that are connected."""
        return frozenset(name for name, session in self._sessions.items() if session.here)

    def session(self, name: str) -> RemoteSession:
        """The bot's session; a fresh one after a fault that has ended the last."""
        if self._sessions[name].failure is not None:
            self._sessions[name] = self._new_session(name)
        return self._sessions[name]

    def _new_session(self, name: str) -> RemoteSession:
        return RemoteSession(name, self._lag, lambda: self._tell(self.here))

    def _pings(self) -> list[tuple[str, int]]:
        """Find out soon that a machine is gone, and let the other side do so, too."""
        return [
            ("grpc.keepalive_time_ms", _PING_MS),
            ("grpc.keepalive_timeout_ms", int(1000 * self._silence)),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_pings_without_data", 0),
            ("grpc.http2.min_ping_interval_without_data_ms", _PING_MS),
        ]

    async def _play(
        self, _: object, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]
    ) -> None:
        found = await self._greet(context)
        if isinstance(found, RemoteSession):
            await found.attach(context)
            return
        status, why = found
        _log.warning("%s was refused: %s", context.peer(), why)
        await context.abort(status, why)

    async def _greet(
        self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]
    ) -> RemoteSession | tuple[grpc.StatusCode, str]:
        """Whose stream it is, or why it is refused."""
        try:
            raw: object = await asyncio.wait_for(context.read(), _HELLO_WITHIN)
        except TimeoutError:
            wanted = f"expected a hello within {_HELLO_WITHIN:g} s"
            return grpc.StatusCode.FAILED_PRECONDITION, wanted
        hello = _hello(raw)
        if hello is None:
            wanted = "expected a hello in the first message"
            return grpc.StatusCode.FAILED_PRECONDITION, wanted
        name = holder(Path(self._listen.tokens), hello.token, self._sessions)
        if name is None:
            wanted = "expected a token made by `arena bot token` for this league, got another"
            return grpc.StatusCode.UNAUTHENTICATED, wanted
        if hello.protocol_version != encode.PROTOCOL_VERSION:
            wanted = version_wanted(hello.protocol_version)
            return grpc.StatusCode.FAILED_PRECONDITION, wanted
        session = self.session(name)
        if session.here:
            taken = f"{name} is connected already: a token is good for one stream at a time"
            return grpc.StatusCode.ALREADY_EXISTS, taken
        return session


def _hello(raw: object) -> pb.Hello | None:
    """The hello in a stream's first message, if that is what it holds."""
    if not isinstance(raw, bytes):
        return None
    try:
        request = pb.PlayRequest.FromString(raw)
    except DecodeError:
        return None
    return request.hello if request.HasField("hello") else None
