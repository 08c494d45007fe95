"""Writes megabytes with escape codes to stderr, and behaves otherwise."""

import sys

from raw import greeted

for _ in range(3000):
    sys.stderr.write("\x1b[2J[bold red]" + "x" * 1000 + "\n")
greeted().behave()
