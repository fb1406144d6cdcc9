// What the two counting rules know about one position: every number's remaining need, every cell's fate.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mines/level.hpp"

namespace hazard::mines {

enum class Fate : std::uint8_t { Unknown = 0, Safe = 1, Mine = 2 };

// A grid padded by one cell on every side, so that the 8 neighbours are 8 constant offsets.
struct Grid {
    int rows, cols, stride;
    std::array<int, 8> offset;  // ascending

    Grid(int rows, int cols)
        : rows(rows),
          cols(cols),
          stride(cols + 2),
          offset{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1} {}

    int size() const { return (rows + 2) * stride; }
    int at(int row, int col) const { return (row + 1) * stride + col + 1; }
    int cell(int place) const { return (place / stride - 1) * cols + place % stride - 1; }
};

// `place` is an index into the padded grid, `cell` one into the board.
class Knowledge {
public:
    Knowledge(int rows, int cols);

    // In place of a mine count: nobody knows it, nothing is concluded from it.
    static constexpr int kUncounted = -1;

    // Takes in a position; false if a number or the mine count is already impossible.
    bool load(const std::int8_t* cells, int mines, bool trust_flags);

    // Applies both rules until nothing changes; false if they contradict the position.
    bool close();

    // Settles an unknown place; `close` then draws the consequences.
    void settle(int place, Fate fate);

    const Grid& grid() const { return grid_; }
    bool unknown(int place) const { return unknown_[place] != 0; }
    bool is_number(int place) const { return number_[place] >= 0; }
    int need(int place) const { return need_[place]; }          // mines still to be found around a number
    int around(int place) const { return around_[place]; }      // unknown places around it
    Fate fate(int place) const { return static_cast<Fate>(fate_[place]); }         // of places that were covered
    int mines_left() const { return mines_left_; }              // among the unknown places
    int unknown_count() const { return unknown_count_; }
    const std::vector<int>& safe() const { return safe_; }      // places settled as safe, in order of discovery

    // Numbers that still have unknown places around them, in board order.
    void active_numbers(std::vector<int>& out);

private:
    int sort_cells(bool trust_flags);
    bool sweep();
    bool possible() const;

    Grid grid_;
    std::vector<std::int8_t> seen_;
    std::vector<std::uint8_t> unknown_, around_, row_sums_, mine_, free_, spread_free_, spread_mine_;
    std::vector<std::int8_t> number_, need_;
    std::vector<std::uint8_t> fate_;  // a Fate each
    std::vector<int> safe_;
    int mines_left_ = 0, unknown_count_ = 0;
    bool counted_ = true;
};

}  // namespace hazard::mines
