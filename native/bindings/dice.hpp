// What all bindings of Dicewars share: maps that Python holds, and positions on them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "bindings/arrays.hpp"
#include "dice/state.hpp"

namespace hazard::bindings {

using SharedMap = std::shared_ptr<const dice::Map>;

// A position with the map that it lies on; every change makes a new one.
struct BoundState {
    SharedMap map;
    dice::State state;

    auto owners() const {
        Fresh<std::int8_t> out({static_cast<std::size_t>(map->count)});
        for (int area = 0; area < map->count; ++area) out.data[area] = static_cast<std::int8_t>(state.owner(area));
        return out.release();
    }
    auto dice() const {
        Fresh<std::int8_t> out({static_cast<std::size_t>(map->count)});
        for (int area = 0; area < map->count; ++area) out.data[area] = static_cast<std::int8_t>(state.dice(area));
        return out.release();
    }
    std::vector<int> reserves() const {
        std::vector<int> all;
        for (int player = 0; player < state.settings().players; ++player) all.push_back(state.reserve(player));
        return all;
    }
    std::vector<int> turns() const {
        std::vector<int> all;
        for (int player = 0; player < state.settings().players; ++player) all.push_back(state.turns_of(player));
        return all;
    }
    dice::Command command(int kind, int source, int target) const {
        require(kind >= 0 && kind <= 2, "a command's kind must be 0 to 2");
        const bool named = source >= 0 && source < map->count && target >= 0 && target < map->count;
        require(kind == 0 || named, "an area is not on the map");
        return kind == 0 ? dice::Command{}
                         : dice::Command{static_cast<dice::Kind>(kind), static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)};
    }
    bool legal(int kind, int source, int target) const { return state.legal(command(kind, source, target)); }
    BoundState attack(int source, int target, int attackers, int defenders) const {
        const dice::Command told = legal_command(1, source, target);
        const int most = 6 * state.dice(source), most_against = 6 * state.dice(target);
        require(attackers >= state.dice(source) && attackers <= most, "the attacker's dice cannot sum to that");
        require(defenders >= state.dice(target) && defenders <= most_against, "the defender's dice cannot sum to that");
        BoundState next = *this;
        next.state.attack(told, attackers, defenders);
        return next;
    }
    BoundState transfer(int source, int target) const {
        const dice::Command told = legal_command(2, source, target);
        BoundState next = *this;
        next.state.transfer(told);
        return next;
    }
    int moved_by(int source, int target) const { return state.moved_by(legal_command(2, source, target)); }
    BoundState end_turn(const std::vector<int>& dealt) const {
        require(!state.over(), "the game is over");
        BoundState next = *this;
        std::size_t at = 0;
        next.state.end_turn_by([&](dice::Areas open) {
            require(at < dealt.size(), "more dice are to be dealt at the end of this turn");
            const int area = dealt[at++];
            require(area >= 0 && area < map->count && (open >> area & 1), "a die cannot be dealt to that area");
            return area;
        });
        require(at == dealt.size(), "fewer dice are to be dealt at the end of this turn");
        return next;
    }
    std::vector<int> largest_region(int player) const {
        require(player >= 0 && player < state.settings().players, "there is no player of that number");
        std::vector<int> all;
        dice::each_area(state.largest_region(player), [&](int area) { all.push_back(area); });
        return all;
    }

private:
    dice::Command legal_command(int kind, int source, int target) const {
        const dice::Command told = command(kind, source, target);
        require(!state.over(), "the game is over");
        require(state.legal(told), "the command is not legal");
        return told;
    }
};

}  // namespace hazard::bindings
