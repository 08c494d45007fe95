"""Exit codes, and how errors are told: one line on stderr, without a traceback.

| code | meaning |
| --- | --- |
| 0 | done, and all is well |
| 1 | what was looked at is wrong: a difference, a broken promise, a fault in a single match |
| 2 | the command can't be done as it was given: usage, files, configuration |
| 70 | a bug in the harness, with its traceback |
| 130 | interrupted by Ctrl-C; a league goes on with the same command |
| 141 | the reader of the output went away |
"""

from __future__ import annotations

import os
import sys
import traceback
from enum import IntEnum
from typing import TYPE_CHECKING

import click

from arena.errors import ArenaError

if TYPE_CHECKING:
    from collections.abc import Callable


class Code(IntEnum):
    """What the process tells its parent."""

    OK = 0
    WRONG = 1
    USAGE = 2
    BUG = 70
    INTERRUPTED = 130
    PIPE = 141


HELP = """\b
Exit codes:
  0    done, and all is well
  1    what was looked at is wrong: a difference, a fault in a single match
  2    the command can't be done as it was given (one line on stderr says why)
  130  interrupted by Ctrl-C; a league goes on with the same command
"""
"""The part of it that users need."""


def exit_code(command: Callable[[], object]) -> int:
    """Run a command; the code to exit with."""
    try:
        code = command()
        sys.stdout.flush()
    except click.ClickException as error:
        return _usage(error)
    except ArenaError as error:
        return _told(f"arena: {error}")
    except (click.Abort, KeyboardInterrupt):
        return Code.INTERRUPTED
    except BrokenPipeError:
        return broken_pipe()
    except Exception:  # noqa: BLE001 - whatever it is, 1 would mean something else
        traceback.print_exc()
        return Code.BUG
    return code if isinstance(code, int) else Code.OK


def broken_pipe() -> int:
    """Whoever read our output has left: as `head` does. Say nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Code.PIPE


def _told(line: str) -> int:
    from arena.report.untrusted import harmless  # noqa: PLC0415 - only when it is needed

    click.echo(harmless(" ".join(line.split())), err=True)
    return Code.USAGE


def _usage(error: click.ClickException) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return Code.USAGE
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return _told(f"arena: {error.format_message()}")
    path = context.command_path
    return _told(f"{path}: {error.format_message()} ('{path} --help' tells more)")
