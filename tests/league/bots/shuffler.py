"""Plays by chance, from the seed that it is given; prints the cards it is dealt."""

import random
import secrets

from raw import greeted

from arena.v1 import arena_pb2 as pb

PROCESS = secrets.token_hex(8)  # a sandbox gives many processes the same id

stream = greeted()
chances = {}
seats = {}
for message in stream.incoming:
    for start in message.starts:
        chances[start.match_id] = random.Random(start.seed)
        seats[start.match_id] = start.seat
    for decision in message.decisions:
        match_id, view = decision.match_id, decision.view
        for event in decision.events:
            if event.kind == pb.EVENT_KIND_DEALT and event.seat == seats[match_id]:
                deal = "dealt", PROCESS, view.dealer, view.seat, event.cards.hex()
                print(*deal, flush=True)  # noqa: T201 - its log is what a test reads
        index = chances[match_id].randrange(len(decision.legal))
        stream.answer((match_id, decision.decision_id, index))
