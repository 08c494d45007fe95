"""`arena bot`: a bot is made, built, listed and checked with what is on the machine."""

import json
import shutil
from pathlib import Path

import pytest

from arena.referee import starters
from arena.referee.manifest import OUTPUTS, load_manifest

PYTHON = """
name = "{name}"
run = ["python", "bot.py"]
games = ["atlanta"]
"""
GOOD = "from arena.sdk import run\nrun(lambda decision: decision.legal[0])\n"


@pytest.fixture
def folder(tmp_path):
    """Makes a folder of files: `folder("ann", **{"bot.toml": …})`."""

    def make(name, **files):
        place = tmp_path / "bots" / name
        for path, text in files.items():
            file = place / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return place

    return make


@pytest.fixture
def ann(folder):
    return folder("ann", **{"bot.toml": PYTHON.format(name="ann"), "bot.py": GOOD})


# --- new ------------------------------------------------------------------------------------


def test_a_new_bot_plays_at_once(run, tmp_path):
    made = run("bot", "new", "mine", "--into", tmp_path)
    mine = tmp_path / "mine"

    assert 0 == made.exit_code, made.output
    assert f"arena bot check {mine}" in made.output
    assert f"arena play {mine} {mine} {mine}" in made.output
    assert "mine" == load_manifest(mine).name
    assert 0 == run("play", mine, mine, mine, "--quiet").exit_code


@pytest.mark.parametrize("language", starters.available())
def test_there_is_a_starter_with_all_that_it_needs(run, tmp_path, language):
    made = run("bot", "new", "mine", "--lang", language, "--into", tmp_path)
    mine = tmp_path / "mine"
    spec = load_manifest(mine)

    assert 0 == made.exit_code, made.output
    assert ("mine", "") == (spec.name, spec.manifest.author)
    assert set() == OUTPUTS & {path.name for path in mine.iterdir()}
    assert (f"arena bot build {mine}" in made.output) == (spec.manifest.build is not None)
    has_protos = (mine / "protos" / "arena" / "v1" / "arena.proto").is_file()
    assert has_protos == (language != "python" and not language.startswith("bridge-"))


def test_a_bot_of_a_starter_behind_the_bridge_passes(run, tmp_path):
    if shutil.which("perl") is None:
        pytest.skip("there is no perl on this machine")
    run("bot", "new", "mine", "--lang", "bridge-perl", "--into", tmp_path)
    manifest = tmp_path / "mine" / "bot.toml"
    manifest.write_text(
        manifest.read_text().replace('["atlanta", "mattis", "hund"]', '["atlanta"]')
    )
    checked = run("bot", "check", tmp_path / "mine")

    assert 0 == checked.exit_code, checked.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("../x",), "expected a name"),
        (("a b",), "expected a name"),
        (("x", "--lang", "cobol"), "cobol"),
        (("ann", "--into", "bots"), "there is something of that name already"),
        (("x", "--into", "bots/ann/bot.py"), "bot.py"),
    ],
)
def test_what_cant_be_made_is_a_mistake(run, ann, monkeypatch, arguments, told):
    monkeypatch.chdir(ann.parents[1])
    made = run("bot", "new", *arguments)

    assert (2, 1) == (made.exit_code, len(made.output.splitlines())), made.output
    assert told in made.output


# --- build ----------------------------------------------------------------------------------


def test_a_build_says_that_it_was_done_or_what_it_printed(run, folder, ann):
    manifest = PYTHON + 'build = ["sh", "-c", "echo nonsense; exit {code}"]'
    good, bad = (
        folder(name, **{"bot.toml": manifest.format(name=name, code=code), "bot.py": GOOD})
        for name, code in (("good", 0), ("bad", 4))
    )
    built = run("bot", "build", ann, bad, good)

    assert 1 == built.exit_code
    assert [
        "ann: nothing to build",
        f"bad: {bad}/bot.toml: build: ended with exit code 4",
        "    nonsense",
        "good: built (sh -c echo nonsense; exit 0)",
    ] == built.output.splitlines()
    assert 0 == run("bot", "build", good).exit_code


# --- list -----------------------------------------------------------------------------------


