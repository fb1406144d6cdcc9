// Whole games of a population: every player's weights on every board, the same boards for all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mines/level.hpp"
#include "mines/scorers.hpp"

namespace hazard::mines {

struct Habits {
    // It chooses among covered cells; else among all. A choice of an open cell changes nothing, so the game ends there.
    bool only_covered;
    // What rules and equations prove safe is opened first. The player only guesses; it then sees what is left of each
    // number once the mines that follow are taken away.
    bool logic;
};

// How one player's game went. Unfinished: it chose an open cell, or none.
struct Played {
    Status status = Status::Unfinished;
    std::int32_t opened = 0, decisions = 0;
    std::int32_t again = 0;    // choices of an open cell: 0 or 1
    std::int32_t guesses = 0;  // with logic: decisions that were the player's own
};

// A population's weights: [players, design.genes()].
struct Population {
    Design design;
    std::span<const float> genes;

    std::size_t size() const { return genes.size() / static_cast<std::size_t>(design.genes()); }
    const float* of(std::size_t player) const {
        return genes.data() + player * static_cast<std::size_t>(design.genes());
    }
};

// [players, boards]; board b is the game of seeds[b], its cell first[b] is opened before a player is asked.
std::vector<Played> play_population(const Population& population, const Level& level, const Habits& habits,
                                    std::span<const std::uint64_t> seeds, std::span<const std::int32_t> first,
                                    int threads);

// What every player chooses at every position (cells is [positions, rows, cols]): [players, positions], -1 for none.
// With logic it is what it would guess where nothing is certain.
std::vector<std::int32_t> choose_population(const Population& population, const Level& level, const Habits& habits,
                                            std::span<const std::int8_t> cells, int threads);

}  // namespace hazard::mines
