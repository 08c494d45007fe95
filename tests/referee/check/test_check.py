"""Every kind of bad bot is caught at the step that is made for it, and told why."""

import json

import pytest

from arena.match.clock import TimeControl
from arena.referee.check.check import check
from arena.referee.check.findings import Step, Verdict
from arena.referee.loop import run

PATIENT = TimeControl(move_time=60, bank=0, start_time=60)
HASTY = TimeControl(move_time=0.3, bank=0, start_time=60)

GOOD = "from arena.sdk import run\nrun(lambda decision: decision.legal[0])\n"
RAISES = """
import sys
from arena.sdk import run
def choose(decision):
    if decision.number == 3:
        print("no idea what to do", file=sys.stderr)
        raise ValueError(decision.number)
    return decision.legal[0]
run(choose)
"""
SLEEPS = """
import time
from arena.sdk import run
run(lambda decision: time.sleep(600))
"""
UNSEEDED = """
import random
from arena.sdk import run
run(lambda decision: random.SystemRandom().choice(decision.legal))
"""
COUNTS = """
from arena.sdk import run
asked = 0
def choose(decision):
    global asked
    asked += 1
    return decision.legal[asked % len(decision.legal)]
run(choose)
"""
STRICT = """
from arena.sdk import run
def choose(decision):
    for event in decision.events:
        if event.kind.name.startswith("UNKNOWN"):
            raise ValueError(event.kind.name)
    return decision.legal[0]
run(choose)
"""
LINGERS = GOOD + "import time\ntime.sleep(600)\n"
NO_HELLO = "print('out of order')\nraise SystemExit(3)\n"


@pytest.fixture
def checked(tmp_path):
    """Checks a bot with this program."""

    def make(program, *, time=PATIENT, concurrency=4, more=""):
        folder = tmp_path / "bot"
        folder.mkdir()
        (folder / "bot.py").write_text(program)
        (folder / "bot.toml").write_text(
            f'name = "tried"\nrun = ["python", "bot.py"]\nconcurrency = {concurrency}\n'
            f'games = ["atlanta"]\n{more}'
        )
        return run(check(folder, tmp_path / "logs", time=time))

    return make


def failure(report):
    """The finding that failed; there is one, and it is the last but for the end's."""
    (failed,) = [f for f in report.findings if f.verdict is Verdict.FAILED]
    assert not report.passed
    return failed


def test_a_good_bot_passes_every_step(checked):
    report = checked(GOOD)
    assert report.passed
    assert list(Step) == [finding.step for finding in report.findings]
    assert {Step.BUILD} >= {f.step for f in report.findings if f.verdict is Verdict.SKIPPED} - {
        Step.MEMORY
    }
    figures = {
        key: value for finding in report.findings for key, value in finding.figures.items()
    }
    assert 3 == figures["matches"]
    assert figures["median_us"] <= figures["p99_us"] <= figures["slowest_us"]


@pytest.mark.parametrize(
    ("program", "step", "told"),
    [
        (RAISES, Step.PLAY, "crashed: "),
        (NO_HELLO, Step.START, "start-failed: "),
        (UNSEEDED, Step.REPEAT, "from the same seed it plays otherwise, at step "),
        (COUNTS, Step.TOGETHER, "beside other matches it plays otherwise, at step "),
        (STRICT, Step.SURPRISES, "UNKNOWN_1999"),
        (LINGERS, Step.END, "had to be killed"),
    ],
)
def test_a_bad_bot_fails_where_it_is_bad(checked, program, step, told):
    failed = failure(checked(program))
    assert step == failed.step
    assert told in failed.text


def test_a_crash_is_shown_with_the_output_and_the_question(checked):
    failed = failure(checked(RAISES))

    assert any("no idea what to do" in line for line in failed.output)
    assert any("ValueError: 3" in line for line in failed.output)
    assert 3 == failed.asked["decision_id"]
    assert "ACTION_KIND_FLIP" in json.dumps(failed.asked["legal"])


def test_silence_is_shown_with_the_question_that_was_not_answered(checked):
    failed = failure(checked(SLEEPS, time=HASTY))

    assert (Step.PLAY, 1) == (failed.step, failed.asked["decision_id"])
    assert "move-timeout" in failed.text


def test_a_bot_that_did_not_start_was_asked_nothing(checked):
    failed = failure(checked(NO_HELLO))

    assert failed.asked is None
    assert ("out of order",) == failed.output


def test_one_match_at_a_time_is_enough_if_the_manifest_says_so(checked):
    report = checked(COUNTS, concurrency=1)
    (together,) = [f for f in report.findings if f.step is Step.TOGETHER]

    assert report.passed
    assert Verdict.SKIPPED is together.verdict


def test_a_build_that_fails_is_shown_with_what_it_printed(checked):
    build = """build = ["sh", "-c", "echo 'bot.x:7: error: nonsense'; exit 4"]"""
    failed = failure(checked(GOOD, more=build))

    assert (Step.BUILD, ("bot.x:7: error: nonsense",)) == (failed.step, failed.output)
    assert "exit code 4" in failed.text


def test_a_manifest_with_a_mistake_is_quoted(checked):
    report = checked(GOOD, more="colour = 'red'")

    assert [Step.MANIFEST] == [finding.step for finding in report.findings]
    assert "colour" in failure(report).text
    assert "bot" == report.bot
