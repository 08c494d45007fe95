"""One bot process's stream: the handshake, then questions out and answers in.

What is asked at the same moment goes in one message: `ask` puts a question into the outbox, and
the writer sends all that has gathered there while its last message was on its way. Answers are
handed on at once, in the reader, without a task or a future for each.

The states of a stream stand in `protos/README.md`.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import grpc
from google.protobuf.message import DecodeError

from arena import __version__
from arena.match.clock import MICRO
from arena.match.faults import FaultKind
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.match.match import Question

MAX_MESSAGE_BYTES = 64 * 1024
"""The largest message that a bot may send: an answer takes some 8 bytes."""

_LAG_US = 5_000


class Asker(Protocol):
    """Who asks: the table at which a match is played."""

    def answered(self, index: int, think_us: int) -> None:
        """The answer to the open question has come."""

    def expired(self, waited_us: int) -> None:
        """The time for the open question is over."""

    def failed(self, seat: int, kind: FaultKind, detail: str) -> None:
        """The bot in `seat` can't go on, by its own fault."""


@dataclass(slots=True, eq=False)
class Chair:
    """A session's place in one match: who asks, which seat, and the question that is open."""

    match_id: int
    asker: Asker
    seat: int
    asked: int = 0
    question: Question | None = None
    sent_us: int | None = None
    timer: asyncio.TimerHandle | None = None

    def close(self) -> Question | None:
        """Take the open question away; it needs no answer any more."""
        question, self.question, self.sent_us = self.question, None, None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        return question


