// Python's view of the Dicewars core. Checks what it is given; holds no logic of the game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "common/parallel.hpp"
#include "dice/games.hpp"
#include "dice/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hazard::bindings {
namespace {

using namespace hazard::dice;

using SharedMap = std::shared_ptr<const Map>;

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

// A position with the map that it lies on; every change makes a new one.
struct BoundState {
    SharedMap map;
    State state;

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
    Command command(int kind, int source, int target) const {
        require(kind >= 0 && kind <= 2, "a command's kind must be 0 to 2");
        const bool named = source >= 0 && source < map->count && target >= 0 && target < map->count;
        require(kind == 0 || named, "an area is not on the map");
        return kind == 0 ? Command{}
                         : Command{static_cast<Kind>(kind), static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target)};
    }
    bool legal(int kind, int source, int target) const { return state.legal(command(kind, source, target)); }
    BoundState attack(int source, int target, int attackers, int defenders) const {
        const Command told = legal_command(1, source, target);
        const int most = 6 * state.dice(source), most_against = 6 * state.dice(target);
        require(attackers >= state.dice(source) && attackers <= most, "the attacker's dice cannot sum to that");
        require(defenders >= state.dice(target) && defenders <= most_against, "the defender's dice cannot sum to that");
        BoundState next = *this;
        next.state.attack(told, attackers, defenders);
        return next;
    }
    BoundState transfer(int source, int target) const {
        const Command told = legal_command(2, source, target);
        BoundState next = *this;
        next.state.transfer(told);
        return next;
    }
    int moved_by(int source, int target) const { return state.moved_by(legal_command(2, source, target)); }
    BoundState end_turn(const std::vector<int>& dealt) const {
        require(!state.over(), "the game is over");
        BoundState next = *this;
        std::size_t at = 0;
        next.state.end_turn_by([&](Areas open) {
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
        each_area(state.largest_region(player), [&](int area) { all.push_back(area); });
        return all;
    }

private:
    Command legal_command(int kind, int source, int target) const {
        const Command told = command(kind, source, target);
        require(!state.over(), "the game is over");
        require(state.legal(told), "the command is not legal");
        return told;
    }
};

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

// The native games and the arrays that they write to.
class BoundGames {
public:
    BoundGames(const Settings& settings, Out<std::int8_t, 3> neighbours, Out<std::int8_t, 2> owners, Out<std::int8_t, 2> dice,
               Out<std::int16_t, 2> reserves, Out<std::int8_t, 1> player, Out<std::int8_t, 1> transfers,
               Out<std::int32_t, 1> commands, Out<std::int32_t, 1> turns, Out<std::int32_t, 1> moves,
               Out<std::uint64_t, 1> seeds, Out<std::uint8_t, 1> over, Out<std::int8_t, 1> winner, bool record, int threads)
        : settings_(settings), kept_{nb::cast(neighbours), nb::cast(owners),   nb::cast(dice),  nb::cast(reserves),
                                     nb::cast(player),     nb::cast(transfers), nb::cast(commands), nb::cast(turns),
                                     nb::cast(moves),      nb::cast(seeds),     nb::cast(over),  nb::cast(winner)},
          n_(owners.shape(0)),
          games_(settings, check(settings, neighbours, owners, dice, reserves, player, transfers, commands, turns, moves, seeds, over, winner),
                 record, threads) {}

    void deal(In<std::int32_t, 1> games, In<std::uint64_t, 2> seeds) {
        require(seeds.shape(0) == games.size() && seeds.shape(1) == 4, "seeds must be [games, 4]");
        require(settings_.areas <= kMostGrown, "areas of a map that is grown must be 1 to 50");
        for (const auto game : view(games)) index(game);
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < games.size(); ++i) {
            const auto* row = seeds.data() + 4 * i;
            games_.deal(static_cast<std::size_t>(games.data()[i]), {row[0], row[1], row[2], row[3]});
        }
    }
    void deal_on(int game, const SharedMap& map, std::uint64_t ownership, std::uint64_t dice, std::uint64_t rolls) {
        require(map->count >= settings_.players, "the map has fewer areas than players");
        games_.deal_on(index(game), map, {0, ownership, dice, rolls});
    }
    void deal_state(int game, const BoundState& from, std::uint64_t rolls) {
        require(from.state.settings().players == settings_.players, "the position has another number of players");
        State state = from.state;
        state.change_settings(settings_);
        games_.deal_state(index(game), from.map, state, rolls);
    }
    void seat(int game, In<std::int32_t, 1> policies, In<std::uint64_t, 1> seeds) {
        const auto at = dealt(game);
        const auto players = static_cast<std::size_t>(settings_.players);
        require(policies.size() == players && seeds.size() == players, "policies and seeds must be [players]");
        const auto known = static_cast<std::int32_t>(dice::policies().size());
        for (const auto policy : view(policies)) require(policy >= kPasses && policy < known, "there is no policy of that number");
        games_.seat(at, view(policies), view(seeds));
    }
    void retire(int game, int seat) {
        require(seat >= 0 && seat < settings_.players, "there is no seat of that number");
        games_.retire(dealt(game), seat);
    }
    void advance() {
        nb::gil_scoped_release release;
        games_.advance();
    }
    void step(In<std::int16_t, 2> commands, Out<std::uint8_t, 1> refused) {
        require(commands.shape(0) == n_ && commands.shape(1) == 3, "commands must be [n, 3]");
        require(refused.size() == n_, "refused must be [n]");
        nb::gil_scoped_release release;
        games_.step({commands.data(), commands.size()}, refused.data());
    }
    BoundState state(int game) const {
        const auto at = dealt(game);
        return {games_.map(at), games_.state(at)};
    }
    nb::dict deeds() const {
        const auto players = static_cast<std::size_t>(settings_.players);
        Fresh<std::int32_t> counts({n_, players, 6});
        Fresh<double> expected({n_, players}), seconds({n_, players});
        Fresh<std::int32_t> battles({n_}), turns({n_});
        for (std::size_t game = 0; game < n_; ++game) {
            const bool there = games_.dealt(game);
            battles.data[game] = there ? games_.state(game).battles() : 0;
            turns.data[game] = there ? games_.state(game).turns() : 0;
            for (std::size_t seat = 0; seat < players; ++seat) {
                const Deeds deeds = there ? games_.deeds(game, static_cast<int>(seat)) : Deeds{};
                auto* row = counts.data.get() + (game * players + seat) * 6;
                row[0] = deeds.decisions, row[1] = deeds.attacks, row[2] = deeds.won;
                row[3] = deeds.transfers, row[4] = deeds.dice, row[5] = deeds.pips;
                expected.data[game * players + seat] = deeds.expected;
                seconds.data[game * players + seat] = deeds.seconds;
            }
        }
        nb::dict all;
        all["counts"] = counts.release();
        all["expected"] = expected.release();
        all["seconds"] = seconds.release();
        all["battles"] = battles.release();
        all["turns"] = turns.release();
        return all;
    }
    nb::tuple events(int game) const {
        const auto at = dealt(game);
        const auto& events = games_.events(at);
        const auto& dice = games_.dealt_dice(at);
        Fresh<std::int16_t> rows({events.size(), 5});
        for (std::size_t i = 0; i < events.size(); ++i) {
            auto* row = rows.data.get() + 5 * i;
            row[0] = static_cast<std::int16_t>(events[i].command.kind);
            row[1] = events[i].command.source, row[2] = events[i].command.target;
            row[3] = events[i].first, row[4] = events[i].second;
        }
        Fresh<std::uint8_t> given({dice.size()});
        std::copy(dice.begin(), dice.end(), given.data.get());
        return nb::make_tuple(rows.release(), given.release());
    }

private:
    static Arrays check(const Settings& settings, Out<std::int8_t, 3>& neighbours, Out<std::int8_t, 2>& owners, Out<std::int8_t, 2>& dice,
                 Out<std::int16_t, 2>& reserves, Out<std::int8_t, 1>& player, Out<std::int8_t, 1>& transfers,
                 Out<std::int32_t, 1>& commands, Out<std::int32_t, 1>& turns, Out<std::int32_t, 1>& moves,
                 Out<std::uint64_t, 1>& seeds, Out<std::uint8_t, 1>& over, Out<std::int8_t, 1>& winner) {
        const auto n = owners.shape(0), areas = owners.shape(1);
        require(areas == static_cast<std::size_t>(settings.areas), "owners must be [n, areas]");
        require(neighbours.shape(0) == n && neighbours.shape(1) == areas && neighbours.shape(2) <= kMostAreas,
                "neighbours must be [n, areas, degree]");
        require_same_shape(owners, dice, "owners and dice must have the same shape");
        require(reserves.shape(0) == n && reserves.shape(1) == static_cast<std::size_t>(settings.players),
                "reserves must be [n, players]");
        for (const auto size : {player.size(), transfers.size(), commands.size(), turns.size(), moves.size(), seeds.size(),
                                over.size(), winner.size()}) {
            require(size == n, "the other arrays must be [n]");
        }
        return {n,
                settings.areas,
                static_cast<int>(neighbours.shape(2)),
                neighbours.data(),
                owners.data(),
                dice.data(),
                reserves.data(),
                player.data(),
                transfers.data(),
                commands.data(),
                turns.data(),
                moves.data(),
                seeds.data(),
                over.data(),
                winner.data()};
    }
    std::size_t index(int game) const {
        require(game >= 0 && static_cast<std::size_t>(game) < n_, "there is no game of that number");
        return static_cast<std::size_t>(game);
    }
    std::size_t dealt(int game) const {
        const auto at = index(game);
        require(games_.dealt(at), "the game has not been dealt");
        return at;
    }

    Settings settings_;
    std::vector<nb::object> kept_;  // the arrays live as long as the games
    std::size_t n_;
    Games games_;
};

// n positions, given as agents see them.
struct Seen {
    In<std::int8_t, 3> neighbours;
    In<std::int8_t, 2> owners, dice;
    In<std::int16_t, 2> reserves;
    In<std::int8_t, 1> player, transfers;
    In<std::int32_t, 1> commands, turns, moves;
    In<std::uint64_t, 1> seeds;

