"""A bot's folder: its manifest `bot.toml`, and the digest that is the bot's version.

`docs/write-a-bot.md` is the page for authors. Nothing here starts a program.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from arena import tomlfile
from arena.errors import ConfigError
from arena.games import registry
from arena.match.record import Player

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FILE = "bot.toml"

DIGEST_LENGTH = 12
"""How many hex digits of a digest are shown, and tell entries apart."""

OUTPUTS = frozenset({"build", "dist", "node_modules", "target", "Cargo.lock"})
"""What is left out of the digest, directly in a bot's folder, if the manifest has a `build`
command: the build makes it, and it differs from machine to machine. Cargo writes its lock file
at the first build, naming the registry that the machine uses."""

Name = Annotated[str, Meta(pattern=tomlfile.NAME)]
Text = Annotated[str, Meta(pattern=tomlfile.LINE)]
Command = Annotated[tuple[Annotated[str, Meta(min_length=1)], ...], Meta(min_length=1)]


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `bot.toml` says.

    Attributes:
        name: the bot's name in leagues, unless the league file gives another.
        version: the author's own text; the harness goes by the digest.
        author: for people.
        language: for people.
        run: the program and its arguments, started in the bot's folder. `python` is the
            harness's own interpreter.
        build: a command to be run once before the first start, in the bot's folder.
        concurrency: how many matches a process of the bot plays at a time.
        games: what it plays.
    """

    name: Name
    run: Command
    games: Annotated[tuple[str, ...], Meta(min_length=1)]
    version: Text = ""
    author: Text = ""
    language: Text = ""
    build: Command | None = None
    concurrency: Annotated[int, Meta(ge=1, le=1024)] = 1


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot at one exact version.

    Attributes:
        folder: where it lives, absolute; of a remote bot that of the file that names it.
        manifest: what its author says of it.
        digest: SHA-256 of the folder's content (`digest_of`), 64 hex digits; of a remote bot
            that of what is said of it (`remote_bot`).
        remote: whether it runs on another machine, and dials in.
    """

    folder: Path
    manifest: Manifest
    digest: str
    remote: bool = False

    @property
    def name(self) -> str:
        """The bot's name."""
        return self.manifest.name

    @property
    def version(self) -> str:
        """Its author's text for the version."""
        return self.manifest.version

    @property
    def short_digest(self) -> str:
        """The first digits of the digest: the version where people read it."""
        return self.digest[:DIGEST_LENGTH]

    @property
    def player(self) -> Player:
        """The bot as it stands in records."""
        return Player(self.name, self.version, self.digest, self.remote)

    @property
    def command(self) -> tuple[str, ...]:
        """What is to be run."""
        return program(self.manifest.run)


def program(command: Sequence[str]) -> tuple[str, ...]:
    """A manifest's command as it is started: `python` is the harness's own interpreter."""
    first, *rest = command
    return (sys.executable if first == "python" else first, *rest)


def load_manifest(folder: Path) -> BotSpec:
    """Read and check the bot in that folder.

    Raises:
        ConfigError: the folder holds no bot, or its manifest has a mistake.
    """
    folder = _resolved(folder)
    if not folder.is_dir():
        raise ConfigError(f"{folder}: expected a bot's folder, got {_kind(folder)}")
    file = folder / FILE
    if _is_missing(file):
        raise ConfigError(f"no {FILE} in {folder}")
    manifest = tomlfile.read(file, Manifest)
    for number, game in enumerate(manifest.games):
        check_game(file, f"games[{number}]", game)
    _check_command(file, "run", manifest.run, built=manifest.build is not None)
    if manifest.build is not None:
        _check_command(file, "build", manifest.build, built=False)
    return BotSpec(folder, manifest, digest_of(folder, built=manifest.build is not None))


