"""The program behind the bridge: a process, and the pipes to its standard input and output.

Both ends here never block. What a pipe doesn't take is kept, and goes when it does. The
program's standard error is the bridge's own: it ends in the bot's log.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

from arena.errors import ArenaError

MAX_LINE: Final = 64 * 1024
"""The longest line that a program may write, in bytes: answers take some twenty."""

_CHUNK: Final = 64 * 1024
_DYING: Final = 0.5
"""Seconds that a program gets to end, when its pipes are closed."""


class ProgramError(ArenaError):
    """The program can't be started, or doesn't do what a program behind the bridge must."""


class Program:
    """A running program."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it.

        Raises:
            ProgramError: it can't be started.
        """
        self._name = command[0]
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ProgramError(f"can't run {command[0]!r}: {error.strerror}") from error
        assert process.stdin is not None  # noqa: S101 - for the type checker: they are pipes
        assert process.stdout is not None  # noqa: S101
        self._process = process
        self._stdin, self._stdout = process.stdin.fileno(), process.stdout.fileno()
        for end in (self._stdin, self._stdout):
            os.set_blocking(end, False)
        self._unsent = b""
        self._rest = b""

    def on_output(
        self, loop: asyncio.AbstractEventLoop, call: Callable[[], None] | None
    ) -> None:
        """Have the loop call when there is something to read; None: no more."""
        if call is None:
            loop.remove_reader(self._stdout)
        else:
            loop.add_reader(self._stdout, call)

    def write(self, text: str) -> None:
        """Send it on its way. What a program that has ended doesn't take, `read` will tell."""
        self._unsent += text.encode()
        self._flush()
        if self._unsent:
            asyncio.get_running_loop().add_writer(self._stdin, self._go_on)

    def read(self) -> list[bytes]:
        """The whole lines that have come, without their ends and empty ones.

        Raises:
            ProgramError: the program has ended or closed its output, or a line is too long.
        """
        try:
            chunk = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return []
        if not chunk:
            raise ProgramError(self._how_it_ended())
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        if len(self._rest) > MAX_LINE:
            raise ProgramError(
                f"{self._name} wrote more than {MAX_LINE} bytes without a newline"
            )
        return [line for line in map(bytes.strip, whole) if line]

    def close(self) -> None:
        """Close its input, and see to it that it ends."""
        assert self._process.stdin is not None  # noqa: S101 - as above
        self._process.stdin.close()
        try:
            self._process.wait(_DYING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _go_on(self) -> None:
        self._flush()
        if not self._unsent:
            asyncio.get_running_loop().remove_writer(self._stdin)

    def _flush(self) -> None:
        try:
            sent = os.write(self._stdin, self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(_DYING)
        except subprocess.TimeoutExpired:
            return f"{self._name} closed its standard output"
        if code < 0:
            return f"{self._name} was ended by signal {signal.Signals(-code).name}"
        return f"{self._name} ended with exit code {code}"
