// Numbers of layouts as floating point: which type holds them, binomials, and mixing components by mine count.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace hazard::mines {

// All weights are whole positive numbers up to the count of all layouts. As long as that fits into the exponent,
// nothing overflows and nothing vanishes: a weight is 0 exactly if there is no layout.
template <class Weight>
bool holds(double log2_of_all) {
    return log2_of_all < std::numeric_limits<Weight>::max_exponent - 24;
}

// An upper bound of log2 of the number of ways to lay up to `mines` mines on n cells: n times the entropy of a cell.
inline double log2_layouts(int n, int mines) {
    if (2 * mines >= n) return n;
    if (mines <= 0) return 0;
    const double share = static_cast<double>(mines) / n;
    return n * (-share * std::log2(share) - (1 - share) * std::log2(1 - share)) + std::log2(n + 1.0);
}

// Row n of Pascal's triangle for n up to 512, built once by additions alone.
inline const double* pascal_row(int n) {
    constexpr int kRows = 513;
    static const std::vector<double> table = [] {
        std::vector<double> rows(static_cast<std::size_t>(kRows) * kRows, 0.0);
        for (std::size_t i = 0; i < kRows; ++i) {
            rows[i * kRows] = 1.0;
            for (std::size_t k = 1; k <= i; ++k) {
                rows[i * kRows + k] = rows[(i - 1) * kRows + k - 1] + (k < i ? rows[(i - 1) * kRows + k] : 0.0);
            }
        }
        return rows;
    }();
    return table.data() + static_cast<std::size_t>(n) * kRows;
}

// out[i] = ways to lay most - i mines on n cells, for i = 0 … count - 1; 0 where that is impossible.
template <class Weight>
void binomials(int n, int most, int count, std::vector<Weight>& out) {
    out.assign(static_cast<std::size_t>(count), Weight{0});
    if (n <= 512) {
        const double* row = pascal_row(n);
        for (int i = 0; i < count; ++i) {
            const int mines = most - i;
            if (mines >= 0 && mines <= n) out[static_cast<std::size_t>(i)] = static_cast<Weight>(row[mines]);
        }
        return;
    }
    const int last = most - count + 1;
    int mines = last < 0 ? 0 : last;
    Weight ways = 1;
    for (int k = 0; k < mines; ++k) ways = ways * static_cast<Weight>(n - k) / static_cast<Weight>(k + 1);
    for (; mines <= most && mines <= n; ++mines) {
        out[static_cast<std::size_t>(most - mines)] = ways;
        ways = ways * static_cast<Weight>(n - mines) / static_cast<Weight>(mines + 1);
    }
}

// Weights by mine count: at[i] belongs to low + i mines.
template <class Weight>
struct ByMines {
    int low = 0;
    std::vector<Weight> at;

    int high() const { return low + static_cast<int>(at.size()) - 1; }
};

}  // namespace hazard::mines
