#include "mines/play.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "common/parallel.hpp"
#include "mines/boards.hpp"
#include "mines/inference.hpp"
#include "mines/policies.hpp"

namespace hazard::mines {
namespace {

// One board and one policy, for one game after the other.
class Table {
public:
    Table(std::string_view policy, const Level& level, const PlayOptions& options)
        : level_(level),
          options_(options),
          cells_(level.cells()),
          covered_(std::make_unique<bool[]>(level.cells())),
          boards_(Boards::make(level, {1, cells_.data(), covered_.get(), &status_, &opened_}, 1)),
          policy_(make_policy(policy, level)),
          inference_(level.rows, level.cols),
          risk_(level.cells()),
          certain_(level.cells()) {}

    Outcome play(const Games& games, std::size_t index) {
        start(games, index);
        Outcome outcome;
        if (options_.count_guesses) outcome.guesses = 0;
        try {
            while (running()) decide(games.agent_seeds[index], outcome);
            outcome.status = static_cast<Status>(status_);
        } catch (const IllegalDecision&) {
            outcome.status = Status::Illegal;
        } catch (const TooWide&) {
            outcome.status = Status::Error;
        }
        outcome.opened = opened_;
        return outcome;
    }

private:
    struct IllegalDecision {};

    bool running() const { return status_ == static_cast<std::uint8_t>(Status::Unfinished); }

    void start(const Games& games, std::size_t index) {
        if (games.layouts) {
            const bool* layout = games.layouts + index * static_cast<std::size_t>(level_.cells());
            mines_.clear();
            for (int cell = 0; cell < level_.cells(); ++cell) {
                if (layout[cell]) mines_.push_back(cell);
            }
            boards_->deal_layout(0, mines_);
        } else {
            boards_->deal(0, games.seeds[index]);
        }
        if (games.first[index] >= 0) boards_->act(0, Action::Open, games.first[index]);
    }

    void decide(std::uint64_t seed, Outcome& outcome) {
        choice_.clear();
        policy_->choose({cells_.data(), seed, outcome.decisions}, choice_);
        if (choice_.empty()) throw IllegalDecision{};
        for (const int cell : choice_) {
            if (cell < 0 || !covered_[cell]) throw IllegalDecision{};
        }
        if (outcome.guesses >= 0) count_guess(outcome);
        for (const int cell : choice_) {
            if (!running() || !covered_[cell]) continue;
            boards_->act(0, Action::Open, cell);
            if (!options_.record) continue;
            outcome.cells.push_back(cell);
            outcome.decision.push_back(outcome.decisions);
        }
        ++outcome.decisions;
    }

    void count_guess(Outcome& outcome) {
        try {
            if (inference_.load(cells_.data(), level_.mines, false) != Verdict::Fine) return;
            inference_.marginals(risk_.data(), certain_.data());
        } catch (const TooWide&) {
            outcome.guesses = -1;
            return;
        }
        for (const int cell : choice_) {
            if (certain_[cell] == static_cast<std::uint8_t>(Fate::Safe)) continue;
            ++outcome.guesses;
            return;
        }
    }

    Level level_;
    PlayOptions options_;
    std::vector<std::int8_t> cells_;
    std::unique_ptr<bool[]> covered_;
    std::uint8_t status_ = 0;
    std::int32_t opened_ = 0;
    std::unique_ptr<Boards> boards_;
    std::unique_ptr<Policy> policy_;
    Inference inference_;
    std::vector<double> risk_;
    std::vector<std::uint8_t> certain_;
    std::vector<std::int32_t> choice_, mines_;
};

}  // namespace

std::vector<Outcome> play(std::string_view policy, const Level& level, const Games& games,
                          const PlayOptions& options) {
    if (!make_policy(policy, level)) throw std::invalid_argument("no native policy named " + std::string(policy));
    std::vector<Outcome> outcomes(games.seeds.size());
    parallel_for(outcomes.size(), options.threads, [&](std::size_t begin, std::size_t end) {
        Table table(policy, level, options);
        for (auto index = begin; index < end; ++index) outcomes[index] = table.play(games, index);
    });
    return outcomes;
}

}  // namespace hazard::mines
