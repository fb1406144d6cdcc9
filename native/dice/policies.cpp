#include "dice/policies.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <type_traits>

#include "dice/course_net.hpp"
#include "dice/moves.hpp"
#include "dice/search.hpp"
#include "dice/win_weights.hpp"

namespace hazard::dice {
namespace {

// The greatest dice difference, while it is not negative.
Command best_difference(const State& state) {
    Best best;
    each_attack(state, [&](const Attack& a) {
        const int difference = state.dice(a.source) - state.dice(a.target);
        if (difference >= 0) best.offer(difference, a);
    });
    return best.command();
}

// Win, then hold what was won: v = P(win) * P(hold).
double steady_value(const State& state, const Attack& a) {
    const int dice = state.dice(a.source);
    return kWin[dice][state.dice(a.target)] * hold(state, a.target, dice - 1, state.player());
}

// Steady attacks, those from the largest own region preferred.
Command steady_from_region(const State& state, double threshold, double weight) {
    const Areas region = state.largest_region(state.player());
    Best best;
    each_attack(state, [&](const Attack& a) {
        const double value = steady_value(state, a) * (region >> a.source & 1 ? weight : 1);
        if (value >= threshold || state.dice(a.source) == kMostDice) best.offer(value, a);
    });
    return best.command();
}

// The first inner area with dice to spare, to its first border neighbour that has room.
std::optional<Command> to_border(const State& state) {
    std::optional<Command> found;
    const int player = state.player();
    each_area(state.areas_of(player), [&](int source) {
        if (found || state.dice(source) < 2 || state.at_border(source)) return;
        for (const int target : state.map().neighbours[source]) {
            if (state.owner(target) != player || !state.at_border(target) || state.dice(target) >= kMostDice) continue;
            found = transfer(source, target);
            return;
        }
    });
    return found;
}

// The transfer from a border area that lowers the expected loss of its pair most.
std::optional<Command> evacuation(const State& state) {
    const int player = state.player();
    const auto loss = [&](int area, int dice) { return (1 - hold(state, area, dice, player)) * dice; };
    double greatest = 0;
    std::optional<Command> found;
    each_area(state.areas_of(player), [&](int source) {
        if (state.dice(source) < 2 || !state.at_border(source)) return;
        for (const int target : state.map().neighbours[source]) {
            if (state.owner(target) != player) continue;
            const Command command = transfer(source, target);
            const int moved = state.moved_by(command), from = state.dice(source), to = state.dice(target);
            const double gain = loss(source, from) + loss(target, to) - loss(source, from - moved) - loss(target, to + moved);
            if (moved == 0 || gain <= greatest) continue;
            greatest = gain;
            found = command;
        }
    });
    return found;
}

class Random final : public Policy {
public:
    Command choose(const State& state, const Chance& chance) const override {
        std::vector<Attack> all;
        each_attack(state, [&](const Attack& a) { all.push_back(a); });
        if (all.empty()) return {};
        const Attack& a = all[chance.below(all.size())];
        return attack(a.source, a.target);
    }
};

class SingleDifference final : public Policy {
public:
    Command choose(const State& state, const Chance&) const override { return best_difference(state); }
};

class Steady final : public Policy {
public:
    Command choose(const State& state, const Chance&) const override {
        Best best;
        each_attack(state, [&](const Attack& a) {
            const double value = steady_value(state, a);
            if (value >= 0.2 || state.dice(a.source) == kMostDice) best.offer(value, a);
        });
        return best.command();
    }
};

class SteadyRegion final : public Policy {
public:
    explicit SteadyRegion(int players) : threshold_(players == 2 ? 0.2 : 0.4), weight_(players == 2 ? 3 : 2) {}
    Command choose(const State& state, const Chance&) const override { return steady_from_region(state, threshold_, weight_); }

private:
    double threshold_, weight_;
};

constexpr int kAllReserved = 1000;  // no transfers to the border, however many a turn has

// Transfers to the border while fewer than all but `reserved` are used, attacks, then evacuates if it may.
template <class Attacks>
class WithTransfers final : public Policy {
public:
    WithTransfers(int reserved, bool evacuates, Attacks attacks)
        : reserved_(reserved), evacuates_(evacuates), attacks_(attacks) {}

    Command choose(const State& state, const Chance&) const override {
        const int most = state.settings().transfers;
        if (state.transfers_used() + reserved_ < most) {
            if (const auto command = to_border(state)) return *command;
        }
        const Command command = attacks_(state);
        if (command.kind == Kind::Attack) return command;
        if (evacuates_ && state.transfers_used() < most) {
            if (const auto away = evacuation(state)) return *away;
        }
        return {};
    }

private:
    int reserved_;
    bool evacuates_;
    Attacks attacks_;
};

double log_sigma(double x) { return x >= 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }
double sigma(double x) { return 1 / (1 + std::exp(-x)); }

// What the three players that maximise a win probability share: players in turn order from the own one on.
struct Judged {
    explicit Judged(const State& state) : own(state.player()), players(state.settings().players) {
        for (Areas left = state.areas_of(own); left != 0;) {
            const Areas region = state.region_of(std::countr_zero(left), own);
            left &= ~region;
            if (std::popcount(region) < score) continue;
            largest = std::popcount(region) == score ? largest | region : region;
            score = std::popcount(region);
        }
    }
    int in_order(int place) const { return (own + place) % players; }
    // The source lies in a largest own region, or a neighbour of the target does.
    bool touches(const State& state, const Attack& a) const {
        return (largest >> a.source & 1) || (state.map().touching[a.target] & largest) != 0;
    }

