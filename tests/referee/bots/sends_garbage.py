"""Sends bytes that are no message."""

from raw import greeted

stream = greeted()
for _ in stream.decisions():
    stream.say(b"\xff\xff\xff\xff")
