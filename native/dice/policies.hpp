// The reference players: what each commands at a position, one command at a time.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dice/state.hpp"

namespace hazard::dice {

class Policy {
public:
    virtual ~Policy() = default;
    // A legal command of the player whose turn it is. `draws` is the policy's own randomness.
    virtual Command choose(const State& state, Stream& draws) = 0;
    virtual void begin_turn() {}
};

struct PolicyRow {
    std::string_view name;
    std::unique_ptr<Policy> (*make)(int players);
};

const std::vector<PolicyRow>& policies();
std::unique_ptr<Policy> make_policy(std::string_view name, int players);

}  // namespace hazard::dice
