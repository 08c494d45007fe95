"""The bytes that really arrive at a bot don't depend on what is hidden from its seat.

Pairs of matches are played over real streams: the same actions on two deals that differ only
in what the seat can't know. What the bot's process received must be the same, in content and in
the sizes and the order of messages.
"""

import asyncio
import json
from random import Random

import pytest

from arena.chance import deal_from_seed
from arena.games import hiding, registry
from arena.match import match as match_module
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.manifest import load_manifest
from arena.v1 import arena_pb2 as pb

TIME = TimeControl(move_time=60.0, bank=0.0, start_time=60.0)
PAIRS = 6


def playout(ruleset, deal, random):
    state = registry.get(ruleset.game).start(ruleset, deal)
    steps, asked = [], []
    while state.seat is not None:
        legal = state.legal()
        if len(legal) > 1:
            asked.append((len(steps), state.seat))
        steps.append((state.seat, random.choice(legal)))
        state.apply(steps[-1][1])
    return steps, asked


def script_of(ruleset, deal, steps):
    """What each seat answers to its questions, and how many it had."""
    state = registry.get(ruleset.game).start(ruleset, deal)
    script = {str(seat): [] for seat in range(ruleset.players)}
    for seat, action in steps:
        if len(state.legal()) > 1:
            script[str(seat)].append(str(action))
        state.apply(action)
    return script


def find_pairs(ruleset, random):
    """Deals with steps, twice for each pair, and the seat that can't tell them apart."""
    while True:
        deal = deal_from_seed(random.randbytes(32), ruleset.players)
        steps, asked = playout(ruleset, deal, random)
        number, seat = random.choice(asked[: len(asked) // 2])
        game = registry.get(ruleset.game)
        other = hiding.rearranged(game, ruleset, deal, steps[:number], seat=seat, random=random)
        if other is not None and other.deal != deal:
            yield (deal, steps[:number]), (other.deal, other.steps), seat


def received(log):
    """The messages of each match as they came, before the end of it, by match."""
    messages = {}
    for line in log.read_text().splitlines():
        if line.startswith("got "):
            raw = bytes.fromhex(line.removeprefix("got "))
            parsed = pb.PlayResponse.FromString(raw)
            for part in (*parsed.starts, *parsed.decisions):
                messages.setdefault(part.match_id, [])
            if parsed.decisions:
                match_id = parsed.decisions[0].match_id
                messages[match_id].append((len(raw), parsed.decisions[0]))
    return messages


def without_match(decision):
    """The bytes of a question; matches are counted, so that number differs within a pair."""
    copy = pb.Decision()
    copy.CopyFrom(decision)
    copy.match_id = 1
    return copy.SerializeToString(deterministic=True)


@pytest.mark.parametrize(
    "text", ["atlanta/3", "mattis/2", "mattis[series=true]/4", "hund/3"], ids=str
)
def test_what_arrives_is_the_same_whatever_the_seat_cannot_see(
    raw_bot, tmp_path, monkeypatch, text
):
    ruleset, random = registry.parse_ruleset(text), Random(7)
    source = find_pairs(ruleset, random)
    pairs = [next(source) for _ in range(PAIRS)]
    played = [half for first, second, _ in pairs for half in (first, second)]
    script = {str(number): script_of(ruleset, *half) for number, half in enumerate(played, 1)}
    folders = [raw_bot("scripted", f"bot{seat}") for seat in range(ruleset.players)]
    for folder in folders:
        (folder / "script.json").write_text(json.dumps(script))
    seating = tuple(range(ruleset.players))
    orders = [
        MatchOrder(f"m{number}", ruleset, bytes([number // 2] * 32), seating, TIME)
        for number in range(len(played))
    ]
    deals = iter([deal for deal, _ in played])
    monkeypatch.setattr(match_module, "deal_from_seed", lambda *_: next(deals))

    async def session():
        async with Host(
            [load_manifest(folder) for folder in folders], tmp_path / "logs", TIME
        ) as host:
            return [await host.play(order) for order in orders]

    records = asyncio.run(session())
    assert [None] * len(orders) == [record.fault for record in records]
    for number, (first, second, seat) in enumerate(pairs):
        messages = received(tmp_path / "logs" / f"bot{seat}.log")
        asked = len(script_of(ruleset, *first)[str(seat)]) + 1
        there = [messages[2 * number + half][:asked] for half in (1, 2)]
        assert asked == len(there[0])
        assert [without_match(question) for _, question in there[0]] == [
            without_match(question) for _, question in there[1]
        ]
        assert [size for size, _ in there[0][1:]] == [size for size, _ in there[1][1:]]
        assert first != second
