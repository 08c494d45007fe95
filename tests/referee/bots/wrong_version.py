"""Speaks a protocol of another time."""

from raw import Stream

stream = Stream()
stream.hello(protocol_version=99)
stream.behave()
