"""Never answers a question."""

from raw import greeted, wait_for_the_end

stream = greeted()
next(stream.decisions())
wait_for_the_end()
