"""A match played again is compared in all that must not differ, and in nothing else."""

import msgspec
import pytest

from arena.match.compare import first_difference
from arena.match.record import EndReason, Player, Record, RecordedFault, Step

STEPS = (Step(0, "5c", 100, "0123abcd"), Step(1, "flip", None, "4567cdef"))
RECORD = Record(
    schema=1,
    engine="0.1.0",
    sandbox="bare",
    match_id="m1",
    ruleset="atlanta[min_sequence=2]/3",
    seed="00" * 32,
    seating=tuple(Player(name, "1", "ab" * 32) for name in "abc"),
    steps=STEPS,
    fault=RecordedFault(2, "crashed", "exit code 1"),
    losers=(2,),
    out=(0,),
    reason=EndReason.FAULT,
    hash="ef" * 32,
)


def changed(**changes):
    return msgspec.structs.replace(RECORD, **changes)


@pytest.mark.parametrize(
    "again",
    [
        RECORD,
        changed(steps=(Step(0, "5c", 7, "0123abcd"), STEPS[1])),
        changed(seating=tuple(Player(name, "2", "cd" * 32) for name in "abc")),
        changed(fault=RecordedFault(2, "crashed", "exit code 2")),
        changed(engine="0.2.0"),
    ],
)
def test_times_versions_and_details_of_faults_may_differ(again):
    assert None is first_difference(RECORD, again)


@pytest.mark.parametrize(
    ("where", "again"),
    [
        ("ruleset", changed(ruleset="atlanta[min_sequence=3]/3")),
        ("seed", changed(seed="01" * 32)),
        ("step 1", changed(steps=(Step(0, "6c", 100, "0123abcd"), STEPS[1]))),
        ("step 2", changed(steps=STEPS[:1])),
        ("step 3", changed(steps=(*STEPS, STEPS[0]))),
        ("fault", changed(fault=None)),
        ("fault", changed(fault=RecordedFault(1, "crashed", "exit code 1"))),
        ("losers", changed(losers=(1,))),
        ("out", changed(out=())),
        ("reason", changed(reason=EndReason.PLAYED)),
        ("hash", changed(hash="00" * 32)),
    ],
)
def test_everything_else_is_a_difference_and_is_named(where, again):
    assert where == first_difference(RECORD, again).where
