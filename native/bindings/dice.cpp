// Python's view of the Dicewars core. Checks what it is given; holds no logic of the game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/dice.hpp"
#include "dice/policies.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hazard::bindings {
namespace {

using namespace hazard::dice;

Settings make_settings(int players, int areas, bool continuous, bool complement, int reserve_limit, int transfers,
                       int idle_rounds, int most_battles, int most_turns, bool strict) {
    require(players >= 2 && players <= kMostPlayers, "players must be 2 to 8");
    require(areas >= players && areas <= kMostAreas, "areas must be one a player at least, and 64 at most");
    require(reserve_limit >= 0 && reserve_limit <= kMostIncome, "reserve_limit must be 0 to 64");
    require(transfers >= 0 && transfers <= 127, "transfers must be 0 to 127");
    require(idle_rounds >= 1 && most_battles >= 1 && most_turns >= 1, "limits of a game must be 1 or more");
    return {players, areas, continuous, complement, reserve_limit, transfers, idle_rounds, most_battles, most_turns, strict};
}

SharedMap grow(int areas, std::uint64_t seed) {
    require(areas >= 1 && areas <= kMostGrown, "areas of a map that is grown must be 1 to 50");
    Stream draws(mix(seed, 0));
    return std::make_shared<const Map>(grow_map(areas, draws));
}

SharedMap make_map(const std::vector<std::vector<int>>& neighbours, const std::vector<std::vector<std::pair<int, int>>>& hexes) {
    require(!neighbours.empty() && neighbours.size() <= kMostAreas, "a map has 1 to 64 areas");
    require(hexes.empty() || hexes.size() == neighbours.size(), "hexes must be given for every area or for none");
    Map map;
    map.count = static_cast<int>(neighbours.size());
    for (int area = 0; area < map.count; ++area) {
        for (const int other : neighbours[static_cast<std::size_t>(area)]) {
            require(other >= 0 && other < map.count && other != area, "a neighbour is no other area of the map");
            require(!(map.touching[area] >> other & 1), "a neighbour is listed twice");
            map.touching[area] |= Areas{1} << other;
            map.neighbours[area].push_back(static_cast<std::uint8_t>(other));
        }
    }
    for (int area = 0; area < map.count; ++area) {
        for (const int other : map.neighbours[area]) require(map.touching[other] >> area & 1, "neighbours must be mutual");
    }
    for (std::size_t area = 0; area < hexes.size(); ++area) {
        for (const auto& [x, y] : hexes[area]) {
            const int hex = HexGrid::at(x, y);
            require(hex >= 0, "a hex is off the grid");
            map.hexes[area].push_back(static_cast<std::int16_t>(hex));
        }
    }
    return std::make_shared<const Map>(std::move(map));
}

std::vector<std::vector<int>> neighbours_of(const Map& map) {
    std::vector<std::vector<int>> all;
    for (int area = 0; area < map.count; ++area) all.emplace_back(map.neighbours[area].begin(), map.neighbours[area].end());
    return all;
}

std::vector<std::vector<std::pair<int, int>>> hexes_of(const Map& map) {
    std::vector<std::vector<std::pair<int, int>>> all(static_cast<std::size_t>(map.count));
    for (int area = 0; area < map.count; ++area) {
        for (const int hex : map.hexes[area]) all[static_cast<std::size_t>(area)].emplace_back(HexGrid::x(hex), HexGrid::y(hex));
    }
    return all;
}

State make_state(const SharedMap& map, const Settings& settings, In<std::int8_t, 1> owners, In<std::int8_t, 1> dice,
                 const std::vector<int>& reserves, int player, int transfers_used, int commands,
                 const std::vector<int>& turns, int battles, int all_turns, int idle_turns) {
    const auto areas = static_cast<std::size_t>(map->count), players = static_cast<std::size_t>(settings.players);
    require(owners.size() == areas && dice.size() == areas, "owners and dice must be [areas of the map]");
    require(reserves.size() == players && turns.size() == players, "reserves and turns must be [players]");
    require(player >= 0 && player < settings.players, "there is no player of that number");
    require(transfers_used >= 0 && transfers_used <= settings.transfers, "transfers used must be 0 to their limit");
    require(commands >= 0 && battles >= 0 && all_turns >= 0 && idle_turns >= 0, "counts must not be negative");
    State state(*map, settings);
    for (int area = 0; area < map->count; ++area) {
        require(owners.data()[area] >= 0 && owners.data()[area] < settings.players, "an owner is no player");
        require(dice.data()[area] >= 1 && dice.data()[area] <= kMostDice, "dice must be 1 to 8");
        state.give(area, owners.data()[area], dice.data()[area]);
    }
    require(state.areas_of(player) != 0, "the player whose turn it is owns nothing");
    for (int other = 0; other < settings.players; ++other) {
        const auto reserve = reserves[static_cast<std::size_t>(other)];
        require(reserve >= 0 && reserve <= kMostIncome, "reserves must be 0 to 64");
        state.set_reserve(other, reserve);
    }
    state.set_turn(player, transfers_used, commands, turns);
    state.set_course(battles, all_turns, idle_turns);
    return state;
}

std::vector<std::string> policy_names() {
    std::vector<std::string> names;
    for (const auto& row : dice::policies()) names.emplace_back(row.name);
    return names;
}

std::uint64_t checked_winning_rolls(int attackers, int defenders) {
    require(attackers >= 1 && attackers <= kMostDice && defenders >= 1 && defenders <= kMostDice, "dice must be 1 to 8");
    return winning_rolls(attackers, defenders);
}

std::uint64_t ways(int dice, int sum) {
    require(dice >= 1 && dice <= kMostDice && sum >= 0 && sum <= 6 * kMostDice, "dice must be 1 to 8, their sum 0 to 48");
    return kRolls[static_cast<std::size_t>(dice)][static_cast<std::size_t>(sum)];
}

}  // namespace
}  // namespace hazard::bindings