    int own, players;
    Areas largest = 0;  // all largest own regions, where several are equal
    int score = 0;
};

class ByScore final : public Policy {
public:
    explicit ByScore(int players) : weights_(kScore[players]) {}
    Command choose(const State& state, const Chance&) const override {
        const Judged j(state);
        double before = 0;
        for (int i = 0; i < j.players; ++i) before += weights_[i] * j.score;
        const double at_before = log_sigma(before), with_touch = log_sigma(before + weights_[0]);
        Best best;
        each_attack(state, [&](const Attack& a) {
            const bool touching = j.touches(state, a);
            if (!touching && state.dice(a.source) < kMostDice) return;
            const double value = (touching ? with_touch : at_before) +
                                 std::log(kWin[state.dice(a.source)][state.dice(a.target)]) - at_before;
            if (value >= -1) best.offer(value, a);
        });
        if (!best.found()) return {};
        const bool plays = best.value() >= -0.05 || state.dice(best.which().source) == kMostDice;
        return plays ? best.command() : Command{};
    }

private:
    Row weights_;
};

// Ending is a candidate; if it comes first, the first attack with 8 dice behind it, else the end.
class Candidates {
public:
    void offer(double value, const Attack& a, int dice) {
        best_.offer(value, a);
        if (dice == kMostDice) full_.offer(value, a);
    }
    Command decide(double ending, const State& state) const {
        if (best_.found() && best_.value() > ending) {
            const bool plays = best_.value() >= -0.05 || state.dice(best_.which().source) == kMostDice;
            return plays ? best_.command() : Command{};
        }
        return full_.command();
    }

private:
    Best best_, full_;
};

double log_or_zero(double dice) { return dice > 0 ? std::log(dice) : 0; }

class ByDice final : public Policy {
public:
    explicit ByDice(int players) : weights_(kDice[players]) {}
    Command choose(const State& state, const Chance&) const override {
        const Judged j(state);
        std::array<int, kMostPlayers> dice{};
        Row x{};
        double before = 0;
        std::array<int, kMostPlayers> place_of{};
        for (int i = 0; i < j.players; ++i) {
            dice[i] = state.dice_of(j.in_order(i));
            place_of[j.in_order(i)] = i;
            x[i] = log_or_zero(dice[i]);
            before += weights_[i] * x[i];
        }
        const double at_before = log_sigma(before);
        const auto with_own = [&](double own) { return before + weights_[0] * (own - x[0]); };
        Candidates all;
        each_attack(state, [&](const Attack& a) {
            const int attackers = state.dice(a.source), defenders = state.dice(a.target);
            const int foe = place_of[state.owner(a.target)];
            const double chance = kWin[attackers][defenders];
            const double won = with_own(std::log(dice[0] + j.score)) +
                               weights_[foe] * (log_or_zero(dice[foe] - defenders) - x[foe]);
            const double lost = with_own(std::log(dice[0] + j.score - attackers + 1));
            all.offer(std::log(chance * sigma(won) + (1 - chance) * sigma(lost)) - at_before, a, attackers);
        });
        return all.decide(log_sigma(with_own(std::log(dice[0] + j.score))) - at_before, state);
    }

private:
    Row weights_;
};

class ByBoth final : public Policy {
public:
    explicit ByBoth(int players) : of_score_(kScoreOfBoth[players]), of_dice_(kDiceOfBoth[players]) {}
    Command choose(const State& state, const Chance&) const override {
        const Judged j(state);
        std::array<int, kMostPlayers> dice{};
        double before = 0;
        std::array<int, kMostPlayers> place_of{};
        for (int i = 0; i < j.players; ++i) {
            dice[i] = state.dice_of(j.in_order(i));
            place_of[j.in_order(i)] = i;
            before += of_score_[i] * std::log(j.score + 1) + of_dice_[i] * std::log(dice[i] + 1);
        }
        const double at_before = log_sigma(before);
        const auto with = [&](int place, double now) {
            return of_dice_[place] * (std::log(now + 1) - std::log(dice[place] + 1));
        };
        Candidates all;
        each_attack(state, [&](const Attack& a) {
            const int attackers = state.dice(a.source), defenders = state.dice(a.target);
            const int foe = place_of[state.owner(a.target)];
            const double chance = kWin[attackers][defenders];
            const double won = before + with(0, dice[0] + j.score) + with(foe, dice[foe] - defenders);
            const double lost = before + with(0, dice[0] + j.score - attackers + 1);
            all.offer(std::log(chance * sigma(won) + (1 - chance) * sigma(lost)) - at_before, a, attackers);
        });
        return all.decide(log_sigma(before + with(0, dice[0] + j.score)) - at_before, state);
    }

private:
    Row of_score_, of_dice_;
};

// Two random attacks a turn.
class TwoRandom final : public Policy {
public:
    Command choose(const State& state, const Chance& chance) const override {
        return state.commands() < 2 ? random_.choose(state, chance) : Command{};
    }

private:
    Random random_;
};

// Random in its first three turns; then the best difference out of its largest region.
class LateDifference final : public Policy {
public:
    Command choose(const State& state, const Chance& chance) const override {
        if (state.turns_of(state.player()) <= 2) return random_.choose(state, chance);
        const Areas region = state.largest_region(state.player());
        Best best;
        each_attack(state, [&](const Attack& a) {
            const int difference = state.dice(a.source) - state.dice(a.target);
            if ((region >> a.source & 1) && (difference > 0 || state.dice(a.source) == kMostDice)) best.offer(difference, a);
        });
        return best.command();
    }

private:
    Random random_;
};

template <class P>
std::unique_ptr<Policy> make(int players) {
    if constexpr (std::is_constructible_v<P, int>) {
        return std::make_unique<P>(players);
    } else {
        return std::make_unique<P>();
    }
}

std::unique_ptr<Policy> difference_with(int reserved, bool evacuates) {
    return std::make_unique<WithTransfers<Command (*)(const State&)>>(reserved, evacuates, best_difference);
}

std::unique_ptr<Policy> steady_with(int reserved, int players) {
    const auto attacks = [threshold = players == 2 ? 0.2 : 0.4, weight = players == 2 ? 3.0 : 2.0](const State& state) {
        return steady_from_region(state, threshold, weight);
    };
    return std::make_unique<WithTransfers<decltype(attacks)>>(reserved, true, attacks);
}

template <Habits habits>
std::unique_ptr<Policy> course_net(int) {
    return make_course_net(habits);
}

}  // namespace

const std::vector<PolicyRow>& policies() {
    static const std::vector<PolicyRow> rows{
        {"dt.rand", make<Random>},
        {"dt.sdc", make<SingleDifference>},
        {"dt.ste", make<Steady>},
        {"dt.stei", make<SteadyRegion>},
        {"dt.wpm_s", make<ByScore>},
        {"dt.wpm_d", make<ByDice>},
        {"dt.wpm_c", make<ByBoth>},
        {"kb.sdc_pre_at", [](int) { return difference_with(0, false); }},
        {"kb.sdc_post_at", make<SingleDifference>},
        {"kb.sdc_post_dt", [](int) { return difference_with(kAllReserved, true); }},
        {"kb.stei_at", [](int players) { return steady_with(0, players); }},
        {"kb.stei_adt", [](int players) { return steady_with(2, players); }},
        {"kb.stei_dt", [](int players) { return steady_with(6, players); }},
        {"xlogin00", make<TwoRandom>},
        {"xlogin42", make<LateDifference>},
        {"search-fast", [](int) { return make_search(kSearchNetwork, {.depth = 1, .first = 0, .width = 0}); }},
        {"search", [](int) { return make_search(kSearchNetwork, {.depth = 4, .first = 8, .width = 2}); }},
        {"search-strong", [](int) { return make_search(kSearchNetwork, {.depth = 6, .first = 8, .width = 2}); }},
        {"course-net", course_net<{}>},
        {"course-net-by-hand", course_net<{.judge = Judge::ByHand}>},
        {"course-net-authors", course_net<{.judge = Judge::Leaked, .stale = true, .far = false}>},
        {"course-net-authors, new split", course_net<{.stale = true, .far = false}>},
        {"course-net-authors, new board", course_net<{.judge = Judge::Leaked, .far = false}>},
        {"course-net-authors, both new", course_net<{.far = false}>},
        {"course-net, no transfers", course_net<{.front = false, .evacuates = false}>},
        {"course-net, front only", course_net<{.evacuates = false}>},
        {"course-net, evacuation only", course_net<{.front = false}>},
        {"course-net, no reply", course_net<{.replies = 0}>},
        {"course-net, two replies", course_net<{.replies = 2}>},
        {"course-net, three replies", course_net<{.replies = 3}>},
        {"course-net, careful while small", course_net<{.care = Care::WhileSmall}>},
        {"course-net, careful once large", course_net<{.care = Care::OnceLarge}>},
    };
    return rows;
}

const std::vector<std::unique_ptr<Policy>>& policies_for(int players) {
    static const auto all = [] {
        std::array<std::vector<std::unique_ptr<Policy>>, kMostPlayers + 1> made;
        for (int n = 2; n <= kMostPlayers; ++n) {
            for (const auto& row : policies()) made[n].push_back(row.make(n));
        }
        return made;
    }();
    return all[players];
}

}  // namespace hazard::dice
