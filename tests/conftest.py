"""Fixtures that tests of several layers use."""

import json
import os
import shutil
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Machines are busy at times: how long an example takes says nothing. CI tries the same examples
# every time, so that a red run is about the change; everybody else goes on looking.
settings.register_profile(
    "arena",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("arena")

RAW_BOTS = Path(__file__).parent / "referee" / "bots"


@pytest.fixture
def raw_bot(tmp_path):
    """Makes a bot's folder from one of the programs in tests/referee/bots."""

    def make(program, name=None, concurrency=8):
        name = name or program
        folder = tmp_path / "bots" / name
        folder.mkdir(parents=True)
        shutil.copy(RAW_BOTS / f"{program}.py", folder / "bot.py")
        shutil.copy(RAW_BOTS / "raw.py", folder / "raw.py")
        (folder / "bot.toml").write_text(
            f"name = {json.dumps(name)}\n"
            'version = "1"\nauthor = "tests"\nlanguage = "Python"\n'
            'run = ["python", "bot.py"]\n'
            f"concurrency = {concurrency}\n"
            'games = ["atlanta", "mattis"]\n'
        )
        return folder

    return make


TOY = Path(__file__).parent / "plugin_game"


@pytest.fixture
def toy_package(tmp_path):
    """A folder for `sys.path` in which the toy game lies as an installer leaves a package."""
    folder = tmp_path / "site"
    project = tomllib.loads((TOY / "pyproject.toml").read_text())["project"]
    name, version = project["name"], project["version"]
    shutil.copytree(TOY / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    points = project["entry-points"]["arena.games"]
    lines = [f"{point} = {target}" for point, target in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[arena.games]", *lines]) + "\n")
    return folder
