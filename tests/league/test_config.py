import re

import pytest

from arena.errors import ConfigError
from arena.league.config import game_name, load_league
from arena.match.clock import TimeControl
from arena.referee.sandbox.limits import Limits
from arena.referee.sandbox.rungs import Policy

# Each mistake: what is written below `game` and `bots`, and what the error says after the file.
MISTAKES = [
    ("deels = 3", "deels: unknown key, known are .*; did you mean deals\\?"),
    ("zebra = 3", "zebra: unknown key, known are benched, bots, charge_cpu, deals, .*workers$"),
    ("deals = 0", "deals: expected integer >= 1, got 0"),
    ("deals = -5", "deals: expected integer >= 1, got -5"),
    ("deals = 1000000", "deals: expected integer <= 100000, got 1000000"),
    ("deals = '20'", "deals: expected integer, got '20'"),
    ("deals = 2.5", "deals: expected integer, got 2.5"),
    ("deals = true", "deals: expected integer, got true"),
    ("deals_per_round = 0", "deals_per_round: expected integer >= 1, got 0"),
    ("seats = 2", "seats: expected 3 for atlanta, got 2"),
    ("seats = '3'", "seats: expected integer, got '3'"),
    ("workers = 0", "workers: expected integer >= 1, got 0"),
    ("in_flight = 0", "in_flight: expected integer >= 1, got 0"),
    ("rate_by = 'win'", "rate_by: .*'win'"),
    ("seed = ''", "seed: expected string of length >= 1, got ''"),
    ("seed = 5", "seed: expected string, got 5"),
    ("name = ''", "name: expected string .*, got ''"),
    ('name = "a\\u001b[2J"', r"name: expected a line of .*, got 'a\\x1b\[2J'"),
    ("options = { min_sequence = 4 }", "options.min_sequence: expected 2 or 3, got 4"),
    ("options = { min_sequence = true }", "options.min_sequence: expected 2 or 3, got true"),
    ("options = { min_sequense = 2 }", "options.min_sequense: unknown key, .*min_sequence\\?"),
    ("options = { min_sequence = 2.0 }", "options.*: expected .*, got .*2.0"),
    ("options = 3", "options: expected table, got 3"),
    ("[time]\nmove = 1.0", "time.move: unknown key, .*; did you mean move_time\\?"),
    ("[time]\nmove_time = 0", "time.move_time: expected float >= 0.001, got 0"),
    ("[time]\nmove_time = '1s'", "time.move_time: expected float, got '1s'"),
    ("[time]\nmove_time = nan", "time.move_time: expected float .*, got nan"),
    ("[time]\nbank = -1", "time.bank: expected float >= 0.0, got -1"),
    ("[time]\nbank = inf", "time.bank: expected float <= 86400.0, got inf"),
    ("[time]\nstart_time = 0.0", "time.start_time: expected float >= 0.1, got 0.0"),
    ("[time]\nincrement = -0.1", "time.increment: expected float >= 0.0, got -0.1"),
    ("[time]\nmatch_time = -1", "time.match_time: expected float >= 0.0, got -1"),
    ("[time]\nmargin = 'none'", "time.margin: expected float, got 'none'"),
    ("time = 1", "time: expected table, got 1"),
    ("sandbox = 'docker'", "sandbox: expected strict, auto, off, .* or bare, got 'docker'"),
    ("rate_by = 'win'", 'rate_by: expected "loss" or "finish", got \'win\''),
    ("rate_by = 1", 'rate_by: expected "loss" or "finish", got 1'),
    ("benched = 'x'", 'benched: expected "forfeit" or "skip", got \'x\''),
    ("freeze = 1", "freeze: expected boolean, got 1"),
    ("options = { min_sequence = [] }", r".*: expected boolean \| integer \| string, got "),
    ("sandbox = true", "sandbox: expected string, got true"),
    ("[limits]\nmemory = 512", "limits.memory: unknown key, .*; did you mean memory_mb\\?"),
    ("[limits]\nmemory_mb = 1", "limits.memory_mb: expected 32 to 1048576, got 1"),
    ("[limits]\nprocesses = '9'", "limits.processes: expected integer, got '9'"),
    ("[limits]\ncpu_s = -1", "limits.cpu_s: expected 0 to 16777216, got -1"),
]


