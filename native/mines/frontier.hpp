// Unknown places that see the same numbers are one box; boxes that share numbers form a component.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mines/knowledge.hpp"

namespace hazard::mines {

// No box has more than 8 places or 8 numbers, no number more than 8 boxes: all lie around one place.
inline constexpr int kAround = 8;

struct Box {
    int size = 0;
    int count = 0;                          // of its numbers
    std::array<std::uint16_t, kAround> numbers{};  // ascending, 0xFFFF behind the last
};

struct Number {
    int place = 0;
    int need = 0;    // mines among its unknown places
    int around = 0;  // unknown places
    int count = 0;   // of its boxes
    std::array<std::uint16_t, kAround> boxes{};
};

class Frontier {
public:
    explicit Frontier(const Grid& grid) : box_of_(grid.size(), kSea) {}

    static constexpr int kSea = -1;

    // Groups the unknown places of a position; components come in the order of their first box.
    void build(Knowledge& knowledge);

    std::span<const Box> boxes() const { return boxes_; }
    std::span<const Number> numbers() const { return numbers_; }
    int components() const { return static_cast<int>(starts_.size()) - 1; }
    // The boxes of a component in the order in which they are to be eliminated.
    std::span<const int> order(int component) const {
        return {order_.data() + starts_[component], order_.data() + starts_[component + 1]};
    }
    int box_of(int place) const { return box_of_[place]; }  // kSea: an unknown place that sees no number
    int sea() const { return sea_; }                         // how many of those there are

private:
    void group(Knowledge& knowledge);
    void walk(int start);
    void arrange(int start);

    std::vector<int> box_of_, active_, order_, starts_, queue_, candidates_, touched_places_;
    std::vector<std::uint16_t> id_of_place_;
    std::vector<Box> boxes_;
    std::vector<Number> numbers_;
    std::vector<int> open_boxes_;        // of each number: boxes not yet in the order
    std::vector<std::uint8_t> mark_;     // of each box: how far it is (see arrange)
    int sea_ = 0;
};

}  // namespace hazard::mines
