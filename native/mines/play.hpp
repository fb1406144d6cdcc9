// Whole games by a native policy: the same rules and the same decisions as the arena's lockstep with Python agents.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "mines/level.hpp"

namespace hazard::mines {

struct Games {
    std::span<const std::uint64_t> seeds, agent_seeds;
    std::span<const std::int32_t> first;  // -1: the policy chooses
    const bool* layouts;                  // [n, cells] or null: then seeds fix the layouts
};

// How one game went. `guesses` is -1 where nobody counted.
struct Outcome {
    Status status = Status::Unfinished;
    std::int32_t opened = 0, decisions = 0, guesses = -1;
    std::vector<std::int32_t> cells, decision;  // if recorded: what was opened, and by which decision
};

struct PlayOptions {
    bool count_guesses = false;  // decisions that opened a cell which was not certainly safe
    bool record = false;
    int threads = 1;
};

std::vector<Outcome> play(std::string_view policy, const Level& level, const Games& games,
                          const PlayOptions& options);

}  // namespace hazard::mines