def test_a_list_says_what_is_there_and_why_it_cant_be_started(run, folder, ann):
    def bot(name, command, **files):
        text = (
            f'name = "{name}"\nversion = "7"\nlanguage = "X"\ngames = ["mattis"]\n{command}\n'
        )
        return folder(name, **{"bot.toml": text, **files})

    bot("built", 'run = ["build/x"]\nbuild = ["sh", "x"]', **{"build/x": "", "x": ""})
    bot("unbuilt", 'run = ["build/x"]\nbuild = ["sh", "x"]', x="")
    bot("jarless", 'run = ["sh", "target/x"]\nbuild = ["sh", "x"]', x="")
    bot("toolless", 'run = ["build/x"]\nbuild = ["no-such-tool", "x"]')
    bot("alien", 'run = ["no-such-program"]')
    bot("bridged", 'run = ["arena-bridge", "no-such-program"]')
    bot("broken", "run = 7")
    (ann.parent / "built" / "build" / "x").chmod(0o755)
    bot("closed", 'run = ["./x"]', x="")
    listed = run("bot", "list", ann.parent)
    lines = {line.split()[0]: line for line in listed.output.splitlines()}

    assert 0 == listed.exit_code
    assert load_manifest(ann).short_digest in lines["ann"]
    assert ["built", "7"] == lines["built"].split()[:2]
    for name, told in {
        "ann": "ready",
        "built": "ready",
        "unbuilt": "not built: build/x isn't there: arena bot build",
        "jarless": "not built: target/x isn't there: arena bot build",
        "toolless": "can't run: not built, and for that there is no no-such-tool",
        "alien": "can't run: there is no no-such-program on this machine",
        "bridged": "can't run: there is no no-such-program on this machine",
        "closed": "can't run: ./x isn't executable",
        "not": "broken/bot.toml: run: ",
    }.items():
        assert told in lines[name]


def test_without_a_folder_the_bots_of_the_working_folder_are_listed(
    run, ann, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    assert "ann " in run("bot", "list").output
    monkeypatch.chdir(ann)
    assert "there are no bots here\n" == run("bot", "list").output
    assert "ann " in run("bot", "list", ".").output


# --- check ----------------------------------------------------------------------------------


def test_a_bot_that_passes_exits_with_0_and_is_told_step_by_step(run, ann):
    checked = run("bot", "check", ann)

    assert 0 == checked.exit_code, checked.output
    assert "passed  start       hello after " in checked.output
    assert (
        "passed  play        3 matches of atlanta, at tables of 3, in every seat"
        in checked.output
    )
    assert checked.output.endswith("ann passes\n")


def test_a_bot_that_fails_exits_with_1_and_is_shown_what_it_printed_and_was_asked(run, folder):
    program = "from arena.sdk import run\nrun(lambda decision: 'two of clubs')\n"
    bob = folder("bob", **{"bot.toml": PYTHON.format(name="bob"), "bot.py": program})
    checked = run("bot", "check", bob)

    assert 1 == checked.exit_code
    assert "failed  play        atlanta[min_sequence=2]/3, seat 0: crashed:" in checked.output
    assert "expected one of the legal actions" in checked.output
    assert '"decision_id": 1' in checked.output
    assert checked.output.endswith("bob does not pass\n")


def test_the_report_can_be_had_as_json(run, folder):
    bad = folder("bad", **{"bot.toml": "name = 7"})
    checked = run("bot", "check", bad, "--json")
    report = json.loads(checked.output)

    assert 1 == checked.exit_code
    assert ["manifest"] == [finding["step"] for finding in report["findings"]]
    assert "failed" == report["findings"][0]["verdict"]


@pytest.mark.parametrize("arguments", [("nowhere",), (), (".", "--deals", "0")])
def test_what_cant_be_checked_is_a_mistake(run, arguments):
    assert 2 == run("bot", "check", *arguments).exit_code


def test_the_starters_lie_where_they_are_looked_for():
    assert {"python", "bridge-shell", "bridge-c", "bridge-perl"} <= set(starters.available())
    assert (starters.protos_folder() / "arena" / "v1" / "arena.proto").is_file()
    assert Path(__file__).parents[2] / "bots" == starters.bots_folder()
