"""HTTP/2 frames by hand, on a connection of their own: what gRPC doesn't let one do."""

import contextlib
import os
import socket
import threading
import time

from raw import greeted

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = b"\x00\x00\x00\x04\x00\x00\x00\x00\x00"
PING = b"\x00\x00\x08\x06\x00\x00\x00\x00\x00attack!!"


def flood(frame, seconds):
    """Send the frame again and again for a time, or until the referee closes the connection."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.environ["ARENA_ADDRESS"].removeprefix("unix:"))
        connection.sendall(PREFACE + SETTINGS)
        drain = threading.Thread(target=swallow, args=(connection,), daemon=True)
        drain.start()
        until = time.monotonic() + seconds
        with contextlib.suppress(OSError):
            while time.monotonic() < until:
                connection.sendall(frame * 1000)


def swallow(connection):
    with contextlib.suppress(OSError):
        while connection.recv(1 << 16):
            pass


def behave_after(frame, seconds):
    stream = greeted()
    attack = threading.Thread(target=flood, args=(frame, seconds))
    attack.start()
    decisions = stream.decisions()
    first = next(decisions)
    attack.join()
    stream.answer((first.match_id, first.decision_id, 0))
    for decision in decisions:
        stream.answer((decision.match_id, decision.decision_id, 0))
