// How likely each player is to win, told from a position at the end of a turn: traits of each player, a small network.
#pragma once

#include <array>

#include "dice/state.hpp"

namespace hazard::dice {

inline constexpr int kTraits = 28, kHidden = 32;
using Traits = std::array<float, kTraits>;
using Chances = std::array<double, kMostPlayers>;

// The same for every player: a player's strength is second · relu(first · traits + bias); the softmax of the strengths
// of those alive is who wins. So it knows nothing of one map or of one number of players.
struct Network {
    std::array<std::array<float, kHidden>, kTraits> first;
    std::array<float, kHidden> bias, second;
    // The logit of the player that ends its turn becomes shift + below · logit where it is negative, else shift + above · logit.
    double shift = 0, below = 1, above = 1;
};
extern const Network kSearchNetwork;

// What each player holds when state.player() is about to end its turn; zeros for those that are out.
std::array<Traits, kMostPlayers> traits_of(const State& state);
// Each player's chance to win, by a network; 0 for those that are out.
Chances chances_of(const State& state, const Network& network);

}  // namespace hazard::dice