    std::size_t count() const { return owners.shape(0); }

    void check(const Settings& settings) const {
        const auto n = count(), areas = owners.shape(1), degree = neighbours.shape(2);
        const auto players = static_cast<std::size_t>(settings.players);
        require(areas <= kMostAreas && neighbours.shape(0) == n && neighbours.shape(1) == areas && degree <= kMostAreas,
                "neighbours must be [n, areas, degree]");
        require_same_shape(owners, dice, "owners and dice must have the same shape");
        require(reserves.shape(0) == n && reserves.shape(1) == players, "reserves must be [n, players]");
        for (const auto size : {player.size(), transfers.size(), commands.size(), turns.size(), moves.size(), seeds.size()}) {
            require(size == n, "the other arrays must be [n]");
        }
        for (std::size_t i = 0; i < n; ++i) {
            require(player.data()[i] >= 0 && player.data()[i] < settings.players, "there is no player of that number");
        }
        for (std::size_t i = 0; i < n * areas; ++i) {
            require(owners.data()[i] >= -1 && owners.data()[i] < settings.players, "an owner is no player");
            require(dice.data()[i] >= 0 && dice.data()[i] <= kMostDice, "dice must be 0 to 8");
        }
        for (std::size_t i = 0; i < n * areas * degree; ++i) {
            require(neighbours.data()[i] >= -1 && neighbours.data()[i] < static_cast<int>(areas), "a neighbour is no area");
        }
    }

