"""What a check says: findings, step by step, and the report that holds them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Step(StrEnum):
    """What is looked at, in this order."""

    MANIFEST = "manifest"
    BUILD = "build"
    START = "start"
    PLAY = "play"
    TIME = "time"
    REPEAT = "repeat"
    TOGETHER = "together"
    SURPRISES = "surprises"
    END = "end"
    MEMORY = "memory"


class Verdict(StrEnum):
    """What came out of a step."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What came out of one step.

    Attributes:
        step: what was looked at.
        verdict: how it went.
        text: the same in a line of words, with the figures.
        output: the last lines that the bot, or its build, printed; for a failure.
        asked: the last question that it was sent, as readable JSON; None if there was none.
        figures: numbers that stand in the text, for programs; times in microseconds but where
            the name says otherwise.
    """

    step: Step
    verdict: Verdict
    text: str
    output: tuple[str, ...] = ()
    asked: dict[str, Any] | None = None
    figures: dict[str, float] = {}


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A bot and all findings.

    Attributes:
        bot: its name; where there is no manifest that can be read, its folder's.
        version: its author's text.
        digest: SHA-256 of its folder.
        sandbox: the rung of isolation that it was kept on; empty if it wasn't started.
        findings: in the order of the steps; steps that weren't come to are missing.
    """

    bot: str
    version: str
    digest: str
    sandbox: str
    findings: tuple[Finding, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return all(finding.verdict is not Verdict.FAILED for finding in self.findings)
