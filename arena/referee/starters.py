"""Starters: bots that play, to be copied and changed. `arena bot new` makes a bot of one.

They are the bots in `bots/`; an installed package has copies of them beside the code.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import arena
from arena import tomlfile
from arena.errors import ConfigError
from arena.referee.manifest import FILE, OUTPUTS, load_manifest

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.referee.manifest import BotSpec

LANGUAGES = {
    "python": "greedy",
    "go": "greedy-go",
    "rust": "greedy-rust",
    "java": "greedy-java",
    "typescript": "greedy-ts",
    "cpp": "greedy-cpp",
    "bridge-shell": "greedy-shell",
    "bridge-c": "greedy-c",
    "bridge-perl": "greedy-perl",
}
"""By language the starter's folder. Those behind the bridge speak no gRPC."""

_WITHOUT_STUBS = ("python", "bridge-")

_PACKAGE = Path(arena.__file__).parent

_NAME = re.compile(r'^name\s*=\s*".*?"', re.MULTILINE)
_AUTHOR = re.compile(r'^author\s*=\s*".*?"', re.MULTILINE)


def bots_folder() -> Path:
    """Where the starters are: in the package, or in the checkout that it is part of."""
    return _first(_PACKAGE / "starters", _PACKAGE.parent / "bots")


def protos_folder() -> Path:
    """Where the protocol's files are, in the same way."""
    return _first(_PACKAGE / "protos", _PACKAGE.parent / "protos")


def _first(*folders: Path) -> Path:
    return next((folder for folder in folders if folder.is_dir()), folders[-1])


def available() -> tuple[str, ...]:
    """The languages for which there is a starter here."""
    bots = bots_folder()
    return tuple(name for name, folder in LANGUAGES.items() if (bots / folder / FILE).is_file())


def make_bot(name: str, language: str, into: Path) -> BotSpec:
    """Make a bot of a starter, in a new folder of its name.

    What a build makes isn't copied; the protocol is, where a build makes stubs from it.

    Raises:
        ConfigError: the name is none, the language has no starter here, or there is something
            of that name already.
    """
    if re.match(tomlfile.NAME, name) is None:
        raise ConfigError(
            "expected a name of at most 32 letters, digits, dots, underscores and hyphens, "
            f"got {tomlfile.shown(name)}"
        )
    if language not in available():
        raise ConfigError(
            f"no starter in {language}; {tomlfile.nearest(language, available())}"
        )
    folder = into / name
    if folder.exists():
        raise ConfigError(f"{folder}: there is something of that name already")
    try:
        shutil.copytree(bots_folder() / LANGUAGES[language], folder, ignore=_leave_out)
        if not language.startswith(_WITHOUT_STUBS):
            _copy_protos(folder / "protos")
        _rename(folder / FILE, name)
    except OSError as error:
        raise ConfigError(f"{folder}: can't be written: {error.strerror}") from error
    return load_manifest(folder)


def _leave_out(folder: str, names: list[str]) -> set[str]:
    top = (Path(folder) / FILE).is_file()
    unwanted: Callable[[str], bool] = lambda name: (  # noqa: E731 - it needs `top`
        name == "__pycache__" or (top and name in OUTPUTS)
    )
    return set(filter(unwanted, names))


def _copy_protos(folder: Path) -> None:
    for file in protos_folder().rglob("*.proto"):
        target = folder / file.relative_to(protos_folder())
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


def _rename(manifest: Path, name: str) -> None:
    text = manifest.read_text(encoding="utf-8")
    named = _NAME.sub(f'name = "{name}"', text, count=1)
    manifest.write_text(_AUTHOR.sub('author = ""', named, count=1), encoding="utf-8")
