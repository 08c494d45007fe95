"""What a league has played, for those who look at it afterwards: find, prove, play again."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from arena.errors import ConfigError, LedgerError
from arena.games.registry import parse_ruleset
from arena.league.bench import sentence
from arena.league.config import load_league
from arena.league.ledger import Ledger
from arena.league.plan import schedule_of
from arena.league.proof import compare_origin
from arena.league.ratings import RateBy
from arena.league.results import Entry
from arena.league.standings import standings
from arena.match.compare import first_difference
from arena.match.order import MatchOrder
from arena.match.replay import replay
from arena.referee.single import play_one
from arena.tomlfile import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from arena.league.bench import Sentence
    from arena.league.config import League
    from arena.league.results import Result
    from arena.league.schedule import Schedule
    from arena.league.standings import Standing
    from arena.match.record import Record
    from arena.match.replay import Difference
    from arena.referee.manifest import BotSpec


@dataclass(frozen=True)
class Played:
    """A league and its ledger, open to read.

    Attributes:
        league: as its file says now.
        ledger: what was played.
        schedule: what the league plays, with the bots as they are now.
    """

    league: League
    ledger: Ledger
    schedule: Schedule

    @cached_property
    def results(self) -> list[Result]:
        """The results of the schedule's matches, in its order."""
        return self.ledger.results(self.schedule)

    @cached_property
    def match_ids(self) -> list[str]:
        """All matches in the ledger: the schedule's in its order, then those of former bots."""
        order = {match.match_id: match.order for match in self.schedule}
        last = len(order)
        return sorted(self.ledger.match_ids(), key=lambda id_: (order.get(id_, last), id_))

    @property
    def former(self) -> int:
        """How many matches count no more: a bot changed or left, or deals were taken away."""
        return len(self.match_ids) - len(self.results)

    @cached_property
    def sentence(self) -> Sentence:
        """Who is benched, and what is not played therefore."""
        league = self.league
        return sentence(self.schedule, self.results, league.strikes, league.benched)

    @property
    def matches(self) -> int:
        """How many matches the schedule has, less those that benched entries don't play."""
        return len(self.schedule) - len(self.sentence.skipped)

    @property
    def secret(self) -> str | None:
        """The league's secret, hex; None while matches are missing, for it is secret then."""
        return self.ledger.secret.hex() if len(self.results) == self.matches else None

    def summary(self) -> dict[str, object]:
        """What there is to say of the league, as JSON values."""
        return {
            "name": self.league.name,
            "ruleset": str(self.league.ruleset),
            "seats": self.league.ruleset.players,
            "rate_by": self.league.rate_by,
            "matches": self.matches,
            "played": len(self.results),
            "skipped": len(self.sentence.skipped),
            "not_counted": self.former,
            "secret_sha256": self.ledger.commitment,
            "secret": self.secret,
        }

    def standings(self) -> list[Standing]:
        """The leaderboard."""
        return standings_of(self.league, self.results, self.sentence.entries)

    def find(
        self, *, bot: str | None = None, lost: str | None = None, faults: bool = False
    ) -> Iterator[Record]:
        """The records of all matches, in the order of `match_ids`, that fulfil every wish.

        Args:
            bot: the name of a bot that sat in it.
            lost: the name of a bot that lost it.
            faults: only matches that a fault ended.

        Raises:
            LedgerError: no bot of that name takes part or ever took part.
        """
        names = {bot.name for bot in self.league.bots}
        for match_id in self.match_ids:
            record = self.ledger.record(match_id)
            sitting = [player.bot for player in record.seating]
            losing = [sitting[seat] for seat in record.losers]
            names.update(sitting)
            fits = bot in {None, *sitting} and lost in {None, *losing}
            if fits and (record.fault is not None or not faults):
                yield record
        for name in (bot, lost):
            if name is not None and name not in names:
                raise LedgerError(
                    f"{self.league.file}: no bot {name!r}: {nearest(name, names)}"
                )

    def prove(self, match_id: str) -> Difference | None:
        """Replay a match, and see that its deal is the one that the secret gives.

        Raises:
            LedgerError: there is no such match.
            RecordError: its record can't be read, or names what isn't there.
        """
        record = self.ledger.record(match_id)
        return compare_origin(self.ledger.secret, match_id, record) or replay(record)


@contextmanager
def open_played(file: Path) -> Iterator[Played]:
    """Open what the league of that file has played.

    Raises:
        ConfigError: the league file has a mistake.
        LedgerError: nothing was played yet, or the ledger can't be read.
    """
    league = load_league(file)
    schedule = schedule_of(league)
    with Ledger.read_from(league.ledger_file) as ledger:
        ledger.hold()
        yield Played(league, ledger, schedule)


def standings_of(
    league: League, results: Iterable[Result], benched: Iterable[str]
) -> list[Standing]:
    """The league's leaderboard after these results, with these entries benched."""
    seats, rate_by = league.ruleset.players, RateBy(league.rate_by)
    return standings(results, entries_of(league), seats, rate_by, benched)


def entries_of(league: League) -> list[Entry]:
    """Who is listed."""
    return [Entry(bot.name, bot.short_digest, bot.version, bot.remote) for bot in league.bots]


@dataclass(frozen=True, slots=True)
class Rerun:
    """A match that was played again.

    Attributes:
        record: how it went this time.
        changed: bots whose folder was changed since: it need not go the same way.
        difference: the first place where it went another way; None if it came out the same.
    """

    record: Record
    changed: tuple[str, ...]
    difference: Difference | None


async def rerun(league: League, record: Record, logs: Path) -> Rerun:
    """Play a match of the league again, with the same bots, seed and seats.

    Raises:
        ConfigError: a bot is not in the league any more, or can't be built.
        RefereeError: the harness failed.
    """
    bots = [_bot(league, player.bot) for player in record.seating]
    pairs = zip(bots, record.seating, strict=True)
    changed = tuple(bot.name for bot, player in pairs if bot.digest != player.digest)
    order = MatchOrder(
        match_id=record.match_id,
        ruleset=parse_ruleset(record.ruleset),
        seed=bytes.fromhex(record.seed),
        seating=tuple(range(len(bots))),
        time=league.time,
    )
    again = await play_one(bots, order, logs)
    return Rerun(again, changed, first_difference(record, again))


def _bot(league: League, name: str) -> BotSpec:
    for bot in league.bots:
        if bot.name == name:
            return bot
    raise ConfigError(f"{league.file}: bots: {name!r}, who played this match, is not there")
