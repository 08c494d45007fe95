"""Answers each question twenty thousand times."""

from raw import greeted

stream = greeted()
for decision in stream.decisions():
    for _ in range(20_000):
        stream.answer((decision.match_id, decision.decision_id, 0))
