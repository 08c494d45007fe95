"""Removes a folder that a bot could write into, whatever the bot has put there."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def remove(top: Path) -> bool:
    """Remove a folder with all that is in it; whether it is gone. Links are not followed.

    Folders may be nested deeper than a path may be long, and than `shutil.rmtree` can go: so
    what a folder holds is moved up to the top before the folder is removed. They may be closed,
    too. Nothing may be at work in the folder meanwhile.
    """
    names = (f"moved-{number}" for number in itertools.count())
    with contextlib.suppress(OSError):
        top.chmod(0o700)
        while found := list(top.iterdir()):
            for path in found:
                _remove_level(path, top, names)
        top.rmdir()
    return not top.exists()


def _remove_level(path: Path, top: Path, names: Iterator[str]) -> None:
    """Remove a file, or a folder after moving up what it holds."""
    if not _is_folder(path):
        path.unlink()
        return
    path.chmod(0o700)
    for inner in list(path.iterdir()):
        if _is_folder(inner):
            inner.chmod(0o700)  # a closed folder can't be moved
        inner.rename(_free(top, names))
    path.rmdir()


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _free(top: Path, names: Iterator[str]) -> Path:
    """A path in the folder at which nothing is, not even a link that leads nowhere."""
    free = (top / name for name in names)
    return next(path for path in free if not path.exists() and not path.is_symlink())
