"""Prints without end, with escape codes and markup."""

import sys

from raw import greeted

stream = greeted()
for _ in range(100_000):
    sys.stderr.write("\x1b[2J\x1b]0;owned\x07[bold red]</pre><script>" + "x" * 1000 + "\n")
stream.behave()
