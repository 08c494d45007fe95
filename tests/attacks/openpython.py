"""A Python environment of the harness that every user of the machine can read.

The one that the tests run in may lie in root's home; ordinary users can't start it then, nor
can bots that have a user id of their own.
"""

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

import arena
from arena.referee.sandbox import sight

HARNESS = "mattis-arena"


class NoOpenPython(Exception):  # noqa: N818 - it is no error
    """There is no such environment to be had here; the text says why."""


def make(folder):
    """Make the environment in that folder; its interpreter."""
    python = interpreter()
    subprocess.run([python, "-m", "venv", "--without-pip", "--symlinks", folder], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    for name in needed(HARNESS):
        for file in metadata.files(name) or ():
            if ".." not in file.parts and not file.name.endswith(".pth"):
                copy(Path(file.locate()), packages / file)
    shutil.copytree(Path(arena.__file__).parent, packages / "arena", dirs_exist_ok=True)
    return folder / "bin" / "python"


def interpreter():
    """A Python of our version that all can read: the one we run on, or the system's."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for python in (Path(sys.base_prefix, "bin", version), Path("/usr/bin", version)):
        if python.exists() and sight.closed_folder((python.resolve(),)) is None:
            return python
    closed = sight.closed_folder((Path(sys.base_prefix),))
    raise NoOpenPython(f"{closed} is closed to other users, and there is no /usr/bin/{version}")


def needed(name):
    """The distribution and all that it requires."""
    found, waiting = set(), [name]
    while waiting:
        name = waiting.pop().lower()
        if name in found:
            continue
        found.add(name)
        requirements = map(Requirement, metadata.requires(name) or ())
        waiting += [r.name for r in requirements if r.marker is None or r.marker.evaluate()]
    return found


def copy(file, to):
    """A hard link where that can be, for it costs neither time nor room."""
    to.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(file, to)
    except OSError:
        shutil.copy(file, to)
