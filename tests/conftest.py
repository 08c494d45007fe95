"""Fixtures that tests of several layers use."""

import json
import shutil
from pathlib import Path

import pytest

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
