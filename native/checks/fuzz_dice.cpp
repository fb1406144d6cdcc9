// Dicewars: any commands on any map keep the books straight, and the reference players end every game legally.
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "checks/bytes.hpp"
#include "checks/check.hpp"
#include "checks/targets.hpp"
#include "dice/play.hpp"

namespace hazard::checks {
namespace {

using namespace hazard::dice;

void check_map(const Map& map) {
    Areas reached = 1;
    for (Areas fresh = 1; fresh != 0;) {
        Areas next = 0;
        each_area(fresh, [&](int area) { next |= map.touching[area]; });
        fresh = next & ~reached;
        reached |= fresh;
    }
    HAZARD_CHECK(std::popcount(reached) == map.count);
    for (int area = 0; area < map.count; ++area) {
        HAZARD_CHECK(!(map.touching[area] >> area & 1));
        HAZARD_CHECK(static_cast<int>(map.neighbours[area].size()) == std::popcount(map.touching[area]));
        for (const int other : map.neighbours[area]) HAZARD_CHECK(map.touching[other] >> area & 1);
        HAZARD_CHECK(map.hexes[area].size() >= 12);
    }
}

void check_books(const State& state) {
    Areas all = 0;
    for (int player = 0; player < state.settings().players; ++player) {
        HAZARD_CHECK((all & state.areas_of(player)) == 0);
        all |= state.areas_of(player);
        HAZARD_CHECK(state.reserve(player) >= 0);
        HAZARD_CHECK(state.score(player) <= std::popcount(state.areas_of(player)));
    }
    HAZARD_CHECK(std::popcount(all) == state.map().count);
    for (int area = 0; area < state.map().count; ++area) {
        HAZARD_CHECK(state.dice(area) >= 1 && state.dice(area) <= kMostDice);
        HAZARD_CHECK(state.areas_of(state.owner(area)) >> area & 1);
    }
    HAZARD_CHECK(state.transfers_used() <= state.settings().transfers);
    if (!state.over()) HAZARD_CHECK(state.areas_of(state.player()) != 0);
}

}  // namespace

void fuzz_dice(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    Settings settings;
    settings.players = bytes.between(2, 8);
    settings.areas = bytes.between(settings.players, 34);
    settings.continuous = bytes.below(2) == 0;
    settings.complement = bytes.below(2) == 0;
    settings.most_battles = 300;
    current_input() = std::to_string(settings.players) + " players, " + std::to_string(settings.areas) + " areas";
    Stream board(bytes.word()), chance(bytes.word());
    const Map map = grow_map(settings.areas, board);
    check_map(map);
    State state(map, settings);
    set_up(state, chance, chance);
    check_books(state);
    for (int turn = 0; turn < 200 && !bytes.empty() && !state.over(); ++turn) {
        Command command{static_cast<Kind>(bytes.below(3)), static_cast<std::uint8_t>(bytes.below(map.count)),
                        static_cast<std::uint8_t>(bytes.below(map.count))};
        if (!state.legal(command, bytes.below(2) == 0)) command = {};
        const int dice = state.dice_of(state.player()), player = state.player();
        if (command.kind == Kind::End) {
            state.end_turn(chance);
            HAZARD_CHECK(state.dice_of(player) >= dice);
        } else if (command.kind == Kind::Attack) {
            state.attack(command, bytes.between(1, 48), bytes.between(1, 48));
            HAZARD_CHECK(state.dice_of(player) <= dice);
        } else {
            state.transfer(command);
            HAZARD_CHECK(state.dice_of(player) == dice);
        }
        check_books(state);
    }
    std::vector<std::unique_ptr<Policy>> made;
    std::vector<Policy*> seated;
    const bool four = settings.players == 4;
    for (int seat = 0; seat < settings.players; ++seat) {
        const auto& rows = policies();
        const auto* row = &rows[static_cast<std::size_t>(bytes.below(static_cast<int>(rows.size())))];
        if (!four && row->name.starts_with("dt.wpm")) row = &rows.front();  // their weights are for four players
        made.push_back(row->make(settings.players));
        seated.push_back(made.back().get());
    }
    const Outcome outcome = play(seated, settings, {bytes.word(), 1, 2, 3, 4});
    HAZARD_CHECK(outcome.winner < settings.players && outcome.battles <= settings.most_battles);
}

}  // namespace hazard::checks
