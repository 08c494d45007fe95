"""Answers for a match that nobody has begun."""

from raw import greeted

stream = greeted()
for decision in stream.decisions():
    stream.answer((decision.match_id + 1000, decision.decision_id, 0))
