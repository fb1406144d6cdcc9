#include "mines/scorers.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "mines/knowledge.hpp"

namespace hazard::mines {
namespace {

constexpr int kAround = 8;
constexpr float kUnscored = -std::numeric_limits<float>::infinity();

enum Feature : int { Own, OwnOneHot, Around, AroundOneHot, Covered, CoveredOneHot, Open, OpenOneHot, Sum };

int feature_size(const Design& design) {
    int size = 0;
    for (const int row : design.features) size += features()[static_cast<std::size_t>(row)].size;
    return size;
}

// Places of a square window that turning and mirroring exchange have the same number; the centre comes first.
std::vector<int> orbits(int radius, bool symmetric, bool centre) {
    std::vector<int> kinds, orbit;
    for (int row = -radius; row <= radius; ++row) {
        for (int col = -radius; col <= radius; ++col) {
            const int far = std::max(std::abs(row), std::abs(col)), near = std::min(std::abs(row), std::abs(col));
            const int side = 2 * radius + 1;
            const int kind = symmetric ? far * side + near : (row + radius) * side + col + radius;
            kinds.push_back(far == 0 && !centre ? -1 : kind);
        }
    }
    auto order = kinds;
    std::sort(order.begin(), order.end());
    order.erase(std::unique(order.begin(), order.end()), order.end());
    if (order.front() < 0) order.erase(order.begin());
    for (const int kind : kinds) {
        const auto at = std::lower_bound(order.begin(), order.end(), kind);
        orbit.push_back(kind < 0 ? -1 : static_cast<int>(at - order.begin()));
    }
    return orbit;
}

int count_of(const std::vector<int>& orbit) { return *std::max_element(orbit.begin(), orbit.end()) + 1; }

// Codes in a grid padded by `Radius` cells of nothing, so that a window is a set of constant offsets. A game changes
// few codes with each move: only places whose window changed are stale, and need to be looked at again.
template <int Radius>
class Padded {
public:
    Padded(int rows, int cols)
        : rows_(rows),
          cols_(cols),
          stride_(cols + 2 * Radius),
          codes_((rows + 2 * Radius) * stride_, kNothingCode),
          stale_(codes_.size(), true) {
        for (int row = -Radius; row <= Radius; ++row) {
            for (int col = -Radius; col <= Radius; ++col) window_.push_back(row * stride_ + col);
        }
    }

    void load(const std::uint8_t* codes) {
        for (int row = 0; row < rows_; ++row) {
            for (int col = 0; col < cols_; ++col) {
                const int place = at(row, col);
                if (codes_[place] == codes[row * cols_ + col]) continue;
                codes_[place] = codes[row * cols_ + col];
                for (const int offset : window_) stale_[place + offset] = true;
            }
        }
    }
    void all_stale() { std::fill(stale_.begin(), stale_.end(), true); }

    int at(int row, int col) const { return (row + Radius) * stride_ + col + Radius; }
    int size() const { return static_cast<int>(codes_.size()); }
    std::uint8_t operator[](int place) const { return codes_[static_cast<std::size_t>(place)]; }
    // Offsets of the places around one, in board order.
    const std::vector<int>& window() const { return window_; }

    // Visits (cell, place).
    template <class Visit>
    void each(const Visit& visit) const {
        for (int row = 0; row < rows_; ++row) {
            for (int col = 0; col < cols_; ++col) visit(row * cols_ + col, at(row, col));
        }
    }
    // The same for stale places, which are then stale no more.
    template <class Visit>
    void each_stale(const Visit& visit) {
        each([&](int cell, int place) {
            if (stale_[place]) visit(cell, place);
            stale_[place] = false;
        });
    }

private:
    int rows_, cols_, stride_;
    std::vector<std::uint8_t> codes_, stale_;
    std::vector<int> window_;
};

class Matrix final : public Scorer {
public:
    Matrix(const Design& design, int rows, int cols)
        : design_(design),
          length_(feature_size(design)),
          grid_(rows, cols),
          offset_(Grid(rows, cols).offset),
          vector_(static_cast<std::size_t>(length_)),
          given_(static_cast<std::size_t>(grid_.size())) {}

    void load(const float* genes) override {
        genes_.assign(genes, genes + design_.genes());
        grid_.all_stale();
    }

