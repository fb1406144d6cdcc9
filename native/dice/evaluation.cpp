#include "dice/evaluation.hpp"

#include <cmath>

namespace hazard::dice {
namespace {

// kStand[e][d]: the chance that d dice are still there after one attack of e dice; one die does not attack.
constexpr auto kStand = [] {
    std::array<std::array<float, kMostDice + 1>, kMostDice + 1> chance{};
    for (int e = 0; e <= kMostDice; ++e) {
        for (int d = 0; d <= kMostDice; ++d) chance[e][d] = e < 2 ? 1.0F : static_cast<float>(1 - kWin[e][d]);
    }
    return chance;
}();

// Sums over the areas of one player.
struct Holding {
    int areas = 0, dice = 0, largest = 0, regions = 0, income = 0;
    int border = 0, border_dice = 0, near_dice = 0;      // inner areas beside the border are near it
    int full = 0, bare = 0;                              // border areas with 8 dice, with 1
    int pressure = 0;                                    // dice of enemies beside own areas
    float endangered = 0, endangered_dice = 0, endangered_region = 0;  // expected, were each neighbour to attack once
    float sting = 0;                                     // the best attack of each border area, summed
    float worst = 0;                                     // the greatest danger to an area of the largest region
};

class Survey {
public:
    explicit Survey(const State& state) : state_(state) {
        for (int player = 0; player < state.settings().players; ++player) {
            const Areas own = state.areas_of(player);
            if (own == 0) continue;
            ++alive_;
            look(player, own);
            all_areas_ += holdings_[player].areas;
            all_dice_ += holdings_[player].dice;
            all_largest_ += holdings_[player].largest;
        }
    }

    Traits traits(int player) const {
        const Holding& h = holdings_[player];
        const auto areas = static_cast<float>(all_areas_), dice = static_cast<float>(all_dice_);
        int rival_dice = 0, rival_largest = 0;
        for (int other = 0; other < state_.settings().players; ++other) {
            if (other == player) continue;
            rival_dice = std::max(rival_dice, holdings_[other].dice);
            rival_largest = std::max(rival_largest, holdings_[other].largest);
        }
        const int room = kMostDice * h.areas - h.dice, waiting = turns_until(player);
        const auto alive = static_cast<float>(alive_);
        const auto share = [&](float what, float whole) { return what / whole; };
        return {
            share(static_cast<float>(h.areas), areas),
            share(static_cast<float>(h.largest), areas),
            share(static_cast<float>(h.dice), dice),
            share(static_cast<float>(h.largest), static_cast<float>(all_largest_)),
            share(static_cast<float>(h.border), areas),
            share(static_cast<float>(h.border_dice), dice),
            share(static_cast<float>(h.near_dice), dice),
            share(static_cast<float>(state_.reserve(player)), 32),
            share(static_cast<float>(std::min(h.income, room)), dice),
            share(static_cast<float>(std::max(0, h.income - room)), 32),
            share(static_cast<float>(h.dice), static_cast<float>(kMostDice * h.areas)),
            share(static_cast<float>(h.border_dice), static_cast<float>(kMostDice * std::max(1, h.border))),
            share(static_cast<float>(h.full), areas),
            share(static_cast<float>(h.bare), areas),
            share(static_cast<float>(h.pressure), 4 * dice),
            share(h.endangered, areas) * 2,
            share(h.endangered_dice, dice) * 2,
            share(h.endangered_region, areas) * 2,
            h.worst,
            share(h.sting, areas) * 2,
            share(static_cast<float>(h.regions), areas),
            share(static_cast<float>(h.dice - rival_dice), dice),
            share(static_cast<float>(h.largest - rival_largest), areas),
            share(dice, kMostDice * areas),
            1 / alive,
            player == state_.player() ? 1.0F : 0.0F,
            waiting == 0 ? 1.0F : 0.0F,
            static_cast<float>(waiting) / alive,
        };
    }

private:
    void look(int player, Areas own) {
        Holding& h = holdings_[player];
        const Map& map = state_.map();
        h.areas = std::popcount(own);
        Areas largest = 0, border = 0;
        for (Areas left = own; left != 0; ++h.regions) {
            const Areas region = state_.region_of(std::countr_zero(left), player);
            left &= ~region;
            if (std::popcount(region) < h.largest) continue;
            largest = std::popcount(region) == h.largest ? largest | region : region;  // all that are equal
            h.largest = std::popcount(region);
        }
        each_area(own, [&](int area) {
            h.dice += state_.dice(area);
            if ((map.touching[area] & ~own) != 0) border |= Areas{1} << area;
        });
        h.income = std::min(kMostIncome, state_.reserve(player) + h.largest);
        each_area(border, [&](int area) { guard(h, area, map.touching[area] & ~own, (largest >> area & 1) != 0); });
        each_area(own & ~border, [&](int area) {
            if ((map.touching[area] & border) != 0) h.near_dice += state_.dice(area);
        });
    }

