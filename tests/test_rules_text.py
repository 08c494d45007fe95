"""docs/rules.md says what the engine does: its worked examples are played and compared.

The notation of an `example` block is explained to readers in the document itself, under
"How to read the examples"; here is its parser. Lines are read one by one and carried out
on a `Table`; each either leads to a position, checks it, takes an action, or checks what
the last action made happen.
"""

import re
from collections.abc import Callable, Iterator

import pytest

from arena.cards import card_text, cards_text, mask_of, parse_card, parse_cards
from arena.chance import bot_seed, deal_from_seed, seed_from_text
from arena.errors import OptionError
from arena.games import registry
from arena.games.actions import Action
from arena.games.events import Event, EventKind
from arena.games.plays import beats
from arena.games.text import OWN_SECTIONS, document, rules_text, sections

RULES = document()
STABLE_HEADINGS = (
    "Atlanta Mattis",
    "Mattis",
    "Hund",
    "Cards and notation",
    "Chance",
    "Games that would never end",
    "What each seat may know",
    "Settled points",
)


def blocks(kind: str) -> list[list[str]]:
    """The lines of every fenced block of a kind; comments and empty lines removed."""
    found = re.findall(rf"^```{kind}\n(.*?)^```$", RULES, re.MULTILINE | re.DOTALL)
    return [
        [line for line in map(without_comment, text.splitlines()) if line] for text in found
    ]


def without_comment(line: str) -> str:
    return line.partition("#")[0].rstrip()


def seed_of(lines: list[str]) -> str:
    return next(line.split()[1] for line in lines if line.startswith("seed"))


def cards(text: str) -> bytes:
    """Cards written with spaces between them, or `-` for none; ascending."""
    return bytes(sorted(parse_cards(text.replace(" ", "").replace("-", ""))))


HAPPENINGS: dict[str, Callable[..., Event]] = {
    r"(\d) players tie": lambda n: Event(EventKind.ROUND_TIED, None, b"", int(n)),
    r"seat (\d) wins (\d+) cards": lambda s, n: Event(EventKind.TRICK_WON, int(s), b"", int(n)),
    r"the trick is void": lambda: Event(EventKind.TRICK_VOID),
    r"seat (\d) takes back (.+)": lambda s, c: with_cards(EventKind.TOOK_BACK, s, c),
    r"seat (\d) draws (.+)": lambda s, c: with_cards(EventKind.DREW, s, c),
    r"seat (\d) shows (.+)": lambda s, c: with_cards(EventKind.SHOWN, s, c),
    r"seat (\d) lays the last card aside": lambda s: Event(
        EventKind.LAID_ASIDE, int(s), b"", 1
    ),
    r"seat (\d) keeps (.+)": lambda s, c: with_cards(EventKind.KEPT, s, c),
    r"trumps (.+)": lambda c: with_cards(EventKind.TRUMPS, None, c),
    r"seat (\d) lays out (.+)": lambda s, c: with_cards(EventKind.LAID_OUT, s, c),
    r"seat (\d) is dealt (.+)": lambda s, c: with_cards(EventKind.DRECK_DEALT, s, c),
    r"seat (\d) leads phase two": lambda s: Event(EventKind.PHASE_TWO, int(s)),
    r"seat (\d) picks up (.+)": lambda s, c: with_cards(EventKind.PICKED_UP, s, c),
    r"seat (\d) is out": lambda s: Event(EventKind.OUT, int(s)),
}


def with_cards(kind: EventKind, seat: str | None, text: str) -> Event:
    shown = cards(text)
    return Event(kind, None if seat is None else int(seat), shown, len(shown))


def happening(text: str) -> Event:
    for pattern, event in HAPPENINGS.items():
        if match := re.fullmatch(pattern, text):
            return event(*match.groups())
    raise AssertionError(f"the document says that {text!r}, which no event means")


class Table:
    """A game that follows an example's lines."""

    def __init__(self, ruleset: str, seed: str) -> None:
        self.ruleset = registry.parse_ruleset(ruleset)
        deal = deal_from_seed(seed_from_text(seed), self.ruleset.players)
        self.state = registry.get(self.ruleset.game).start(self.ruleset, deal)
        self.news: Iterator[Event] = iter(())

    def follow(self, line: str) -> None:
        if match := re.fullmatch(r"(\d): (\S+)(?: +(of|not) (.+))?", line):
            self.act(*match.groups())
        elif line.startswith("=> "):
            self.happened(line.removeprefix("=> "))
        else:
            word, _, rest = line.partition(" ")
            getattr(self, f"check_{word}")(rest.strip())

    def check_skip(self, number: str) -> None:
        for _ in range(int(number)):
            self.state.apply(self.state.legal()[0])

    def act(self, seat: str, action: str, relation: str | None, others: str | None) -> None:
        assert int(seat) == self.state.seat
        legal = [str(option) for option in self.state.legal()]
        if relation == "of":
            assert (others or "").split() == legal
        elif relation == "not":
            assert not set((others or "").split()) & set(legal)
        before = len(self.state.events)
        self.state.apply(Action.parse(action))
        self.news = iter(self.state.events[before:])

    def happened(self, text: str) -> None:
        """The event is among those since the last action, after the ones named before."""
        if match := re.fullmatch(r"stalemate, lost by ([\d ]+)", text):
            assert self.state.stalemate
            assert tuple(map(int, match[1].split())) == self.state.losers
        elif match := re.fullmatch(r"the trick is over, seat (\d) leads", text):
            ends = (event.seat for event in self.news if event.kind is EventKind.TRICK_OVER)
            assert int(match[1]) == next(ends, None)
        else:
            assert happening(text) in self.news

    def check_stock(self, number: str) -> None:
        assert int(number) == self.state.view(0).stock

    def check_trumps(self, card: str) -> None:
        assert parse_card(card) == self.state.view(0).trump_card

    def check_plays(self, number: str) -> None:
        assert int(number) == self.state.view(0).trick_plays

    def check_sizes(self, numbers: str) -> None:
        assert tuple(map(int, numbers.split())) == self.state.hand_sizes

    def check_hand(self, text: str) -> None:
        seat, _, held = text.partition(" ")
        assert cards(held) == self.state.view(int(seat)).cards

    def check_table(self, text: str) -> None:
        lying = [f"{laid.seat}: {cards_text(laid.cards)}" for laid in self.state.view(0).table]
        assert text == (", ".join(lying) or "-")


