"""Thinks for ever."""

from raw import greeted, wait_for_the_end

greeted()
wait_for_the_end()
