"""Opens hundreds of streams beside its own, says nothing on them, and behaves otherwise."""

from raw import METHOD, greeted, plain

stream = greeted()
calls = []
for decision in stream.decisions():
    while len(calls) < 300:
        call = stream.channel.stream_stream(METHOD, request_serializer=plain)
        calls.append(call(iter(stream.outgoing.empty, None)))
    stream.answer((decision.match_id, decision.decision_id, 0))
