"""Answers its first question when the match is lost already, then plays on."""

from raw import greeted

stream = greeted()
late = None
for message in stream.incoming:
    for decision in message.decisions:
        late = decision
    for end in message.ends:
        stream.answer((end.match_id, late.decision_id, 0))
