#include "dice/search.hpp"

#include <algorithm>
#include <vector>

namespace hazard::dice {
namespace {

constexpr double kStanding = 0.02;  // what an attack by 8 dice may cost: they can grow no more where they stand

struct Option {
    Command command;
    double value;  // the chance to win after it, as far as was looked
};

class Search final : public Policy {
public:
    Search(const Network& network, const Budget& budget) : network_(network), budget_(budget) {}

    Command choose(const State& state, const Chance&) const override {
        const double ending = value_of(state);
        auto options = looked_at(state);
        if (budget_.depth > 1) {
            narrow(options);
            for (Option& option : options) option.value = after(state, option.command, budget_.depth - 1);
        }
        Option best{{}, ending + 1e-9};
        for (const Option& option : options) {
            const bool full = option.command.kind == Kind::Attack && state.dice(option.command.source) == kMostDice;
            const double value = option.value + (full ? kStanding : 0);
            if (value > best.value) best = {option.command, value};
        }
        return best.command;
    }

private:
    double value_of(const State& state) const { return chances_of(state, network_)[state.player()]; }

    // What a command leads to, with the best of `depth` further commands.
    double after(const State& state, const Command& command, int depth) const {
        if (command.kind == Kind::Transfer) {
            State moved = state;
            moved.transfer(command);
            return best_of(moved, depth);
        }
        const double chance = kWin[state.dice(command.source)][state.dice(command.target)];
        State won = state, lost = state;
        won.attack(command, 1, 0);
        lost.attack(command, 0, 1);
        return chance * best_of(won, depth) + (1 - chance) * best_of(lost, depth);
    }

    double best_of(const State& state, int depth) const {
        double best = value_of(state);
        if (depth == 0) return best;
        auto options = looked_at(state);
        if (depth > 1) narrow(options);
        for (const Option& option : options) {
            best = std::max(best, depth > 1 ? after(state, option.command, depth - 1) : option.value);
        }
        return best;
    }

    // Every command but the end, valued one step ahead: attacks first.
    std::vector<Option> looked_at(const State& state) const {
        std::vector<Option> options;
        const auto offer = [&](Kind kind, int source, int target) {
            const Command command{kind, static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)};
            options.push_back({command, after(state, command, 0)});
        };
        const int player = state.player();
        const Areas own = state.areas_of(player);
        each_area(own, [&](int source) {
            if (state.dice(source) < 2) return;
            each_area(state.map().touching[source] & ~own, [&](int target) {
                if (state.dice(source) + 1 >= state.dice(target)) offer(Kind::Attack, source, target);
            });
        });
        if (state.transfers_left() < 1) return options;
        each_area(own, [&](int source) {
            if (state.dice(source) < 2) return;
            each_area(state.map().touching[source] & own, [&](int target) {
                if (state.dice(target) < kMostDice) offer(Kind::Transfer, source, target);
            });
        });
        return options;
    }

    void narrow(std::vector<Option>& options) const {
        std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.value > b.value; });
        if (options.size() > static_cast<std::size_t>(budget_.width)) options.resize(static_cast<std::size_t>(budget_.width));
    }

    const Network& network_;
    Budget budget_;
};

}  // namespace

std::unique_ptr<Policy> make_search(const Network& network, const Budget& budget) {
    return std::make_unique<Search>(network, budget);
}

}  // namespace hazard::dice
