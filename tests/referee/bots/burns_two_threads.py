"""Uses more CPU time than the clock shows: children that compute while it waits for them."""

import subprocess
import sys

from raw import greeted

BURN = "import time\nwhile time.process_time() < 0.2: pass"
stream = greeted()
for decision in stream.decisions():
    burning = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(4)]
    for process in burning:
        process.wait()
    stream.answer((decision.match_id, decision.decision_id, 0))
