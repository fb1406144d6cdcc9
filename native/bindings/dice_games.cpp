// Python's view of many games of Dicewars at once. Checks what it is given; holds no logic of the game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/dice.hpp"
#include "dice/games.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hazard::bindings {
namespace {

using namespace hazard::dice;

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

}  // namespace
}  // namespace hazard::bindings

void bind_dice_games(nb::module_& module) {
    using namespace hazard::bindings;
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
}
