// The linear system of all numbers, brought to reduced form; rows at their least or greatest value decide cells.
#pragma once

#include <cstdint>
#include <vector>

#include "mines/frontier.hpp"
#include "mines/knowledge.hpp"

namespace hazard::mines {

class Equations {
public:
    explicit Equations(const Grid& grid) : frontier_(grid) {}

    // Applies counting rules and equations until neither finds anything; false on a contradiction.
    bool close(Knowledge& knowledge);

private:
    // One equation over the boxes of a component: coefficients, then what they sum to; whole numbers, so exact.
    using Row = std::vector<std::int64_t>;

    void write_system(std::span<const int> order);
    void reduce();
    bool eliminate(Row& row, const Row& pivot, std::size_t column) const;
    void decide(const Row& row);

    Frontier frontier_;
    std::vector<Row> rows_;
    std::vector<int> columns_, first_place_, column_of_, ids_;
    std::vector<Fate> fate_of_box_;
};

}  // namespace hazard::mines
