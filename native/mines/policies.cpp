#include "mines/policies.hpp"

#include <algorithm>
#include <cmath>

#include "common/rng.hpp"

namespace hazard::mines {

bool Policy::untouched(const View& view) const {
    return std::all_of(view.cells, view.cells + level_.cells(), [](std::int8_t cell) { return cell < 0; });
}

int Policy::any_covered(const View& view, const Knowledge* knowledge) {
    candidates_.clear();
    for (int cell = 0; cell < level_.cells(); ++cell) {
        if (view.cells[cell] != kCovered) continue;
        if (knowledge) {
            const int place = knowledge->grid().at(cell / level_.cols, cell % level_.cols);
            if (knowledge->fate(place) == Fate::Mine) continue;
        }
        candidates_.push_back(cell);
    }
    if (candidates_.empty()) return -1;
    return candidates_[pick(view.seed, static_cast<std::uint64_t>(view.moves), candidates_.size())];
}

void Policy::list_safe(const Knowledge& knowledge, std::vector<std::int32_t>& cells) {
    for (const int place : knowledge.safe()) cells.push_back(knowledge.grid().cell(place));
    std::sort(cells.begin(), cells.end());
}

namespace {

// Opens random covered cells.
class Random final : public Policy {
public:
    using Policy::Policy;
    void choose(const View& view, std::vector<std::int32_t>& cells) override {
        cells.push_back(any_covered(view, nullptr));
    }
};

// The two counting rules; a random covered cell where they find nothing safe.
class Rules final : public Policy {
public:
    explicit Rules(const Level& level) : Policy(level), knowledge_(level.rows, level.cols) {}
    void choose(const View& view, std::vector<std::int32_t>& cells) override {
        if (untouched(view)) return cells.push_back(level_.default_first());
        knowledge_.load(view.cells, level_.mines, false);
        knowledge_.close();
        list_safe(knowledge_, cells);
        if (cells.empty()) cells.push_back(any_covered(view, &knowledge_));
    }

private:
    Knowledge knowledge_;
};

// Rules and the linear system of all numbers; a random covered cell where they find nothing safe.
class Linear final : public Policy {
public:
    explicit Linear(const Level& level)
        : Policy(level), knowledge_(level.rows, level.cols), equations_(knowledge_.grid()) {}
    void choose(const View& view, std::vector<std::int32_t>& cells) override {
        if (untouched(view)) return cells.push_back(level_.default_first());
        knowledge_.load(view.cells, level_.mines, false);
        equations_.close(knowledge_);
        list_safe(knowledge_, cells);
        if (cells.empty()) cells.push_back(any_covered(view, &knowledge_));
    }

private:
    Knowledge knowledge_;
    Equations equations_;
};

// Certain cells; else the least exact risk, and among equals the fewest unknown neighbours.
class Exact final : public Policy {
public:
    explicit Exact(const Level& level)
        : Policy(level), inference_(level.rows, level.cols), risk_(level.cells()), certain_(level.cells()) {}

    void choose(const View& view, std::vector<std::int32_t>& cells) override {
        if (untouched(view)) return cells.push_back(level_.default_first());
        if (inference_.read(view.cells, level_.mines, false) != Verdict::Fine) return;
        list_safe(inference_.knowledge(), cells);  // what the counting rules find needs no weights
        if (!cells.empty() || inference_.count() != Verdict::Fine) return;
        inference_.marginals(risk_.data(), certain_.data());
        for (int cell = 0; cell < level_.cells(); ++cell) {
            if (certain_[cell] == static_cast<std::uint8_t>(Fate::Safe)) cells.push_back(cell);
        }
        if (cells.empty()) cells.push_back(least_risk());
    }

private:
    int least_risk() const {
        // Risks that agree to nine digits are equal: the order of additions must not choose between them.
        double least = 1.0;
        for (const double risk : risk_) least = std::isnan(risk) ? least : std::min(least, risk);
        int best = -1, fewest = 9;
        for (int cell = 0; cell < level_.cells(); ++cell) {
            if (!(risk_[cell] <= least * (1 + 1e-9))) continue;
            const int unknown = unknown_neighbours(cell);
            if (unknown >= fewest) continue;
            fewest = unknown;
            best = cell;
        }
        return best;
    }

    int unknown_neighbours(int cell) const {
        int count = 0;
        const int row = cell / level_.cols, col = cell % level_.cols;
        for (int r = std::max(row - 1, 0); r <= std::min(row + 1, level_.rows - 1); ++r) {
            for (int c = std::max(col - 1, 0); c <= std::min(col + 1, level_.cols - 1); ++c) {
                const int other = r * level_.cols + c;
                count += other != cell && !std::isnan(risk_[other]) && certain_[other] == 0;
            }
        }
        return count;
    }

    Inference inference_;
    std::vector<double> risk_;
    std::vector<std::uint8_t> certain_;
};

template <class P>
std::unique_ptr<Policy> make(const Level& level) {
    return std::make_unique<P>(level);
}

}  // namespace

const std::vector<PolicyRow>& policies() {
    static const std::vector<PolicyRow> rows{
        {"random", make<Random>},
        {"rules", make<Rules>},
        {"equations", make<Linear>},
        {"exact", make<Exact>},
    };
    return rows;
}

std::unique_ptr<Policy> make_policy(std::string_view name, const Level& level) {
    for (const auto& row : policies()) {
        if (row.name == name) return row.make(level);
    }
    return nullptr;
}

}  // namespace hazard::mines
