"""A host plays matches with real processes, and leaves nothing behind."""

import asyncio
from pathlib import Path

import pytest

from arena.errors import RefereeError
from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.match.replay import replay
from arena.referee.host import Host
from arena.referee.manifest import load_manifest

TIME = TimeControl(move_time=5.0, bank=5.0, start_time=20.0)


def order(number=1, ruleset=None, seating=(0, 1, 2), time=TIME):
    return MatchOrder(
        f"m{number}", ruleset or make_ruleset("atlanta"), bytes([number] * 32), seating, time
    )


@pytest.fixture
def polite(raw_bot):
    return [load_manifest(raw_bot("polite", name)) for name in ("ann", "bob", "cyd")]


def play(specs, logs, *orders, time=TIME):
    """The records of the orders, played all at once."""

    async def session():
        async with Host(specs, logs, time) as host:
            return await asyncio.gather(*(host.play(one) for one in orders))

    return asyncio.run(session())


def test_a_match_gives_a_record_that_replays(polite, tmp_path):
    (record,) = play(polite, tmp_path / "logs", order())

    assert None is replay(record)
    assert ["ann", "bob", "cyd"] == [player.bot for player in record.seating]
    assert None is record.fault
    assert all(
        0 <= step.think_us < 5_000_000 for step in record.steps if step.think_us is not None
    )


def without_times(record):
    return (
        record.ruleset,
        record.seed,
        [(s.seat, s.action, s.hash) for s in record.steps],
        record.hash,
    )


def test_the_same_order_gives_the_same_match_however_many_are_in_flight(polite, tmp_path):
    orders = [order(number) for number in range(1, 9)]
    together = play(polite, tmp_path / "together", *orders)
    alone = [play(polite, tmp_path / "alone", one)[0] for one in orders[:2]]

    assert [without_times(record) for record in alone] == [
        without_times(r) for r in together[:2]
    ]


def test_processes_live_across_matches_and_are_replaced_on_demand(polite, tmp_path):
    async def session():
        async with Host(polite, tmp_path / "logs", TIME) as host:
            await host.play(order(1))
            await host.play(order(2))
            await host.replace_all()
            await host.play(order(3))

    asyncio.run(session())

    log = (tmp_path / "logs" / "ann.log").read_text()
    assert 2 == log.count("--- ann")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_tables_of_every_size_play_mattis(raw_bot, tmp_path, players):
    specs = [load_manifest(raw_bot("polite", f"bot{seat}")) for seat in range(players)]
    ruleset = make_ruleset("mattis", players, series=True)
    (record,) = play(specs, tmp_path / "logs", order(1, ruleset, tuple(range(players))))

    assert None is replay(record)
    assert players == len(record.seating)


def alive():
    """Processes of ours, zombies too."""
    return {
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and _has_token(entry)
    }


def _has_token(entry):
    try:
        return b"ARENA_TOKEN=" in (entry / "environ").read_bytes()
    except OSError:
        return False


def test_nothing_is_left_when_the_host_is_stopped_in_mid_match(polite, raw_bot, tmp_path):
    specs = [*polite[:2], load_manifest(raw_bot("sleeps"))]
    started = []

    async def session():
        async with Host(specs, tmp_path / "logs", TIME) as host:
            match = asyncio.create_task(host.play(order()))
            while not any((tmp_path / "logs").glob("sleeps.log")):  # noqa: ASYNC110 - from outside
                await asyncio.sleep(0.01)
            started.append(host._home)
        with pytest.raises(RefereeError, match="m1: the referee was stopped"):
            await match

    asyncio.run(session())

    assert not started[0].exists()
    assert set() == {
        pid for pid in alive() if str(started[0]) in Path(f"/proc/{pid}/environ").read_text()
    }


def test_two_entries_of_one_bot_get_processes_of_their_own(raw_bot, tmp_path):
    spec = load_manifest(raw_bot("polite", "ann"))
    (record,) = play([spec] * 3, tmp_path / "logs", order())

    assert None is record.fault
    assert 3 == len(list((tmp_path / "logs").glob("ann-*.log")))


def test_a_match_begins_with_nobody_who_faulted_while_another_bot_started(raw_bot, tmp_path):
    late = raw_bot("starts_when_told", "late")
    specs = [load_manifest(raw_bot("out_of_range")), load_manifest(raw_bot("polite"))]
    specs.append(load_manifest(late))
    duel = make_ruleset("mattis", 2)

    async def session():
        async with Host(specs, tmp_path / "logs", TIME) as host:
            waiting = asyncio.create_task(host.play(order(1, duel, (0, 2))))
            first = await host.play(order(2, duel, (0, 1)))
            (late / "go").touch()
            return first, await asyncio.wait_for(waiting, 60)

    records = asyncio.run(session())
    assert ["out-of-range"] * 2 == [record.fault.kind for record in records]
    log = (tmp_path / "logs" / "out_of_range.log").read_text()
    assert 2 == log.count("--- ")
