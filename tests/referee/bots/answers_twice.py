"""Sends every answer twice in one message."""

from raw import greeted

stream = greeted()
for decision in stream.decisions():
    answer = (decision.match_id, decision.decision_id, 0)
    stream.answer(answer, answer)
