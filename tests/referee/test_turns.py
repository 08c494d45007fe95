"""Bots can be frozen between their turns, and charged the CPU time of a turn."""

import asyncio
import re
from itertools import pairwise

import pytest

from arena.errors import ConfigError
from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.referee.host import Host
from arena.referee.manifest import load_manifest
from arena.referee.sandbox.rungs import Policy
from arena.referee.sandbox.sandbox import Sandbox
from arena.referee.stopwatch import Stopwatch
from arena.referee.turns import TurnRules

TIME = TimeControl(move_time=30.0, bank=0.0, start_time=60.0)
MS = 1000


@pytest.fixture
def groups():
    """Skips where bots have no cgroups."""
    if not Sandbox().has_groups:
        pytest.skip("no cgroup for each bot on this machine: `arena doctor` says why")


def order(number=1, time=TIME):
    return MatchOrder(
        f"m{number}", make_ruleset("atlanta"), bytes([number] * 32), (0, 1, 2), time
    )


def play(specs, logs, rules, time=TIME):
    async def session():
        async with Host(specs, logs, time, rules=rules) as host:
            return await host.play(order(time=time))

    return asyncio.run(session())


def slow_table(raw_bot, program):
    """The program between two, one of whom takes its time."""
    programs = (("polite", "ann"), (program,), ("dawdles",))
    return [load_manifest(raw_bot(*names)) for names in programs]


def ticks_between(log):
    counted = [int(number) for number in re.findall(r"ticks (\d+)", log.read_text())]
    return sum(later - sooner for sooner, later in pairwise(counted)) / (len(counted) - 1)


@pytest.mark.usefixtures("groups")
def test_a_frozen_bot_does_not_run_while_others_are_asked(raw_bot, tmp_path):
    table = slow_table(raw_bot, "counts_between")
    free = play(table, tmp_path / "free", TurnRules())
    frozen = play(table, tmp_path / "frozen", TurnRules(freeze=True))

    assert [None, None] == [free.fault, frozen.fault]
    assert [step.action for step in free.steps] == [step.action for step in frozen.steps]
    without = ticks_between(tmp_path / "free" / "counts_between.log")
    with_freezing = ticks_between(tmp_path / "frozen" / "counts_between.log")
    assert with_freezing < without / 2


@pytest.mark.usefixtures("groups")
def test_cpu_time_is_charged_where_it_is_more_than_the_clock_shows(raw_bot, tmp_path):
    time = TimeControl(move_time=0.7, bank=0.0, start_time=60.0)
    programs = (("polite", "ann"), ("burns_two_threads",), ("polite", "cyd"))
    table = [load_manifest(raw_bot(*names)) for names in programs]
    record = play(table, tmp_path / "logs", TurnRules(charge_cpu=True), time)

    assert (1, "move-timeout") == (record.fault.seat, record.fault.kind)


def test_what_the_machine_cannot_do_is_refused_and_not_left_out(raw_bot, tmp_path):
    specs = [load_manifest(raw_bot("polite", name)) for name in ("ann", "bob", "cyd")]

    async def session():
        policy = Policy.parse("off")
        rules = TurnRules(freeze=True)
        async with Host(specs, tmp_path / "logs", TIME, policy=policy, rules=rules):
            pass

    if not Sandbox(Policy.parse("off")).has_groups:
        with pytest.raises(ConfigError, match="needs a cgroup for each"):
            asyncio.run(session())


class NoLag:
    def held_us(self, _now):
        return 0


def charged(cpu, *, matches, wall):
    """What questions are charged for `wall` on the clock, when `cpu` readings are these."""

    async def main():
        readings = iter(cpu)
        stopwatch = Stopwatch(NoLag(), lambda *_: None, lambda: next(readings))
        for match in matches:
            stopwatch.start(match, 10**9, 0)
        result = stopwatch.answered(matches, wall)
        stopwatch.stop()
        return result

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("cpu", "expected"),
    [
        ((100 * MS, 103 * MS), [10 * MS]),  # less than the clock: the clock counts
        ((100 * MS, 140 * MS), [40 * MS]),
        ((None, None), [10 * MS]),
    ],
)
def test_the_larger_of_clock_and_cpu_time_counts(cpu, expected):
    assert expected == charged(cpu, matches=[1], wall=10 * MS)


def test_cpu_time_of_a_turn_is_shared_by_the_answers_of_one_message():
    assert [20 * MS, 20 * MS] == charged((0, 40 * MS), matches=[1, 2], wall=10 * MS)
