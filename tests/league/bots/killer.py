"""Kills the process that started it as soon as it is asked something."""

import os
import signal

from raw import greeted, wait_for_the_end

for _ in greeted().decisions():
    os.kill(os.getppid(), signal.SIGKILL)
    wait_for_the_end()
