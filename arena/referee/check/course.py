"""The steps of a check, in their order; each takes down what it found."""

from __future__ import annotations

import asyncio
import math
import statistics
from typing import TYPE_CHECKING

from arena.errors import ConfigError, RefereeError
from arena.match.clock import MICRO
from arena.match.compare import first_difference
from arena.match.faults import FaultKind
from arena.referee.build import build
from arena.referee.check.exams import Exam, exams, sample
from arena.referee.check.findings import Report, Step
from arena.referee.check.notes import Failed, Notes
from arena.referee.check.watcher import Watcher
from arena.referee.manifest import load_manifest
from arena.referee.sandbox.limits import MIB
from arena.referee.single import last_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from arena.match.clock import TimeControl
    from arena.match.record import Record
    from arena.referee.check.findings import Finding
    from arena.referee.host import Host
    from arena.referee.manifest import BotSpec
    from arena.referee.sandbox.limits import Limits

AGAIN = 6
"""How many matches are played again, to see whether they come out the same."""

TOGETHER = 32
"""How many matches are played at once at most."""

SHOWN = 24
"""How many lines of what the bot has printed are shown after a failure: a traceback's."""

_STARTING = {
    FaultKind.START_FAILED,
    FaultKind.START_TIMEOUT,
    FaultKind.BAD_HELLO,
    FaultKind.BAD_TOKEN,
    FaultKind.BAD_VERSION,
}


