#include "dice/state.hpp"

#include <vector>

namespace hazard::dice {
namespace {

Areas all_of(const Map& map) { return map.count == kMostAreas ? ~Areas{0} : (Areas{1} << map.count) - 1; }

int draw_from(Areas set, Stream& draws) {
    return State::select(set, static_cast<int>(draws.below(static_cast<std::uint64_t>(std::popcount(set)))));
}

void share_out(State& state, Stream& draws) {
    const Map& map = state.map();
    Areas free = all_of(map);
    const auto take = [&](int area, int player) {
        state.give(area, player, 1);
        free &= ~(Areas{1} << area);
    };
    if (!state.settings().continuous) {
        for (int player = 0; free != 0; player = (player + 1) % state.settings().players) {
            take(draw_from(free, draws), player);
        }
        return;
    }
    for (int player = 0; player < state.settings().players; ++player) take(draw_from(free, draws), player);
    for (int player = 0; free != 0; player = (player + 1) % state.settings().players) {
        Areas reach = 0;
        each_area(state.areas_of(player), [&](int area) { reach |= map.touching[area]; });
        if ((reach & free) != 0) take(draw_from(reach & free, draws), player);
    }
}

// How many dice a player with that many areas starts with.
int starting_dice(int areas, int players) {
    const int usual = 68 / players + 1;
    if (areas == 1) return kMostDice;
    if (areas == 2) return 2 * kMostDice;
    return std::max(areas, usual);
}

}  // namespace

void set_up(State& state, Stream& ownership, Stream& dice) {
    share_out(state, ownership);
    for (int player = 0; player < state.settings().players; ++player) {
        const Areas own = state.areas_of(player);
        const int areas = std::popcount(own);
        Areas open = own;
        const int goal = std::min(starting_dice(areas, state.settings().players), areas * kMostDice);
        for (int dealt = areas; dealt < goal; ++dealt) {
            const int area = draw_from(open, dice);
            state.set_dice(area, state.dice(area) + 1);
            if (state.dice(area) == kMostDice) open &= ~(Areas{1} << area);
        }
    }
}

}  // namespace hazard::dice
