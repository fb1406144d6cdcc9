// Many boards of one level at once: the truth stays here, what players see goes into the caller's arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "mines/level.hpp"

namespace hazard::mines {

enum class Action : int { Open = 0, Flag = 1, Unflag = 2, Chord = 3 };

// The caller's arrays: cells and covered are [n, rows, cols], status and opened [n].
struct Arrays {
    std::size_t n;
    std::int8_t* cells;
    bool* covered;
    std::uint8_t* status;
    std::int32_t* opened;
};

class Boards {
public:
    static std::unique_ptr<Boards> make(const Level& level, const Arrays& arrays, int threads);
    virtual ~Boards() = default;

    virtual void deal(std::size_t board, std::uint64_t seed) = 0;
    virtual void deal_layout(std::size_t board, std::span<const std::int32_t> mines) = 0;
    // One cell a board, -1 for none; what cannot be opened is ignored.
    virtual void open(std::span<const std::int32_t> cells) = 0;
    // The same; then every board that is over is dealt afresh and finished[n] holds how it ended.
    virtual void step(std::span<const std::int32_t> cells, std::uint8_t* finished) = 0;
    // Cells opened or flags changed; -1 where the rules refuse the action.
    virtual int act(std::size_t board, Action action, int cell) = 0;
    // A random cell of each board that may be opened; -1 where the game is over.
    virtual void draw(std::span<std::int32_t> out) = 0;
    virtual bool laid(std::size_t board) const = 0;
    virtual bool is_mine(std::size_t board, int cell) const = 0;
};

}  // namespace hazard::mines
