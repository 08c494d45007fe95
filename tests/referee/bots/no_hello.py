"""Begins with an answer."""

from raw import Stream

stream = Stream()
stream.answer((1, 1, 0))
stream.behave()
