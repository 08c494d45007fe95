"""Takes ever more memory when it is asked something, some hundred MiB in all."""

from raw import greeted, wait_for_the_end

stream = greeted()
next(stream.decisions())
kept = [bytes([number]) * (8 << 20) for number in range(40)]
wait_for_the_end()
