// Whole games between native policies.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "dice/policies.hpp"
#include "dice/state.hpp"

namespace hazard::dice {

// One stream for each purpose, all functions of these seeds.
struct Seeds {
    std::uint64_t board, ownership, dice, rolls, policies;
};

struct Outcome {
    int winner = kNobody;  // by order of turns
    int battles = 0, turns = 0;
};

// A game on a new map; policies in the order of their turns.
Outcome play(std::span<Policy* const> policies, const Settings& settings, const Seeds& seeds);

}  // namespace hazard::dice
