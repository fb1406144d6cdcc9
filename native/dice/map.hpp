// A Dicewars map: areas grown on a grid of hexes, and which of them touch.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/rng.hpp"

namespace hazard::dice {

inline constexpr int kMostAreas = 64;  // sets of areas are bits of one word
inline constexpr int kMostGrown = 50;  // areas that the grid has room for: more fit rarely (51) or never (60)
using Areas = std::uint64_t;

template <class Visit>
void each_area(Areas set, const Visit& visit) {
    for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// Rows y = -14 … 13; even rows have even x from -32 to 30, odd rows odd x from -31 to 31.
struct HexGrid {
    static constexpr int kRows = 28, kCols = 32, kHexes = kRows * kCols;

    static int y(int hex) { return hex / kCols - 14; }
    static int x(int hex) { return hex % kCols * 2 - (y(hex) % 2 == 0 ? 32 : 31); }
    // -1 off the grid
    static int at(int x, int y) {
        const int low = y % 2 == 0 ? -32 : -31;
        const bool inside = y >= -14 && y <= 13 && x >= low && x <= low + 62 && (x - low) % 2 == 0;
        return inside ? (y + 14) * kCols + (x - low) / 2 : -1;
    }
    static bool on_rim(int hex) {
        const int row = hex / kCols, col = hex % kCols;
        return row == 0 || row == kRows - 1 || col == 0 || col == kCols - 1;
    }
    // In the order in which neighbours are looked at; -1 off the grid.
    static const std::array<std::array<std::int16_t, 6>, kHexes>& neighbours();
};

struct Map {
    int count = 0;                                        // of its areas
    std::array<Areas, kMostAreas> touching{};             // as sets
    std::array<std::vector<std::uint8_t>, kMostAreas> neighbours;  // in the order of discovery, which breaks ties
    std::array<std::vector<std::int16_t>, kMostAreas> hexes;

    void join(int a, int b) {
        if (touching[a] >> b & 1) return;
        touching[a] |= Areas{1} << b;
        touching[b] |= Areas{1} << a;
        neighbours[a].push_back(static_cast<std::uint8_t>(b));
        neighbours[b].push_back(static_cast<std::uint8_t>(a));
    }
};

// Grows `areas` areas, kMostGrown at most; the same draws give the same map.
Map grow_map(int areas, Stream& draws);

}  // namespace hazard::dice
