// Counts the layouts of one component by eliminating its boxes one after the other.
//
// A state says what the numbers that are neither untouched nor complete still need, 3 bits each; states that agree
// are merged, and each keeps its layouts by number of mines. The shape of that calculation (states and moves between
// them) is found once; weights of any type are then pushed through it, forwards and backwards.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/rng.hpp"
#include "mines/frontier.hpp"

namespace hazard::mines {

// A component that would need more time or memory than a caller can be asked to give.
struct TooWide : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Budget {
    std::chrono::steady_clock::time_point deadline;
    std::size_t bytes;
    std::size_t weight_bytes;  // of one weight in the caller's pools

    static Budget standard(std::size_t weight_bytes) {
        return {std::chrono::steady_clock::now() + std::chrono::seconds(10), 1'000'000'000, weight_bytes};
    }
};

// Layouts with lo, lo + 1, … mines; weights live at `offset` of the caller's pools.
struct State {
    int lo = 0, length = 0;
    std::size_t offset = 0;
};

struct Move {
    std::uint32_t from, to;
    std::uint32_t mines;
};

// From one layer of states to the next; the weights of a layer stand together in the pools.
struct Step {
    int box, size;
    std::uint32_t moves_begin, moves_end;
    std::size_t from_weights, to_weights, to_weights_end;
};

inline constexpr std::array<std::array<int, 9>, 9> kChoose = [] {
    std::array<std::array<int, 9>, 9> table{};
    for (int n = 0; n <= 8; ++n) {
        table[n][0] = 1;
        for (int k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k <= n - 1 ? table[n - 1][k] : 0);
    }
    return table;
}();

// The needs of up to 21 * Words numbers.
template <int Words>
struct Needs {
    static constexpr int kSlots = 21 * Words;
    std::array<std::uint64_t, Words> word{};

    static constexpr int shift(int slot) { return slot % 21 * 3; }
    int get(int slot) const { return static_cast<int>(word[slot / 21] >> shift(slot) & 7); }
    void add(int slot, int need) { word[slot / 21] += static_cast<std::uint64_t>(need) << shift(slot); }
    void add(const Needs& other) {
        for (int i = 0; i < Words; ++i) word[i] += other.word[i];
    }
    Needs minus(const Needs& unit, int times) const {
        Needs out;
        for (int i = 0; i < Words; ++i) out.word[i] = word[i] - unit.word[i] * static_cast<std::uint64_t>(times);
        return out;
    }
    std::uint64_t hash() const {
        std::uint64_t h = 0;
        for (auto w : word) h = (h ^ w) * kGamma;
        return h ^ h >> 32;
    }
    bool operator==(const Needs&) const = default;
};

class Elimination {
public:
    // Forgets everything; components are appended one by one.
    void clear();

    // Finds states and moves of one component. False if it has no layout with at most `mines_left` mines.
    bool append(const Frontier& frontier, std::span<const int> order, int mines_left, const Budget& budget);

    // State indices: the first of component c, and the one in which it is complete.
    std::span<const Step> steps(int component) const {
        return {steps_.data() + parts_[component].steps_begin, steps_.data() + parts_[component].steps_end};
    }
    std::uint32_t first_state(int component) const { return parts_[component].first_state; }
    std::uint32_t last_state(int component) const { return parts_[component].last_state; }
    int components() const { return static_cast<int>(parts_.size()); }
    const State& state(std::uint32_t index) const { return states_[index]; }
    std::span<const Move> moves(const Step& step) const {
        return {moves_.data() + step.moves_begin, moves_.data() + step.moves_end};
    }
    std::size_t pool_size() const { return pool_; }

    // How many weights a move carries from its source to its target, and how far they are shifted there.
    struct Span {
        std::size_t from, to;
        int length;
    };
    Span span(const Move& move) const {
        const State &from = states_[move.from], &to = states_[move.to];
        const int shift = from.lo + static_cast<int>(move.mines) - to.lo;
        return {from.offset, to.offset + static_cast<std::size_t>(shift), std::min(from.length, to.length - shift)};
    }

private:
    struct Part {
        std::uint32_t steps_begin, steps_end, first_state, last_state;
    };
    struct Touch {
        int slot, later;  // places of that number in boxes still to come
    };

    int assign_slots(const Frontier& frontier, std::span<const int> order);
    template <int Words>
    bool unfold(const Frontier& frontier, std::span<const int> order, int mines_left, const Budget& budget);
    void lay_out(std::uint32_t begin, std::uint32_t end, int mines_left);
    void check(const Budget& budget) const;

    // The state of the layer that is being built (it begins at `layer_begin`) with this key.
    template <int Words>
    std::uint32_t find_or_add(std::vector<Needs<Words>>& keys, const Needs<Words>& key, std::uint32_t first_state,
                              std::uint32_t layer_begin);
    template <int Words>
    std::vector<Needs<Words>>& keys();

    std::vector<State> states_;
    std::vector<Move> moves_;
    std::vector<Step> steps_;
    std::vector<Part> parts_;
    std::size_t pool_ = 0;

    std::vector<int> slot_of_, boxes_to_come_, places_to_come_, free_slots_;
    std::vector<Needs<1>> narrow_keys_;
    std::vector<Needs<4>> wide_keys_;
    struct Cell {
        std::uint32_t stamp = 0, state = 0;
    };
    std::vector<Cell> table_ = std::vector<Cell>(256);
    std::uint32_t stamp_ = 0;
};

}  // namespace hazard::mines
