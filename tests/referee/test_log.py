"""What bots print is read to its end, whatever becomes of it."""

import asyncio
from pathlib import Path

import pytest

from arena.referee.log import MAX_LOG_BYTES, BotLog


def drained(log, *chunks, most=1 << 30):
    """Let a log drain a pipe; how often it was told that there was too much."""

    async def drain():
        pipe = asyncio.StreamReader()
        for chunk in chunks:
            pipe.feed_data(chunk)
        pipe.feed_eof()
        told = []
        await log.drain(pipe, "bob, process 7", most, lambda: told.append(True))
        assert pipe.at_eof()
        return len(told)

    return asyncio.run(drain())


def test_what_is_printed_follows_a_title_with_its_control_characters_shown(tmp_path):
    log = BotLog(tmp_path / "bob.log")
    assert 0 == drained(log, b"one\n\x1b[31mtwo", b"\xff\n")
    assert "--- bob, process 7\none\n\\x1b[31mtwo�\n" == log.path.read_text(encoding="utf-8")
    assert "one | \\x1b[31mtwo�" == log.tail()


def test_processes_share_a_file_of_limited_size(tmp_path):
    log = BotLog(tmp_path / "bob.log")
    for _ in range(3):
        drained(log, b"x" * MAX_LOG_BYTES)
    assert MAX_LOG_BYTES < log.path.stat().st_size < 2 * MAX_LOG_BYTES


def test_too_much_is_told_once(tmp_path):
    assert 0 == drained(BotLog(tmp_path / "bob.log"), b"x" * 100, most=100)
    assert 1 == drained(BotLog(tmp_path / "bob.log"), b"x" * 1_000_000, most=100)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_on_a_full_disk_the_bot_is_read_all_the_same():
    log = BotLog(Path("/dev/full"))
    assert 0 == drained(log, b"x" * 1_000_000 + b"\nlast words\n")
    assert log.tail().endswith("last words")


def test_where_no_file_can_be_the_bot_is_read_all_the_same(tmp_path):
    log = BotLog(tmp_path / "nowhere" / "bob.log")
    assert 0 == drained(log, b"last words\n")
    assert "last words" == log.tail()
