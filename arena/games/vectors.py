"""Checks the engine against vector files: whole games, and the seed streams (rules.md).

Two kinds of file. `*.jsonl` holds one game a line: the seed's text, what it gives, and
every decision with its legal actions. `*.json` holds a list of seeds and what their
streams give. What came out is a value; printing it is the command line's business.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from arena.cards import cards_text
from arena.chance import Deal, bot_seed, deal_from_seed, seed_from_text
from arena.errors import NotationError, RulesError
from arena.games import registry
from arena.games.actions import Action
from arena.games.game import State
from arena.games.ruleset import OptionValue, Ruleset

T = TypeVar("T")


class VectorGame(msgspec.Struct, frozen=True):
    """One line of a file of games. Further keys are ignored: files may carry remarks."""

    game: str
    options: dict[str, OptionValue]
    players: int
    seed_text: str
    dealer: int
    deck: str
    dreck_order: str
    steps: list[tuple[int, str, list[str]]]
    hands_at_phase_two: list[int]
    out: list[int]
    losers: list[int]
    stalemate: bool


class VectorSeed(msgspec.Struct, frozen=True):
    """One seed of a file of streams; `dealer` is keyed by the number of players."""

    seed_text: str
    seed: str
    deck: str
    dreck_order: str
    dealer: dict[int, int]
    bot_seed_0: str


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the engine and a vector part.

    Attributes:
        file: the file's path as given.
        line: the game's line, or the seed's place in its list, from 1.
        step: index of the decision in `steps`, from 0; None for the deal and the end.
        what: what was compared.
        expected: what the file says.
        came: what the engine says.
    """

    file: str
    line: int
    step: int | None
    what: str
    expected: str
    came: str

    def __str__(self) -> str:
        step = "" if self.step is None else f", step {self.step}"
        where = f"{self.file}, line {self.line}{step}"
        return f"{where}: {self.what}: expected {self.expected}, came {self.came}"


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check came to.

    Attributes:
        games: games replayed without a difference.
        decisions: decisions compared in them.
        seeds: seeds compared without a difference.
        difference: the first one; None if all agree.
    """

    games: int = 0
    decisions: int = 0
    seeds: int = 0
    difference: Difference | None = None


def check_files(paths: Iterable[Path]) -> Checked:
    """Check files one after another, up to the first difference.

    Raises RulesError, naming file and line, if one can't be read or isn't a vector file.
    """
    total = Checked()
    for path in paths:
        one = _check_seeds(path) if path.suffix == ".json" else _check_games(path)
        total = Checked(
            total.games + one.games,
            total.decisions + one.decisions,
            total.seeds + one.seeds,
            one.difference,
        )
        if total.difference:
            break
    return total


def _check_games(path: Path) -> Checked:
    lines = _read(path).splitlines()
    if not lines:
        raise RulesError(f"{path}: expected a game a line, got an empty file")
    games = decisions = 0
    for number, line in enumerate(lines, 1):
        vector = _decoded(line, VectorGame, path, number)
        difference = _first(path, number, _compare_game(vector, f"{path}, line {number}"))
        if difference:
            return Checked(games, decisions, difference=difference)
        games += 1
        decisions += len(vector.steps)
    return Checked(games, decisions)


def _check_seeds(path: Path) -> Checked:
    vectors = _decoded(_read(path), list[VectorSeed], path, 1)
    if not vectors:
        raise RulesError(f"{path}: expected a list of seeds, got an empty one")
    for number, vector in enumerate(vectors, 1):
        difference = _first(path, number, _compare_seed(vector))
        if difference:
            return Checked(seeds=number - 1, difference=difference)
    return Checked(seeds=len(vectors))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise RulesError(f"{path}: can't be read: {error.strerror}") from error


def _decoded(text: bytes, kind: type[T], path: Path, line: int) -> T:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise RulesError(f"{path}, line {line}: no vector: {error}") from error


@dataclass(frozen=True, slots=True)
class _Compared:
    step: int | None
    what: str
    expected: object
    came: object


def _first(path: Path, line: int, compared: Iterable[_Compared]) -> Difference | None:
    for one in compared:
        if one.expected != one.came:
            expected, came = _text(one.expected), _text(one.came)
            return Difference(str(path), line, one.step, one.what, expected, came)
    return None


def _text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return str(value)


def _compare_game(vector: VectorGame, where: str) -> Iterator[_Compared]:
    try:
        ruleset = registry.make_ruleset(vector.game, vector.players, **vector.options)
    except RulesError as error:
        raise RulesError(f"{where}: {error}") from error
    deal = deal_from_seed(seed_from_text(vector.seed_text), vector.players)
    yield from _compare_deal(vector, deal)
    yield from _compare_play(vector, ruleset, deal, where)


def _compare_deal(vector: VectorGame | VectorSeed, deal: Deal) -> Iterator[_Compared]:
    if isinstance(vector, VectorGame):
        yield _Compared(None, "dealer", vector.dealer, deal.dealer)
    yield _Compared(None, "deck", vector.deck, cards_text(deal.pack))
    yield _Compared(None, "dreck order", vector.dreck_order, cards_text(deal.dreck_order))


def _compare_play(
    vector: VectorGame, ruleset: Ruleset, deal: Deal, where: str
) -> Iterator[_Compared]:
    state = registry.get(ruleset.game).start(ruleset, deal, record_events=False)
    for step, (seat, text, legal) in enumerate(vector.steps):
        yield _Compared(step, "seat", seat, state.seat)
        yield _Compared(step, "legal actions", legal, list(map(str, state.legal())))
        if text not in legal:
            raise RulesError(f"{where}, step {step}: {text!r} is not among its legal actions")
        state.apply(_action(text, f"{where}, step {step}"))
    yield from _compare_end(vector, state)


def _action(text: str, where: str) -> Action:
    try:
        return Action.parse(text)
    except NotationError as error:
        raise RulesError(f"{where}: {error}") from error


def _compare_end(vector: VectorGame, state: State) -> Iterator[_Compared]:
    yield _Compared(None, "over after the last step", expected=True, came=state.over)
    sizes = list(state.hands_at_phase_two)
    yield _Compared(None, "hands at phase two", vector.hands_at_phase_two, sizes)
    yield _Compared(None, "out", vector.out, list(state.out))
    yield _Compared(None, "losers", vector.losers, list(state.losers))
    yield _Compared(None, "stalemate", vector.stalemate, state.stalemate)


def _compare_seed(vector: VectorSeed) -> Iterator[_Compared]:
    seed = seed_from_text(vector.seed_text)
    yield _Compared(None, "seed", vector.seed, seed.hex())
    yield from _compare_deal(vector, deal_from_seed(seed, 2))
    dealers = {players: deal_from_seed(seed, players).dealer for players in vector.dealer}
    yield _Compared(None, "dealers", vector.dealer, dealers)
    yield _Compared(None, "seed of bot 0", vector.bot_seed_0, bot_seed(seed, 0).hex())