@pytest.mark.parametrize("lines", blocks("example"), ids=seed_of)
def test_every_worked_example_is_played_as_the_document_says(lines):
    ruleset, seed, *rest = lines
    assert (ruleset.split()[0], seed.split()[0]) == ("ruleset", "seed")
    table = Table(ruleset.split()[1], seed.split()[1])
    assert ruleset.split()[1] == str(table.ruleset)
    for line in rest:
        try:
            table.follow(line)
        except Exception as error:
            raise AssertionError(f"the document's line {line!r} doesn't hold") from error


@pytest.mark.parametrize(
    ("game", "least"),
    [("atlanta", 12), ("mattis[first_part=neighbour", 5), ("mattis[first_part=table", 3)],
)
def test_every_game_has_worked_examples(game, least):
    assert least <= sum(f"ruleset  {game}" in "\n".join(lines) for lines in blocks("example"))


def test_the_example_of_chance_is_what_its_seed_gives():
    (lines,) = blocks("chance")
    told = dict(re.split(r"  +", line, maxsplit=1) for line in lines)
    seed = seed_from_text(told["text"])
    assert told["seed"] == seed.hex()
    assert told["bot 0"] == bot_seed(seed, 0).hex()
    for entry in told["dealer"].split(", "):
        players, dealer = map(int, entry.split(": "))
        assert dealer == deal_from_seed(seed, players).dealer
    deal = deal_from_seed(seed, 3)
    for name, order in (("pack", deal.pack), ("dreck", deal.dreck_order)):
        first = told[name].split()
        assert first == [card_text(card) for card in order[: len(first)]]


def claims_about_beating() -> Iterator[tuple[str, str, bool, int]]:
    for lines in blocks("beats"):
        trumps = "cdhs".index(lines[0].split()[1])
        for line in lines[1:]:
            beaten, verb, plays = re.split(r"  +| by +", line)
            for play in plays.split():
                yield beaten, play, verb == "is beaten", trumps


def test_the_document_makes_claims_about_beating():
    assert {True, False} == {claim for _, _, claim, _ in claims_about_beating()}


@pytest.mark.parametrize(("beaten", "play", "claim", "trumps"), list(claims_about_beating()))
def test_a_play_beats_another_as_the_document_says(beaten, play, claim, trumps):
    assert claim == beats(Action.parse(play), Action.parse(beaten), trumps)


def test_the_notation_table_gives_the_numbers_of_cards():
    claims = re.findall(r"`(\w\w)` is (\d+)", RULES)
    assert len(claims) == 4
    for text, number in claims:
        assert int(number) == parse_card(text)
        assert 1 << int(number) == mask_of(parse_cards(text))


def test_the_options_table_is_the_engine_s():
    table = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (.*) \|$", RULES, re.MULTILINE)
    told = {
        (game, option): tuple(re.findall(r"`(\w+)`", values)) for game, option, values in table
    }
    assert told == {
        (name, option): tuple(str(value).lower() for value in values)
        for name in ("atlanta", "mattis")
        for option, values in registry.get(name).options.items()
    }


@pytest.mark.parametrize("heading", STABLE_HEADINGS)
def test_a_stable_heading_opens_one_section(heading):
    assert [heading] == [title for title, _ in sections(RULES) if title == heading]


def test_sections_run_together_are_the_document():
    assert "".join(text for _, text in sections(RULES)) == RULES


def test_lines_fit_a_terminal_of_a_hundred_columns():
    too_long = [line for line in RULES.splitlines() if len(line) > 100]
    assert not too_long


@pytest.mark.parametrize(
    ("game", "left_out"),
    [
        ("atlanta", {"Mattis", "Hund"}),
        ("mattis", {"Atlanta Mattis", "Hund"}),
        ("hund", {"Atlanta Mattis"}),
    ],
)
def test_a_game_s_rules_are_all_sections_but_the_other_games(game, left_out):
    everything = [title for title, _ in sections(RULES)]
    shown = [title for title, _ in sections(rules_text(game))]
    assert [title for title in everything if title not in left_out] == shown


def test_rules_of_an_unknown_game_are_refused_by_naming_the_known_ones():
    with pytest.raises(OptionError, match=r"'whist'.*atlanta, mattis, hund"):
        rules_text("whist")


def test_sections_that_games_have_to_themselves_exist():
    titles = {title for title, _ in sections(RULES)}
    assert frozenset().union(*OWN_SECTIONS.values()) <= titles
