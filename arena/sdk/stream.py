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
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import grpc
import grpc.aio

from arena import __version__
from arena.errors import ArenaError
from arena.sdk.player import PROTOCOL_VERSION, Player
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


class Refused(ArenaError):  # noqa: N818 - reads as what it is
    """There is no referee at the address, or it doesn't want this bot, or it has gone."""


class Faulted(ArenaError):  # noqa: N818 - reads as what it is
    """The referee ended the stream because of something that this bot did."""


def play(address: str, token: str, player: Player) -> None:
    """Play until the referee ends the stream.

    Raises:
        Refused: the stream didn't come about, or broke.
        Faulted: the referee ended it for a fault of this bot.
        ArenaError: as `Player.take` raises.
    """

    async def answering(stream: Stream) -> None:
        while (message := await stream.read()) is not None:
            for answer in player.take(message):
                await stream.say(answer)

    talk(address, token, "arena-python", answering)


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


def talk(
    address: str, token: str, client: str, talking: Callable[[Stream], Awaitable[None]]
) -> None:
    """Dial in, say hello as `client`, and leave the rest to `talking`, on a loop of its own.

    Raises:
        Refused: the stream didn't come about, or broke.
        Faulted: the referee ended it for a fault of this bot.
        Exception: as `talking` raises.
    """
    _run_loop(_talk(address, token, client, talking))


async def _talk(
    address: str, token: str, client: str, talking: Callable[[Stream], Awaitable[None]]
) -> None:
    hello = pb.Hello(
        token=token, protocol_version=PROTOCOL_VERSION, client=f"{client} {__version__}"
    )
    async with grpc.aio.insecure_channel(address, options=_OPTIONS) as channel:
        stream = Stream(ArenaServiceStub(channel).Play())  # type: ignore[no-untyped-call]
        try:
            await stream.say(pb.PlayRequest(hello=hello))
            await talking(stream)
        except grpc.aio.AioRpcError as error:
            raise _ended(address, error) from None


def _ended(address: str, error: grpc.aio.AioRpcError) -> ArenaError:
    code, detail = error.code(), error.details()
    if code is grpc.StatusCode.ABORTED:
        return Faulted(f"the referee ended the stream: {detail}")
    if code is grpc.StatusCode.UNAVAILABLE:
        return Refused(f"no referee at {address}, or it has gone: {detail}")
    return Refused(f"the referee at {address} refused: {detail} ({code.name})")
