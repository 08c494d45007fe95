"""`run`: what makes a program a bot.

Its exit codes:

0  the referee ended the stream
1  the bot failed: its code raised an exception, chose what isn't legal, or broke the protocol
2  there was no referee to play with

Whatever went wrong is said on stderr, which the referee keeps in the bot's log. Nothing is ever
read from stdin or written to stdout: a bot may print.
"""

import os
import sys
from collections.abc import Mapping
from typing import Final, NamedTuple, NoReturn

from arena.errors import ArenaError
from arena.sdk.bot import Bot, Choose, maker

BOT_FAILED: Final = 1
NO_REFEREE: Final = 2

_ADDRESS: Final = "ARENA_ADDRESS"
_TOKEN: Final = "ARENA_TOKEN"  # noqa: S105 - where the token is
_AUTHORITY: Final = "ARENA_CA"

PUBLIC: Final = "public"
"""In the place of a PEM file: the authorities that everybody trusts."""


def run(bot: type[Bot] | Choose) -> None:
    """Play for the referee that started this program, until it ends the stream.

    Args:
        bot: a subclass of `Bot`, or a function from a decision to an action.

    Raises:
        SystemExit: with a code as above, if something went wrong.
        TypeError: `bot` is something else.
    """
    make = maker(bot)
    where = referee(os.environ, "arena.sdk")
    # Imported when there is somebody to talk to: bots are imported by tests, too.
    from arena.sdk import player, stream  # noqa: PLC0415

    try:
        stream.play(where, player.Player(make))
    except (player.BotError, stream.Faulted) as error:
        leave(BOT_FAILED, "arena.sdk", error)
    except (player.ProtocolError, stream.Refused) as error:
        leave(NO_REFEREE, "arena.sdk", error)


class Referee(NamedTuple):
    """Where a bot plays.

    Attributes:
        address: of the referee, as gRPC writes it.
        token: what the bot shows there.
        authority: a PEM file with the certificates by which the referee's is checked, or
            `PUBLIC`; "" for a connection without TLS, as local bots have it.
    """

    address: str
    token: str
    authority: str = ""


def referee(environment: Mapping[str, str], who: str) -> Referee:
    """Where to play, as the referee tells the bots that it starts, or a remote bot's owner.

    Raises:
        SystemExit: there are none; `who` has said so.
    """
    address, token = environment.get(_ADDRESS, ""), environment.get(_TOKEN, "")
    if not address or not token:
        missing = " and ".join(
            name for name, value in ((_ADDRESS, address), (_TOKEN, token)) if not value
        )
        wanted = ArenaError(
            f"a bot is started by a referee, which sets {missing}: "
            "try `arena play THIS_FOLDER OTHER_FOLDER …`"
        )
        leave(NO_REFEREE, who, wanted)
    return Referee(address, token, environment.get(_AUTHORITY, ""))


def leave(code: int, who: str, error: ArenaError) -> NoReturn:
    """Say in the bot's log what went wrong, and exit."""
    print(f"{who}: {error}", file=sys.stderr, flush=True)  # noqa: T201 - for the bot's log
    raise SystemExit(code)
