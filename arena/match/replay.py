"""Proving a record: play its actions again, and compare everything it claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.chance import deal_from_seed
from arena.errors import NotationError, RecordError, RulesError
from arena.games import registry
from arena.games.actions import Action
from arena.match.chain import Chain
from arena.match.faults import FaultKind
from arena.match.record import EndReason

if TYPE_CHECKING:
    from arena.games.game import State
    from arena.match.record import Record, Step


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a record and its replay part.

    Attributes:
        where: "step 17", "losers", …
        expected: what the replay gives.
        came: what the record says.
    """

    where: str
    expected: str
    came: str

    def __str__(self) -> str:
        """One line for people."""
        return f"{self.where}: expected {self.expected}, the record says {self.came}"


def replay(record: Record) -> Difference | None:
    """Play the record's actions again; the first difference, or None if all of it holds.

    Raises:
        RecordError: the record names a game or options that aren't there, or no seed.
    """
    state, chain = _start(record)
    for number, step in enumerate(record.steps, 1):
        difference = _replay_step(state, chain, step)
        if difference:
            return Difference(f"step {number}", *difference)
    return _compare_end(record, state, chain)


def _start(record: Record) -> tuple[State, Chain]:
    try:
        ruleset = registry.parse_ruleset(record.ruleset)
        game = registry.get(ruleset.game)
        seed = bytes.fromhex(record.seed)
        deal = deal_from_seed(seed, ruleset.players)
    except (RulesError, ValueError) as error:
        raise RecordError(f"{record.match_id}: {error}") from error
    if len(record.seating) != ruleset.players:
        raise RecordError(
            f"{record.match_id}: expected {ruleset.players} in the seating, "
            f"got {len(record.seating)}"
        )
    return game.start(ruleset, deal), Chain(ruleset, seed)


def _replay_step(state: State, chain: Chain, step: Step) -> tuple[str, str] | None:
    """What was expected and what came, where the step isn't what the replay gives."""
    if state.seat is None:
        return "the end of the game", f"{step.seat}:{step.action}"
    if state.seat != step.seat:
        return f"a decision of seat {state.seat}", f"one of seat {step.seat}"
    legal = state.legal()
    try:
        action = Action.parse(step.action)
    except NotationError:
        return "an action", repr(step.action)
    if action not in legal:
        return "one of " + " ".join(map(str, legal)), step.action
    if (len(legal) == 1) != (step.think_us is None):
        return (
            ("no think time, for the action was forced", f"{step.think_us} µs")
            if len(legal) == 1
            else ("a think time", "none")
        )
    state.apply(action)
    link = chain.add(step.seat, action, state)
    return None if link == step.hash else (f"hash {link}", step.hash)


def _compare_end(record: Record, state: State, chain: Chain) -> Difference | None:
    claims: list[tuple[str, object, object]] = [("hash", chain.hex, record.hash)]
    if record.fault is None:
        reason = EndReason.STALEMATE if state.stalemate else EndReason.PLAYED
        claims += [
            ("end", "game over" if state.over else "more decisions", "game over"),
            ("losers", state.losers, record.losers),
            ("reason", reason.value, record.reason.value),
        ]
    else:
        claims += [
            ("end", "more decisions" if not state.over else "game over", "more decisions"),
            ("losers", (record.fault.seat,), record.losers),
            ("reason", EndReason.FAULT.value, record.reason.value),
            ("fault", True, record.fault.kind in FaultKind._value2member_map_),
        ]
    claims.append(("out", state.out, record.out))
    for where, expected, came in claims:
        if expected != came:
            return Difference(where, str(expected), str(came))
    return None
