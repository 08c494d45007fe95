"""Counts in a thread, also while nobody asks, and prints the count at every question."""

import threading
import time

from raw import greeted

ticks = 0


def count():
    global ticks  # noqa: PLW0603 - the simplest that can count
    while True:
        time.sleep(0.001)
        ticks += 1


threading.Thread(target=count, daemon=True).start()
stream = greeted()
for decision in stream.decisions():
    print("ticks", ticks, flush=True)  # noqa: T201 - into its log
    stream.answer((decision.match_id, decision.decision_id, 0))
