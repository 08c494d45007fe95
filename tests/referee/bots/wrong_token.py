"""Shows a token that it was not given."""

from raw import Stream

stream = Stream()
stream.hello(token="guessed")  # noqa: S106 - that is the point
stream.behave()
