// The size of a board, its mines, and what the first cell is protected from.
#pragma once

#include <algorithm>
#include <cstdint>

namespace hazard::mines {

enum class Rule : int { Open = 0, Safe = 1, Any = 2 };

enum class Status : std::uint8_t { Unfinished = 0, Won = 1, Lost = 2, Error = 3, Timeout = 4, Illegal = 5 };

// What a player sees of a cell, beside the numbers 0 … 8.
inline constexpr std::int8_t kFlagged = -2;
inline constexpr std::int8_t kCovered = -1;
// Open, but its number counts for nothing: only the search for clashing numbers uses it.
inline constexpr std::int8_t kSilent = 9;

struct Level {
    int rows, cols, mines;
    Rule rule;

    int cells() const { return rows * cols; }

    // The arena's first cell where nobody asks for another: away from the edge if it opens a 0, else a corner.
    int default_first() const {
        if (rule != Rule::Open) return 0;
        const int inset = std::min(rows, cols) < 10 ? 2 : 3;
        return std::min(inset, rows - 1) * cols + std::min(inset, cols - 1);
    }
};

}  // namespace hazard::mines
