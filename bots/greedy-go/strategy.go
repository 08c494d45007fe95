package main

import (
	"cmp"
	"math"

	arena "bot/build/arena/v1"
)

const ranks = 13 // cards are numbers: 13 * suit + rank

// cost orders actions, cheapest first, field by field.
type cost struct {
	lastResort int // 1 for a flip, a pass, a pick-up: only if there is no card to play
	trumps     int // 1 for trumps, kept for when nothing else will do
	rank       int // of the lowest card
	cards      int // minus how many: more cards rather than fewer
}

// choose returns the index in decision.Legal of the lowest play.
//
// match is the match as it began, for bots that want more: their seat, options, a seed.
func choose(_ *arena.MatchStart, decision *arena.Decision) int {
	trumps := -1
	if decision.View != nil && decision.View.TrumpCard != nil {
		trumps = int(*decision.View.TrumpCard) / ranks
	}
	best, least := 0, cost{lastResort: math.MaxInt}
	for index, action := range decision.Legal {
		if price := costOf(action, trumps); compare(price, least) < 0 {
			best, least = index, price
		}
	}
	return best
}

func costOf(action *arena.Action, trumps int) cost {
	switch action.Kind {
	case arena.ActionKind_ACTION_KIND_PLAY, arena.ActionKind_ACTION_KIND_SLOUGH:
		lowest := int(action.Cards[0])
		price := cost{rank: lowest % ranks, cards: -len(action.Cards)}
		if lowest/ranks == trumps {
			price.trumps = 1
		}
		return price
	case arena.ActionKind_ACTION_KIND_FLIP, arena.ActionKind_ACTION_KIND_PASS, arena.ActionKind_ACTION_KIND_PICKUP:
		return cost{lastResort: 1}
	default: // of a newer referee: not for us
		return cost{lastResort: math.MaxInt}
	}
}

func compare(a, b cost) int {
	return cmp.Or(
		cmp.Compare(a.lastResort, b.lastResort),
		cmp.Compare(a.trumps, b.trumps),
		cmp.Compare(a.rank, b.rank),
		cmp.Compare(a.cards, b.cards),
	)
}
