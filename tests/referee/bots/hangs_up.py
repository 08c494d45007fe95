"""Ends its stream at the first question, and lives on."""

from raw import greeted, wait_for_the_end

stream = greeted()
next(stream.decisions())
stream.incoming.cancel()
wait_for_the_end()
