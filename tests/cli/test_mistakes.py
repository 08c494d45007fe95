"""What users get wrong: exit code 2, and one line on stderr that says what to do about it."""

import pytest

MISTAKES = [
    ("No such command 'leage'", ["leage"]),
    ("No such command 'ran'", ["league", "ran"]),
    ("'nowhere.toml' does not exist", ["league", "run", "nowhere.toml"]),
    ("'nowhere.toml' does not exist", ["league", "show", "nowhere.toml"]),
    ("not TOML", ["league", "run", "{bad_toml}"]),
    ("gme: unknown key", ["league", "plan", "{bad_key}"]),
    ("expected a bot's folder, got nothing there", ["league", "plan", "{no_bot}"]),
    ("0 is not in the range", ["league", "run", "{league}", "--workers", "0"]),
    ("'xml' is not one of", ["league", "show", "{played}", "--format", "xml"]),
    ("/nowhere/x", ["league", "show", "{played}", "--output", "/nowhere/x"]),
    ("the league was not played yet", ["league", "show", "{league}"]),
    ("the league was not played yet", ["match", "list", "{league}"]),
    ("no bot 'anna': known are ann, bob, cyd; did you mean ann?",
     ["match", "list", "{played}", "--bot", "anna"]),
    ("no bot 'x'", ["match", "list", "{played}", "--lost", "x"]),
    ("no match 'x'", ["match", "show", "{played}", "x"]),
    ("no match 'x'", ["match", "replay", "{played}", "x"]),
    ("no match 'x'", ["match", "rerun", "{played}", "x"]),
    ("expected a match's ID after the league file", ["match", "show", "{played}"]),
    ("expected a match's ID or --all", ["match", "replay", "{played}"]),
    ("expected a match's ID or --all", ["match", "replay", "{played}", "x", "--all"]),
    ("not a match record", ["match", "show", "{bad_json}"]),
    ("expected no ID", ["match", "show", "{bad_json}", "x"]),
    ("Missing argument 'BOT BOT…'", ["play"]),
    ("players must be one of 3; got 2", ["play", "{ann}", "{ann}"]),
    ("expected a bot's folder, got nothing there", ["play", "nobody", "{ann}", "{ann}"]),
    ("unknown game 'whist'", ["play", "{ann}", "{ann}", "--game", "whist"]),
    ("doesn't play hund", ["play", "{ann}", "{ann}", "--game", "hund"]),
    ("has no option 'x'", ["play", "{ann}", "{ann}", "{ann}", "--option", "x=1"]),
    ("min_sequence must be one of 2, 3; got 9",
     ["play", "{ann}", "{ann}", "{ann}", "--option", "min_sequence=9"]),
    ("expected a text, got an empty one", ["play", "{ann}", "{ann}", "{ann}", "--seed", ""]),
    ("is not in the range", ["play", "{ann}", "{ann}", "{ann}", "--move-time", "0"]),
    ("'whist' is not one of", ["rules", "show", "whist"]),
    ("no vector", ["rules", "check", "{bad_toml}"]),
    ("{no_games}: expected a game a line, got an empty file",
     ["rules", "check", "{no_games}"]),
    ("{no_seeds}: expected a list of seeds, got an empty one",
     ["rules", "check", "{no_seeds}"]),
    ("Missing argument 'FILE…'", ["rules", "check"]),
    ("unknown game 'whist'; there are: atlanta, ", ["rules", "conform", "whist"]),
    ("hund, mattis", ["rules", "conform", "whist"]),
]  # fmt: skip


@pytest.mark.parametrize(("message", "command"), MISTAKES)
def test_a_mistake_is_told_in_one_line(run, files, message, command):
    result = run(*[word.format(**files) for word in command])

    assert 2 == result.exit_code
    assert "" == result.stdout
    assert 1 == len(result.stderr.splitlines())
    assert message.format(**files) in result.stderr