class Course:
    """A check under way.

    Attributes:
        time: how long the bot may think and start.
        watcher: what is seen of its processes.
        sandbox: the rung of isolation that it is kept on; empty before it was started.
    """

    def __init__(
        self,
        folder: Path,
        logs: Path,
        deals: int,
        time: TimeControl,
        tell: Callable[[Finding], None] | None,
    ) -> None:
        self.time = time
        self.watcher = Watcher()
        self.sandbox = ""
        self._folder = folder
        self._logs = logs
        self._deals = deals
        self._notes = Notes(tell)
        self._spec: BotSpec | None = None
        self._exams: list[Exam] = []

    # --- before it is started -----------------------------------------------------------

    def manifest(self) -> BotSpec:
        """Read the manifest."""
        try:
            spec = load_manifest(self._folder)
        except ConfigError as error:
            raise self._notes.failed(Step.MANIFEST, str(error)) from error
        self._spec = spec
        self._exams = exams(spec.manifest.games, self._deals)
        games = ", ".join(spec.manifest.games)
        self._notes.passed(Step.MANIFEST, f"{spec.name} {spec.version or '-'} plays {games}")
        return spec

    @property
    def most_players(self) -> int:
        """The most seats that any of the matches has."""
        return max(exam.ruleset.players for exam in self._exams)

    def build(self, spec: BotSpec) -> None:
        """Build it, if it wants that."""
        if spec.manifest.build is None:
            self._notes.skipped(Step.BUILD, "the manifest has no build command")
            return
        command = " ".join(spec.manifest.build)
        try:
            build(spec, self._logs)
        except ConfigError as error:
            printed = last_lines(self._logs / f"{spec.name}.build.log", SHOWN)
            raise self._notes.failed(Step.BUILD, str(error), output=printed) from error
        self._notes.passed(Step.BUILD, f"{command}: done")

    # --- while it plays -----------------------------------------------------------------

    async def play(self, host: Host) -> None:
        """Everything for which it is started."""
        first, *rest = self._exams
        records = [await self._start(host, first)]
        records += [await self._sit(host, exam, Step.PLAY) for exam in rest]
        games = ", ".join(dict.fromkeys(exam.game for exam in self._exams))
        seats = sorted({exam.ruleset.players for exam in self._exams})
        self._notes.passed(
            Step.PLAY,
            f"{len(records)} matches of {games}, at tables of "
            f"{', '.join(map(str, seats))}, in every seat",
            matches=len(records),
        )
        self._time(records)
        played = dict(zip((exam.name for exam in self._exams), records, strict=True))
        await host.replace_all()
        await self._repeat(host, played)
        await host.replace_all()
        await self._together(host, played)
        await host.replace_all()
        await self._surprise(host)

    async def _start(self, host: Host, exam: Exam) -> Record:
        """The first match, for which the bot is started."""
        record = await host.play(exam.order(self.time))
        if record.fault is not None and record.fault.kind in _STARTING:
            self._judge(record, exam, Step.START)
        seconds = self.watcher.starts[0]
        self._notes.passed(
            Step.START, f"hello after {seconds * 1000:.0f} ms", start_us=seconds * MICRO
        )
        self._judge(record, exam, Step.PLAY)
        return record

    async def _sit(self, host: Host, exam: Exam, step: Step) -> Record:
        record = await host.play(exam.order(self.time))
        self._judge(record, exam, step)
        return record

    def _judge(self, record: Record, exam: Exam, step: Step) -> None:
        if record.fault is None:
            return
        if record.fault.seat != exam.seat:
            raise RefereeError(f"{exam.name}: an opponent failed: {record.fault.detail}")
        raise self._faulted(step, record, exam)

    def _time(self, records: Sequence[Record]) -> None:
        """How long it thought, in matches one after another."""
        thought = [
            step.think_us
            for exam, record in zip(self._exams, records, strict=True)
            for step in record.steps
            if step.seat == exam.seat and step.think_us is not None
        ]
        if not thought:
            self._notes.skipped(Step.TIME, "it was never asked anything")
            return
        thought.sort()
        median, slowest = statistics.median(thought), thought[-1]
        p99 = thought[math.ceil(0.99 * len(thought)) - 1]
        self._notes.passed(
            Step.TIME,
            f"a decision takes {_ms(median)} (median), {_ms(p99)} (99 of 100), at most "
            f"{_ms(slowest)}; allowed are {_ms(self.time.move_time_us)}",
            decisions=len(thought),
            median_us=median,
            p99_us=p99,
            slowest_us=slowest,
        )

    async def _repeat(self, host: Host, played: dict[str, Record]) -> None:
        """Some of the matches again, by a fresh process."""
        again = sample(self._exams, AGAIN)
        for exam in again:
            record = await self._sit(host, exam, Step.REPEAT)
            self._same(played[exam.name], record, exam, Step.REPEAT, "from the same seed")
        self._notes.passed(
            Step.REPEAT, f"a new process plays {len(again)} matches the same again"
        )

    async def _together(self, host: Host, played: dict[str, Record]) -> None:
        """Some of the matches again, at the same time."""
        assert self._spec is not None  # noqa: S101 - there is one, or nothing was played
        concurrency = self._spec.manifest.concurrency
        if concurrency == 1:
            self._notes.skipped(Step.TOGETHER, "the manifest asks for one match at a time")
            return
        chosen = sample(self._exams, min(concurrency, TOGETHER))
        records = await asyncio.gather(*(host.play(exam.order(self.time)) for exam in chosen))
        for exam, record in zip(chosen, records, strict=True):
            self._judge(record, exam, Step.TOGETHER)
            self._same(played[exam.name], record, exam, Step.TOGETHER, "beside other matches")
        self._notes.passed(Step.TOGETHER, f"{len(chosen)} matches at once come out as alone")

    async def _surprise(self, host: Host) -> None:
        """Some of the matches with what a newer referee might say."""
        self.watcher.surprising = True
        for exam in sample(self._exams, AGAIN):
            await self._sit(host, exam, Step.SURPRISES)
        self._notes.passed(
            Step.SURPRISES,
            "stands unknown fields, events, options and endings, and the end of a match that "
            "never began",
        )

    # --- when it has ended --------------------------------------------------------------

    def afterwards(self, limits: Limits) -> None:
        """How it ended, and what it used."""
        late = self.watcher.exits.count(None)
        if late:
            text = f"of {len(self.watcher.exits)} processes {late} had to be killed: "
            self._notes.failed(Step.END, text + "exit when the referee ends the stream")
        else:
            codes = sorted({code for code in self.watcher.exits if code is not None})
            told = ", ".join(map(str, codes))
            self._notes.passed(Step.END, f"exits when it is told, with code {told}")
        peak = self.watcher.peak
        if peak is None:
            self._notes.skipped(Step.MEMORY, "on this machine it can't be told")
            return
        self._notes.passed(
            Step.MEMORY,
            f"{peak / MIB:.0f} MiB at most; allowed are {limits.memory_mb}",
            peak_bytes=peak,
        )

    def report(self) -> Report:
        """All that was found."""
        spec = self._spec
        return Report(
            bot=self._folder.absolute().name if spec is None else spec.name,
            version="" if spec is None else spec.version,
            digest="" if spec is None else spec.digest,
            sandbox=self.sandbox,
            findings=tuple(self._notes.findings),
        )

    def _same(
        self, was: Record, record: Record, exam: Exam, step: Step, circumstance: str
    ) -> None:
        difference = first_difference(was, record)
        if difference is None:
            return
        text = (
            f"{_where(exam)}: {circumstance} it plays otherwise, at {difference.where}: "
            f"{difference.expected}, then {difference.came}; draw from the match's seed, and "
            "keep matches apart"
        )
        raise self._notes.failed(step, text)

    def _faulted(self, step: Step, record: Record, exam: Exam) -> Failed:
        assert self._spec is not None  # noqa: S101 - it was started
        assert record.fault is not None  # noqa: S101 - that is what it is about
        return self._notes.failed(
            step,
            f"{_where(exam)}: {record.fault.kind}: {record.fault.detail}",
            output=last_lines(self._logs / f"{self._spec.name}.log", SHOWN),
            asked=self.watcher.asked,
        )


def _where(exam: Exam) -> str:
    return f"{exam.ruleset}, seat {exam.seat}"


def _ms(microseconds: float) -> str:
    """Milliseconds to three digits or whole."""
    milliseconds = microseconds / 1000
    return f"{milliseconds:.3g} ms" if milliseconds < 100 else f"{milliseconds:.0f} ms"
