"""Dies of a mistake of its own at the first question."""

from raw import greeted

stream = greeted()
next(stream.decisions())
raise ZeroDivisionError("lucky number is 0")