    // Visits each position, on several threads.
    template <class Visit>
    void each(const Settings& settings, int threads, const Visit& visit) const {
        nb::gil_scoped_release release;
        parallel_for(count(), threads, [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i) {
                const Map map = map_of(i);
                visit(i, state_of(i, map, settings));
            }
        });
    }

private:
    Map map_of(std::size_t i) const {
        const auto areas = owners.shape(1), degree = neighbours.shape(2);
        Map map;
        map.count = static_cast<int>(areas);
        for (std::size_t area = 0; area < areas; ++area) {
            for (std::size_t k = 0; k < degree; ++k) {
                const auto other = neighbours.data()[(i * areas + area) * degree + k];
                if (other < 0) break;
                map.neighbours[area].push_back(static_cast<std::uint8_t>(other));
                map.touching[area] |= Areas{1} << other;
            }
        }
        return map;
    }
    State state_of(std::size_t i, const Map& map, const Settings& settings) const {
        const auto areas = owners.shape(1), players = static_cast<std::size_t>(settings.players);
        State state(map, settings);
        for (std::size_t area = 0; area < areas; ++area) {
            const auto owner = owners.data()[i * areas + area];
            if (owner >= 0) state.give(static_cast<int>(area), owner, dice.data()[i * areas + area]);
        }
        for (std::size_t other = 0; other < players; ++other) {
            state.set_reserve(static_cast<int>(other), reserves.data()[i * players + other]);
        }
        std::vector<int> own_turns(players);
        const auto seat = static_cast<std::size_t>(player.data()[i]);
        own_turns[seat] = turns.data()[i];
        state.set_turn(static_cast<int>(seat), settings.transfers - transfers.data()[i], commands.data()[i], own_turns);
        return state;
    }
};

