"""Ends before it says hello."""

import sys

sys.exit("no licence file found")
