"""Dies by a signal at the first question."""

import os
import signal

from raw import greeted

stream = greeted()
next(stream.decisions())
os.kill(os.getpid(), signal.SIGKILL)
