// One board: where its mines lie, what is open, and how a move changes that. Bit-parallel.
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "common/rng.hpp"
#include "mines/bits.hpp"
#include "mines/level.hpp"

namespace hazard::mines {

// What all boards of a level share: tables between cells and bits.
template <int W>
struct Ground {
    explicit Ground(const Level& which)
        : level(which), stride(which.cols + 1), bit_of(which.cells()), cell_of(64 * W) {
        for (int cell = 0; cell < level.cells(); ++cell) {
            const int bit = cell / level.cols * stride + cell % level.cols;
            bit_of[cell] = static_cast<std::uint16_t>(bit);
            cell_of[bit] = static_cast<std::uint16_t>(cell);
            valid.set(bit);
        }
    }

    Level level;
    int stride;
    Bits<W> valid;
    std::vector<std::uint16_t> bit_of, cell_of;
};

// The arrays in which a player sees one board; the caller owns them.
struct Sight {
    std::int8_t* cells;
    bool* covered;
    std::uint8_t* status;
    std::int32_t* opened;
};

template <int W>
class Field {
public:
    // A new game; the layout is fixed when the first cell is opened.
    void deal(const Ground<W>& ground, std::uint64_t seed, const Sight& sight) {
        begin(ground, sight);
        seed_ = seed;
        laid_ = false;
        safe_left_ = ground.level.cells() - ground.level.mines;
    }

    void deal_layout(const Ground<W>& ground, const std::int32_t* mines, int count, const Sight& sight) {
        begin(ground, sight);
        mines_ = Bits<W>{};
        for (int i = 0; i < count; ++i) mines_.set(ground.bit_of[mines[i]]);
        laid_ = true;
        zeros_ = ground.valid.without(mines_.dilated(ground.stride));
        safe_left_ = ground.level.cells() - count;
    }

    // Opens a covered cell without a flag; anything else is ignored. Returns the number of cells opened.
    int open(const Ground<W>& ground, int cell, std::vector<std::uint16_t>& order, const Sight& sight) {
        const int bit = ground.bit_of[cell];
        if (over(sight) || !covered_.test(bit) || flagged_.test(bit)) return 0;
        if (!laid_) lay(ground, bit, order);
        if (mines_.test(bit)) {
            *sight.status = static_cast<std::uint8_t>(Status::Lost);
            return 0;
        }
        const int before = safe_left_;
        if (zeros_.test(bit)) {
            flood(ground, bit, sight);
        } else {
            show(ground, bit, sight);
            covered_.clear(bit);
            --safe_left_;
        }
        const int opened = before - safe_left_;
        *sight.opened += opened;
        if (safe_left_ == 0) *sight.status = static_cast<std::uint8_t>(Status::Won);
        return opened;
    }

    // Returns whether anything changed.
    bool flag(const Ground<W>& ground, int cell, bool up, const Sight& sight) {
        const int bit = ground.bit_of[cell];
        if (over(sight) || !covered_.test(bit) || flagged_.test(bit) == up) return false;
        if (up) {
            flagged_.set(bit);
        } else {
            flagged_.clear(bit);
        }
        sight.cells[cell] = up ? kFlagged : kCovered;
        sight.covered[cell] = !up;
        return true;
    }

    // Opens the other neighbours of a number that has as many flags around it. -1: not allowed here.
    int chord(const Ground<W>& ground, int cell, std::vector<std::uint16_t>& order, const Sight& sight) {
        const int bit = ground.bit_of[cell];
        if (over(sight) || covered_.test(bit)) return -1;
        if (flagged_.neighbours(bit, ground.stride) != sight.cells[cell]) return -1;
        Bits<W> here;
        here.set(bit);
        int opened = 0;
        const auto targets = (here.dilated(ground.stride) & covered_).without(flagged_);
        targets.each([&](int target) { opened += open(ground, ground.cell_of[target], order, sight); });
        return opened;
    }

    // A uniformly random cell that may be opened; -1 where there is none. Its own stream of draws.
    int draw(const Ground<W>& ground, const Sight& sight) {
        if (over(sight)) return -1;
        const auto legal = covered_.without(flagged_);
        const int count = legal.count();
        if (count == 0) return -1;
        const auto rank = bounded(mix64(draws_ += kGamma), static_cast<std::uint64_t>(count));
        return ground.cell_of[legal.select(static_cast<int>(rank))];
    }

    bool laid() const { return laid_; }
    std::uint64_t seed() const { return seed_; }
    void seed_draws(std::uint64_t seed) { draws_ = mix(seed, 1); }
    bool is_mine(const Ground<W>& ground, int cell) const { return mines_.test(ground.bit_of[cell]); }

private:
    static bool over(const Sight& sight) { return *sight.status != static_cast<std::uint8_t>(Status::Unfinished); }

    void begin(const Ground<W>& ground, const Sight& sight) {
        const int n = ground.level.cells();
        std::fill_n(sight.cells, n, kCovered);
        std::fill_n(sight.covered, n, true);
        *sight.status = static_cast<std::uint8_t>(Status::Unfinished);
        *sight.opened = 0;
        covered_ = ground.valid;
        flagged_ = Bits<W>{};
    }

    void lay(const Ground<W>& ground, int first, std::vector<std::uint16_t>& order) {
        Bits<W> shelter;
        if (ground.level.rule != Rule::Any) shelter.set(first);
        if (ground.level.rule == Rule::Open) shelter = shelter.dilated(ground.stride);
        order = ground.bit_of;
        mines_ = Bits<W>{};
        Stream draws(mix(seed_, 0));
        const int n = ground.level.cells();
        for (int k = 0, placed = 0; placed < ground.level.mines && k < n; ++k) {
            std::swap(order[k], order[k + draws.below(static_cast<std::uint64_t>(n - k))]);
            if (shelter.test(order[k])) continue;
            mines_.set(order[k]);
            ++placed;
        }
        zeros_ = ground.valid.without(mines_.dilated(ground.stride));
        laid_ = true;
    }

    void show(const Ground<W>& ground, int bit, const Sight& sight) {
        const int cell = ground.cell_of[bit];
        sight.cells[cell] = static_cast<std::int8_t>(mines_.neighbours(bit, ground.stride));
        sight.covered[cell] = false;
    }

    void flood(const Ground<W>& ground, int bit, const Sight& sight) {
        const auto closed = covered_.without(flagged_);
        const auto passable = zeros_ & closed;
        Bits<W> region, reached;
        region.set(bit);
        for (;;) {
            reached = region.dilated(ground.stride);
            const auto grown = reached & passable;
            if (grown == region) break;
            region = grown;
        }
        const auto opened = reached & closed;
        region.each([&](int at) {
            sight.cells[ground.cell_of[at]] = 0;
            sight.covered[ground.cell_of[at]] = false;
        });
        opened.without(region).each([&](int at) { show(ground, at, sight); });
        covered_ = covered_.without(opened);
        safe_left_ -= opened.count();
    }

    Bits<W> mines_, zeros_, covered_, flagged_;
    std::uint64_t seed_ = 0, draws_ = 0;
    int safe_left_ = 0;
    bool laid_ = false;
};

}  // namespace hazard::mines