// What a native policy commands at each position.
auto choose(int policy, const Settings& settings, In<std::int8_t, 3> neighbours, In<std::int8_t, 2> owners,
            In<std::int8_t, 2> dice, In<std::int16_t, 2> reserves, In<std::int8_t, 1> player, In<std::int8_t, 1> transfers,
            In<std::int32_t, 1> commands, In<std::int32_t, 1> turns, In<std::int32_t, 1> moves, In<std::uint64_t, 1> seeds,
            int threads) {
    require(policy >= 0 && static_cast<std::size_t>(policy) < dice::policies().size(), "there is no policy of that number");
    const Seen seen{neighbours, owners, dice, reserves, player, transfers, commands, turns, moves, seeds};
    seen.check(settings);
    Fresh<std::int16_t> out({seen.count(), 3});
    const auto& chosen = *policies_for(settings.players)[static_cast<std::size_t>(policy)];
    seen.each(settings, threads, [&](std::size_t i, const State& state) {
        const Command command = chosen.choose(state, {seeds.data()[i], static_cast<std::uint64_t>(moves.data()[i])});
        out.data[3 * i] = static_cast<std::int16_t>(command.kind);
        out.data[3 * i + 1] = command.source;
        out.data[3 * i + 2] = command.target;
    });
    return out.release();
}

// Each player's chance to win as `search` judges it, were the turn to end at each position.
auto chances(const Settings& settings, In<std::int8_t, 3> neighbours, In<std::int8_t, 2> owners, In<std::int8_t, 2> dice,
             In<std::int16_t, 2> reserves, In<std::int8_t, 1> player, In<std::int8_t, 1> transfers, In<std::int32_t, 1> commands,
             In<std::int32_t, 1> turns, In<std::int32_t, 1> moves, In<std::uint64_t, 1> seeds, int threads) {
    const Seen seen{neighbours, owners, dice, reserves, player, transfers, commands, turns, moves, seeds};
    seen.check(settings);
    const auto players = static_cast<std::size_t>(settings.players);
    Fresh<double> out({seen.count(), players});
    seen.each(settings, threads, [&](std::size_t i, const State& state) {
        const auto told = chances_of(state, kSearchNetwork);
        std::copy_n(told.begin(), players, out.data.get() + i * players);
    });
    return out.release();
}