@pytest.mark.usefixtures("three_bots")
@pytest.mark.parametrize(("text", "expected"), MISTAKES)
def test_a_mistake_is_named_with_file_and_key(text, expected, make_league):
    file = make_league(text)
    with pytest.raises(ConfigError, match=f"^{re.escape(str(file))}: {expected}"):
        load_league(file)


WHOLE_FILES = [
    ("", "game: expected a value, got none"),
    ("game = 'atlanta'", "bots: expected a value, got none"),
    ("game = 3\nbots = []", "game: expected string, got 3"),
    ("game = 'atlanda'\nbots = []", "game: expected a game, got 'atlanda'.*mean atlanta\\?"),
    ("game = 'hund'\nbots = []", "seats: expected 2 to 6 for hund, got none"),
    ("game = 'mattis'\nseats = 7\nbots = []", "seats: expected 2 to 6 for mattis, got 7"),
    ("game = 'atlanta'\nbots = 'a'", "bots: expected array, got 'a'"),
    ("game = 'atlanta'\nbots = []", "bots: expected 3 or more, .* 3 seats, got 0"),
    ("game = 'atlanta'\nbots = ['bots/a', 'bots/b']", "bots: expected 3 or more, .*got 2"),
    ("game = 'atlanta'\nbots = ['bots/a', 'bots/b', 3]", r"bots\[2\]: expected .*, got 3"),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', { pth = 'x' }]",
        r"bots\[2\].pth: unknown key, known are author, .*, version; did you mean path\?",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', { name = 'x' }]",
        r"bots\[2\].path: expected a value, got none",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', { path = 'bots/c', name = 'a b' }]",
        r"bots\[2\].name: expected a name of .*, got 'a b'",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', 'bots/nobody']",
        r"bots\[2\]: .*nobody: expected a bot's folder, got nothing there",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', 'bots']",
        r"bots\[2\]: no bot\.toml in /.*/bots$",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', 'bots/../bots/nobody']",
        r"bots\[2\]: (?!.*\.\.).*/bots/nobody: expected a bot's folder",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', 'bots/a']",
        r"bots\[2\]: expected a name of its own, got 'a', which bots\[0\] has too",
    ),
    (
        "game = 'atlanta'\nbots = ['bots/a', 'bots/b', { path = 'bots/c', name = 'A' }]",
        r"bots\[2\]: expected a name of its own, got 'A', which bots\[0\] has too",
    ),
    ("game = 'atlanta'\nbots = [", "not TOML: Invalid value"),
    ("game = 'atlanta'\ngame = 'mattis'", "not TOML: .*"),
    (
        "game = 'hund'\nseats = 3\nbots = []\noptions = { first_part = 'neighbour' }",
        "options: hund: first_part is table by its name",
    ),
]


@pytest.mark.usefixtures("three_bots")
@pytest.mark.parametrize(("text", "expected"), WHOLE_FILES)
def test_a_mistake_in_game_or_bots_is_named(text, expected, tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=f"^{re.escape(str(file))}: {expected}"):
        load_league(file)


def test_a_file_is_named_by_its_own_path(tmp_path):
    (tmp_path / "deep").mkdir()
    with pytest.raises(ConfigError, match=f"^{re.escape(str(tmp_path))}/x.toml: can't be read"):
        load_league(tmp_path / "deep" / ".." / "x.toml")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"nowhere\.toml: can't be read: No such file"):
        load_league(tmp_path / "nowhere.toml")


def test_a_file_that_is_no_text_is_named(tmp_path):
    (tmp_path / "league.toml").write_bytes(b"game = '\xff'")
    with pytest.raises(ConfigError, match="not TOML: byte 8 is not UTF-8"):
        load_league(tmp_path / "league.toml")


def test_a_bot_that_does_not_play_the_game_is_an_error(make_bot, make_league):
    for name in ("a", "b"):
        make_bot(name)
    make_bot("c", games=("mattis", "hund"))
    expected = r"bots\[2\]: expected a bot that plays atlanta, got c, .* names mattis, hund"
    with pytest.raises(ConfigError, match=expected):
        load_league(make_league())


def test_a_bot_that_plays_mattis_alone_may_not_play_hund(make_bot, make_league):
    for name in ("a", "b", "c"):
        make_bot(name, games=("mattis",))
    with pytest.raises(ConfigError, match="expected a bot that plays hund"):
        load_league(make_league("seats = 3", game="hund"))


