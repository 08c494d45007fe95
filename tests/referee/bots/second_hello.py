"""Says hello again instead of an answer."""

from raw import greeted

stream = greeted()
for _ in stream.decisions():
    stream.hello()
