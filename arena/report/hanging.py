"""A line with a label before it, whose continuation stands below its text, not its label.

Other than a table it ends its lines where the text ends, so that piped output has no trailing
blanks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


class Hanging:
    """A renderable: `label`, two blanks, `body`, wrapped under itself."""

    def __init__(self, label: str | Text, body: str | Text, indent: int | None = None) -> None:
        """Set a label before a text.

        Args:
            label: stands right in the indent.
            body: what wraps.
            indent: where the body begins; None for two after the label.
        """
        self.label = Text(label) if isinstance(label, str) else label
        self.body = Text(body) if isinstance(body, str) else body
        self.indent = cell_len(self.label.plain) + 2 if indent is None else indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Wrap to the console's width."""
        width = max(options.max_width - self.indent, 20)
        before = " " * max(self.indent - 2 - cell_len(self.label.plain), 0)
        start = Text.assemble(before, self.label, "  ")
        for line in self.body.wrap(console, width):
            line.rstrip()
            yield Text.assemble(start, line)
            start = Text(" " * self.indent)
