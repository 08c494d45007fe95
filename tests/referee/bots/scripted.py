"""Plays by a script, and logs every message that it gets, byte by byte.

`script.json` holds for each match on the stream the actions of each seat at its questions, by
their texts; after the script's end it takes the first action.
"""

import json
import os
from pathlib import Path

import grpc
from raw import METHOD, TOKEN, plain, queue

from arena.v1 import arena_pb2 as pb

SCRIPT = json.loads(Path("script.json").read_text())
SUITS, RANKS = "cdhs", "23456789TJQKA"


def text(action):
    cards = "".join(RANKS[card % 13] + SUITS[card // 13] for card in action.cards)
    words = {pb.ACTION_KIND_FLIP: "flip", pb.ACTION_KIND_PASS: "pass"}
    words |= {pb.ACTION_KIND_PICKUP: "pickup", pb.ACTION_KIND_SLOUGH: f"slough:{cards}"}
    return words.get(action.kind, cards)


def choose(decision, seat):
    wanted = SCRIPT.get(str(decision.match_id), {}).get(str(seat), [])
    if decision.decision_id > len(wanted):
        return 0
    return [text(action) for action in decision.legal].index(wanted[decision.decision_id - 1])


outgoing = queue.SimpleQueue()
outgoing.put(pb.PlayRequest(hello=pb.Hello(token=TOKEN, protocol_version=1)))
call = grpc.insecure_channel(os.environ["ARENA_ADDRESS"]).stream_stream(
    METHOD, request_serializer=plain, response_deserializer=None
)
seats = {}
for message in call(iter(outgoing.get, None)):
    print("got", message.hex(), flush=True)  # noqa: T201 - into its log
    parsed = pb.PlayResponse.FromString(message)
    seats |= {start.match_id: start.seat for start in parsed.starts}
    choices = [
        pb.Choice(
            match_id=decision.match_id,
            decision_id=decision.decision_id,
            index=choose(decision, seats[decision.match_id]),
        )
        for decision in parsed.decisions
    ]
    if choices:
        outgoing.put(pb.PlayRequest(choices=choices))
