"""Bots in lists, and what a check of one found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from arena.referee.check.findings import Verdict
from arena.referee.readiness import State
from arena.report.hanging import Hanging
from arena.report.untrusted import fitted, harmless

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from arena.referee.check.findings import Finding, Report
    from arena.referee.manifest import BotSpec
    from arena.referee.readiness import Readiness

NAME_WIDTH: Final = 32
STEP_WIDTH: Final = 11

_STYLES: Final = {
    Verdict.PASSED: "green",
    Verdict.FAILED: "bold red",
    Verdict.SKIPPED: "dim",
}


def bot_rows(bots: Iterable[tuple[BotSpec, Readiness]]) -> Table:
    """A line a bot: what it is, what it plays, and whether it can be started here."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("bot", "version", "digest", "language", "games"):
        table.add_column(title, no_wrap=True)
    table.add_column("here", overflow="fold")
    for spec, ready in bots:
        manifest = spec.manifest
        table.add_row(
            Text(fitted(spec.name, NAME_WIDTH)),
            Text(harmless(manifest.version)),
            Text(spec.short_digest, "dim"),
            Text(harmless(manifest.language)),
            Text(" ".join(manifest.games)),
            _ready(ready),
        )
    return table


def _ready(ready: Readiness) -> Text:
    text = f"{ready.state}: {ready.why}" if ready.why else str(ready.state)
    style = {State.READY: "green", State.NOT_BUILT: "yellow", State.CANT_RUN: "red"}
    return Text(harmless(text), style[ready.state])


def finding_rows(finding: Finding) -> Iterator[RenderableType]:
    """What came out of a step; after a failure what helps to find out why."""
    label = Text(f"{finding.verdict:<8}", _STYLES[finding.verdict])
    label.append(f"{finding.step:<{STEP_WIDTH - 1}}", "")
    yield Hanging(label, harmless(finding.text))
    if finding.output:
        yield Text("the last that it printed:", "dim")
        for line in finding.output:
            yield Text(f"    {harmless(line)}")
    if finding.asked is not None:
        yield Text("the last that it was asked:", "dim")
        for line in question_lines(finding.asked):
            yield Text(f"    {harmless(line)}")


def question_lines(asked: object) -> Iterator[str]:
    """A message as JSON: what is short on one line, the rest on lines of its own."""
    return iter(_pretty(asked, "").splitlines())


def _pretty(value: object, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 84 or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_pretty(one, inner)}" for key, one in value.items()]
        opening, closing = "{}"
    else:
        parts = [_pretty(one, inner) for one in value]
        opening, closing = "[]"
    body = ",\n".join(inner + part for part in parts)
    return f"{opening}\n{body}\n{indent}{closing}"


def verdict_row(report: Report) -> Text:
    """The sum of it."""
    if report.passed:
        return Text(f"{harmless(report.bot)} passes", "bold green")
    return Text(f"{harmless(report.bot)} does not pass", "bold red")
