"""Sends HTTP/2 settings without end, on a second connection, and behaves otherwise."""

from frames import SETTINGS, behave_after

behave_after(SETTINGS, seconds=0.8)
