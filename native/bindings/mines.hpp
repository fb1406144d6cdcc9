// Checks that all bindings of Minesweeper share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "bindings/arrays.hpp"
#include "mines/level.hpp"

namespace hazard::bindings {

inline constexpr int kLongestSide = 255;

inline void require_size(int rows, int cols) {
    require(rows >= 1 && rows <= kLongestSide && cols >= 1 && cols <= kLongestSide,
            "rows and cols must be 1 to 255");
}

inline mines::Level make_level(int rows, int cols, int mines, int rule) {
    require_size(rows, cols);
    require(rule >= 0 && rule <= 2, "rule must be 0, 1 or 2");
    const int sheltered = rule == 0 ? std::min(rows, 3) * std::min(cols, 3) : 1;
    require(mines >= 0 && mines <= rows * cols - sheltered, "the mines do not fit under this rule");
    return {rows, cols, mines, static_cast<mines::Rule>(rule)};
}

inline void require_cells(std::span<const std::int32_t> cells, int size, int lowest) {
    bool fits = true;
    for (const auto cell : cells) fits &= cell >= lowest && cell < size;
    require(fits, "a cell is off the board");
}

inline void require_codes(std::span<const std::int8_t> cells) {
    bool known = true;
    for (const auto code : cells) known &= code >= mines::kFlagged && code <= mines::kSilent;
    require(known, "a cell code must be -2 to 9");
}

}  // namespace hazard::bindings
