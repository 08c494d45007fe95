"""What a process is charged for its questions, and when one of them is late."""

import asyncio

import pytest

from arena.referee.stopwatch import LagMeter, Stopwatch, now_us

MS = 1000


class NoLag:
    """A loop that is never held up."""

    def held_us(self, _now):
        return 0


class Held:
    """A loop that was held up for so long."""

    def __init__(self, us):
        self.us = us

    def held_us(self, _now):
        return self.us


def with_stopwatch(work, lag=None):
    """Run `work(stopwatch, expired)` on a loop; `expired` fills with (match, waited)."""

    async def main():
        expired = []
        stopwatch = Stopwatch(lag or NoLag(), lambda *late: expired.append(late))
        result = work(stopwatch, expired)
        if asyncio.iscoroutine(result):
            await result
        stopwatch.stop()
        return expired

    return asyncio.run(main())


def test_one_question_is_charged_from_when_it_was_sent():
    def work(watch, _):
        watch.start(1, 10**9, 0)
        assert [7 * MS] == watch.answered([1], 7 * MS)

    with_stopwatch(work)


def test_questions_answered_one_after_the_other_are_charged_from_their_turn():
    def work(watch, _):
        for match in (1, 2, 3):
            watch.start(match, 10**9, 0)
        assert [4 * MS] == watch.answered([2], 4 * MS)
        assert [1 * MS] == watch.answered([1], 5 * MS)
        assert [2 * MS] == watch.answered([3], 7 * MS)

    with_stopwatch(work)


def test_answers_in_one_message_share_its_time():
    def work(watch, _):
        for match in (1, 2, 3, 4):
            watch.start(match, 10**9, 0)
        assert [2 * MS] * 4 == watch.answered([1, 2, 3, 4], 8 * MS)

    with_stopwatch(work)


def test_a_question_sent_after_the_last_answer_is_charged_from_its_own_sending():
    def work(watch, _):
        watch.start(1, 10**9, 0)
        watch.answered([1], 5 * MS)
        watch.start(1, 10**9, 50 * MS)
        assert [3 * MS] == watch.answered([1], 53 * MS)

    with_stopwatch(work)


def test_the_referees_own_lag_is_not_charged():
    def work(watch, _):
        watch.start(1, 10**9, 0)
        watch.start(2, 10**9, 0)
        assert [3 * MS] == watch.answered([1], 7 * MS)
        assert [0] == watch.answered([2], 8 * MS)

    with_stopwatch(work, Held(4 * MS))


async def wait_until(condition):
    """Let the loop run until the condition holds, 5 seconds at most."""
    async with asyncio.timeout(5):
        while not condition():  # noqa: ASYNC110 - a timer of the loop makes it true
            await asyncio.sleep(0.001)


def test_silence_for_as_long_as_a_question_may_take_is_late():
    async def work(watch, expired):
        watch.start(1, 30 * MS, now_us())
        await wait_until(lambda: expired)

    ((match, waited),) = with_stopwatch(work)
    assert 1 == match
    assert 30 * MS <= waited


def test_a_question_is_not_late_while_the_process_answers_others():
    async def work(watch, expired):
        start = now_us()
        for match in (1, 2, 3):
            watch.start(match, 60 * MS, start)
        await wait_until(lambda: now_us() > start + 40 * MS)
        watch.answered([1], now_us())
        await wait_until(lambda: now_us() > start + 80 * MS)
        assert [] == expired
        watch.answered([2], now_us())
        await wait_until(lambda: expired)
        assert now_us() - start >= 120 * MS

    assert 3 == with_stopwatch(work)[0][0]


def test_a_question_that_is_put_off_behind_others_for_ever_is_late():
    async def work(watch, expired):
        start = now_us()
        watch.start(1, 40 * MS, start)
        while not expired:
            watch.start(2, 40 * MS, now_us())
            await asyncio.sleep(0.005)
            watch.answered([2], now_us())
            assert now_us() - start < 5_000 * MS

    assert 1 == with_stopwatch(work)[0][0]


def test_a_dropped_question_is_never_late():
    async def work(watch, expired):
        start = now_us()
        watch.start(1, 5 * MS, start)
        watch.drop(1)
        watch.start(2, 30 * MS, start)
        await wait_until(lambda: expired)

    assert [2] == [match for match, _ in with_stopwatch(work)]


def test_while_the_loop_was_held_up_nothing_is_late_yet():
    lag = Held(10 * MS)

    async def work(watch, expired):
        watch.start(1, 1 * MS, now_us())
        await asyncio.sleep(0.03)
        assert [] == expired
        lag.us = 0
        await wait_until(lambda: expired)

    with_stopwatch(work, lag)


@pytest.mark.parametrize("block_ms", [20, 50])
def test_the_lag_meter_notices_that_the_loop_was_held_up(block_ms):
    async def main():
        meter = LagMeter()
        await asyncio.sleep(0.02)
        end = now_us() + block_ms * MS
        while now_us() < end:
            pass
        held = meter.held_us(now_us())
        await asyncio.sleep(0.02)
        meter.stop()
        return held, meter.worst_us

    held, worst = asyncio.run(main())
    assert (block_ms - 6) * MS <= held
    assert (block_ms - 6) * MS <= worst
