// The native players: what each commands at a position, one command at a time.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dice/state.hpp"

namespace hazard::dice {

// A policy's own randomness at one decision: a function of its seed and of how many decisions it has taken.
struct Chance {
    std::uint64_t seed, decision;
    std::size_t below(std::size_t n) const { return static_cast<std::size_t>(pick(seed, decision, n)); }
};

// Keeps nothing from one decision to the next, so one object serves any number of games.
class Policy {
public:
    virtual ~Policy() = default;
    // A legal command of the player whose turn it is.
    virtual Command choose(const State& state, const Chance& chance) const = 0;
    // The same in a game that began so; only a player that was made with the board, and looks at no later one, cares.
    virtual Command choose_since([[maybe_unused]] const State& beginning, const State& state, const Chance& chance) const {
        return choose(state, chance);
    }
};

struct PolicyRow {
    std::string_view name;
    std::unique_ptr<Policy> (*make)(int players);
};

const std::vector<PolicyRow>& policies();
// All policies for tables of so many players, in the order of policies(); made once.
const std::vector<std::unique_ptr<Policy>>& policies_for(int players);

}  // namespace hazard::dice
