#include "mines/equations.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hazard::mines {
namespace {

// Divides a row by the greatest divisor its entries share, so that they stay small.
void shorten(std::vector<std::int64_t>& row) {
    std::int64_t divisor = 0;
    for (const auto entry : row) divisor = std::gcd(divisor, entry);
    if (divisor <= 1) return;
    for (auto& entry : row) entry /= divisor;
}

}  // namespace

bool Equations::close(Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    for (bool found = true; found;) {
        found = false;
        if (!knowledge.close()) return false;
        frontier_.build(knowledge);
        const auto boxes = frontier_.boxes().size();
        fate_of_box_.assign(boxes, Fate::Unknown);
        first_place_.assign(boxes, grid.size());
        std::vector<int> unknown;
        for (int row = 0; row < grid.rows; ++row) {
            for (int place = grid.at(row, 0), end = place + grid.cols; place < end; ++place) {
                if (!knowledge.unknown(place) || frontier_.box_of(place) == Frontier::kSea) continue;
                unknown.push_back(place);
                int& first = first_place_[frontier_.box_of(place)];
                first = std::min(first, place);
            }
        }
        for (int c = 0; c < frontier_.components(); ++c) {
            write_system(frontier_.order(c));
            reduce();
            for (const Row& row : rows_) decide(row);
        }
        for (const int place : unknown) {
            const Fate fate = fate_of_box_[frontier_.box_of(place)];
            if (fate == Fate::Unknown || !knowledge.unknown(place)) continue;
            found = true;
            knowledge.settle(place, fate);
        }
    }
    return true;
}

// Columns in the order of their boxes' first cells: the reduced form is then the one a person would reach.
void Equations::write_system(std::span<const int> order) {
    columns_.assign(order.begin(), order.end());
    std::sort(columns_.begin(), columns_.end(), [&](int a, int b) { return first_place_[a] < first_place_[b]; });
    column_of_.resize(frontier_.boxes().size());
    ids_.clear();
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const Box& box = frontier_.boxes()[columns_[column]];
        column_of_[columns_[column]] = static_cast<int>(column);
        ids_.insert(ids_.end(), box.numbers.begin(), box.numbers.begin() + box.count);
    }
    std::sort(ids_.begin(), ids_.end());
    ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
    rows_.clear();
    for (const int id : ids_) {
        const Number& number = frontier_.numbers()[id];
        Row row(columns_.size() + 1, 0);
        for (int k = 0; k < number.count; ++k) row[column_of_[number.boxes[k]]] = 1;
        row.back() = number.need;
        rows_.push_back(std::move(row));
    }
}

// Gauss and Jordan without fractions. A row whose entries would grow too large is left as it is: still true.
void Equations::reduce() {
    std::size_t done = 0;
    for (std::size_t column = 0; column < columns_.size() && done < rows_.size(); ++column) {
        std::size_t pivot = done;
        while (pivot < rows_.size() && rows_[pivot][column] == 0) ++pivot;
        if (pivot == rows_.size()) continue;
        std::swap(rows_[done], rows_[pivot]);
        for (std::size_t other = 0; other < rows_.size(); ++other) {
            if (other != done && rows_[other][column] != 0) eliminate(rows_[other], rows_[done], column);
        }
        ++done;
    }
}

bool Equations::eliminate(Row& row, const Row& pivot, std::size_t column) const {
    const auto divisor = std::gcd(row[column], pivot[column]);
    const auto keep = pivot[column] / divisor, take = row[column] / divisor;
    Row result(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
        std::int64_t kept = 0, taken = 0;
        if (__builtin_mul_overflow(row[i], keep, &kept) || __builtin_mul_overflow(pivot[i], take, &taken) ||
            __builtin_sub_overflow(kept, taken, &result[i])) {
            return false;
        }
    }
    shorten(result);
    row = std::move(result);
    return true;
}

void Equations::decide(const Row& row) {
    std::int64_t least = 0, most = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const auto reach = row[i] * frontier_.boxes()[columns_[i]].size;
        (reach < 0 ? least : most) += reach;
    }
    const bool at_least = row.back() == least, at_most = row.back() == most;
    if (at_least == at_most) return;  // open, or an empty row
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        if (row[i] == 0) continue;
        const bool mine = (row[i] > 0) == at_most;
        fate_of_box_[columns_[i]] = mine ? Fate::Mine : Fate::Safe;
    }
}

}  // namespace hazard::mines
