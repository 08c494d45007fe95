"""Plays the first legal action, always: the one that must not be punished."""

from raw import greeted

greeted().behave()
