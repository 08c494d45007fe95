"""One bot process's stream: the handshake, then questions out and answers in.

What is asked at the same moment goes in one message: `ask` puts a question into the outbox, and
the writer sends all that has gathered there while its last message was on its way. Answers are
handed on at once, in the reader, without a task or a future for each.

The states of a stream stand in `protos/README.md`.
"""

from __future__ import annotations

import asyncio
import hmac
from typing import TYPE_CHECKING

import grpc
from google.protobuf.message import DecodeError

from arena import __version__
from arena.match.faults import FaultKind
from arena.referee.chair import Chair
from arena.referee.service import MAX_MESSAGE_BYTES
from arena.referee.stopwatch import Stopwatch, now_us
from arena.referee.turns import Turns
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arena.match.match import Question
    from arena.referee.chair import Asker
    from arena.referee.stopwatch import LagMeter


class Session:
    """The stream of one process, from its hello to its end.

    Attributes:
        greeted: whether the bot's hello was accepted.
        failure: the fault of the process that ended the session, if one did.
        tired: whether the bot has committed a fault: no match should begin with it any more.
    """

    def __init__(
        self,
        name: str,
        token: str,
        lag: LagMeter,
        lost: Callable[[], None],
        *,
        saying: Callable[[pb.PlayResponse], None] | None = None,
        turns: Turns | None = None,
    ) -> None:
        """Wait for a stream that shows `token`.

        Args:
            name: the bot's.
            token: the process's own.
            lag: of the referee's loop.
            lost: called when an accepted stream has ended.
            saying: called with every message that is about to be sent; may alter it.
            turns: looks after the process between its turns; None: it is left alone.
        """
        self._name = name
        self._token = token
        self._lost = lost
        self._saying = saying
        self._loop = asyncio.get_running_loop()
        self._hello: asyncio.Future[None] = self._loop.create_future()
        self._taken = False
        self._turns = turns or Turns()
        self._stopwatch = Stopwatch(lag, self._expire, self._turns.cpu_us)
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
        self._stopwatch.drop(chair.match_id)
        self._chairs.pop(chair.match_id, None)
        self._rest()

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
        self._turns.begin()
        self._wake.set()

    def fail(self, kind: FaultKind, detail: str) -> None:
        """The process can't go on: every match in which it sits is lost by it."""
        if self.failure is not None:
            return
        self.failure = kind, detail
        self.tired = True
        self._stopwatch.stop()
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
        self._rest()
        await self._exchange(context)
        if self.failure is not None:
            await context.abort(grpc.StatusCode.ABORTED, ": ".join(self.failure))

    async def _exchange(
        self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]
    ) -> None:
        """Questions out and answers in, until the stream ends."""
        reader = self._loop.create_task(self._read(context))
        writer = self._loop.create_task(self._write(context))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()
            writer.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)
            self._left()

    def _left(self) -> None:
        """The stream has ended."""
        self._stopwatch.stop()  # being late isn't what the bot is to blame for
        self._lost()

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
            wanted = version_wanted(hello.protocol_version)
            return grpc.StatusCode.FAILED_PRECONDITION, FaultKind.BAD_VERSION, wanted
        welcome = encode.welcome(self._name, __version__)
        if self._saying is not None:
            self._saying(welcome)
        await context.write(welcome)
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
        if self._saying is not None:
            self._saying(message)
        asking, self._asking = self._asking, []
        if asking:
            self._turns.begin()
        now = now_us()
        for chair in asking:
            if chair.question is not None:
                chair.sent = True
                if not self._stopwatch.has(chair.match_id):
                    self._stopwatch.start(chair.match_id, chair.question.patience_us, now)
        return message

    def _expire(self, match_id: int, waited_us: int) -> None:
        chair = self._chairs[match_id]
        chair.close()
        self.tired = True
        chair.asker.expired(waited_us)

    async def _read(self, context: grpc.aio.ServicerContext[bytes, pb.PlayResponse]) -> None:
        while True:
            raw: object = await context.read()
            now = now_us()
            if raw is grpc.aio.EOF:
                return
            request = self._parse(raw)
            if request is None:
                return
            if request.HasField("hello"):
                self.fail(FaultKind.BAD_HELLO, "expected no second hello")
                return
            answers = [(self._chair(choice), choice.index) for choice in request.choices]
            if self.failure is not None:
                return
            self._hand_on([(chair, index) for chair, index in answers if chair], now)

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

    def _chair(self, choice: pb.Choice) -> Chair | None:
        """The chair whose open question is answered; None if it is late, or a fault."""
        match_id, decision_id = choice.match_id, choice.decision_id
        chair = self._chairs.get(match_id)
        if chair is None:
            if not 1 <= match_id <= self._last_match:
                self.fail(FaultKind.UNKNOWN_MATCH, f"no match {match_id} was begun")
            return None  # of a match that is over: too late, dropped
        if decision_id == chair.asked and chair.sent:
            chair.sent = False
            return chair
        unsent = chair.question is not None and decision_id == chair.asked
        if decision_id > chair.asked or (unsent and not self._stopwatch.has(match_id)):
            asked = f"match {match_id}: decision {decision_id} was not asked yet"
            self.fail(FaultKind.UNASKED, asked)
        else:
            again = f"match {match_id}: decision {decision_id} was answered before"
            self.fail(FaultKind.ANSWERED_TWICE, again)
        return None

    def _hand_on(self, answers: Sequence[tuple[Chair, int]], now: int) -> None:
        """Give answers that came in one message to those who asked."""
        if not answers:
            return
        matches = [chair.match_id for chair, _ in answers]
        for (chair, index), think_us in zip(
            answers, self._stopwatch.answered(matches, now), strict=True
        ):
            question = chair.question
            if question is None:
                continue  # another answer of the same message ended this match
            chair.close()
            if not 0 <= index < len(question.legal):
                self.tired = True
            chair.asker.answered(index, think_us)
        self._rest()

    def _rest(self) -> None:
        """If nothing is open and nothing about to be asked, the process's turn is over."""
        if self._stopwatch.idle and not self._asking and not self._closing:
            self._turns.rest()


def version_wanted(came: int) -> str:
    """What is said to a bot that speaks another version of the protocol."""
    return f"expected protocol version {encode.PROTOCOL_VERSION}, got {came}"
