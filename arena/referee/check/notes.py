"""Takes down what a check finds, and tells it while the check goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.referee.check.findings import Finding, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arena.referee.check.findings import Step


class Failed(Exception):  # noqa: N818 - it ends a check, and nobody else sees it
    """A step failed: nothing that comes after it would tell more."""


class Notes:
    """The findings of a check.

    Attributes:
        findings: all so far, in order.
    """

    def __init__(self, tell: Callable[[Finding], None] | None) -> None:
        """Call `tell` with each finding."""
        self._tell = tell
        self.findings: list[Finding] = []

    def passed(self, step: Step, text: str, **figures: float) -> None:
        """All is well, with these figures."""
        self._add(Finding(step=step, verdict=Verdict.PASSED, text=text, figures=figures))

    def skipped(self, step: Step, text: str) -> None:
        """There is nothing to look at."""
        self._add(Finding(step=step, verdict=Verdict.SKIPPED, text=text))

    def failed(
        self,
        step: Step,
        text: str,
        *,
        output: Sequence[str] = (),
        asked: Mapping[str, Any] | None = None,
    ) -> Failed:
        """Something is wrong; raise what is returned if it makes no sense to go on."""
        self._add(
            Finding(
                step=step,
                verdict=Verdict.FAILED,
                text=text,
                output=tuple(output),
                asked=None if asked is None else dict(asked),
            )
        )
        return Failed()

    def _add(self, finding: Finding) -> None:
        self.findings.append(finding)
        if self._tell is not None:
            self._tell(finding)
