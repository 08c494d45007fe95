"""A tournament harness for bots that play card games with hidden hands and one loser.

Importing this package imports nothing else: bots import `arena.sdk`, and must start fast.
"""

__version__ = "0.1.0"
