// Invariants of exact inference on any position, and brute force where the position is small.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "checks/bytes.hpp"
#include "checks/check.hpp"
#include "checks/targets.hpp"
#include "mines/equations.hpp"
#include "mines/inference.hpp"

namespace hazard::checks {
namespace {

using namespace hazard::mines;

struct Case {
    int rows, cols, mines;
    std::vector<std::int8_t> cells;
    std::vector<bool> truth;  // empty where nobody knows one
};

template <class Visit>
void around(const Case& c, int cell, const Visit& visit) {
    const int row = cell / c.cols, col = cell % c.cols;
    for (int r = std::max(row - 1, 0); r <= std::min(row + 1, c.rows - 1); ++r) {
        for (int k = std::max(col - 1, 0); k <= std::min(col + 1, c.cols - 1); ++k) {
            if (r != row || k != col) visit(r * c.cols + k);
        }
    }
}

Case read_case(Bytes& bytes) {
    Case c;
    const int mode = bytes.below(4);
    const int longest = mode == 3 ? 12 : 6;
    c.rows = bytes.between(1, longest);
    c.cols = bytes.between(1, longest);
    const int size = c.rows * c.cols;
    c.cells.assign(size, kCovered);
    if (mode == 0) {
        c.mines = bytes.between(0, size);
        for (auto& cell : c.cells) cell = static_cast<std::int8_t>(bytes.between(-2, 9));
        return c;
    }
    c.truth.assign(size, false);
    const int density = bytes.between(10, 120);
    for (int cell = 0; cell < size; ++cell) c.truth[cell] = bytes.byte() < density;
    c.mines = static_cast<int>(std::count(c.truth.begin(), c.truth.end(), true));
    const int open = bytes.between(0, 255);
    for (int cell = 0; cell < size; ++cell) {
        const int roll = bytes.byte();
        if (c.truth[cell]) {
            c.cells[cell] = roll < 40 ? kFlagged : kCovered;
        } else if (roll < open) {
            int number = 0;
            around(c, cell, [&](int other) { number += c.truth[other]; });
            c.cells[cell] = static_cast<std::int8_t>(roll % 29 == 0 ? kSilent : number);
        }
    }
    if (mode == 2) {  // one cell told wrong
        c.cells[bytes.byte() % size] = static_cast<std::int8_t>(bytes.between(-2, 9));
        c.truth.clear();
    }
    return c;
}

std::string as_text(const Case& c) {
    std::string text = std::to_string(c.cols) + "x" + std::to_string(c.rows) + "x" + std::to_string(c.mines) + "\n";
    for (int cell = 0; cell < c.rows * c.cols; ++cell) {
        const int code = c.cells[cell];
        text += code == kCovered ? 'H' : code == kFlagged ? 'F' : code == kSilent ? '?' : static_cast<char>('0' + code);
        if (cell % c.cols == c.cols - 1) text += '\n';
    }
    return text;
}

// Counts all layouts by trying every set of mines among the covered cells: layouts[0], then per cell with a mine.
std::vector<long> brute_force(const Case& c, const std::vector<int>& covered) {
    std::vector<long> counts(covered.size() + 1, 0);
    const int flags = static_cast<int>(std::count(c.cells.begin(), c.cells.end(), kFlagged));
    std::vector<std::uint32_t> reach(c.cells.size(), 0);
    std::vector<int> need(c.cells.size(), -1);
    for (std::size_t cell = 0; cell < c.cells.size(); ++cell) {
        if (c.cells[cell] < 0 || c.cells[cell] > 8) continue;
        need[cell] = c.cells[cell];
        around(c, static_cast<int>(cell), [&](int other) {
            if (c.cells[other] == kFlagged) --need[cell];
            const auto at = std::find(covered.begin(), covered.end(), other);
            if (at != covered.end()) reach[cell] |= 1u << (at - covered.begin());
        });
        if (need[cell] < 0) return counts;
    }
    for (std::uint32_t set = 0; set < 1u << covered.size(); ++set) {
        if (std::popcount(set) != c.mines - flags) continue;
        bool fits = true;
        for (std::size_t cell = 0; fits && cell < need.size(); ++cell) {
            fits = need[cell] < 0 || std::popcount(set & reach[cell]) == need[cell];
        }
        if (!fits) continue;
        ++counts[0];
        for (std::size_t i = 0; i < covered.size(); ++i) counts[i + 1] += set >> i & 1;
    }
    return counts;
}

// A range of mine counts is possible if one count in it is.
void check_range(Case c, const std::vector<int>& covered) {
    const int least = c.mines > 0 ? c.mines - 1 : 0, most = c.mines + 1;
    Inference inference(c.rows, c.cols);
    const bool possible = inference.feasible(c.cells.data(), least, most, true);
    bool any = false;
    for (c.mines = least; c.mines <= most; ++c.mines) any |= brute_force(c, covered)[0] > 0;
    HAZARD_CHECK(possible == any);
}

void check_sample(const Case& c, Inference& inference, std::uint64_t seed) {
    Stream draws(seed);
    const auto mine = std::make_unique<bool[]>(c.cells.size());
    inference.sample(draws, mine.get());
    HAZARD_CHECK(std::count(mine.get(), mine.get() + c.cells.size(), true) == c.mines);
    for (std::size_t cell = 0; cell < c.cells.size(); ++cell) {
        if (c.cells[cell] == kFlagged) HAZARD_CHECK(mine[cell]);
        if (c.cells[cell] < 0) continue;
        HAZARD_CHECK(!mine[cell]);
        int number = 0;
        around(c, static_cast<int>(cell), [&](int other) { number += mine[other]; });
        HAZARD_CHECK(c.cells[cell] == kSilent || number == c.cells[cell]);
    }
}

void check_deductions(const Case& c, const std::vector<std::uint8_t>& certain) {
    Knowledge rules(c.rows, c.cols), more(c.rows, c.cols);
    Equations equations(more.grid());
    rules.load(c.cells.data(), Knowledge::kUncounted, true);
    more.load(c.cells.data(), Knowledge::kUncounted, true);
    HAZARD_CHECK(rules.close());
    HAZARD_CHECK(equations.close(more));
    for (int cell = 0; cell < c.rows * c.cols; ++cell) {
        const int place = rules.grid().at(cell / c.cols, cell % c.cols);
        if (rules.fate(place) != Fate::Unknown) HAZARD_CHECK(more.fate(place) == rules.fate(place));
        if (more.fate(place) != Fate::Unknown) {
            HAZARD_CHECK(certain[cell] == static_cast<std::uint8_t>(more.fate(place)));
        }
    }
}

}  // namespace

void fuzz_inference(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    const Case c = read_case(bytes);
    current_input() = as_text(c);
    std::vector<int> covered;
    for (int cell = 0; cell < c.rows * c.cols; ++cell) {
        if (c.cells[cell] == kCovered) covered.push_back(cell);
    }
    Inference inference(c.rows, c.cols);
    const bool fine = inference.load(c.cells.data(), c.mines, true) == Verdict::Fine;
    HAZARD_CHECK(fine || c.truth.empty());
    const bool small = covered.size() <= 12;
    std::vector<long> counts;
    if (small) {
        counts = brute_force(c, covered);
        HAZARD_CHECK(fine == (counts[0] > 0));
        check_range(c, covered);
    }
    if (!fine) return;
    std::vector<double> risk(c.cells.size());
    std::vector<std::uint8_t> certain(c.cells.size());
    inference.marginals(risk.data(), certain.data());
    double sum = 0;
    for (std::size_t cell = 0; cell < c.cells.size(); ++cell) {
        HAZARD_CHECK(std::isnan(risk[cell]) == (c.cells[cell] >= 0));
        if (c.cells[cell] >= 0) continue;
        HAZARD_CHECK(risk[cell] >= 0 && risk[cell] <= 1);
        if (certain[cell] == 1) HAZARD_CHECK(risk[cell] == 0);
        if (certain[cell] == 2) HAZARD_CHECK(risk[cell] == 1);
        if (certain[cell] == 0) HAZARD_CHECK(risk[cell] > 0);
        if (!c.truth.empty() && certain[cell] != 0) HAZARD_CHECK(c.truth[cell] == (certain[cell] == 2));
        sum += risk[cell];
    }
    HAZARD_CHECK(std::abs(sum - c.mines) <= 1e-9 * (1 + c.mines));
    if (small) {
        HAZARD_CHECK(inference.layouts() == static_cast<long double>(counts[0]));
        for (std::size_t i = 0; i < covered.size(); ++i) {
            const double exact = static_cast<double>(counts[i + 1]) / static_cast<double>(counts[0]);
            HAZARD_CHECK(std::abs(risk[covered[i]] - exact) <= 1e-12 * exact);
            HAZARD_CHECK((certain[covered[i]] == 1) == (counts[i + 1] == 0));
            HAZARD_CHECK((certain[covered[i]] == 2) == (counts[i + 1] == counts[0]));
        }
    }
    check_sample(c, inference, bytes.word());
    check_deductions(c, certain);
}

}  // namespace hazard::checks