// What these chances are told from.
auto traits(const Settings& settings, In<std::int8_t, 3> neighbours, In<std::int8_t, 2> owners, In<std::int8_t, 2> dice,
            In<std::int16_t, 2> reserves, In<std::int8_t, 1> player, In<std::int8_t, 1> transfers, In<std::int32_t, 1> commands,
            In<std::int32_t, 1> turns, In<std::int32_t, 1> moves, In<std::uint64_t, 1> seeds, int threads) {
    const Seen seen{neighbours, owners, dice, reserves, player, transfers, commands, turns, moves, seeds};
    seen.check(settings);
    const auto players = static_cast<std::size_t>(settings.players);
    Fresh<float> out({seen.count(), players, static_cast<std::size_t>(kTraits)});
    seen.each(settings, threads, [&](std::size_t i, const State& state) {
        const auto held = traits_of(state);
        for (std::size_t other = 0; other < players; ++other) {
            std::copy(held[other].begin(), held[other].end(), out.data.get() + (i * players + other) * kTraits);
        }
    });
    return out.release();
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
    nb::class_<BoundGames>(module, "Games", "n games of one table; writes what players see into the given arrays.")
        .def(nb::init<const Settings&, Out<std::int8_t, 3>, Out<std::int8_t, 2>, Out<std::int8_t, 2>, Out<std::int16_t, 2>,
                      Out<std::int8_t, 1>, Out<std::int8_t, 1>, Out<std::int32_t, 1>, Out<std::int32_t, 1>, Out<std::int32_t, 1>,
                      Out<std::uint64_t, 1>, Out<std::uint8_t, 1>, Out<std::int8_t, 1>, bool, int>(),
             "settings"_a, "neighbours"_a.noconvert(), "owners"_a.noconvert(), "dice"_a.noconvert(), "reserves"_a.noconvert(),
             "player"_a.noconvert(), "transfers"_a.noconvert(), "commands"_a.noconvert(), "turns"_a.noconvert(),
             "moves"_a.noconvert(), "seeds"_a.noconvert(), "over"_a.noconvert(), "winner"_a.noconvert(), "record"_a = false,
             "threads"_a = 1)
        .def("deal", &BoundGames::deal, "games"_a, "seeds"_a, "New games; seeds of board, ownership, dice and rolls.")
        .def("deal_on", &BoundGames::deal_on, "game"_a, "map"_a, "ownership"_a, "dice"_a, "rolls"_a, "A new game on a given map.")
        .def("deal_state", &BoundGames::deal_state, "game"_a, "state"_a, "rolls"_a, "A game that goes on from a position.")
        .def("seat", &BoundGames::seat, "game"_a, "policies"_a, "seeds"_a,
             "Who sits where: numbers of policies(), -1 for commands from outside, -2 for nothing but ended turns.")
        .def("retire", &BoundGames::retire, "game"_a, "seat"_a, "From now on this seat only ends its turns.")
        .def("advance", &BoundGames::advance, "Plays until every game waits for a command from outside or is over.")
        .def("step", &BoundGames::step, "commands"_a, "refused"_a.noconvert(),
             "A command (kind, source, target) a game, kind -1 for none; says which were refused, and advances.")
        .def("state", &BoundGames::state, "game"_a)
        .def("deeds", &BoundGames::deeds,
             nb::sig("def deeds(self) -> dict[str, numpy.typing.NDArray[typing.Any]]"),
             "counts int32[n, players, 6] (decisions, attacks, attacks won, transfers, dice and pips thrown), "
             "expected and seconds float64[n, players], battles and turns int32[n].")
        .def("events", &BoundGames::events, "game"_a,
             nb::sig("def events(self, game: int) -> tuple[numpy.typing.NDArray[numpy.int16], "
                     "numpy.typing.NDArray[numpy.uint8]]"),
             "With record: int16[m, 5] (kind, source, target, and two sums, or dice moved or dealt), areas that got dice.");
    module.def("choose", &choose, "policy"_a, "settings"_a, "neighbours"_a, "owners"_a, "dice"_a, "reserves"_a, "player"_a,
               "transfers"_a, "commands"_a, "turns"_a, "moves"_a, "seeds"_a, "threads"_a = 1,
               "What a native policy commands at each position: int16[n, 3].");
    module.def("chances", &chances, "settings"_a, "neighbours"_a, "owners"_a, "dice"_a, "reserves"_a, "player"_a, "transfers"_a,
               "commands"_a, "turns"_a, "moves"_a, "seeds"_a, "threads"_a = 1, "Each player's chance to win, were the turn to end at each position: float64[n, players].");
    module.def("traits", &traits, "settings"_a, "neighbours"_a, "owners"_a, "dice"_a, "reserves"_a, "player"_a, "transfers"_a,
               "commands"_a, "turns"_a, "moves"_a, "seeds"_a, "threads"_a = 1, "What these chances are told from: float32[n, players, traits].");
    module.def("policies", &policy_names, "Names of the native policies.");
    module.def("winning_rolls", &checked_winning_rolls, "attackers"_a, "defenders"_a,
               "Rolls in which the attackers win, of 6^(attackers + defenders).");
    module.def("ways", &ways, "dice"_a, "sum"_a, "Ways in which dice sum to that.");
}
