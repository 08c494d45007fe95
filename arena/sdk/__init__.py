"""What a bot in Python imports: the words of the game, `Bot`, `Decision`, `run`.

    from arena.sdk import run

    def choose(decision):
        return decision.legal[0]

    if __name__ == "__main__":
        run(choose)

`docs/write-a-bot.md` goes on from there. Importing this is cheap: neither the harness nor gRPC
comes along; `run` imports what it needs.
"""

from arena.cards import (
    ALL,
    RANK_MASKS,
    RANKS,
    SUIT_MASKS,
    SUITS,
    Suit,
    card_text,
    cards_in,
    cards_text,
    mask_of,
    parse_card,
    parse_cards,
    rank_of,
    suit_of,
)
from arena.games.actions import FLIP, PASS, PICKUP, Action, ActionKind, play, slough
from arena.games.events import Event, EventKind
from arena.games.plays import beats, lowest_run, plays_in
from arena.games.ruleset import Ruleset
from arena.games.view import Ask, Laid, Phase, TableCards, View
from arena.sdk.bot import Bot
from arena.sdk.decision import BadChoice, Clock, Decision
from arena.sdk.match import EndReason, MatchInfo, Result
from arena.sdk.running import run

__all__ = [
    "ALL",
    "FLIP",
    "PASS",
    "PICKUP",
    "RANKS",
    "RANK_MASKS",
    "SUITS",
    "SUIT_MASKS",
    "Action",
    "ActionKind",
    "Ask",
    "BadChoice",
    "Bot",
    "Clock",
    "Decision",
    "EndReason",
    "Event",
    "EventKind",
    "Laid",
    "MatchInfo",
    "Phase",
    "Result",
    "Ruleset",
    "Suit",
    "TableCards",
    "View",
    "beats",
    "card_text",
    "cards_in",
    "cards_text",
    "lowest_run",
    "mask_of",
    "parse_card",
    "parse_cards",
    "play",
    "plays_in",
    "rank_of",
    "run",
    "slough",
    "suit_of",
]
