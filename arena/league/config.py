"""The league that a league file describes, checked: nothing here plays, writes or prints.

The keys themselves are in `arena.league.league_file`.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from arena.errors import ConfigError, OptionError
from arena.games import registry
from arena.games.ruleset import option_text
from arena.league.league_file import BotTable, LeagueFile
from arena.league.results import SEATS
from arena.match.clock import TimeControl
from arena.referee.manifest import (
    DIGEST_LENGTH,
    BotSpec,
    check_game,
    load_manifest,
    remote_bot,
)
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import Policy
from arena.referee.turns import TurnRules
from arena.tomlfile import nearest, read, wrong

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arena.games.game import Game
    from arena.games.ruleset import OptionValue, Ruleset
    from arena.league.bench import Benched
    from arena.league.league_file import RateBy

DEFINITION_SCHEMA = 1
"""Goes up when the same league file would give other deals or seatings than before."""


@dataclass(frozen=True, slots=True)
class League:
    """A league, checked: it can start.

    Attributes:
        file: the league file, absolute.
        name: what people call the league.
        ruleset: the game, its options and the number of seats.
        bots: the entries, in the file's order, each under its name in this league.
        deals: how many deals each table plays.
        deals_per_round: how many deals of each table make a round; None for the schedule's
            own choice.
        seed: the text from which the league's secret comes; None for a fresh one.
        workers: how many referees play at once.
        in_flight: how many matches a referee plays at once.
        rate_by: whether the loser alone counts in ratings or the whole order of going out.
        strikes: how many faults in a row bench an entry; 0: it never is.
        benched: what becomes of a benched entry's matches.
        time: how long bots may think.
        policy: which rungs of isolation will do.
        rules: what is done with a bot's process between its turns.
        limits: how much of the machine each bot's process may use.
    """

    file: Path
    name: str
    ruleset: Ruleset
    bots: tuple[BotSpec, ...]
    deals: int
    deals_per_round: int | None
    seed: str | None
    workers: int
    in_flight: int
    rate_by: RateBy
    strikes: int
    benched: Benched
    time: TimeControl
    policy: Policy
    rules: TurnRules
    limits: Limits

    @property
    def entries(self) -> tuple[str, ...]:
        """The bots' entry ids, in the order of `bots`."""
        return tuple(entry_id(bot.name, bot.digest) for bot in self.bots)

    @property
    def remote(self) -> frozenset[str]:
        """The ids of the entries that play from other machines."""
        pairs = zip(self.entries, self.bots, strict=True)
        return frozenset(entry for entry, bot in pairs if bot.remote)

    @property
    def keys(self) -> Path:
        """The folder for what lets bots on other machines in: tokens and certificates."""
        return self.file.with_suffix(".serve")

    @property
    def begun_file(self) -> Path:
        """Where it is written which matches with remote bots were begun."""
        return self.file.with_suffix(".begun")

    @property
    def ledger_file(self) -> Path:
        """Where the league's matches are written."""
        return self.file.with_suffix(".ledger")

    @property
    def logs(self) -> Path:
        """The folder for what workers and bots write on stderr."""
        return self.file.with_suffix(".logs")

    def definition(self) -> dict[str, object]:
        """What may not change while the league lasts, as JSON values.

        Bots, deals, rounds, workers and ratings are not among it: with more or fewer of these
        a league goes on, and what was played stays valid.
        """
        return {
            "schema": DEFINITION_SCHEMA,
            "game": self.ruleset.game,
            "seats": self.ruleset.players,
            "options": dict(self.ruleset.options),
            "seed": self.seed,
            "strikes": self.strikes,
            "benched": self.benched,
            "time": asdict(self.time),
            # Only what is asked for: leagues from before there were these keys go on.
            **{rule: True for rule, wanted in asdict(self.rules).items() if wanted},
        }


def entry_id(name: str, digest: str) -> str:
    """A bot at one exact version, as leagues name it: `greedy@0123456789ab`."""
    return f"{name}@{digest[:DIGEST_LENGTH]}"


def load_league(file: Path) -> League:
    """Read and check a league file, and the manifests of its bots.

    Raises:
        ConfigError: the file or a manifest has a mistake; the text names file and key.
    """
    file = file.parent.resolve() / file.name
    table = read(file, LeagueFile)
    ruleset = _ruleset(file, table)
    bots = _bots(file, table, ruleset)
    return League(
        file=file,
        name=table.name or file.stem,
        ruleset=ruleset,
        bots=bots,
        deals=table.deals,
        deals_per_round=table.deals_per_round,
        seed=table.seed,
        workers=_workers(file, table, bots),
        in_flight=table.in_flight,
        rate_by=table.rate_by,
        strikes=table.strikes,
        benched=table.benched,
        time=TimeControl(**msgspec.structs.asdict(table.time)),
        policy=_policy(file, table),
        rules=TurnRules(table.freeze, table.charge_cpu),
        limits=_limits(file, table),
    )


def _policy(file: Path, table: LeagueFile) -> Policy:
    try:
        return Policy.parse(table.sandbox)
    except ValueError as error:
        raise ConfigError(f"{file}: sandbox: {error}") from error


