"""Sends a message larger than the referee takes."""

from arena.v1 import arena_pb2 as pb
from raw import greeted

stream = greeted()
for _ in stream.decisions():
    stream.say(pb.PlayRequest(hello=pb.Hello(client="x" * 100_000)))
