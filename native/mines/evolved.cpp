#include "mines/evolved.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "common/parallel.hpp"
#include "mines/boards.hpp"
#include "mines/equations.hpp"
#include "mines/knowledge.hpp"

namespace hazard::mines {
namespace {

// Scores this close are equal, relative to the best or to 1: rounding must not choose between alike cells.
constexpr float kSame = 1e-5F;

// A player who looks at positions of one size.
class Player {
public:
    Player(const Design& design, const Level& level, const Habits& habits)
        : level_(level),
          habits_(habits),
          scorer_(Scorer::make(design, level.rows, level.cols)),
          knowledge_(level.rows, level.cols),
          equations_(knowledge_.grid()),
          codes_(static_cast<std::size_t>(level.cells())),
          scores_(static_cast<std::size_t>(level.cells())) {}

    void load(const float* genes) { scorer_->load(genes); }

    // Lists what logic proves safe, in ascending order; the player then sees what is left.
    void deduce(const std::int8_t* cells, std::vector<std::int32_t>& safe) {
        safe.clear();
        knowledge_.load(cells, level_.mines, false);
        equations_.close(knowledge_);
        for (const int place : knowledge_.safe()) safe.push_back(knowledge_.grid().cell(place));
        std::sort(safe.begin(), safe.end());
    }

    // The choice at a position; with logic `deduce` was asked before. -1 where there is none.
    int choose(const std::int8_t* cells) {
        if (habits_.logic) {
            see_the_rest(cells);
        } else {
            for (std::size_t cell = 0; cell < codes_.size(); ++cell) {
                codes_[cell] = cells[cell] < 0 ? kCoveredCode : static_cast<std::uint8_t>(cells[cell]);
            }
        }
        scorer_->score(codes_.data(), scores_.data());
        return best();
    }

private:
    void see_the_rest(const std::int8_t* cells) {
        const Grid& grid = knowledge_.grid();
        for (int row = 0; row < level_.rows; ++row) {
            for (int col = 0; col < level_.cols; ++col) {
                const int cell = row * level_.cols + col, place = grid.at(row, col);
                if (cells[cell] >= 0) {
                    codes_[cell] = static_cast<std::uint8_t>(std::max(knowledge_.need(place), 0));
                } else {
                    codes_[cell] = knowledge_.fate(place) == Fate::Mine ? kNothingCode : kCoveredCode;
                }
            }
        }
    }

    bool may(std::size_t cell) const {
        if (codes_[cell] == kNothingCode) return false;
        return codes_[cell] == kCoveredCode || !habits_.only_covered;
    }

    int best() const {
        float most = -INFINITY;
        for (std::size_t cell = 0; cell < codes_.size(); ++cell) {
            if (may(cell)) most = std::max(most, scores_[cell]);
        }
        if (!std::isfinite(most)) return -1;
        const float enough = most - kSame * std::max(1.0F, std::abs(most));
        for (std::size_t cell = 0; cell < codes_.size(); ++cell) {
            if (may(cell) && scores_[cell] >= enough) return static_cast<int>(cell);
        }
        return -1;
    }

    Level level_;
    Habits habits_;
    std::unique_ptr<Scorer> scorer_;
    Knowledge knowledge_;
    Equations equations_;
    std::vector<std::uint8_t> codes_;
    std::vector<float> scores_;
};

// One board on which a player plays one game after the other.
class Table {
public:
    Table(const Design& design, const Level& level, const Habits& habits)
        : habits_(habits),
          player_(design, level, habits),
          cells_(static_cast<std::size_t>(level.cells())),
          covered_(std::make_unique<bool[]>(static_cast<std::size_t>(level.cells()))),
          board_(Boards::make(level, {1, cells_.data(), covered_.get(), &status_, &opened_}, 1)) {}

    Player& player() { return player_; }

    Played play(std::uint64_t seed, int first) {
        board_->deal(0, seed);
        board_->act(0, Action::Open, first);
        Played played;
        while (status_ == 0 && decide(played)) {
        }
        played.status = static_cast<Status>(status_);
        played.opened = opened_;
        return played;
    }

private:
    bool decide(Played& played) {
        if (habits_.logic) {
            player_.deduce(cells_.data(), safe_);
            for (const int cell : safe_) board_->act(0, Action::Open, cell);
            if (!safe_.empty()) return ++played.decisions > 0;
        }
        const int cell = player_.choose(cells_.data());
        if (cell < 0) return false;
        ++played.decisions;
        if (!covered_[cell]) return ++played.again == 0;
        played.guesses += habits_.logic;
        board_->act(0, Action::Open, cell);
        return true;
    }

    Habits habits_;
    Player player_;
    std::vector<std::int8_t> cells_;
    std::unique_ptr<bool[]> covered_;
    std::uint8_t status_ = 0;
    std::int32_t opened_ = 0;
    std::unique_ptr<Boards> board_;
    std::vector<std::int32_t> safe_;
};

}  // namespace

std::vector<Played> play_population(const Population& population, const Level& level, const Habits& habits,
                                    std::span<const std::uint64_t> seeds, std::span<const std::int32_t> first,
                                    int threads) {
    const std::size_t boards = seeds.size();
    std::vector<Played> played(population.size() * boards);
    parallel_for(played.size(), threads, [&](std::size_t begin, std::size_t end) {
        Table table(population.design, level, habits);
        for (auto game = begin; game < end; ++game) {
            const std::size_t board = game % boards;
            if (game == begin || board == 0) table.player().load(population.of(game / boards));
            played[game] = table.play(seeds[board], first[board]);
        }
    });
    return played;
}

std::vector<std::int32_t> choose_population(const Population& population, const Level& level, const Habits& habits,
                                            std::span<const std::int8_t> cells, int threads) {
    const auto area = static_cast<std::size_t>(level.cells());
    const std::size_t positions = cells.size() / area;
    std::vector<std::int32_t> chosen(population.size() * positions);
    parallel_for(population.size(), threads, [&](std::size_t begin, std::size_t end) {
        Player player(population.design, level, habits);
        std::vector<std::int32_t> safe;
        for (auto index = begin; index < end; ++index) {
            player.load(population.of(index));
            for (std::size_t at = 0; at < positions; ++at) {
                const std::int8_t* seen = cells.data() + at * area;
                if (habits.logic) player.deduce(seen, safe);
                chosen[index * positions + at] = player.choose(seen);
            }
        }
    });
    return chosen;
}

}  // namespace hazard::mines
