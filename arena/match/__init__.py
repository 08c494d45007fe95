"""One match as a state machine without I/O: questions out, answers and faults in.

Time comes in as an argument, in microseconds of any monotonic clock. Nothing here knows of
processes, sockets or event loops.
"""
