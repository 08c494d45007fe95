"""The service as a server of grpc.aio takes it: raw requests in, messages out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc

from arena.v1 import arena_pb2 as pb

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[object, grpc.aio.ServicerContext[bytes, pb.PlayResponse]], Awaitable[None]]

MAX_MESSAGE_BYTES = 64 * 1024
"""The largest message that a bot may send: an answer takes some 8 bytes."""

SERVER_OPTIONS = [
    # Somewhat more than the session takes, so that an oversized message can be named as such.
    ("grpc.max_receive_message_length", 16 * MAX_MESSAGE_BYTES),
    ("grpc.max_concurrent_streams", 4),
    ("grpc.server_handshake_timeout_ms", 2000),
    ("grpc.so_reuseport", 0),
]


def handlers(play: Play) -> grpc.GenericRpcHandler:
    """What makes a server the referee's: `play` serves a stream to its end."""
    method: grpc.RpcMethodHandler[bytes, pb.PlayResponse] = (
        grpc.stream_stream_rpc_method_handler(
            play,
            request_deserializer=None,  # the session names what can't be read
            response_serializer=pb.PlayResponse.SerializeToString,
        )
    )
    return grpc.method_handlers_generic_handler("arena.v1.ArenaService", {"Play": method})
