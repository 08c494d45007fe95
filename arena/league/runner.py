"""Plays a league, or what is left of it: `run` is all that the command line needs.

Prints nothing: an observer is told what happens.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.league.bench import sentence
from arena.league.config import cpus
from arena.league.coordinator import Coordinator
from arena.league.ledger import Ledger
from arena.league.lock import locked
from arena.league.plan import make_plan, schedule_of
from arena.league.seal import unsealed
from arena.referee.build import build
from arena.referee.sandbox.probe import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.league.config import League
    from arena.league.observer import Observer
    from arena.referee.remote import Listen


_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What stops a run: Ctrl-C, a polite kill, and the end of its terminal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended.

    Attributes:
        played: how many matches of the schedule are in the ledger.
        matches: how many the schedule has, less those that benched entries don't play.
        stopped: whether the run was asked to stop.
        secret: the league's secret, hex, to be published now; None while matches are missing.
    """

    played: int
    matches: int
    stopped: bool
    secret: str | None


def run(league: League, observer: Observer, listen: Listen | None = None) -> Outcome:
    """Play the league's matches that are not in its ledger yet.

    SIGINT (Ctrl-C), SIGTERM or SIGHUP stops the run when the matches being played end, a
    second one stops it at once; either way the same call goes on later.

    Args:
        league: what is played.
        observer: who is told what happens.
        listen: where the league's remote bots dial in, if it has any.

    Raises:
        ConfigError: a bot can't be built or was changed meanwhile; too many tables; less
            isolation than the league asks for; a bot is remote, and nobody listens.
        LedgerError: the ledger can't be used, or another process plays the league.
        RefereeError: the harness failed twice in the same way.
    """
    schedule_of(league)  # a mistake is found before anything is made
    _find_rung(league)
    if league.remote and listen is None:
        raise ConfigError(
            f"{league.file}: bots: {', '.join(sorted(league.remote))}: on other machines, and "
            f"nobody listens for them; `arena serve` does"
        )
    with locked(league.ledger_file):
        for bot in league.bots:
            if not bot.remote:
                build(bot, league.logs)
        with (
            unsealed(league.ledger_file),
            Ledger.write_to(league.ledger_file, league.definition()) as ledger,
        ):
            ledger.add_entries(league.bots)
            return asyncio.run(_run(league, ledger, observer, listen))


def _find_rung(league: League) -> None:
    """See that the machine gives the isolation that the league asks for."""
    try:
        find(league.policy)
    except ConfigError as error:
        raise ConfigError(f"{league.file}: {error}") from error


async def _run(
    league: League, ledger: Ledger, observer: Observer, listen: Listen | None
) -> Outcome:
    schedule = schedule_of(league)
    before = ledger.results(schedule)
    coordinator = Coordinator(league, schedule, ledger, observer, listen)
    with _signals(coordinator, observer):
        observer.on_start(make_plan(league, cpus()), before, ledger.commitment)
        await coordinator.run(before)
    results = ledger.results(schedule)
    skipped = sentence(schedule, results, league.strikes, league.benched).skipped
    return Outcome(
        played=len(results),
        matches=len(schedule) - len(skipped),
        stopped=coordinator.stop is not None,
        secret=ledger.secret.hex() if len(results) + len(skipped) == len(schedule) else None,
    )


@contextmanager
def _signals(coordinator: Coordinator, observer: Observer) -> Iterator[None]:
    """Let signals stop the run."""

    def on_signal() -> None:
        if coordinator.stop is None:
            observer.on_stopping()
        coordinator.ask_to_stop()

    loop = asyncio.get_running_loop()
    for number in _STOPPING:
        loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        for number in _STOPPING:
            loop.remove_signal_handler(number)
