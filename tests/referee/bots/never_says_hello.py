"""Starts, and does nothing."""

from raw import wait_for_the_end

wait_for_the_end()
