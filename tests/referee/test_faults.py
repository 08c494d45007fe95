"""Whoever misbehaves loses that match alone, and the verdict says what it did."""

import asyncio

import pytest

from arena.games.registry import make_ruleset
from arena.match.clock import TimeControl
from arena.match.order import MatchOrder
from arena.match.replay import replay
from arena.referee.host import Host
from arena.referee.manifest import load_manifest
from arena.referee.sandbox import probe
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import Rung
from arena.referee.sandbox.sandbox import STANDARD

TIME = TimeControl(move_time=0.3, bank=0.2, start_time=20.0)

# program, the fault it commits, a part of what its author is told
VERDICTS = [
    ("exits_at_once", "start-failed", "exit code 1: no licence file found"),
    (
        "forgets_to_run",
        "start-failed",
        "it said hello; does it call run(…)? (exit code 0): my ",
    ),
    ("never_says_hello", "start-timeout", "no hello within 1 s"),
    ("wrong_token", "bad-token", "expected the token that the referee gave"),
    ("wrong_version", "bad-version", "expected protocol version 1, got 99"),
    ("no_hello", "bad-hello", "expected a hello in the first message"),
    ("second_hello", "bad-hello", "expected no second hello"),
    ("sleeps", "move-timeout", "no answer within 500 ms (300 ms and 200 ms of the bank)"),
    ("answers_late", "move-timeout", "no answer within"),
    ("raises", "crashed", "exit code 1: Traceback"),
    ("killed", "crashed", "the process ended with signal SIGKILL"),
    ("hangs_up", "closed", "the bot ended its stream"),
    ("out_of_range", "out-of-range", "expected an index from 0 to"),
    ("unknown_match", "unknown-match", "no match 1001 was begun"),
    ("answers_unasked", "unasked", "match 1: decision 2 was not asked yet"),
    ("answers_twice", "answered-twice", "match 1: decision 1 was answered before"),
    ("sends_100_kilobytes", "oversized", "expected at most 65536 bytes in a message, got 1000"),
    ("sends_garbage", "malformed", "expected a PlayRequest, got 4 other bytes"),
]


def play(specs, logs, count=1, time=TIME, limits=STANDARD):
    """The records of some matches, one after the other, between `specs`."""

    async def session():
        async with Host(specs, logs, time, limits=limits) as host:
            return [await host.play(order(number, time)) for number in range(1, count + 1)]

    return asyncio.run(session())


def order(number, time):
    ruleset = make_ruleset("atlanta")
    return MatchOrder(f"m{number}", ruleset, bytes([number] * 32), (0, 1, 2), time)


def table(raw_bot, program):
    """The program between two that behave."""
    return [
        load_manifest(raw_bot(*names))
        for names in (("polite", "ann"), (program,), ("polite", "cyd"))
    ]


@pytest.mark.parametrize(
    ("program", "kind", "detail"), VERDICTS, ids=[row[0] for row in VERDICTS]
)
def test_the_one_that_misbehaves_is_the_sole_loser(raw_bot, tmp_path, program, kind, detail):
    time = TimeControl(0.3, 0.2, 1.0) if program == "never_says_hello" else TIME
    (record,) = play(table(raw_bot, program), tmp_path / "logs", time=time)

    assert record.fault is not None
    assert (1, kind) == (record.fault.seat, record.fault.kind)
    assert detail in record.fault.detail
    assert ((1,), "fault") == (record.losers, record.reason)
    assert None is replay(record)


LIMITS = Limits(memory_mb=128, processes=48, output_mb=4)

# program, the fault that it commits under these limits, what its author is told
EXCESSES = [
    ("hoards_memory", "over-memory", "expected at most 128 MiB of memory"),
    ("forks_a_lot", "over-processes", "expected at most 48 processes and threads"),
    ("prints_without_end", "over-output", "expected at most 4 MiB of output"),
]


@pytest.mark.parametrize(
    ("program", "kind", "detail"), EXCESSES, ids=[row[0] for row in EXCESSES]
)
def test_the_one_that_takes_too_much_is_the_sole_loser(
    raw_bot, tmp_path, program, kind, detail
):
    if kind != "over-output" and probe.best_footing().rung is Rung.BARE:
        pytest.skip("on the rung bare memory and processes are not limited")
    time = TimeControl(move_time=20.0, bank=0.0, start_time=20.0)
    (record,) = play(table(raw_bot, program), tmp_path / "logs", time=time, limits=LIMITS)

    assert (1, kind, detail) == (record.fault.seat, record.fault.kind, record.fault.detail)
    assert ((1,), "fault") == (record.losers, record.reason)
    assert probe.best_footing().rung == record.sandbox
    assert None is replay(record)


def test_who_uses_up_the_time_of_a_match_loses_it(raw_bot, tmp_path):
    time = TimeControl(move_time=5.0, bank=5.0, start_time=20.0, match_time=0.4)
    (record,) = play(table(raw_bot, "dawdles"), tmp_path / "logs", time=time)

    assert (1, "match-timeout") == (record.fault.seat, record.fault.kind)
    assert "the match's 0.4 s of thinking are used up" in record.fault.detail


def test_a_faulty_bot_gets_a_new_process_for_its_next_match(raw_bot, tmp_path):
    records = play(table(raw_bot, "raises"), tmp_path / "logs", count=3)

    assert ["crashed"] * 3 == [record.fault.kind for record in records]
    assert 3 == (tmp_path / "logs" / "raises.log").read_text().count("--- raises")
    assert 1 == (tmp_path / "logs" / "ann.log").read_text().count("--- ann")


def test_what_a_bot_prints_is_drained_capped_and_harmless(raw_bot, tmp_path):
    (record,) = play(table(raw_bot, "prints_a_lot"), tmp_path / "logs")

    log = (tmp_path / "logs" / "prints_a_lot.log").read_bytes()
    assert None is record.fault
    assert 1_000_000 < len(log) < 1_200_000
    assert b"\x1b" not in log
    assert b"\\x1b[2J" in log


def test_an_answer_that_comes_late_is_not_taken_for_the_next_question(raw_bot, tmp_path):
    records = play(table(raw_bot, "answers_late"), tmp_path / "logs", count=2)

    assert ["move-timeout"] * 2 == [record.fault.kind for record in records]
    assert [(1,)] * 2 == [record.losers for record in records]


def test_a_bot_that_cannot_be_run_is_at_fault(raw_bot, tmp_path):
    folder = raw_bot("polite", "bob")
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"python", "bot.py"', '"no-such-program"'))
    specs = [
        load_manifest(raw_bot("polite", "ann")),
        load_manifest(folder),
        load_manifest(raw_bot("polite", "cyd")),
    ]
    (record,) = play(specs, tmp_path / "logs")

    assert "start-failed" == record.fault.kind
    assert "can't run 'no-such-program'" in record.fault.detail
