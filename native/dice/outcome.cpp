#include "dice/outcome.hpp"

#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <type_traits>

namespace hazard::dice {
namespace {

static_assert(std::is_trivially_copyable_v<OutcomeNetwork> && sizeof(OutcomeNetwork) % sizeof(float) == 0);
static_assert(std::endian::native == std::endian::little, "files of networks are little-endian");

// The place of a pair of areas, a < b, in the upper triangle of the matrix of neighbours, row by row.
constexpr int pair_at(int a, int b) { return a * (2 * kOutcomeAreas - a - 1) / 2 + b - a - 1; }
static_assert(pair_at(0, 1) == 0 && pair_at(kOutcomeAreas - 2, kOutcomeAreas - 1) == kPairs - 1);

template <std::size_t In, std::size_t Out>
std::array<float, Out> layer(const std::array<std::array<float, Out>, In>& weights, const std::array<float, Out>& bias,
                             const std::array<float, In>& inputs) {
    std::array<float, Out> sums = bias;
    for (std::size_t i = 0; i < In; ++i) {
        if (inputs[i] == 0) continue;  // most pairs do not touch, and many units are silent
        for (std::size_t k = 0; k < Out; ++k) sums[k] += weights[i][k] * inputs[i];
    }
    return sums;
}

template <std::size_t N>
std::array<float, N> rectified(std::array<float, N> values) {
    for (float& value : values) value = std::max(value, 0.0F);
    return values;
}

struct Shelf {
    std::mutex mutex;
    std::string folder;
    std::map<std::string, std::shared_ptr<const OutcomeNetwork>, std::less<>> networks;
};

Shelf& shelf() {
    static Shelf only;
    return only;
}

std::shared_ptr<const OutcomeNetwork> read(const std::string& path) {
    auto network = std::make_shared<OutcomeNetwork>();
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(network.get()), sizeof(OutcomeNetwork));
    if (!file || file.peek() != std::ifstream::traits_type::eof()) {
        throw std::runtime_error(path + " is not there, or holds no network of this shape");
    }
    return network;
}

}  // namespace

OutcomeInputs outcome_inputs(const State& state) {
    OutcomeInputs inputs{};
    for (int area = 0; area < kOutcomeAreas; ++area) {
        each_area(state.map().touching[area] >> area >> 1, [&](int beyond) { inputs[pair_at(area, area + 1 + beyond)] = 1; });
        inputs[kPairs + 2 * area] = static_cast<float>(state.owner(area) + 1);
        inputs[kPairs + 2 * area + 1] = static_cast<float>(state.dice(area));
    }
    for (int player = 0; player < kOutcomePlayers; ++player) {
        inputs[kPairs + 2 * kOutcomeAreas + player] = static_cast<float>(state.score(player));
    }
    return inputs;
}

std::array<double, kOutcomePlayers> outcome_of(const State& state, const OutcomeNetwork& network) {
    const auto first = rectified(layer(network.first, network.first_bias, outcome_inputs(state)));
    const auto second = rectified(layer(network.second, network.second_bias, first));
    const auto logits = layer(network.third, network.third_bias, second);
    const float most = *std::max_element(logits.begin(), logits.end());
    std::array<double, kOutcomePlayers> chances{};
    double sum = 0;
    for (int player = 0; player < kOutcomePlayers; ++player) {
        sum += chances[player] = std::exp(static_cast<double>(logits[player] - most));
    }
    for (double& chance : chances) chance /= sum;
    return chances;
}

void set_network_folder(const std::string& folder) {
    const std::scoped_lock lock(shelf().mutex);
    shelf().folder = folder;
    shelf().networks.clear();
}

std::shared_ptr<const OutcomeNetwork> outcome_network(std::string_view name) {
    const std::scoped_lock lock(shelf().mutex);
    if (shelf().folder.empty()) return nullptr;
    const auto there = shelf().networks.find(name);
    if (there != shelf().networks.end()) return there->second;
    auto network = read(shelf().folder + "/" + std::string(name) + ".f32");
    shelf().networks.emplace(name, network);
    return network;
}

}  // namespace hazard::dice
