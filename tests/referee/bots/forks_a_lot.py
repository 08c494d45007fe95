"""Starts a hundred processes when it is asked something, which do nothing."""

import os
import signal

from raw import greeted, wait_for_the_end

stream = greeted()
next(stream.decisions())
for _ in range(100):
    if os.fork() == 0:
        signal.pause()
wait_for_the_end()
