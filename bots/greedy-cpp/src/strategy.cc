// Sheds the lowest card that it can, and keeps trumps for when nothing else will do.

#include "strategy.h"

#include <algorithm>
#include <compare>
#include <limits>

namespace {

namespace v1 = arena::v1;

constexpr uint32_t kRanks = 13;  // cards are numbers: 13 * suit + rank
constexpr uint32_t kNoSuit = std::numeric_limits<uint32_t>::max();

enum class Kind { kCards, kLastResort, kUnknown };

// What an action costs; the fields are in the order in which they count.
struct Cost {
  Kind kind;
  bool trumps = false;
  uint32_t rank = 0;
  int fewer = 0;  // cards, negated: more rather than fewer

  auto operator<=>(const Cost&) const = default;
};

Cost CostOf(const v1::Action& action, uint32_t trumps) {
  switch (action.kind()) {
    case v1::ACTION_KIND_PLAY:
    case v1::ACTION_KIND_SLOUGH: {
      const auto lowest = static_cast<uint8_t>(action.cards().front());
      return {.kind = Kind::kCards,
              .trumps = lowest / kRanks == trumps,
              .rank = lowest % kRanks,
              .fewer = -static_cast<int>(action.cards().size())};
    }
    case v1::ACTION_KIND_FLIP:
    case v1::ACTION_KIND_PASS:
    case v1::ACTION_KIND_PICKUP:
      return {.kind = Kind::kLastResort};
    default:  // of a newer referee: not for us
      return {.kind = Kind::kUnknown};
  }
}

}  // namespace

uint32_t Choose(const v1::MatchStart& /*start*/, const v1::Decision& decision) {
  const v1::View& view = decision.view();
  const uint32_t trumps = view.has_trump_card() ? view.trump_card() / kRanks : kNoSuit;
  const auto cost = [trumps](const v1::Action& action) { return CostOf(action, trumps); };
  const auto best = std::ranges::min_element(decision.legal(), {}, cost);
  return static_cast<uint32_t>(best - decision.legal().begin());
}
