"""Where games are found: entry points of the group "arena.games", ours and others'."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from arena.errors import OptionError, RulesError
from arena.games.game import Game
from arena.games.ruleset import Options, OptionValue, Ruleset, option_text

GROUP: Final = "arena.games"
_RULESET: Final = re.compile(
    r"(?P<game>[\w-]+)(?:\[(?P<options>[^\]]*)\])?(?:/(?P<players>\d+))?"
)


@cache
def _found() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _load(name: str) -> Game:
    try:
        game: Game = _found()[name].load()
    except Exception as error:  # someone else's package: anything may go wrong in it
        raise RulesError(f"game {name!r} can't be loaded: {error}") from error
    if game.name != name:
        raise RulesError(
            f"entry point {name!r} provides a game that calls itself {game.name!r}"
        )
    return game


def refresh() -> None:
    """Forget what was found: for packages installed while the program runs."""
    _found.cache_clear()
    _load.cache_clear()


def names() -> tuple[str, ...]:
    """The names of all games, sorted; shorthands not among them."""
    return tuple(sorted(_found()))


def known() -> tuple[str, ...]:
    """The names of all games and the shorthands of all that can be loaded, sorted."""
    shorthands = {short for game in _loadable() for short in game.shorthands}
    return tuple(sorted({*names(), *shorthands}))


def get(name: str) -> Game:
    """The game with this name or shorthand. Raises RulesError if there is none."""
    return _resolve(name)[0]


def _resolve(name: str) -> tuple[Game, Mapping[str, OptionValue]]:
    """The game, and the options that its shorthand sets."""
    if name in _found():
        return _load(name), {}
    for game in _loadable():
        if name in game.shorthands:
            return game, game.shorthands[name]
    raise RulesError(f"unknown game {name!r}; there are: {', '.join(known()) or 'none'}")


def _loadable() -> Iterator[Game]:
    """All games but those that can't be loaded: they must not stand in others' way."""
    for name in names():
        try:
            game = _load(name)
        except RulesError:
            continue
        yield game


def make_ruleset(name: str, players: int | None = None, **options: OptionValue) -> Ruleset:
    """The ruleset of a game, found by name or shorthand, with these options.

    See `ruleset_of` for defaults. Raises OptionError, RulesError.
    """
    game, preset = _resolve(name)
    for option, value in preset.items():
        if options.get(option, value) != value:
            raise OptionError(f"{name}: {option} is {option_text(value)} by its name")
    return ruleset_of(game, players, {**preset, **options})


def ruleset_of(
    game: Game, players: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> Ruleset:
    """The ruleset of a game with these options, defaults filled in.

    Without `players`, three where three can play, else the smallest number that can.
    Raises OptionError.
    """
    given = options or {}
    _refuse_unknown(game, given)
    chosen = {
        option: _checked(game, option, given.get(option, allowed[0]))
        for option, allowed in game.options.items()
    }
    return Ruleset(game.name, _checked_players(game, players), Options(chosen))


def parse_ruleset(text: str) -> Ruleset:
    """Read a ruleset; options and players left out get their defaults.

    Raises OptionError, RulesError.
    """
    match = _RULESET.fullmatch(text)
    if match is None:
        raise OptionError(f"expected a ruleset such as atlanta[min_sequence=2]/3, got {text!r}")
    game = get(match["game"])
    options = {}
    for part in filter(None, (match["options"] or "").split(",")):
        option, _, value = part.partition("=")
        options[option] = _parsed(game, option, value)
    players = int(match["players"]) if match["players"] else None
    return make_ruleset(match["game"], players, **options)


def _refuse_unknown(game: Game, given: Mapping[str, OptionValue]) -> None:
    for option in given:
        if option not in game.options:
            known = ", ".join(sorted(game.options)) or "none"
            raise OptionError(f"{game.name} has no option {option!r}; its options: {known}")


def _parsed(game: Game, option: str, text: str) -> OptionValue:
    _refuse_unknown(game, {option: text})
    for value in game.options[option]:
        if option_text(value) == text:
            return value
    raise _bad_value(game, option, text)


def _checked(game: Game, option: str, value: OptionValue) -> OptionValue:
    """The value, if it is allowed: `True` is not 1."""
    for allowed in game.options[option]:
        if type(allowed) is type(value) and allowed == value:
            return allowed
    raise _bad_value(game, option, option_text(value))


def _bad_value(game: Game, option: str, text: str) -> OptionError:
    allowed = ", ".join(option_text(value) for value in game.options[option])
    return OptionError(f"{game.name}: {option} must be one of {allowed}; got {text}")


def _checked_players(game: Game, players: int | None) -> int:
    if players is None:
        return 3 if 3 in game.players else game.players[0]
    if players not in game.players:
        allowed = ", ".join(map(str, game.players))
        raise OptionError(f"{game.name}: players must be one of {allowed}; got {players}")
    return players
