"""Chooses outside the list of actions, always."""

from raw import greeted

stream = greeted()
for decision in stream.decisions():
    stream.answer((decision.match_id, decision.decision_id, len(decision.legal)))
