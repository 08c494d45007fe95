"""Runs a program behind the bridge, until the referee has had enough.

Exit codes are those of every bot (`arena.sdk.running`): 0 the referee ended the stream, 1 the
program failed, 2 there was no referee.
"""

import asyncio
import os
import sys
from typing import Final

from arena.bridge.program import Program, ProgramError
from arena.bridge.questions import BadAnswer, Questions
from arena.errors import ArenaError
from arena.sdk import stream
from arena.sdk.running import BOT_FAILED, NO_REFEREE, Referee, leave, referee
from arena.v1 import arena_pb2 as pb

WHO: Final = "arena-bridge"
USAGE: Final = f"usage: {WHO} PROGRAM ARGUMENTS… (in a bot's manifest; see docs/bridge.md)"

MOST_PATIENCE: Final = 5.0
"""Seconds after which a first answer is missed at the latest; half of the move time else."""


def run() -> None:
    """Run the program that the command line names.

    Raises:
        SystemExit: with a code as above, if something went wrong.
    """
    command = sys.argv[1:]
    if not command or command[0].startswith("-"):
        leave(NO_REFEREE, WHO, ArenaError(USAGE))
    where = referee(os.environ, WHO)
    try:
        _bridge(command, where)
    except (ProgramError, BadAnswer, stream.Faulted) as error:
        leave(BOT_FAILED, WHO, error)
    except stream.Refused as error:
        leave(NO_REFEREE, WHO, error)


def _bridge(command: list[str], where: Referee) -> None:
    program = Program(command)
    try:
        stream.talk(where, WHO, lambda talk: Bridge(program, talk).run())
    finally:
        program.close()


class Bridge:
    """Carries lines between a referee's stream and a program."""

    def __init__(self, program: Program, talk: stream.Stream) -> None:
        """Carry between these two."""
        self._program = program
        self._stream = talk
        self._questions = Questions()
        self._choices: list[pb.Choice] = []
        self._sender: asyncio.Task[None] | None = None
        self._hinting = False
        self._loop = asyncio.get_running_loop()
        self._failed: asyncio.Future[None] = self._loop.create_future()

    async def run(self) -> None:
        """Carry until the referee ends the stream.

        Raises:
            ProgramError: the program has ended, or misbehaved.
            BadAnswer: it wrote what is no answer.
        """
        self._program.on_output(self._loop, self._arrived)
        listener = self._loop.create_task(self._listen())
        try:
            await asyncio.wait({listener, self._failed}, return_when=asyncio.FIRST_COMPLETED)
            await (self._failed if self._failed.done() else listener)
        finally:
            tasks = [task for task in (listener, self._sender) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        while (message := await self._stream.read()) is not None:
            self._program.write(self._questions.lines(message))
            if message.decisions and not self._hinting:
                self._hinting = True
                patience = min(message.decisions[0].clock.move_time_us / 2e6, MOST_PATIENCE)
                self._loop.call_later(patience, self._hint)

    def _arrived(self) -> None:
        """The program has written something, or has ended."""
        try:
            answers = [self._questions.answer(line) for line in self._program.read()]
        except (ProgramError, BadAnswer) as error:
            self._fail(error)
            return
        self._choices += [choice for choice in answers if choice is not None]
        if self._choices and (self._sender is None or self._sender.done()):
            self._sender = self._loop.create_task(self._send())

    async def _send(self) -> None:
        """Send the answers that are there, and those that come meanwhile."""
        while self._choices:
            choices, self._choices = self._choices, []
            await self._stream.say(pb.PlayRequest(choices=choices))

    def _fail(self, error: ArenaError) -> None:
        self._program.on_output(self._loop, None)
        if not self._failed.done():
            self._failed.set_exception(error)

    def _hint(self) -> None:
        """Name the mistake that everybody makes once, before the time is over."""
        if not self._questions.answered:
            print(  # noqa: T201 - for the bot's log
                f"{WHO}: still no answer to the first question: does the program flush its "
                "standard output after every line?",
                file=sys.stderr,
                flush=True,
            )
