"""Every line is flat, as the schema says, and tells the same as the message."""

import json
import re
from pathlib import Path

import pytest

from arena.bridge import lines
from arena.bridge.questions import Questions
from arena.cards import mask_of, parse_cards
from arena.chance import seed_from_text
from arena.games.events import EventKind
from arena.games.registry import parse_ruleset
from arena.games.view import Ask, Laid, Phase
from arena.match.clock import TimeControl
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.sdk import decode
from arena.v1 import arena_pb2 as pb
from arena.wire import encode

PAGE = Path(__file__).parents[2] / "docs" / "bridge.md"
TIME = TimeControl(move_time=1.5, bank=20.0, increment=0.25)
RULESETS = ["atlanta/3", "mattis/2", "mattis[series=true]/4", "hund/6"]


def messages(ruleset, seed="lines"):
    """What the referee says to all seats of a match that is played at random, as one stream."""
    rules = parse_ruleset(ruleset)
    order = MatchOrder("m", rules, seed_from_text(seed), tuple(range(rules.players)), TIME)
    match = Match(order, ())
    opening = pb.PlayResponse()
    encode.match_start(opening, 1, order, 0)
    yield opening
    for number in range(10_000):
        if match.over:
            break
        asking = pb.PlayResponse()
        encode.decision(asking, 1, match.question)
        yield asking
        match.answer(number % len(match.question.legal), 100)
    for seat in range(rules.players):
        ending = pb.PlayResponse()
        encode.match_end(ending, 1, match, seat)
        yield ending


def decisions(ruleset):
    for message in messages(ruleset):
        for decision in message.decisions:
            legal = [lines.action_text(offer.kind, offer.cards) for offer in decision.legal]
            yield decision, json.loads(lines.decide_line(decision, legal))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_line_of_a_match_is_as_the_schema_says(ruleset, check_line):
    questions = Questions()
    kinds = set()
    for message in messages(ruleset):
        line = questions.lines(message)
        kind = json.loads(line)["type"]
        kinds.add(kind)
        assert line.isascii()
        assert 1 == line.count("\n")
        check_line(kind, line)
        if kind == "decide":
            questions.answer(b"0")
    assert {"start", "decide", "end"} == kinds


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_line_tells_what_the_sdk_decodes(ruleset):
    def mask(cards):
        return mask_of(parse_cards("".join(cards)))

    for message, line in decisions(ruleset):
        players = len(message.view.hand_sizes)
        view = decode.view(message.view, players)
        assert [str(a) for a in decode.ReceivedDecision(None, message).legal] == line["legal"]
        assert view.hand == mask(line["hand"])
        assert view.unseen == mask(line["unseen"])
        assert view.known_hands == tuple(map(mask, line["known_hands"]))
        assert view.known_piles == tuple(map(mask, line["known_piles"]))
        assert (view.gone, view.known_set_aside) == (
            mask(line["gone"]),
            mask(line["known_set_aside"]),
        )
        assert (None if view.trumps is None else str(view.trumps)) == line["trumps"]
        assert (view.laid_aside, mask(line["known_laid_aside"])) == (
            line["laid_aside"],
            view.known_laid_aside,
        )
        same = ("seat", "dealer", "leader", "trick_plays", "stock", "set_aside")
        assert [getattr(view, key) for key in same] == [line[key] for key in same]
        lists = ("round_seats", "hand_sizes", "pile_sizes", "out", "played")
        assert [list(getattr(view, key)) for key in lists] == [line[key] for key in lists]
        assert (view.phase.name.lower(), view.ask.name.lower()) == (line["phase"], line["ask"])
        assert [(t.seat, t.kind.name.lower(), t.round) for t in view.table] == [
            (t["seat"], t["kind"], t["round"]) for t in line["table"]
        ]
        assert [
            (e.kind.name.lower(), e.seat, mask_of(e.cards), e.count)
            for e in decode.events(message.events)
        ] == [(e["kind"], e["seat"], mask(e["cards"]), e["count"]) for e in line["events"]]


def test_a_line_leaves_out_no_field_of_a_view():
    (_, line), *_ = decisions("atlanta/3")
    assert set() == {field.name for field in pb.View.DESCRIPTOR.fields} - set(line)


def test_kinds_are_called_as_in_the_domain():
    line = lines.decide_line(pb.Decision(view=pb.View(phase=2, ask=3)), [])
    assert ("shed", "lead") == (json.loads(line)["phase"], json.loads(line)["ask"])
    for enum, names in (
        (EventKind, lines._EVENTS),
        (Phase, lines._PHASES),
        (Ask, lines._ASKS),
        (Laid, lines._LAID),
    ):
        assert {kind.value: kind.name.lower() for kind in enum} == {
            number: name for number, name in names.items() if number
        }


def test_what_a_newer_referee_says_is_told_as_unknown():
    message = pb.Decision(view=pb.View(phase=9, hand=bytes([200])))
    message.events.add(kind=77, seat=1)
    message.legal.add(kind=42, cards=bytes([3]))
    legal = [lines.action_text(offer.kind, offer.cards) for offer in message.legal]
    line = json.loads(lines.decide_line(message, legal))

    assert ["unknown_42:5c"] == line["legal"]
    assert ("unknown_9", ["unknown_200"]) == (line["phase"], line["hand"])
    assert "unknown_77" == line["events"][0]["kind"]


def test_the_page_shows_lines_as_they_are(check_line):
    shown = re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert ["start", "decide", "end"] == [json.loads(text)["type"] for text in shown]
    for text in shown:
        check_line(json.loads(text)["type"], text)


def test_the_page_names_every_kind_of_event():
    _, _, table = PAGE.read_text().partition("## Kinds of events")
    named = re.findall(
        r"`([a-z_]+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE))
    )
    assert {kind.name.lower() for kind in EventKind} == set(named) - {"kind"}
