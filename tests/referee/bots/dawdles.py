"""Takes a twentieth of a second for every answer."""

import time

from raw import greeted

stream = greeted()
for decision in stream.decisions():
    time.sleep(0.05)
    stream.answer((decision.match_id, decision.decision_id, 0))