    void guard(Holding& h, int area, Areas enemies, bool in_largest) const {
        const int dice = state_.dice(area);
        float stands = 1, best = 0;
        each_area(enemies, [&](int enemy) {
            const int facing = state_.dice(enemy);
            h.pressure += facing;
            stands *= kStand[facing][dice];
            best = std::max(best, 1 - kStand[dice][facing]);
        });
        const float danger = 1 - stands;
        ++h.border;
        h.border_dice += dice;
        h.full += dice == kMostDice;
        h.bare += dice == 1;
        h.endangered += danger;
        h.endangered_dice += danger * static_cast<float>(dice);
        h.sting += best;
        if (!in_largest) return;
        h.endangered_region += danger;
        h.worst = std::max(h.worst, danger);
    }

    // Turns of others before this player's next one.
    int turns_until(int player) const {
        int waiting = 0;
        const int players = state_.settings().players;
        for (int at = (state_.player() + 1) % players; at != player; at = (at + 1) % players) {
            waiting += holdings_[at].areas > 0;
        }
        return waiting;
    }

    const State& state_;
    std::array<Holding, kMostPlayers> holdings_{};
    int alive_ = 0, all_areas_ = 0, all_dice_ = 0, all_largest_ = 0;
};

float strength(const Traits& traits, const Network& network) {
    std::array<float, kHidden> hidden = network.bias;
    for (int i = 0; i < kTraits; ++i) {
        for (int k = 0; k < kHidden; ++k) hidden[k] += network.first[i][k] * traits[i];
    }
    float sum = 0;
    for (int k = 0; k < kHidden; ++k) sum += network.second[k] * std::max(hidden[k], 0.0F);
    return sum;
}

// The others' chances keep their proportions.
void calibrate(Chances& chances, int player, const Network& network) {
    const double before = chances[player];
    if (before <= 0 || before >= 1) return;
    const double logit = std::log(before / (1 - before));
    const double after = 1 / (1 + std::exp(-network.shift - (logit < 0 ? network.below : network.above) * logit));
    for (double& chance : chances) chance *= (1 - after) / (1 - before);
    chances[player] = after;
}

}  // namespace

std::array<Traits, kMostPlayers> traits_of(const State& state) {
    const Survey survey(state);
    std::array<Traits, kMostPlayers> all{};
    for (int player = 0; player < state.settings().players; ++player) {
        if (state.areas_of(player) != 0) all[player] = survey.traits(player);
    }
    return all;
}

Chances chances_of(const State& state, const Network& network) {
    const Survey survey(state);
    Chances chances{};
    double sum = 0;
    for (int player = 0; player < state.settings().players; ++player) {
        if (state.areas_of(player) == 0) continue;
        sum += chances[player] = std::exp(static_cast<double>(strength(survey.traits(player), network)));
    }
    for (double& chance : chances) chance /= sum;
    calibrate(chances, state.player(), network);
    return chances;
}

}  // namespace hazard::dice