def _limits(file: Path, table: LeagueFile) -> Limits:
    try:
        return Limits(**msgspec.structs.asdict(table.limits))
    except ValueError as error:
        raise ConfigError(f"{file}: limits.{error}") from error


def _workers(file: Path, table: LeagueFile, bots: Sequence[BotSpec]) -> int:
    if not any(bot.remote for bot in bots):
        return table.workers or cpus()
    if table.workers not in {None, 1}:
        raise wrong(file, "workers", "1, as remote bots dial in at one worker", table.workers)
    return 1


def cpus() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ruleset(file: Path, table: LeagueFile) -> Ruleset:
    check_game(file, "game", table.game)
    game = registry.get(table.game)
    for option, value in table.options.items():
        _check_option(file, game, option, value)
    seats = _seats(file, table, game)
    try:
        return registry.make_ruleset(table.game, seats, **table.options)
    except OptionError as error:
        raise ConfigError(f"{file}: options: {error}") from error


def _check_option(file: Path, game: Game, option: str, value: OptionValue) -> None:
    key = f"options.{option}"
    if option not in game.options:
        raise ConfigError(f"{file}: {key}: unknown key, {nearest(option, game.options)}")
    allowed = game.options[option]
    if not any(type(value) is type(one) and value == one for one in allowed):
        raise wrong(file, key, " or ".join(map(option_text, allowed)), value)


def _seats(file: Path, table: LeagueFile, game: Game) -> int:
    allowed = tuple(seats for seats in game.players if seats in SEATS)
    if table.seats is None and len(allowed) == 1:
        return allowed[0]
    if table.seats in allowed:
        return table.seats
    expected = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
    got = "none" if table.seats is None else table.seats
    raise ConfigError(f"{file}: seats: expected {expected} for {table.game}, got {got}")


def _bots(file: Path, table: LeagueFile, ruleset: Ruleset) -> tuple[BotSpec, ...]:
    if len(table.bots) < ruleset.players:
        raise ConfigError(
            f"{file}: bots: expected {ruleset.players} or more, as the game has "
            f"{ruleset.players} seats, got {len(table.bots)}"
        )
    game = game_name(ruleset)
    bots = [_bot(file, f"bots[{number}]", bot, game) for number, bot in enumerate(table.bots)]
    _check_names(file, bots)
    _check_games(file, bots, ruleset)
    return tuple(bots)


def _bot(file: Path, key: str, entry: str | BotTable, game: str) -> BotSpec:
    if isinstance(entry, str):
        entry = BotTable(entry)
    if entry.remote:
        return _remote(file, key, entry, game)
    if entry.path is None:
        raise ConfigError(f"{file}: {key}.path: expected a value, got none")
    if entry != BotTable(entry.path, entry.name):
        said = "version, author, language and concurrency"
        wanted = f"expected {said} of remote bots only: a manifest says them of others"
        raise ConfigError(f"{file}: {key}: {wanted}")
    try:
        spec = load_manifest(file.parent / Path(entry.path).expanduser())
    except ConfigError as error:
        raise ConfigError(f"{file}: {key}: {error}") from error
    return spec if entry.name is None else renamed(spec, entry.name)


def _remote(file: Path, key: str, entry: BotTable, game: str) -> BotSpec:
    if entry.path is not None:
        raise wrong(file, f"{key}.path", "none, as the bot is remote", entry.path)
    if entry.name is None:
        raise ConfigError(f"{file}: {key}.name: expected a value, got none")
    return remote_bot(
        file.parent,
        entry.name,
        games=(game,),
        version=entry.version,
        author=entry.author,
        language=entry.language,
        concurrency=entry.concurrency,
    )


def renamed(spec: BotSpec, name: str) -> BotSpec:
    """The same bot under another name; its digest stays."""
    return BotSpec(spec.folder, msgspec.structs.replace(spec.manifest, name=name), spec.digest)


def _check_names(file: Path, bots: Sequence[BotSpec]) -> None:
    seen: dict[str, int] = {}
    for number, bot in enumerate(bots):
        first = seen.setdefault(bot.name.casefold(), number)
        if first != number:
            raise ConfigError(
                f"{file}: bots[{number}]: expected a name of its own, got {bot.name!r}, which "
                f'bots[{first}] has too; write {{ path = "…", name = "…" }}'
            )


def _check_games(file: Path, bots: Iterable[BotSpec], ruleset: Ruleset) -> None:
    game = game_name(ruleset)
    for number, bot in enumerate(bots):
        if game not in bot.manifest.games:
            raise ConfigError(
                f"{file}: bots[{number}]: expected a bot that plays {game}, got {bot.name}, "
                f"whose manifest names {', '.join(bot.manifest.games)}"
            )


def game_name(ruleset: Ruleset) -> str:
    """The game as manifests name it: by its shorthand if the options are a shorthand's."""
    for name, preset in registry.get(ruleset.game).shorthands.items():
        if preset.items() <= ruleset.options.items():
            return name
    return ruleset.game
