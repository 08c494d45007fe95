import hashlib
import re
import sys

import pytest

from arena.errors import ConfigError
from arena.referee.manifest import digest_of, load_manifest

GOOD = {
    "name": '"good"',
    "run": '["python", "bot.py"]',
    "games": '["atlanta"]',
}


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "good"
    made.mkdir()
    (made / "bot.py").write_text("pass\n", encoding="utf-8")
    return made


def write(folder, **keys):
    lines = [f"{key} = {value}" for key, value in {**GOOD, **keys}.items() if value]
    (folder / "bot.toml").write_text("\n".join(lines), encoding="utf-8")


def test_a_short_manifest_is_filled_up_with_defaults(folder):
    write(folder)
    spec = load_manifest(folder)
    manifest = spec.manifest
    assert ("good", "", 1, ("atlanta",)) == (
        spec.name,
        spec.version,
        manifest.concurrency,
        manifest.games,
    )
    assert folder == spec.folder
    assert spec.digest.startswith(spec.short_digest)


def test_python_is_the_harness_s_own_interpreter(folder):
    write(folder)
    assert (sys.executable, "bot.py") == load_manifest(folder).command


def test_another_program_is_left_as_it_is(folder):
    write(folder, run='["node", "bot.js"]')
    assert ("node", "bot.js") == load_manifest(folder).command


MISTAKES = [
    ({"name": None}, "name: expected a value, got none"),
    ({"run": None}, "run: expected a value, got none"),
    ({"games": None}, "games: expected a value, got none"),
    ({"name": "3"}, "name: expected string, got 3"),
    ({"name": '""'}, "name: expected a name of .*, got ''"),
    ({"name": '"a@b"'}, "name: expected a name of .*, got 'a@b'"),
    ({"name": '"a|b"'}, "name: expected a name of .*, got 'a|b'"),
    ({"name": '"a\\n"'}, r"name: expected a name of .*, got 'a\\n'"),
    ({"name": '"../a"'}, "name: expected a name of .*, got '../a'"),
    ({"name": f'"{"a" * 33}"'}, "name: expected a name of .*, got 'aaa"),
    ({"version": '"\\u001b[31m1"'}, r"version: expected a line .*, got '\\x1b\[31m1'"),
    ({"author": '"a\\u202eb"'}, r"author: expected .*, got 'a\\u202eb'"),
    ({"language": "3"}, "language: expected string, got 3"),
    ({"langage": '"C"'}, r"langage: unknown key, known are .*; did you mean language\?"),
    ({"concurrency": "0"}, "concurrency: expected integer >= 1, got 0"),
    ({"concurrency": "1.5"}, "concurrency: expected integer, got 1.5"),
    ({"games": "[]"}, r"games: expected array of length >= 1, got \[\]"),
    ({"games": '["atlanta", "hunt"]'}, r"games\[1\]: expected a game, got 'hunt'.*mean hund\?"),
    ({"games": "[3]"}, r"games\[0\]: expected string, got 3"),
    ({"run": "[]"}, "run: expected array of length >= 1"),
    ({"run": '"python bot.py"'}, "run: expected array, got 'python bot.py'"),
    ({"run": '[""]'}, r"run\[0\]: expected string of length >= 1, got ''"),
    ({"run": '["python", "other.py"]'}, r"run\[1\]: expected a file in the bot's folder"),
    ({"run": '["./other"]'}, r"run\[0\]: expected a file in the bot's folder, got './other'"),
    ({"run": '["/bin/sh"]'}, r"run\[0\]: expected a path inside .*, got '/bin/sh'"),
    ({"run": '["python", "../a.py"]'}, r"run\[1\]: expected a path inside .*'../a.py'"),
    ({"run": '["python", "a/../../b"]'}, r"run\[1\]: expected a path inside .*"),
    ({"run": '["a\\u0000"]'}, r"run\[0\]: expected text without a null character"),
    ({"build": '["make", "-C", ".."]'}, r"build\[2\]: expected a path inside .*, got '..'"),
    ({"build": '["./make"]'}, r"build\[0\]: expected a file in the bot's folder"),
]


@pytest.mark.parametrize(("keys", "expected"), MISTAKES)
def test_a_mistake_is_named_with_file_and_key(keys, expected, folder):
    write(folder, **keys)
    file = re.escape(str(folder / "bot.toml"))
    with pytest.raises(ConfigError, match=f"^{file}: {expected}"):
        load_manifest(folder)


