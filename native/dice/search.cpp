#include "dice/search.hpp"

#include <algorithm>
#include <vector>

namespace hazard::dice {
namespace {

constexpr double kStanding = 0.02;  // what an attack by 8 dice may cost: they can grow no more where they stand
constexpr double kOverflow = 0.10;  // likewise where more dice will come than all areas have room for
constexpr double kHopeless = 0.18;  // attacks that win more rarely are not looked at
constexpr double kUnlikely = 0.03;  // nor is what follows events this rare

struct Option {
    Command command;
    double value;  // the chance to win after it, as far as was looked
};

constexpr Areas bit(int area) { return Areas{1} << area; }
constexpr Areas areas_in(const Command& command) { return bit(command.source) | bit(command.target); }

// A line of commands stays together: each takes up an area of those before it. Commands elsewhere gain what they gain
// whatever this line does, and their turn comes when it is over.
class Search final : public Policy {
public:
    Search(const Network& network, const Budget& budget) : network_(network), budget_(budget) {}

    Command choose(const State& state, const Chance&) const override {
        auto options = looked_at(state, ~Areas{0});
        if (budget_.depth > 1) {
            narrow(options, budget_.first);
            for (Option& option : options) {
                option.value = after(state, option.command, budget_.depth - 1, areas_in(option.command), 1);
            }
        }
        Option best{{}, value_of(state) + 1e-9};
        const int player = state.player(), room = kMostDice * std::popcount(state.areas_of(player)) - state.dice_of(player);
        const double standing = state.income() - room >= kMostDice - 1 ? kOverflow : kStanding;
        for (const Option& option : options) {
            const bool full = option.command.kind == Kind::Attack && state.dice(option.command.source) == kMostDice;
            const double value = option.value + (full ? standing : 0);
            if (value > best.value) best = {option.command, value};
        }
        return best.command;
    }

private:
    double value_of(const State& state) const { return chances_of(state, network_)[state.player()]; }

    // What a command leads to, with the best of `depth` further commands of its line.
    double after(const State& state, const Command& command, int depth, Areas line, double likely) const {
        if (command.kind == Kind::Transfer) {
            State moved = state;
            moved.transfer(command);
            return best_of(moved, depth, line, likely);
        }
        const double chance = kWin[state.dice(command.source)][state.dice(command.target)];
        State won = state, lost = state;
        won.attack(command, 1, 0);
        lost.attack(command, 0, 1);
        return chance * best_of(won, depth, line, likely * chance) +
               (1 - chance) * best_of(lost, depth, line, likely * (1 - chance));
    }

    double best_of(const State& state, int depth, Areas line, double likely) const {
        double best = value_of(state);
        if (depth == 0 || likely < kUnlikely) return best;
        auto options = looked_at(state, line);
        if (depth > 1) narrow(options, budget_.width);
        for (const Option& option : options) {
            best = std::max(best, depth == 1 ? option.value
                                             : after(state, option.command, depth - 1, line | areas_in(option.command), likely));
        }
        return best;
    }

    // Every command of a line but the end, valued one step ahead: attacks first.
    std::vector<Option> looked_at(const State& state, Areas line) const {
        std::vector<Option> options;
        const auto offer = [&](Kind kind, int source, int target) {
            const Command command{kind, static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)};
            options.push_back({command, after(state, command, 0, 0, 1)});
        };
        const Map& map = state.map();
        const Areas own = state.areas_of(state.player());
        each_area(own, [&](int source) {
            if (state.dice(source) < 2) return;
            const Areas enemies = map.touching[source] & ~own;
            each_area((line & bit(source)) != 0 ? enemies : enemies & line, [&](int target) {
                if (kWin[state.dice(source)][state.dice(target)] > kHopeless) offer(Kind::Attack, source, target);
            });
        });
        if (state.transfers_left() < 1) return options;
        const std::array<Areas, 3> rings = rings_of(state, own);
        each_area(own, [&](int source) {
            if (state.dice(source) < 2) return;
            const Areas friends = map.touching[source] & own & forward_of(source, rings);
            each_area((line & bit(source)) != 0 ? friends : friends & line, [&](int target) {
                if (state.dice(target) < kMostDice) offer(Kind::Transfer, source, target);
            });
        });
        return options;
    }

    // Own areas at the border, beside those, and beside these.
    static std::array<Areas, 3> rings_of(const State& state, Areas own) {
        std::array<Areas, 3> rings{};
        each_area(own, [&](int area) {
            if ((state.map().touching[area] & ~own) != 0) rings[0] |= bit(area);
        });
        Areas seen = rings[0];
        for (int ring = 1; ring < 3; ++ring) {
            Areas reach = 0;
            each_area(rings[ring - 1], [&](int area) { reach |= state.map().touching[area]; });
            rings[ring] = reach & own & ~seen;
            seen |= rings[ring];
        }
        return rings;
    }

    // Where dice may go from an area: from the border anywhere, from within towards the border.
    static Areas forward_of(int source, const std::array<Areas, 3>& rings) {
        if ((rings[0] & bit(source)) != 0) return ~Areas{0};
        if ((rings[1] & bit(source)) != 0) return rings[0];
        if ((rings[2] & bit(source)) != 0) return rings[1];
        return ~(rings[0] | rings[1]);
    }

    static void narrow(std::vector<Option>& options, int width) {
        std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.value > b.value; });
        if (options.size() > static_cast<std::size_t>(width)) options.resize(static_cast<std::size_t>(width));
    }

    const Network& network_;
    Budget budget_;
};

}  // namespace

std::unique_ptr<Policy> make_search(const Network& network, const Budget& budget) {
    return std::make_unique<Search>(network, budget);
}

}  // namespace hazard::dice