def _resolved(folder: Path) -> Path:
    """The folder's own path, without links and `..`; of an impossible one what is known."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError, ValueError):  # links in a circle, null characters
        return folder.absolute()


def _is_missing(file: Path) -> bool:
    """Whether there is no such file; one that can't be looked at may be there."""
    try:
        file.stat()
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def remote_bot(
    folder: Path,
    name: str,
    *,
    games: tuple[str, ...],
    version: str = "",
    author: str = "",
    language: str = "",
    concurrency: int = 1,
) -> BotSpec:
    """A bot on another machine, as a file in `folder` describes it.

    Nobody here sees its program. What tells one version from another is what is said of it:
    the digest is SHA-256 of the JSON list of "remote", name, version, author and language.
    """
    said = json.dumps(["remote", name, version, author, language], separators=(",", ":"))
    manifest = Manifest(
        name=name,
        run=("remote",),  # never run
        games=games,
        version=version,
        author=author,
        language=language,
        concurrency=concurrency,
    )
    return BotSpec(folder, manifest, hashlib.sha256(said.encode()).hexdigest(), remote=True)


def digest_of(folder: Path, *, built: bool = False) -> str:
    """SHA-256 of what is in a bot's folder, hex.

    Counted are the files' paths and bytes, in the order of their paths. Left out: hidden files
    and folders, `__pycache__`, `*.pyc`, empty folders, and with `built` the `OUTPUTS`.

    Raises:
        ConfigError: a file can't be read, or a link leads out of the folder.
    """
    total = hashlib.sha256()
    for path in sorted(_files(folder, built=built), key=lambda p: p.as_posix().encode()):
        name = path.as_posix().encode()
        content = _content(folder, path)
        total.update(b"%d:%s%d:" % (len(name), name, len(content)))
        total.update(content)
    return total.hexdigest()


def _files(folder: Path, *, built: bool) -> Iterator[Path]:
    """The counted files below the folder, as paths from it."""
    waiting = [folder]
    while waiting:
        for path in _listed(waiting.pop()):
            inner = path.relative_to(folder)
            if _left_out(inner, built=built):
                continue
            if path.is_dir() and not path.is_symlink():
                waiting.append(path)
            else:
                yield inner


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise ConfigError(f"{folder}: can't be read: {error.strerror}") from error


def _left_out(inner: Path, *, built: bool) -> bool:
    name = inner.name
    if name.startswith(".") or name == "__pycache__" or name.endswith(".pyc"):
        return True
    return built and len(inner.parts) == 1 and name in OUTPUTS


def _content(folder: Path, inner: Path) -> bytes:
    path = folder / inner
    if not _is_inside(folder, path):
        raise ConfigError(
            f"{path}: expected files of the bot's own, got a link out of its folder"
        )
    if not path.is_file():
        raise ConfigError(f"{path}: expected a file, got {_kind(path)}")
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(f"{path}: can't be read: {error.strerror}") from error


def _is_inside(folder: Path, path: Path) -> bool:
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links that lead in a circle
        return False


def check_game(file: Path, key: str, game: str) -> None:
    """See that a game or a shorthand of one has that name.

    Raises:
        ConfigError: there is none.
    """
    if game in registry.names() or game in registry.known():
        return
    raise ConfigError(
        f"{file}: {key}: expected a game, got {tomlfile.shown(game)}; "
        f"{tomlfile.nearest(game, registry.known())}"
    )


def _check_command(file: Path, key: str, command: tuple[str, ...], *, built: bool) -> None:
    for number, word in enumerate(command):
        _check_word(file, f"{key}[{number}]", word)
    if not built and (own := _own_file(command)) is not None:
        number, path = own
        if not (file.parent / path).is_file():
            raise tomlfile.wrong(file, f"{key}[{number}]", "a file in the bot's folder", path)


def _check_word(file: Path, key: str, word: str) -> None:
    """No word of a command may name a place outside the folder."""
    path = PurePosixPath(word)
    if "\0" in word:
        raise tomlfile.wrong(file, key, "text without a null character", word)
    outside = path.is_absolute() or ".." in path.parts
    if outside or not _is_inside(file.parent, file.parent / path):
        raise tomlfile.wrong(file, key, "a path inside the bot's folder", word)


def _own_file(command: tuple[str, ...]) -> tuple[int, str] | None:
    """The word of a command, after its place, that must be a file of the bot's own, if any."""
    if "/" in command[0]:
        return 0, command[0]
    if command[0] == "python" and len(command) > 1 and command[1].endswith(".py"):
        return 1, command[1]
    return None


def _kind(path: Path) -> str:
    if not path.exists():
        return "nothing there"
    return "a folder" if path.is_dir() else "a file" if path.is_file() else "something else"
