// What players look at: the legal attacks in their order, how likely a battle is won and an area held.
#pragma once

#include "dice/state.hpp"

namespace hazard::dice {

struct Attack {
    int source, target;
};

// Every attack that a player may make, were it to command: sources ascending, targets in the map's order of discovery.
template <class Visit>
void each_attack(const State& state, int player, const Visit& visit) {
    each_area(state.areas_of(player), [&](int source) {
        if (state.dice(source) < 2) return;
        for (const int target : state.map().neighbours[source]) {
            if (state.owner(target) != player) visit(Attack{source, target});
        }
    });
}
template <class Visit>
void each_attack(const State& state, const Visit& visit) {
    each_attack(state, state.player(), visit);
}

// The chance that no neighbour takes an area with so many dice in one attack.
inline double hold(const State& state, int area, int dice, int player) {
    double chance = 1;
    each_area(state.enemies_beside(area, player), [&](int enemy) {
        if (state.dice(enemy) >= 2) chance *= 1 - kWin[state.dice(enemy)][dice];
    });
    return chance;
}

inline Command attack(int source, int target) {
    return {Kind::Attack, static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)};
}
inline Command transfer(int source, int target) {
    return {Kind::Transfer, static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)};
}

// The best candidate by value, the first of equals.
class Best {
public:
    void offer(double value, const Attack& which) {
        if (found_ && value <= value_) return;
        found_ = true;
        value_ = value;
        which_ = which;
    }
    bool found() const { return found_; }
    double value() const { return value_; }
    Command command() const { return found_ ? attack(which_.source, which_.target) : Command{}; }
    const Attack& which() const { return which_; }

private:
    bool found_ = false;
    double value_ = 0;
    Attack which_{};
};

}  // namespace hazard::dice