def test_a_folder_that_is_no_bot_is_named_by_its_own_path(folder):
    (folder / "deep").mkdir()
    roundabout = folder / "deep" / ".." / "deep"
    with pytest.raises(ConfigError, match=f"^no bot.toml in {re.escape(str(folder))}/deep$"):
        load_manifest(roundabout)


def test_a_program_that_is_built_need_not_be_there_yet(folder):
    write(folder, run='["./build/bot"]', build='["make"]')
    assert ("./build/bot",) == load_manifest(folder).command


def test_a_command_may_not_follow_a_link_out_of_the_folder(folder, tmp_path):
    (tmp_path / "secret.py").write_text("pass", encoding="utf-8")
    (folder / "inner.py").symlink_to(tmp_path / "secret.py")
    write(folder, run='["python", "inner.py"]')
    with pytest.raises(ConfigError, match=r"run\[1\]: expected a path inside"):
        load_manifest(folder)


def test_a_link_out_of_the_folder_is_refused(folder, tmp_path):
    (tmp_path / "weights.bin").write_bytes(b"1")
    (folder / "weights.bin").symlink_to(tmp_path / "weights.bin")
    write(folder)
    with pytest.raises(ConfigError, match=r"weights\.bin: .*got a link out of its folder"):
        load_manifest(folder)


def test_a_link_in_a_circle_is_refused(folder):
    (folder / "circle").symlink_to("circle")
    write(folder)
    with pytest.raises(ConfigError, match=r"circle: expected .*, got "):
        load_manifest(folder)


def test_a_link_inside_the_folder_counts_as_its_content(folder):
    (folder / "copy.py").write_text("pass\n", encoding="utf-8")
    copied = digest_of(folder)
    (folder / "copy.py").unlink()
    (folder / "copy.py").symlink_to("bot.py")
    assert copied == digest_of(folder)


@pytest.mark.parametrize(
    "path", ["bot.py", "new.txt", "deep/er/new.py", "bot.toml", "build/new.o", "src/build/a"]
)
def test_a_changed_or_new_file_is_another_version(path, folder):
    write(folder)
    before = digest_of(folder)
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_text("new", encoding="utf-8")
    assert before != digest_of(folder)


@pytest.mark.parametrize("path", [".git/HEAD", "__pycache__/a.pyc", "a.pyc", "s/.hidden", "s/"])
def test_what_tools_leave_behind_is_no_part_of_the_version(path, folder):
    before = digest_of(folder)
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    if path.endswith("/"):
        (folder / path).mkdir()
    else:
        (folder / path).write_text("new", encoding="utf-8")
    assert before == digest_of(folder)


@pytest.mark.parametrize(("path", "same"), [("build/a.o", True), ("src/build/a.c", False)])
def test_what_a_build_makes_is_no_part_of_the_version(path, same, folder):
    write(folder, build='["make"]')
    before = load_manifest(folder).digest
    (folder / path).parent.mkdir(parents=True)
    (folder / path).write_text("new", encoding="utf-8")
    assert same == (before == load_manifest(folder).digest)


def test_moving_text_between_files_is_another_version(tmp_path):
    digests = set()
    for number, (one, two) in enumerate([("ab", "c"), ("a", "bc"), ("abc", "")]):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "x").write_text(one, encoding="utf-8")
        (folder / "y").write_text(two, encoding="utf-8")
        digests.add(digest_of(folder))
    assert 3 == len(digests)


def test_the_digest_does_not_depend_on_where_the_folder_is(tmp_path):
    digests = set()
    for place in ("a", "b/c"):
        folder = tmp_path / place
        folder.mkdir(parents=True)
        (folder / "bot.py").write_text("pass", encoding="utf-8")
        digests.add(digest_of(folder))
    assert 1 == len(digests)


def test_the_digest_is_the_documented_one(tmp_path):
    (tmp_path / "a").write_text("x", encoding="utf-8")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").write_text("yz", encoding="utf-8")
    documented = hashlib.sha256(b"1:a1:x3:b/c2:yz")
    assert documented.hexdigest() == digest_of(tmp_path)


def test_a_bot_lives_in_a_folder(tmp_path):
    with pytest.raises(ConfigError, match=r"bot: expected a bot's folder, got nothing there"):
        load_manifest(tmp_path / "bot")
    (tmp_path / "bot").write_text("x", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"bot: expected a bot's folder, got a file"):
        load_manifest(tmp_path / "bot")
