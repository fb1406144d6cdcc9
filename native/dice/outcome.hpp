// A dense network that says who wins from a whole position: the course AI's, for four players on maps of 34 areas.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "dice/state.hpp"

namespace hazard::dice {

inline constexpr int kOutcomePlayers = 4, kOutcomeAreas = 34;
inline constexpr int kPairs = kOutcomeAreas * (kOutcomeAreas - 1) / 2;
// Whether each pair of areas touches, owner (1 to 4) and dice of each area, the largest region of each player.
inline constexpr int kOutcomeInputs = kPairs + 2 * kOutcomeAreas + kOutcomePlayers;
inline constexpr int kOutcomeFirst = 256, kOutcomeSecond = 64;

using OutcomeInputs = std::array<float, kOutcomeInputs>;

// Rectified layers; batch norms, which stand behind them in training, are part of the layers that follow.
struct OutcomeNetwork {
    std::array<std::array<float, kOutcomeFirst>, kOutcomeInputs> first;  // one row an input
    std::array<float, kOutcomeFirst> first_bias;
    std::array<std::array<float, kOutcomeSecond>, kOutcomeFirst> second;
    std::array<float, kOutcomeSecond> second_bias;
    std::array<std::array<float, kOutcomePlayers>, kOutcomeSecond> third;
    std::array<float, kOutcomePlayers> third_bias;
};

// Whether a table is one that these networks know.
inline bool outcome_known(const State& state) {
    return state.settings().players == kOutcomePlayers && state.map().count == kOutcomeAreas;
}
OutcomeInputs outcome_inputs(const State& state);
// Each player's chance to win.
std::array<double, kOutcomePlayers> outcome_of(const State& state, const OutcomeNetwork& network);

// Where the files of networks lie; NAME.f32 there holds a network's numbers in the order of its fields.
void set_network_folder(const std::string& folder);
// The network of that name, read when it is first asked for; null where no folder was set. Throws std::runtime_error.
std::shared_ptr<const OutcomeNetwork> outcome_network(std::string_view name);

}  // namespace hazard::dice
