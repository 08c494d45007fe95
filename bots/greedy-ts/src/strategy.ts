// Sheds the lowest card that it can, and keeps trumps for when nothing else will do.

import type { Action__Output as Action } from "../build/arena/v1/Action.js";
import { ActionKind } from "../build/arena/v1/ActionKind.js";
import type { Decision__Output as Decision } from "../build/arena/v1/Decision.js";
import type { MatchStart__Output as MatchStart } from "../build/arena/v1/MatchStart.js";

const RANKS = 13; // cards are numbers: 13 * suit + rank

/** Orders actions, cheapest first, number by number; later numbers count if those before tie. */
type Cost = readonly number[];

const LAST_RESORT: Cost = [1];
const UNKNOWN: Cost = [2]; // of a newer referee: not for us

/**
 * The index in `decision.legal` of the lowest play, not of trumps if there is another; more cards
 * rather than fewer.
 *
 * @param _start the match as it began, for bots that want more: seat, options, a seed
 */
export function choose(_start: MatchStart, decision: Decision): number {
  const trumpCard = decision.view?.trumpCard;
  const trumps = trumpCard === undefined ? undefined : suitOf(trumpCard);
  const costs = decision.legal.map((action) => cost(action, trumps));
  const least = costs.reduce((a, b) => (compare(b, a) < 0 ? b : a));
  return costs.indexOf(least);
}

function cost({ kind, cards }: Action, trumps: number | undefined): Cost {
  switch (kind) {
    case ActionKind.ACTION_KIND_PLAY:
    case ActionKind.ACTION_KIND_SLOUGH: {
      const lowest = cards.readUInt8(0);
      return [0, suitOf(lowest) === trumps ? 1 : 0, lowest % RANKS, -cards.length];
    }
    case ActionKind.ACTION_KIND_FLIP:
    case ActionKind.ACTION_KIND_PASS:
    case ActionKind.ACTION_KIND_PICKUP:
      return LAST_RESORT;
    default:
      return UNKNOWN;
  }
}

function suitOf(card: number): number {
  return Math.floor(card / RANKS);
}

function compare(a: Cost, b: Cost): number {
  const differences = a.map((number, place) => number - (b[place] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
