"""The rules: states, legal actions, events, views, and their texts.

Pure code: no clocks, no processes, no randomness, no I/O. Start at `arena.games.game`, the
interface that every game provides, and `arena.games.registry`, where games are found.
"""
