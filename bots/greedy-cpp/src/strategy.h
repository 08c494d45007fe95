#pragma once

#include <arena/v1/arena.pb.h>

#include <cstdint>

// The index in decision.legal() of the action that the bot takes.
//
// `start` is the match as it began: seat, options, a seed.
uint32_t Choose(const arena::v1::MatchStart& start, const arena::v1::Decision& decision);