def test_a_mistake_in_a_manifest_names_the_manifest_too(three_bots, make_league):
    (three_bots[1] / "bot.toml").write_text("name = 3", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"test\.toml: bots\[1\]: .*b/bot\.toml: name: "):
        load_league(make_league())


@pytest.mark.usefixtures("three_bots")
def test_everything_left_out_has_a_default(make_league):
    league = load_league(make_league())
    assert ("test", 20, None, None, 16, "loss") == (
        league.name,
        league.deals,
        league.deals_per_round,
        league.seed,
        league.in_flight,
        league.rate_by,
    )
    assert "atlanta[min_sequence=2]/3" == str(league.ruleset)
    assert TimeControl() == league.time
    assert (Policy(), Limits()) == (league.policy, league.limits)
    assert league.workers >= 1


@pytest.mark.usefixtures("three_bots")
def test_ledger_and_logs_lie_beside_the_file(make_league, tmp_path):
    league = load_league(make_league())
    assert (tmp_path / "test.ledger", tmp_path / "test.logs") == (
        league.ledger_file,
        league.logs,
    )


@pytest.mark.usefixtures("three_bots")
def test_what_is_written_is_taken(make_league):
    text = (
        'name = "The first"\ndeals = 7\ndeals_per_round = 2\nseed = "x"\nworkers = 3\n'
        'in_flight = 5\nrate_by = "finish"\noptions = { min_sequence = 3 }\n'
        'sandbox = "strict"\n[limits]\nmemory_mb = 100\nprocesses = 20\nfile_mb = 3\n'
        "scratch_mb = 4\nopen_files = 50\noutput_mb = 6\ncpu_s = 7\n"
        "[time]\nmove_time = 2\nbank = 0\nstart_time = 30\n"
        "increment = 0.5\nmatch_time = 100\nmargin = 0.02"
    )
    league = load_league(make_league(text))
    assert ("The first", 7, 2, "x", 3, 5, "finish") == (
        league.name,
        league.deals,
        league.deals_per_round,
        league.seed,
        league.workers,
        league.in_flight,
        league.rate_by,
    )
    assert "atlanta[min_sequence=3]/3" == str(league.ruleset)
    assert TimeControl(2.0, 0.0, 30.0, 0.5, 100.0, 0.02) == league.time
    assert Policy.parse("strict") == league.policy
    assert Limits(100, 20, 3, 4, 50, 6, 7) == league.limits


@pytest.mark.usefixtures("three_bots")
def test_one_bot_may_enter_under_two_names(tmp_path):
    file = tmp_path / "league.toml"
    file.write_text(
        "game = 'mattis'\nseats = 2\n"
        "[[bots]]\npath = 'bots/a'\n[[bots]]\npath = 'bots/a'\nname = 'twin'\n",
        encoding="utf-8",
    )
    league = load_league(file)
    first, second = league.bots
    assert ("a", "twin") == (first.name, second.name)
    assert first.digest == second.digest
    assert len(set(league.entries)) == 2


@pytest.mark.usefixtures("three_bots")
def test_hund_is_mattis_round_the_table(make_league):
    league = load_league(make_league("seats = 3", game="hund"))
    assert "mattis[first_part=table,series=false]/3" == str(league.ruleset)
    assert "hund" == game_name(league.ruleset)


CHANGES = [
    ("deals = 21", False),
    ("deals_per_round = 2", False),
    ("workers = 7", False),
    ("in_flight = 2", False),
    ("name = 'other'", False),
    ("sandbox = 'off'", False),
    ("[limits]\nmemory_mb = 100", False),
    ("rate_by = 'finish'", False),
    ("options = { min_sequence = 2 }", False),
    ("options = { min_sequence = 3 }", True),
    ("seed = 'x'", True),
    ("[time]\nmove_time = 3.0", True),
    ("[time]\nbank = 3.0", True),
    ("[time]\nmargin = 0.5", True),
    ("freeze = true", True),
    ("charge_cpu = true", True),
]


@pytest.mark.usefixtures("three_bots")
@pytest.mark.parametrize(("text", "changes"), CHANGES)
def test_the_definition_holds_what_may_not_change(text, changes, make_league):
    before = load_league(make_league()).definition()
    assert changes == (before != load_league(make_league(text)).definition())