    void score(const std::uint8_t* codes, float* scores) override {
        grid_.load(codes);
        grid_.each_stale([&](int, int place) { given_[place] = given(place); });
        grid_.each([&](int cell, int place) {
            float sum = 0;
            int count = 0;
            for (int j = 0; j < kAround; ++j) {
                const int source = place - offset_[j];
                sum += given_[source][j];
                count += is_source(grid_[source]);
            }
            scores[cell] = count > 0 ? sum / static_cast<float>(count) : kUnscored;
        });
    }

private:
    using Given = std::array<float, kAround>;  // to each neighbour

    bool is_source(std::uint8_t code) const {
        return code != kNothingCode && design_.source != (code == kCoveredCode ? Source::Open : Source::Covered);
    }

    Given given(int place) {
        Given out{};
        const std::uint8_t code = grid_[place];
        if (!is_source(code)) return out;
        describe(place);
        const bool second = code == kCoveredCode && design_.source == Source::Both;
        const float* matrix = genes_.data() + (second ? length_ * kAround : 0);
        for (int i = 0; i < length_; ++i) {
            const float value = vector_[i];
            if (value == 0) continue;
            for (int j = 0; j < kAround; ++j) out[j] += value * matrix[i * kAround + j];
        }
        return out;
    }

    void describe(int place) {
        std::fill(vector_.begin(), vector_.end(), 0.0F);
        std::array<std::uint8_t, kAround> near{};
        int covered = 0, open = 0, sum = 0;
        for (int j = 0; j < kAround; ++j) {
            near[j] = grid_[place + offset_[j]];
            covered += near[j] == kCoveredCode;
            open += near[j] < kCoveredCode;
            sum += near[j] == kNothingCode ? 0 : near[j];
        }
        float* out = vector_.data();
        for (const int row : design_.features) {
            switch (row) {
                case Own: out[0] = grid_[place]; break;
                case OwnOneHot: out[grid_[place]] = 1; break;
                case Around:
                    for (int j = 0; j < kAround; ++j) out[j] = near[j] == kNothingCode ? 0 : near[j];
                    break;
                case AroundOneHot:
                    for (int j = 0; j < kAround; ++j) {
                        if (near[j] != kNothingCode) out[j * kCodes + near[j]] = 1;
                    }
                    break;
                case Covered: out[0] = static_cast<float>(covered); break;
                case CoveredOneHot: out[covered] = 1; break;
                case Open: out[0] = static_cast<float>(open); break;
                case OpenOneHot: out[open] = 1; break;
                case Sum: out[0] = static_cast<float>(sum); break;
            }
            out += features()[static_cast<std::size_t>(row)].size;
        }
    }

    Design design_;
    int length_;
    Padded<1> grid_;
    std::array<int, kAround> offset_;
    std::vector<float> genes_, vector_;
    std::vector<Given> given_;
};

class Cells final : public Scorer {
public:
    static constexpr int kRadius = 2;

    Cells(const Design& design, int rows, int cols)
        : orbit_(orbits(kRadius, design.symmetric, false)),
          grid_(rows, cols),
          weights_(orbit_.size() * kRow),
          score_(static_cast<std::size_t>(grid_.size())) {}

    static int genes(const Design& design) { return count_of(orbits(kRadius, design.symmetric, false)) * kCodes; }

    void load(const float* genes) override {
        for (std::size_t k = 0; k < orbit_.size(); ++k) {
            if (orbit_[k] >= 0) std::copy_n(genes + orbit_[k] * kCodes, kCodes, weights_.data() + k * kRow);
        }
        grid_.all_stale();
    }

    void score(const std::uint8_t* codes, float* scores) override {
        grid_.load(codes);
        grid_.each_stale([&](int, int place) {
            float sum = 0;
            for (std::size_t k = 0; k < orbit_.size(); ++k) {
                sum += weights_[k * kRow + grid_[place + grid_.window()[k]]];
            }
            score_[place] = sum;
        });
        grid_.each([&](int cell, int place) { scores[cell] = score_[place]; });
    }

private:
    static constexpr std::size_t kRow = kCodes + 1;