class Session:
    """The stream of one process, from its hello to its end.

    Attributes:
        greeted: whether the bot's hello was accepted.
        failure: the fault of the process that ended the session, if one did.
        tired: whether the bot has committed a fault: no match should begin with it any more.
    """

    def __init__(self, name: str, token: str, lost: Callable[[], None]) -> None:
        """Wait for a stream that shows `token`; call `lost` when an accepted one has ended."""
        self._name = name
        self._token = token
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._hello: asyncio.Future[None] = self._loop.create_future()
        self._taken = False
        self._chairs: dict[int, Chair] = {}
        self._last_match = 0
        self._wake = asyncio.Event()
        self._outbox = pb.PlayResponse()
        self._full = False
        self._asking: list[Chair] = []
        self._closing = False
        self.greeted = False
        self.failure: tuple[FaultKind, str] | None = None
        self.tired = False

    # --- what tables do -----------------------------------------------------------------

    def sit(self, asker: Asker, seat: int) -> Chair:
        """A place for a new match; the match's number on this stream goes on counting."""
        self._last_match += 1
        chair = self._chairs[self._last_match] = Chair(self._last_match, asker, seat)
        return chair

    @property
    def outbox(self) -> pb.PlayResponse:
        """The message that is sent next: what is put into it now goes at the next moment."""
        self._full = True
        self._wake.set()
        return self._outbox

    def ask(self, chair: Chair, question: Question) -> None:
        """Ask; the answer, or that there was none in time, goes to the chair's asker."""
        chair.question = question
        chair.asked = question.decision_id
        encode.decision(self.outbox, chair.match_id, question)
        self._asking.append(chair)

    def leave(self, chair: Chair) -> None:
        """The chair's match is over: whatever the bot still answers is dropped."""
        chair.close()
        self._chairs.pop(chair.match_id, None)

    @property
    def idle(self) -> bool:
        """Whether the bot sits in no match."""
        return not self._chairs

    # --- what the process's owner does --------------------------------------------------

    async def accepted(self) -> None:
        """Wait until a stream was accepted, or the session failed."""
        await asyncio.shield(self._hello)

    def close(self) -> None:
        """End the stream when what is in the outbox has been sent."""
        if not self._hello.done():
            self._hello.set_result(None)
        self._closing = True
        self._wake.set()

    def fail(self, kind: FaultKind, detail: str) -> None:
        """The process can't go on: every match in which it sits is lost by it."""
        if self.failure is not None:
            return
        self.failure = kind, detail
        self.tired = True
        for chair in list(self._chairs.values()):
            chair.close()
            chair.asker.failed(chair.seat, kind, detail)
        self.close()

    # --- the stream ---------------------------------------------------------------------

    async def play(self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]) -> None:
        """Serve a stream to its end."""
        if self._taken:
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "this token has been used")
        self._taken = True
        refusal = await self._greet(context)
        if refusal is not None:
            status, kind, detail = refusal
            self.fail(kind, detail)
            await context.abort(status, detail)
        self.greeted = True
        if not self._hello.done():
            self._hello.set_result(None)
        reader = self._loop.create_task(self._read(context))
        writer = self._loop.create_task(self._write(context))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            self._stop_clocks()
            self._lost()
        if self.failure is not None:
            await context.abort(grpc.StatusCode.ABORTED, ": ".join(self.failure))

    async def _greet(
        self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]
    ) -> tuple[grpc.StatusCode, FaultKind, str] | None:
        """Read the hello and answer it; what is wrong with it, if something is."""
        request = self._parse(await context.read())
        if request is None or not request.HasField("hello"):
            wanted = "expected a hello in the first message"
            return grpc.StatusCode.FAILED_PRECONDITION, FaultKind.BAD_HELLO, wanted
        hello = request.hello
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            wanted = "expected the token that the referee gave in ARENA_TOKEN, got another"
            return grpc.StatusCode.UNAUTHENTICATED, FaultKind.BAD_TOKEN, wanted
        if hello.protocol_version != encode.PROTOCOL_VERSION:
            wanted = (
                f"expected protocol version {encode.PROTOCOL_VERSION}, "
                f"got {hello.protocol_version}"
            )
            return grpc.StatusCode.FAILED_PRECONDITION, FaultKind.BAD_VERSION, wanted
        await context.write(encode.welcome(self._name, __version__))
        return None

    async def _write(self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._full:
                await context.write(self._outgoing())
            elif self._closing:
                return
            if self._closing:
                self._wake.set()

    def _outgoing(self) -> pb.PlayResponse:
        """Everything in the outbox as one message; from now on the questions' clocks run."""
        message, self._outbox, self._full = self._outbox, pb.PlayResponse(), False
        asking, self._asking = self._asking, []
        now = _now_us()
        for chair in asking:
            if chair.question is not None:
                self._run_clock(chair, now)
        return message

    def _run_clock(self, chair: Chair, now_us: int) -> None:
        assert chair.question is not None  # noqa: S101 - for the type checker
        chair.sent_us = now_us
        limit = chair.question.limit_us / MICRO
        chair.timer = self._loop.call_later(limit, self._expire, chair, chair.question)

    def _stop_clocks(self) -> None:
        """No answer can come any more: being late isn't what the bot is to blame for."""
        for chair in self._chairs.values():
            if chair.timer is not None:
                chair.timer.cancel()

    def _expire(self, chair: Chair, question: Question) -> None:
        """The time is over, unless the referee itself was busy: its lag isn't charged."""
        if chair.question is not question or chair.sent_us is None:
            return
        waited = _now_us() - chair.sent_us
        lag = waited - question.limit_us
        if lag > _LAG_US:
            chair.sent_us += lag
            chair.timer = self._loop.call_later(lag / MICRO, self._expire, chair, question)
            return
        self.tired = True
        chair.close()
        chair.asker.expired(max(waited, question.limit_us + 1))

    async def _read(self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]) -> None:
        while True:
            raw: object = await context.read()
            now = _now_us()
            if raw is grpc.aio.EOF:
                return
            request = self._parse(raw)
            if request is None:
                return
            if request.HasField("hello"):
                self.fail(FaultKind.BAD_HELLO, "expected no second hello")
                return
            for choice in request.choices:
                self._take(choice, now)
                if self.failure is not None:
                    return

    def _parse(self, raw: object) -> pb.PlayRequest | None:
        """The message, or None after a failure if there is none to be had."""
        if not isinstance(raw, bytes):
            self.fail(FaultKind.CLOSED, "the stream ended before a hello")
            return None
        if len(raw) > MAX_MESSAGE_BYTES:
            size = f"expected at most {MAX_MESSAGE_BYTES} bytes in a message, got {len(raw)}"
            self.fail(FaultKind.OVERSIZED, size)
            return None
        try:
            return pb.PlayRequest.FromString(raw)
        except DecodeError:
            self.fail(
                FaultKind.MALFORMED, f"expected a PlayRequest, got {len(raw)} other bytes"
            )
            return None

    def _take(self, choice: pb.Choice, now_us: int) -> None:
        """Hand an answer to its asker, or find out what is wrong with it."""
        chair = self._chairs.get(choice.match_id)
        if chair is None:
            if not 1 <= choice.match_id <= self._last_match:
                self.fail(FaultKind.UNKNOWN_MATCH, f"no match {choice.match_id} was begun")
            return  # of a match that is over: too late, dropped
        if choice.decision_id == chair.asked and chair.sent_us is not None:
            self._answer(chair, choice.index, now_us - chair.sent_us)
        elif choice.decision_id > chair.asked or (
            choice.decision_id == chair.asked and chair.question is not None
        ):
            asked = f"match {choice.match_id}: decision {choice.decision_id} was not asked yet"
            self.fail(FaultKind.UNASKED, asked)
        else:
            again = (
                f"match {choice.match_id}: decision {choice.decision_id} was answered before"
            )
            self.fail(FaultKind.ANSWERED_TWICE, again)

    def _answer(self, chair: Chair, index: int, think_us: int) -> None:
        question = chair.close()
        assert question is not None  # noqa: S101 - for the type checker: it was sent
        if not 0 <= index < len(question.legal):
            self.tired = True
        chair.asker.answered(index, think_us)


def _now_us() -> int:
    return time.monotonic_ns() // 1000
