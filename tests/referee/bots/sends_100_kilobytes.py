"""Sends a message larger than the referee takes."""

from raw import greeted

from arena.v1 import arena_pb2 as pb

stream = greeted()
for _ in stream.decisions():
    stream.say(pb.PlayRequest(hello=pb.Hello(client="x" * 100_000)))
