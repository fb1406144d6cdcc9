// Dicewars: any commands on any map keep the books straight, and the reference players end every game legally.
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "checks/bytes.hpp"
#include "checks/check.hpp"
#include "checks/targets.hpp"
#include "dice/games.hpp"

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

// Whole games between native policies and a seat that is told legal and illegal commands from outside.
void fuzz_games(const Settings& settings, Bytes& bytes) {
    constexpr int kDegree = 16;
    const auto areas = static_cast<std::size_t>(settings.areas), players = static_cast<std::size_t>(settings.players);
    std::vector<std::int8_t> neighbours(areas * kDegree), owners(areas), dice(areas);
    std::vector<std::int16_t> reserves(players);
    std::int8_t player = 0, transfers = 0, winner = 0;
    std::int32_t commands = 0, turns = 0, moves = 0;
    std::uint64_t seed = 0;
    std::uint8_t over = 0, refused = 0;
    Games games(settings,
                {1, settings.areas, kDegree, neighbours.data(), owners.data(), dice.data(), reserves.data(), &player,
                 &transfers, &commands, &turns, &moves, &seed, &over, &winner},
                true, 1);
    std::vector<std::int32_t> policies_of(players);
    std::vector<std::uint64_t> seeds(players);
    const int known = static_cast<int>(policies().size());
    for (std::size_t seat = 0; seat < players; ++seat) {
        policies_of[seat] = bytes.between(-2, known - 1);
        seeds[seat] = bytes.word();
    }
    games.deal(0, {bytes.word(), 1, 2, 3});
    games.seat(0, policies_of, seeds);
    games.advance();
    for (int told = 0; told < 300 && over == 0; ++told) {
        HAZARD_CHECK(policies_of[static_cast<std::size_t>(player)] == kOutside);
        const std::int16_t command[3]{static_cast<std::int16_t>(bytes.between(0, 3)),
                                      static_cast<std::int16_t>(bytes.between(-1, settings.areas)),
                                      static_cast<std::int16_t>(bytes.between(-1, settings.areas))};
        const auto before = games.events(0).size();
        games.step(command, &refused);
        HAZARD_CHECK((refused != 0) == (games.events(0).size() == before));
        if (refused != 0) {
            policies_of[static_cast<std::size_t>(player)] = kPasses;
            games.retire(0, player);
            games.advance();
        }
        check_books(games.state(0));
    }
    if (over != 0) HAZARD_CHECK(winner < settings.players && games.state(0).battles() <= settings.most_battles);
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
    settings.strict = bytes.below(2) == 0;
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
        if (!state.legal(command)) command = {};
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
    fuzz_games(settings, bytes);
}

}  // namespace hazard::checks
