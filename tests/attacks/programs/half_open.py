"""Opens as many connections as it can, says nothing on them, and behaves otherwise."""

import os
import socket

from raw import greeted

stream = greeted()
connections = []
try:
    for _ in range(500):
        connection = socket.socket(socket.AF_UNIX)
        connections.append(connection)
        connection.settimeout(0.2)
        connection.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
except OSError:
    connections.pop().close()
    for connection in connections[-32:]:
        connection.close()
stream.behave()
