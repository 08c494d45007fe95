import pytest

MANIFEST = """\
name = "{name}"
version = "1"
run = ["python", "bot.py"]
games = [{games}]
concurrency = {concurrency}
"""

PROGRAM = """\
from arena.sdk import run
run(lambda decision: decision.legal[0])
"""


@pytest.fixture
def make_bot(tmp_path):
    """Write a bot's folder below `tmp_path/bots`."""

    def make(name, *, games=("atlanta", "mattis", "hund"), program=PROGRAM, concurrency=4):
        folder = tmp_path / "bots" / name
        folder.mkdir(parents=True)
        quoted = ", ".join(f'"{game}"' for game in games)
        manifest = MANIFEST.format(name=name, games=quoted, concurrency=concurrency)
        (folder / "bot.toml").write_text(manifest, encoding="utf-8")
        (folder / "bot.py").write_text(program, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def make_league(tmp_path):
    """Write a league file; `bots` are names of folders that `make_bot` wrote."""

    def make(text="", *, bots=("a", "b", "c"), game="atlanta", name="test"):
        file = tmp_path / f"{name}.toml"
        paths = ", ".join(f'"bots/{bot}"' for bot in bots)
        file.write_text(f'game = "{game}"\nbots = [{paths}]\n{text}\n', encoding="utf-8")
        return file

    return make


@pytest.fixture
def three_bots(make_bot):
    return [make_bot(name) for name in ("a", "b", "c")]
