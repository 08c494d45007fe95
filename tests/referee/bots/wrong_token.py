"""Shows a token that it was not given."""

from raw import Stream

stream = Stream()
stream.hello(token="guessed")
stream.behave()
