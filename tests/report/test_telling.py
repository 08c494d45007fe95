"""A match is told from its record alone, in words and cards, and says why somebody lost."""

import io
import re

import msgspec
import pytest
from rich.console import Console

from arena.errors import RecordError
from arena.match.faults import Fault, FaultKind
from arena.match.record import Step
from arena.report.signs import ASCII, UNICODE
from arena.report.story import story_of
from arena.report.telling import LogTail, tell, verdict

RULESETS = [
    "atlanta/3",
    "atlanta[min_sequence=3]/3",
    "mattis/2",
    "mattis[series=true]/4",
    "hund/5",
]


def told(parts, width=100, *, colour=False):
    console = Console(
        file=io.StringIO(), width=width, markup=False, highlight=False, force_terminal=colour,
        color_system="standard" if colour else None,
    )  # fmt: skip
    for part in parts:
        console.print(part)
    return console.file.getvalue()


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_every_game_is_told_to_its_end(play_match, ruleset, seed):
    record = play_match(ruleset, seed)
    text = told(tell(record, UNICODE))

    losers = " and ".join(record.seating[seat].bot for seat in record.losers)
    assert f"{losers} lost" in text
    assert all(f"seat {seat}" in text for seat in range(len(record.seating)))
    assert "Phase two: shed" in text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hands_in_the_story_are_those_of_the_game(play_match, ruleset):
    record = play_match(ruleset)
    story = story_of(record)

    assert [3] * len(record.seating) == [hand.bit_count() for hand in story.dealt]
    assert [seat.left for seat in story.seats] == [hand.bit_count() for hand in story.at_end]
    assert all(story.at_end[seat] for seat in record.losers)


def test_every_card_that_was_played_is_told(play_match):
    record = play_match("atlanta/3")
    text = told(tell(record, ASCII), 10_000)

    plays = {step.action for step in record.steps if step.action[0] in "23456789TJQKA"}
    assert set() == {play for play in plays if not re.search(rf"\b{play}\b", text)}


def test_the_same_record_is_told_in_the_same_words(play_match):
    assert told(tell(play_match(), UNICODE)) == told(tell(play_match(), UNICODE))


def test_lines_fit_and_have_no_trailing_blanks(play_match):
    lines = told(tell(play_match(), UNICODE), 80).splitlines()

    assert 80 >= max(map(len, lines))
    assert [] == [line for line in lines if line != line.rstrip()]


def test_suits_are_signs_in_two_colours_or_letters(play_match):
    record = play_match()

    assert "\x1b[31m" in told(tell(record, UNICODE), colour=True)
    assert told(tell(record, ASCII)).isascii()


def test_two_bots_of_one_name_are_told_apart(play_match):
    text = told(tell(play_match(names=["twin", "twin", "other"]), UNICODE))

    assert "twin/0" in text
    assert "twin/1" in text


def test_names_are_untrusted(play_match):
    text = told(tell(play_match(names=["\x1b[31mred", "[bold]x", "c\nd"]), UNICODE))

    assert "\x1b" not in text
    assert r"\x1b[31mred" in text
    assert "[bold]x" in text
    assert r"c\x0ad" in text


def test_a_fault_is_told_in_a_clear_word_with_the_end_of_the_log(play_match):
    detail = "the process ended with exit code 1: Traceback | Oops: \x1b[31m"
    record = play_match(fault=Fault(1, FaultKind.CRASHED, detail))
    text = told(
        tell(record, UNICODE, LogTail("logs/bot1.log", ("Traceback", "Oops: \x1b[31m")))
    )

    expected = [
        "bot1 lost by a fault: it crashed",
        "  the process ended with exit code 1",
        "    |  Traceback",
        r"    |  Oops: \x1b[31m",
        "  its log: logs/bot1.log",
    ]
    assert expected == text.splitlines()[-5:]


def test_the_lines_in_a_detail_stand_on_lines_of_their_own(play_match):
    detail = "the process ended with exit code 1: Traceback | Oops: \x1b[31m"
    text = told(tell(play_match(fault=Fault(1, FaultKind.CRASHED, detail)), UNICODE))

    expected = [
        "  the process ended with exit code 1",
        "    |  Traceback",
        r"    |  Oops: \x1b[31m",
    ]
    assert expected == text.splitlines()[-3:]


def test_a_detail_of_one_line_stays_as_it_is(play_match):
    detail = "can't run 'x': no such program"
    text = told(verdict(play_match(fault=Fault(1, FaultKind.START_FAILED, detail))))

    assert [f"  {detail}"] == text.splitlines()[1:]


@pytest.mark.parametrize("kind", list(FaultKind))
def test_every_kind_of_fault_has_words(play_match, kind):
    text = told(verdict(play_match(fault=Fault(0, kind, "detail"))))

    verbs = "was|did|could|crashed|hung|chose|broke|used|started|printed"
    assert re.match(rf"bot0 lost by a fault: it ({verbs})", text)


def test_the_reason_names_hands_and_pickups(play_match):
    record = play_match()
    text = told(tell(record, UNICODE), 200)
    loser = record.seating[record.losers[0]].bot

    began = rf"why:  {loser} began phase two with \d+ cards? \(.*\), "
    pattern = began + r"picked up .* and held .* at the end"
    assert re.search(pattern, text)


def test_a_record_with_an_impossible_action_is_refused_by_step(play_match):
    record = play_match()
    steps = (*record.steps[:4], Step(0, "pickup", 1, "0" * 8))

    with pytest.raises(RecordError, match="m1: can't be told: step 5"):
        story_of(msgspec.structs.replace(record, steps=steps))
