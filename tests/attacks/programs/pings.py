"""Sends HTTP/2 pings without end, on a second connection, and behaves otherwise."""

from frames import PING, behave_after

behave_after(PING, seconds=0.8)
