"""Makes tests/starters/greedy.jsonl: questions, and what bots/greedy answers.

    python tests/starters/make_vectors.py > tests/starters/greedy.jsonl

Some come from matches played at random, one of each sort; the others are made by hand.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from arena.cards import SUITS, cards_text, parse_cards
from arena.games.actions import Action
from arena.games.registry import parse_ruleset
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.sdk import MatchInfo
from arena.sdk.decode import ReceivedDecision
from arena.sdk.local import load_bot
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

GREEDY = load_bot(Path(__file__).parents[2] / "bots" / "greedy")
TIME = TimeControl(move_time=1.0, bank=10.0, start_time=10.0)
RULESETS = (
    "atlanta/3",
    "atlanta[min_sequence=2]/3",
    "mattis[series=true]/4",
    "mattis/2",
    "hund/6",
)
EACH = 2
"""How many questions there are of each sort."""

BY_HAND = (
    # what it is, the card shown as trumps, the legal actions
    ("a tie: the first in the list", None, "5c 5d 5h 5s"),
    ("a lower card of a higher suit", None, "9c 4d 4h 8s"),
    ("trumps are kept", "Kd", "3d 4c 2d As"),
    ("nothing but trumps: the lowest", "Kd", "5d 4d 9d"),
    ("the two of clubs shows trumps: card 0 is there", "2c", "3c Ad"),
    ("nothing shown: clubs are no trumps", None, "3c Ad"),
    ("more cards from the same rank up", None, "5c 5c6c 5c6c7c 4d"),
    ("most cards from the same rank up", "As", "5c 5c6c 5c6c7c 5d6d pickup"),
    ("an equally long run: the first", None, "5c6c 5h6h"),
    ("a flip only if there is nothing else", None, "Ac flip"),
    ("trumps rather than a pick-up", "9h", "Ah pickup"),
    ("whatever may be sloughed, is", None, "slough:Kc slough:3d pass"),
    ("trumps are sloughed last", "4d", "slough:4d slough:Ks pass"),
    ("equals in another order: still the first", "As", "2h 2d 2c 2s"),
    ("an ace is high", None, "Ac Kd"),
)


def played() -> Iterator[tuple[str, pb.Decision]]:
    """Questions of matches played at random: some of each sort."""
    seen: dict[tuple[object, ...], int] = {}
    for text in RULESETS:
        for number in range(12):
            for decision in questions(text, number):
                sort = sort_of(text, decision)
                seen[sort] = seen.get(sort, 0) + 1
                if seen[sort] <= EACH:
                    yield f"{text}, seed {number}", decision


def questions(text: str, number: int) -> Iterator[pb.Decision]:
    ruleset = parse_ruleset(text)
    order = MatchOrder("m", ruleset, bytes([number] * 32), tuple(range(ruleset.players)), TIME)
    match, rng = Match(order, ()), random.Random(number)
    while not match.over:
        outbox = pb.PlayResponse()
        encode.decision(outbox, 1, match.question)
        yield outbox.decisions[0]
        match.answer(rng.randrange(len(match.question.legal)), 100)


def sort_of(text: str, decision: pb.Decision) -> tuple[object, ...]:
    """What questions have in common for which the strategy does the same."""
    kinds = frozenset(action.kind for action in decision.legal)
    longest = max(len(action.cards) for action in decision.legal)
    trumps = decision.view.trump_card // 13 if decision.view.HasField("trump_card") else None
    return text, decision.view.ask, kinds, min(longest, 2), trumps is None


def by_hand() -> Iterator[tuple[str, pb.Decision]]:
    for name, shown, legal in BY_HAND:
        decision = pb.Decision(legal=[offer(text) for text in legal.split()])
        decision.view.hand = bytes(sorted({c for a in decision.legal for c in a.cards}))
        if shown is not None:
            decision.view.trump_card = parse_cards(shown)[0]
        yield name, decision


def offer(text: str) -> pb.Action:
    action = Action.parse(text)
    return pb.Action(kind=f"ACTION_KIND_{action.kind.name}", cards=action.cards)


def of_the_future() -> Iterator[tuple[str, pb.Decision]]:
    """What a newer referee may ask."""
    plain = [offer("9d"), offer("3c"), offer("flip")]
    unknown = pb.Action(kind=99, cards=bytes([0]))
    yield "unknown kinds of action: none of them", pb.Decision(legal=[unknown, *plain, unknown])
    yield "an unknown kind of action before a flip", pb.Decision(legal=[unknown, offer("flip")])
    events = [pb.Event(kind=999, seat=1, cards=bytes([7]), count=3), pb.Event(kind=2, seat=0)]
    yield "an unknown kind of event", pb.Decision(legal=plain, events=events)
    asked = pb.View(ask=77, phase=8, table=[pb.TableCards(kind=55, cards=bytes([5]))])
    yield "unknown ways to ask and to lay", pb.Decision(legal=plain, view=asked)
    more = b"\xfa\x3e\x05later\x80\x3f\x2a"  # fields 1007 and 1008
    decision = pb.Decision.FromString(pb.Decision(legal=plain).SerializeToString() + more)
    decision.legal[1].MergeFromString(more)
    decision.view.MergeFromString(more)
    yield "unknown fields", decision


def answer(decision: pb.Decision) -> int:
    """The index that bots/greedy chooses."""
    match = MatchInfo(parse_ruleset("atlanta/3"), decision.view.seat, bytes(16))
    received = ReceivedDecision(match, decision)
    return received.choice(GREEDY(received)).index


def line(name: str, decision: pb.Decision) -> str:
    shown = decision.view.trump_card if decision.view.HasField("trump_card") else None
    return json.dumps(
        {
            "name": name,
            "trumps": None if shown is None else SUITS[shown // 13],
            "legal": [text_of(action) for action in decision.legal],
            "index": answer(decision),
            "decision": decision.SerializeToString(deterministic=True).hex(),
        },
        ensure_ascii=False,
    )


def text_of(action: pb.Action) -> str:
    if action.kind not in pb.ActionKind.values():
        return f"unknown {cards_text(action.cards)}"
    kind = pb.ActionKind.Name(action.kind).removeprefix("ACTION_KIND_").lower()
    return f"{kind} {cards_text(action.cards)}".strip()


if __name__ == "__main__":
    for vector in (*by_hand(), *of_the_future(), *played()):
        sys.stdout.write(line(*vector) + "\n")