    std::vector<int> orbit_;
    Padded<kRadius> grid_;
    std::vector<float> weights_;  // [place of the window, code], 0 for nothing
    std::vector<float> score_;
};

class Network final : public Scorer {
public:
    Network(const Design& design, int rows, int cols)
        : hidden_(static_cast<std::size_t>(design.hidden)),
          orbit_(orbits(1, design.symmetric, true)),
          grid_(rows, cols),
          inside_(kWindow * kRow * hidden_),
          bias_(hidden_),
          outside_(hidden_),
          units_(hidden_),
          given_(static_cast<std::size_t>(grid_.size())) {}

    static int genes(const Design& design) {
        const int places = count_of(orbits(1, design.symmetric, true));
        return (places * kCodes + 1 + places) * design.hidden;
    }

    void load(const float* genes) override {
        const auto places = static_cast<std::size_t>(count_of(orbit_));
        for (std::size_t k = 0; k < kWindow; ++k) {
            const float* weights = genes + static_cast<std::size_t>(orbit_[k]) * kCodes * hidden_;
            std::copy_n(weights, kCodes * hidden_, inside_.data() + k * kRow * hidden_);
        }
        genes += places * kCodes * hidden_;
        std::copy_n(genes, hidden_, bias_.data());
        genes += hidden_;
        for (std::size_t k = 0; k < kWindow; ++k) {
            const float* weights = genes + static_cast<std::size_t>(orbit_[k]) * hidden_;
            for (std::size_t unit = 0; unit < hidden_; ++unit) outside_[unit][k] = weights[unit];
        }
        grid_.all_stale();
    }

    void score(const std::uint8_t* codes, float* scores) override {
        grid_.load(codes);
        grid_.each_stale([&](int, int place) { given_[place] = given(place); });
        grid_.each([&](int cell, int place) {
            float sum = 0;
            for (std::size_t k = 0; k < kWindow; ++k) sum += given_[place + grid_.window()[k]][k];
            scores[cell] = sum;
        });
    }

private:
    static constexpr std::size_t kWindow = 9, kRow = kCodes + 1;
    using Given = std::array<float, 16>;  // to the cell that finds it at place k of its window; padded for vectors

    Given given(int place) {
        float* __restrict units = units_.data();
        std::copy(bias_.begin(), bias_.end(), units);
        for (std::size_t k = 0; k < kWindow; ++k) {
            const float* __restrict row = inside_.data() + (k * kRow + grid_[place + grid_.window()[k]]) * hidden_;
            for (std::size_t unit = 0; unit < hidden_; ++unit) units[unit] += row[unit];
        }
        Given out{};
        for (std::size_t unit = 0; unit < hidden_; ++unit) {
            const float value = std::max(units[unit], 0.0F);
            for (std::size_t k = 0; k < out.size(); ++k) out[k] += value * outside_[unit][k];
        }
        return out;
    }

    std::size_t hidden_;
    std::vector<int> orbit_;
    Padded<1> grid_;
    std::vector<float> inside_;   // [place of the window, code, unit], 0 for nothing
    std::vector<float> bias_;     // [unit]
    std::vector<Given> outside_;  // [unit]
    std::vector<float> units_;
    std::vector<Given> given_;    // by each place; nothing by those off the board
};

}  // namespace

const std::vector<FeatureRow>& features() {
    static const std::vector<FeatureRow> rows{
        {"own", 1},     {"own-onehot", kCodes},
        {"around", kAround},  {"around-onehot", kAround * kCodes},
        {"covered", 1}, {"covered-onehot", kAround + 1},
        {"open", 1},    {"open-onehot", kAround + 1},
        {"sum", 1},
    };
    return rows;
}

int Design::genes() const {
    switch (shape) {
        case Shape::Matrix: return feature_size(*this) * kAround * (source == Source::Both ? 2 : 1);
        case Shape::Cells: return Cells::genes(*this);
        case Shape::Network: return Network::genes(*this);
    }
    return 0;
}

std::unique_ptr<Scorer> Scorer::make(const Design& design, int rows, int cols) {
    switch (design.shape) {
        case Shape::Matrix: return std::make_unique<Matrix>(design, rows, cols);
        case Shape::Cells: return std::make_unique<Cells>(design, rows, cols);
        case Shape::Network: return std::make_unique<Network>(design, rows, cols);
    }
    return nullptr;
}

}  // namespace hazard::mines
