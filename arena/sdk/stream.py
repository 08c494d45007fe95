"""The bot's side of the stream: dial in, say hello, answer until the referee has had enough.

It runs on grpc.aio, with uvloop where it is installed. Measured against a referee on grpc.aio
and uvloop over a unix socket (grpcio 1.78, two shared cores; one question a message / 32 of
them; CPU of the bot's process):

    sync        97 µs, CPU 62 µs  /  190 µs, CPU 117 µs
    aio         94 µs, CPU 57 µs  /  169 µs, CPU 100 µs
    aio+uvloop  84 µs, CPU 43 µs  /  163 µs, CPU  83 µs

They start equally fast: importing grpc imports asyncio in any case. The loop is also the
simplest of the three: a synchronous client takes its requests from an iterator, in a thread of
its own.

A bot thinks on the loop. Nothing else has to run meanwhile: the referee keeps the time.

A referee on another machine is dialled over TLS, and dialled again when the connection is lost.
"""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # what goes wrong is said here, in a line

import grpc
import grpc.aio

from arena import __version__
from arena.errors import ArenaError
from arena.sdk.player import PROTOCOL_VERSION, Player
from arena.sdk.running import PUBLIC, Referee
from arena.v1 import arena_pb2 as pb
from arena.v1.arena_pb2_grpc import ArenaServiceStub

try:
    from uvloop import run as _run_loop
except ImportError:
    from asyncio import run as _run_loop  # type: ignore[assignment]

_OPTIONS: Final = [
    ("grpc.max_receive_message_length", -1),  # a referee may ask many questions at once
    ("grpc.enable_http_proxy", 0),  # an address is where the referee is
]


_PINGS: Final = [
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
]
"""Find out in some seconds that the referee's machine can't be reached any more."""

KEEP_TRYING: Final = 60.0
"""Seconds without a word from a referee on another machine after which a bot gives up."""

_FIRST_PAUSE: Final = 0.1
_LONGEST_PAUSE: Final = 5.0

_LOST: Final = frozenset(
    # The last is what grpc makes of a message that could not be sent.
    {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL}
)

_NO_TRUST: Final = ("CERTIFICATE_VERIFY_FAILED", "Hostname Verification Check failed")
"""In gRPC's details when the other side isn't who it should be."""


class Refused(ArenaError):  # noqa: N818 - reads as what it is
    """There is no referee at the address, or it doesn't want this bot, or it has gone."""


class Lost(Refused):
    """The referee can't be reached, or not yet: dialling again may help."""


class Faulted(ArenaError):  # noqa: N818 - reads as what it is
    """The referee ended the stream because of something that this bot did."""


def play(where: Referee, player: Player, keep_trying: float = KEEP_TRYING) -> None:
    """Play until the referee ends the stream.

    A referee on another machine is dialled again while it can't be reached: at first, and when
    the connection was lost. Matches that it goes on with then are gone on with.

    Args:
        where: the referee.
        player: who plays.
        keep_trying: seconds without a word from the referee after which to give up.

    Raises:
        Refused: the stream didn't come about, or broke for good.
        Faulted: the referee ended it for a fault of this bot.
        ArenaError: as `Player.take` raises.
    """
    _run_loop(_play(where, player, keep_trying))


async def _play(where: Referee, player: Player, keep_trying: float) -> None:
    pause, heard = _FIRST_PAUSE, time.monotonic()

    async def answering(stream: Stream) -> None:
        nonlocal pause, heard
        while (message := await stream.read()) is not None:
            for answer in player.take(message):
                await stream.say(answer)
            pause, heard = _FIRST_PAUSE, time.monotonic()

    while True:
        try:
            return await _talk(where, "arena-python", answering)
        except Lost as error:
            left = heard + keep_trying - time.monotonic()
            if not where.authority or left < 0:
                raise
            if pause == _FIRST_PAUSE:
                trying = f"trying again for {left:.0f} s"
                print(f"arena.sdk: {error}; {trying}", file=sys.stderr, flush=True)  # noqa: T201 - for the bot's log
        await asyncio.sleep(min(pause, left))
        pause = min(2 * pause, _LONGEST_PAUSE)
        player.reopen()


class Stream:
    """A stream that has begun with a hello."""

    def __init__(self, call: Any) -> None:  # noqa: ANN401 - untyped in grpc
        self._call = call

    async def read(self) -> pb.PlayResponse | None:
        """The referee's next message; None when it has ended the stream."""
        message = await self._call.read()
        return None if message is grpc.aio.EOF else message

    async def say(self, message: pb.PlayRequest) -> None:
        """Send, unless the stream has ended meanwhile: the next read tells how."""
        try:
            await self._call.write(message)
        except asyncio.InvalidStateError:
            return


def talk(where: Referee, client: str, talking: Callable[[Stream], Awaitable[None]]) -> None:
    """Dial in, say hello as `client`, and leave the rest to `talking`, on a loop of its own.

    Raises:
        Refused: the stream didn't come about, or broke.
        Faulted: the referee ended it for a fault of this bot.
        Exception: as `talking` raises.
    """
    _run_loop(_talk(where, client, talking))


async def _talk(
    where: Referee, client: str, talking: Callable[[Stream], Awaitable[None]]
) -> None:
    hello = pb.Hello(
        token=where.token, protocol_version=PROTOCOL_VERSION, client=f"{client} {__version__}"
    )
    async with _channel(where) as channel:
        call = ArenaServiceStub(channel).Play()  # type: ignore[no-untyped-call]
        stream = Stream(call)
        try:
            await stream.say(pb.PlayRequest(hello=hello))
            await talking(stream)
        except grpc.aio.AioRpcError as error:
            raise _ended(where, error) from None
        finally:
            if where.authority:  # a local process is about to end, and tells more by that
                call.cancel()


def _channel(where: Referee) -> grpc.aio.Channel:
    if not where.authority:
        return grpc.aio.insecure_channel(where.address, options=_OPTIONS)
    try:
        roots = None if where.authority == PUBLIC else Path(where.authority).read_bytes()
    except OSError as error:
        raise Refused(f"ARENA_CA: {where.authority}: {error.strerror}") from error
    trust = grpc.ssl_channel_credentials(roots)
    return grpc.aio.secure_channel(where.address, trust, options=[*_OPTIONS, *_PINGS])


def _ended(where: Referee, error: grpc.aio.AioRpcError) -> ArenaError:
    code, detail = error.code(), error.details() or ""
    if code is grpc.StatusCode.ABORTED:
        return Faulted(f"the referee ended the stream: {detail}")
    if any(sign in detail for sign in _NO_TRUST):
        return Refused(
            f"whoever is at {where.address} has no certificate that ARENA_CA "
            f"({where.authority}) vouches for under that name: {detail}"
        )
    if code in _LOST:
        return Lost(f"no referee at {where.address}, or it has gone: {detail}")
    if code is grpc.StatusCode.ALREADY_EXISTS:
        return Lost(f"the referee at {where.address} refused: {detail}")
    return Refused(f"the referee at {where.address} refused: {detail} ({code.name})")
