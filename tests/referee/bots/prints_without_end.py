"""Prints more than any log needs, and behaves otherwise."""

import sys

from raw import greeted

for _ in range(5000):
    sys.stdout.write("x" * 1000 + "\n")
greeted().behave()
