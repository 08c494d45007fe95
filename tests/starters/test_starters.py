"""Every starter plays exactly as bots/greedy does, and behaves as the protocol wants."""

import asyncio
import statistics

import grpc
import pytest

from arena.games.registry import parse_ruleset
from arena.match.clock import TimeControl
from arena.match.compare import first_difference
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.manifest import load_manifest
from arena.v1 import arena_pb2 as pb

pytestmark = pytest.mark.starters

TIME = TimeControl(move_time=20.0, bank=60.0, start_time=60.0)
DEALS = 3

TABLES = (
    "atlanta/3",
    "atlanta[min_sequence=2]/3",
    "mattis[series=true]/4",
    "mattis/2",
    "hund/3",
)

AT_ONCE = 32
"""Matches that the manifests allow at once."""

BOT_FAILED = 1
NO_REFEREE = 2


def play(bots, logs, *, tables=TABLES, at_once=True):
    """Records of some deals of each table; the bots sit in turn as far as there are seats."""
    seats = 4
    specs = [bots[seat % len(bots)] for seat in range(seats)]

    async def session():
        async with Host(specs, logs, TIME) as host:
            wanted = [order(text, number) for text in tables for number in range(DEALS)]
            if at_once:
                return await asyncio.gather(*map(host.play, wanted))
            return [await host.play(one) for one in wanted]

    return asyncio.run(session())


def order(text, number):
    ruleset = parse_ruleset(text)
    seating = tuple(range(ruleset.players))
    return MatchOrder(f"{text} {number}", ruleset, bytes([number] * 32), seating, TIME)


@pytest.fixture(scope="module")
def greedy(kit):
    return load_manifest(kit.ROOT / "bots" / "greedy")


@pytest.fixture(scope="module")
def all_python(greedy, tmp_path_factory):
    return play([greedy], tmp_path_factory.mktemp("logs"))


def test_mixed_tables_play_the_matches_of_all_python_tables(
    starter, greedy, all_python, tmp_path
):
    records = play([starter.spec, greedy], tmp_path / "logs")

    assert [None] * len(all_python) == [record.fault for record in records]
    assert [None] * len(all_python) == [
        first_difference(was, again) for was, again in zip(all_python, records, strict=True)
    ]


def asking(vectors):
    """A message that begins a match for each vector and asks its question, and one that ends
    them."""
    asked, over = pb.PlayResponse(), pb.PlayResponse()
    for number, vector in enumerate(vectors, 1):
        asked.starts.add(match_id=number, players=3)
        decision = asked.decisions.add()
        decision.CopyFrom(vector.decision)
        decision.match_id = number
        decision.decision_id = 1
        over.ends.add(match_id=number)
    return [asked, over]


def test_it_answers_the_vectors_however_many_come_at_once(starter, kit):
    vectors = kit.vectors()
    for many in (1, AT_ONCE, len(vectors)):
        chosen = vectors[:many] if many != AT_ONCE else vectors[-many:]
        ended = kit.talk(starter.spec, asking(chosen))

        assert [(vector.name, vector.index) for vector in chosen] == [
            (vector.name, ended.talk.answers.get((number, 1)))
            for number, vector in enumerate(chosen, 1)
        ]
        assert (0, "") == (ended.code, ended.stderr)


def test_it_says_who_it_is(starter, kit):
    hello = kit.talk(starter.spec).talk.hello

    assert (kit.TOKEN, 1) == (hello.token, hello.protocol_version)
    assert hello.client.startswith("arena-")


def test_it_dials_a_host_and_port_too(starter, kit):
    ended = kit.talk(starter.spec, asking(kit.vectors()[:3]), tcp=True)

    assert 3 == len(ended.talk.answers)
    assert 0 == ended.code


def test_it_takes_messages_larger_than_grpc_s_default(starter, kit):
    (asked, over) = asking(kit.vectors()[:1])
    asked.decisions[0].events.add(kind=2, cards=bytes(5 << 20))

    assert {(1, 1): kit.vectors()[0].index} == kit.talk(
        starter.spec, [asked, over]
    ).talk.answers


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (grpc.StatusCode.ABORTED, BOT_FAILED),
        (grpc.StatusCode.UNAUTHENTICATED, NO_REFEREE),
        (grpc.StatusCode.FAILED_PRECONDITION, NO_REFEREE),
    ],
)
def test_a_bad_end_of_the_stream_is_told_in_a_line(starter, kit, code, expected):
    ended = kit.talk(starter.spec, verdict=(code, "for some reason"))

    assert expected == ended.code
    assert "bot: " == ended.stderr[:5]
    assert "for some reason" in ended.stderr
    assert 1 == ended.stderr.count("\n")


def test_it_ends_when_the_referee_vanishes(starter, kit):
    ended = kit.talk(starter.spec, asking(kit.vectors()[:1]), vanish=True)

    assert NO_REFEREE == ended.code
    assert "bot: " == ended.stderr[:5]


def test_it_ends_when_asked_in_a_match_that_never_began(starter, kit):
    (asked, _) = asking(kit.vectors()[:1])
    del asked.starts[:]
    asked_in_vain = pb.PlayResponse(decisions=asked.decisions)
    ended = kit.talk(starter.spec, [asked_in_vain])

    assert NO_REFEREE == ended.code
    assert "the referee never began match 1" in ended.stderr


@pytest.mark.parametrize(
    "environment", [{}, {"ARENA_ADDRESS": "unix:/nonexistent/socket", "ARENA_TOKEN": "t"}]
)
def test_without_a_referee_it_says_so(starter, kit, environment):
    with kit.start(starter.spec, **environment) as process:
        code, stderr = kit.finish(process)

    assert NO_REFEREE == code
    assert "bot: " == stderr[:5]


def test_its_figures(starter, kit, tmp_path, record_property):
    ended = [kit.talk(starter.spec, asking(kit.vectors())) for _ in range(3)]
    records = play([starter.spec], tmp_path / "logs", at_once=False)
    steps = [step for record in records for step in record.steps]
    thought = [step.think_us for step in steps if step.think_us is not None]

    record_property("start", f"{statistics.median(one.start_s for one in ended) * 1000:.0f} ms")
    record_property("think", f"{statistics.median(thought):.0f} µs")
    record_property("memory", f"{max(one.talk.peak_kib for one in ended) / 1024:.0f} MiB")