void bind_dice_games(nb::module_& module);
void bind_dice_views(nb::module_& module);

void bind_dice(nb::module_& module) {
    using namespace hazard::bindings;
    nb::class_<Settings>(module, "Settings", "The rules of a table.")
        .def(nb::new_(&make_settings), "players"_a, "areas"_a, "continuous"_a, "complement"_a, "reserve_limit"_a,
             "transfers"_a, "idle_rounds"_a, "most_battles"_a, "most_turns"_a, "strict"_a);
    nb::class_<Map>(module, "Map", "Areas on a grid of hexes, and which of them touch.")
        .def(nb::new_(&make_map), "neighbours"_a, "hexes"_a)
        .def_static("grow", &grow, "areas"_a, "seed"_a, "A new map; the same seed gives the same one.")
        .def_prop_ro("neighbours", &neighbours_of, "The neighbours of each area, in the order of discovery.")
        .def_prop_ro("hexes", &hexes_of, "(x, y) of the hexes of each area, in doubled coordinates.");
    nb::class_<BoundState>(module, "State", "An immutable position: every change gives a new one.")
        .def(nb::new_([](const SharedMap& map, const Settings& settings, In<std::int8_t, 1> owners, In<std::int8_t, 1> dice,
                         const std::vector<int>& reserves, int player, int transfers_used, int commands,
                         const std::vector<int>& turns, int battles, int all_turns, int idle_turns) {
                 return BoundState{map, make_state(map, settings, owners, dice, reserves, player, transfers_used, commands, turns,
                                                   battles, all_turns, idle_turns)};
             }),
             "map"_a, "settings"_a, "owners"_a, "dice"_a, "reserves"_a, "player"_a, "transfers_used"_a, "commands"_a, "turns"_a,
             "battles"_a, "all_turns"_a, "idle_turns"_a)
        .def_prop_ro("map", [](const BoundState& self) { return self.map; })
        .def_prop_ro("owners", &BoundState::owners, nb::rv_policy::move, "int8[areas]")
        .def_prop_ro("dice", &BoundState::dice, nb::rv_policy::move, "int8[areas]")
        .def_prop_ro("reserves", &BoundState::reserves)
        .def_prop_ro("turns", &BoundState::turns, "Turns that each player has ended.")
        .def_prop_ro("player", [](const BoundState& self) { return self.state.player(); })
        .def_prop_ro("transfers_used", [](const BoundState& self) { return self.state.transfers_used(); })
        .def_prop_ro("commands", [](const BoundState& self) { return self.state.commands(); }, "Of this turn so far.")
        .def_prop_ro("battles", [](const BoundState& self) { return self.state.battles(); })
        .def_prop_ro("all_turns", [](const BoundState& self) { return self.state.turns(); })
        .def_prop_ro("idle_turns", [](const BoundState& self) { return self.state.idle_turns(); })
        .def_prop_ro("income", [](const BoundState& self) { return self.state.income(); },
                     "Dice that the player may deal when the turn ends.")
        .def_prop_ro("over", [](const BoundState& self) { return self.state.over(); })
        .def_prop_ro("winner", [](const BoundState& self) { return self.state.winner(); }, "-1: nobody, so far.")
        .def("legal", &BoundState::legal, "kind"_a, "source"_a, "target"_a, "Kinds: 0 end, 1 attack, 2 transfer.")
        .def("moved_by", &BoundState::moved_by, "source"_a, "target"_a, "Dice that a transfer moves.")
        .def("attack", &BoundState::attack, "source"_a, "target"_a, "attackers"_a, "defenders"_a, "With the sums rolled.")
        .def("transfer", &BoundState::transfer, "source"_a, "target"_a)
        .def("end_turn", &BoundState::end_turn, "dealt"_a, "With the area that gets each new die.")
        .def("largest_region", &BoundState::largest_region, "player"_a, "The first of the largest, ascending.");
    bind_dice_games(module);
    bind_dice_views(module);
    module.def("policies", &policy_names, "Names of the native policies.");
    module.def("winning_rolls", &checked_winning_rolls, "attackers"_a, "defenders"_a,
               "Rolls in which the attackers win, of 6^(attackers + defenders).");
    module.def("ways", &ways, "dice"_a, "sum"_a, "Ways in which dice sum to that.");
}
