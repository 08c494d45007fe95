"""The protocol by hand, for bots that break it: nothing of the SDK, no manners."""

import os
import queue

import grpc

from arena.v1 import arena_pb2 as pb

METHOD = "/arena.v1.ArenaService/Play"
TOKEN = os.environ["ARENA_TOKEN"]


def plain(message):
    return message if isinstance(message, bytes) else message.SerializeToString()


class Stream:
    """A stream to the referee; `say` sends a message, or raw bytes."""

    def __init__(self):
        self.channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"])
        self.outgoing = queue.SimpleQueue()
        call = self.channel.stream_stream(
            METHOD, request_serializer=plain, response_deserializer=pb.PlayResponse.FromString
        )
        self.incoming = call(iter(self.outgoing.get, None))

    def say(self, message):
        self.outgoing.put(message)

    def hello(self, token=TOKEN, protocol_version=1):
        self.say(pb.PlayRequest(hello=pb.Hello(token=token, protocol_version=protocol_version)))

    def answer(self, *choices):
        messages = [
            pb.Choice(match_id=match_id, decision_id=decision_id, index=index)
            for match_id, decision_id, index in choices
        ]
        self.say(pb.PlayRequest(choices=messages))

    def decisions(self):
        for message in self.incoming:
            yield from message.decisions

    def behave(self):
        """Play the first action until the referee ends the stream."""
        for decision in self.decisions():
            self.answer((decision.match_id, decision.decision_id, 0))


def greeted():
    """A stream whose hello is right."""
    stream = Stream()
    stream.hello()
    return stream


def wait_for_the_end():
    """Do nothing until killed."""
    queue.SimpleQueue().get()
