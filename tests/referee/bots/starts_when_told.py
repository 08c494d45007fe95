"""Says hello when there is a file called `go` in its folder."""

import time
from pathlib import Path

from raw import greeted

while not Path("go").exists():
    time.sleep(0.01)
greeted().behave()
