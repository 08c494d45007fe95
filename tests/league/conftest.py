import shutil
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from arena.league.config import load_league
from arena.league.ledger import Ledger
from arena.league.plan import schedule_of
from arena.league.seal import unsealed
from arena.league.secret import deal_seed
from arena.match.match import Match
from arena.match.order import MatchOrder
from arena.match.record import EndReason, Player, Record, Step

MANIFEST = """\
name = "{name}"
version = "1"
run = ["python", "bot.py"]
games = [{games}]
concurrency = {concurrency}
"""

BOTS = Path(__file__).parent / "bots"
RAW = Path(__file__).parent.parent / "referee" / "bots" / "raw.py"


@pytest.fixture
def make_bot(tmp_path):
    """Write a bot's folder below `tmp_path/bots`; its program is one of tests/league/bots."""

    def make(name, program="shuffler", *, games=("atlanta", "mattis", "hund"), concurrency=4):
        folder = tmp_path / "bots" / name
        folder.mkdir(parents=True)
        quoted = ", ".join(f'"{game}"' for game in games)
        manifest = MANIFEST.format(name=name, games=quoted, concurrency=concurrency)
        (folder / "bot.toml").write_text(manifest, encoding="utf-8")
        shutil.copy(BOTS / f"{program}.py", folder / "bot.py")
        shutil.copy(RAW, folder)
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


@pytest.fixture
def make_record():
    """A short record of a match, as a referee would write it."""

    def make(match, *, think_us=1000, loser=0):
        seats = range(len(match.entries))
        players = [entry.split("@") for entry in match.entries]
        return Record(
            schema=1,
            engine="test",
            sandbox="bare",
            match_id=match.match_id,
            ruleset="atlanta[min_sequence=2]/3",
            seed="00" * 32,
            seating=tuple(Player(bot, "1", digest * 5) for bot, digest in players),
            steps=tuple(Step(seat, "flip", think_us + seat, "01234567") for seat in seats),
            fault=None,
            losers=(loser,),
            out=tuple(seat for seat in seats if seat != loser),
            reason=EndReason.PLAYED,
            hash="ab" * 32,
        )

    return make


@pytest.fixture
def rows_of():
    """All that a league's ledger says, but for think times."""

    def rows(file):
        with Ledger.read_from(file.with_suffix(".ledger")) as ledger:
            records = map(ledger.record, sorted(ledger.match_ids()))
            return [ledger.secret, *map(timeless, records)]

    return rows


def timeless(record):
    steps = tuple(replace(s, think_us=None if s.think_us is None else 0) for s in record.steps)
    return replace(record, steps=steps)


@pytest.fixture
def play_league():
    """Fill a league's ledger without a single process: whoever is asked chooses by chance."""

    def play(file, most=None):
        league = load_league(file)
        with (
            unsealed(league.ledger_file),
            Ledger.write_to(league.ledger_file, league.definition()) as ledger,
        ):
            ledger.add_entries(league.bots)
            for match in islice(schedule_of(league), most):
                ledger.add(match, play_by_chance(league, ledger.secret, match))
        return league

    return play


def play_by_chance(league, secret, match):
    order = MatchOrder(
        match_id=match.match_id,
        ruleset=league.ruleset,
        seed=deal_seed(secret, match.table.key, match.deal),
        seating=tuple(league.entries.index(entry) for entry in match.entries),
        time=league.time,
    )
    sitting = [league.bots[number] for number in order.seating]
    play = Match(order, [Player(bot.name, bot.manifest.version, bot.digest) for bot in sitting])
    chance = Random(match.match_id)
    while not play.over:
        play.answer(chance.randrange(len(play.question.legal)), chance.randrange(100, 10_000))
    return play.record()
