"""Leagues: what is to be played, what was played, and what follows from it."""
