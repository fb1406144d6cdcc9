// Python's view of what is asked about positions of Dicewars: commands, chances. Checks what it is given.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/arrays.hpp"
#include "common/parallel.hpp"
#include "dice/outcome.hpp"
#include "dice/policies.hpp"
#include "dice/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hazard::bindings {
namespace {

using namespace hazard::dice;

// n positions, given as agents see them; the arrays are the caller's.
class BoundViews {
public:
    BoundViews(const Settings& settings, In<std::int8_t, 3> neighbours, In<std::int8_t, 2> owners, In<std::int8_t, 2> dice,
               In<std::int16_t, 2> reserves, In<std::int8_t, 1> player, In<std::int8_t, 1> transfers,
               In<std::int32_t, 1> commands, In<std::int32_t, 1> turns, In<std::int32_t, 1> moves, In<std::uint64_t, 1> seeds)
        : settings_(settings), neighbours_(neighbours), owners_(owners), dice_(dice), reserves_(reserves), player_(player),
          transfers_(transfers), commands_(commands), turns_(turns), moves_(moves), seeds_(seeds) {
        check();
    }

    const Settings& settings() const { return settings_; }
    std::size_t count() const { return owners_.shape(0); }
    std::size_t areas() const { return owners_.shape(1); }
    std::size_t players() const { return static_cast<std::size_t>(settings_.players); }
    Chance chance(std::size_t i) const { return {seeds_.data()[i], static_cast<std::uint64_t>(moves_.data()[i])}; }

    // Visits each position, on several threads.
    template <class Visit>
    void each(int threads, const Visit& visit) const {
        nb::gil_scoped_release release;
        parallel_for(count(), threads, [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < end; ++i) {
                const Map map = map_of(i);
                visit(i, state_of(i, map));
            }
        });
    }

private:
    void check() const {
        const auto n = count(), degree = neighbours_.shape(2);
        require(areas() <= kMostAreas && neighbours_.shape(0) == n && neighbours_.shape(1) == areas() && degree <= kMostAreas,
                "neighbours must be [n, areas, degree]");
        require_same_shape(owners_, dice_, "owners and dice must have the same shape");
        require(reserves_.shape(0) == n && reserves_.shape(1) == players(), "reserves must be [n, players]");
        for (const auto size :
             {player_.size(), transfers_.size(), commands_.size(), turns_.size(), moves_.size(), seeds_.size()}) {
            require(size == n, "the other arrays must be [n]");
        }
        for (const auto seat : view(player_)) {
            require(seat >= 0 && seat < settings_.players, "there is no player of that number");
        }
        for (const auto owner : view(owners_)) require(owner >= -1 && owner < settings_.players, "an owner is no player");
        for (const auto dice : view(dice_)) require(dice >= 0 && dice <= kMostDice, "dice must be 0 to 8");
        for (const auto other : view(neighbours_)) {
            require(other >= -1 && other < static_cast<int>(areas()), "a neighbour is no area");
        }
    }
    Map map_of(std::size_t i) const {
        const auto degree = neighbours_.shape(2);
        Map map;
        map.count = static_cast<int>(areas());
        for (std::size_t area = 0; area < areas(); ++area) {
            for (std::size_t k = 0; k < degree; ++k) {
                const auto other = neighbours_.data()[(i * areas() + area) * degree + k];
                if (other < 0) break;
                map.neighbours[area].push_back(static_cast<std::uint8_t>(other));
                map.touching[area] |= Areas{1} << other;
            }
        }
        return map;
    }
    State state_of(std::size_t i, const Map& map) const {
        State state(map, settings_);
        for (std::size_t area = 0; area < areas(); ++area) {
            const auto owner = owners_.data()[i * areas() + area];
            if (owner >= 0) state.give(static_cast<int>(area), owner, dice_.data()[i * areas() + area]);
        }
        for (std::size_t other = 0; other < players(); ++other) {
            state.set_reserve(static_cast<int>(other), reserves_.data()[i * players() + other]);
        }
        std::vector<int> own_turns(players());
        const auto seat = static_cast<std::size_t>(player_.data()[i]);
        own_turns[seat] = turns_.data()[i];
        state.set_turn(static_cast<int>(seat), settings_.transfers - transfers_.data()[i], commands_.data()[i], own_turns);
        return state;
    }

    Settings settings_;
    In<std::int8_t, 3> neighbours_;
    In<std::int8_t, 2> owners_, dice_;
    In<std::int16_t, 2> reserves_;
    In<std::int8_t, 1> player_, transfers_;
    In<std::int32_t, 1> commands_, turns_, moves_;
    In<std::uint64_t, 1> seeds_;
};

// What a native policy commands at each position.
auto choose(int policy, const BoundViews& views, int threads) {
    require(policy >= 0 && static_cast<std::size_t>(policy) < dice::policies().size(), "there is no policy of that number");
    Fresh<std::int16_t> out({views.count(), 3});
    const auto& chosen = *policies_for(views.settings().players)[static_cast<std::size_t>(policy)];
    views.each(threads, [&](std::size_t i, const State& state) {
        const Command command = chosen.choose(state, views.chance(i));
        out.data[3 * i] = static_cast<std::int16_t>(command.kind);
        out.data[3 * i + 1] = command.source;
        out.data[3 * i + 2] = command.target;
    });
    return out.release();
}

// Each player's chance to win as `search` judges it, were the turn to end at each position.
auto chances(const BoundViews& views, int threads) {
    Fresh<double> out({views.count(), views.players()});
    views.each(threads, [&](std::size_t i, const State& state) {
        const auto told = chances_of(state, kSearchNetwork);
        std::copy_n(told.begin(), views.players(), out.data.get() + i * views.players());
    });
    return out.release();
}

// What these chances are told from.
auto traits(const BoundViews& views, int threads) {
    Fresh<float> out({views.count(), views.players(), static_cast<std::size_t>(kTraits)});
    views.each(threads, [&](std::size_t i, const State& state) {
        const auto held = traits_of(state);
        for (std::size_t other = 0; other < views.players(); ++other) {
            std::copy(held[other].begin(), held[other].end(), out.data.get() + (i * views.players() + other) * kTraits);
        }
    });
    return out.release();
}

// The numbers of the network behind `chances`: first, bias, second; shift, below, above.
auto search_network() {
    const auto copy = [](const auto& from, std::initializer_list<std::size_t> shape) {
        Fresh<float> out(shape);
        std::copy_n(reinterpret_cast<const float*>(from.data()), sizeof from / sizeof(float), out.data.get());
        return out.release();
    };
    const auto& network = kSearchNetwork;
    return std::tuple(copy(network.first, {kTraits, kHidden}), copy(network.bias, {kHidden}), copy(network.second, {kHidden}),
                      network.shift, network.below, network.above);
}

void require_outcome_known(const BoundViews& views) {
    require(views.players() == kOutcomePlayers && views.areas() == kOutcomeAreas,
            "networks of outcomes know tables of 4 players and 34 areas");
}

// What networks of outcomes are given.
auto inputs(const BoundViews& views, int threads) {
    require_outcome_known(views);
    Fresh<float> out({views.count(), static_cast<std::size_t>(kOutcomeInputs)});
    views.each(threads, [&](std::size_t i, const State& state) {
        const auto told = outcome_inputs(state);
        std::copy(told.begin(), told.end(), out.data.get() + i * kOutcomeInputs);
    });
    return out.release();
}

// What the network of that name says.
auto outcomes(const std::string& name, const BoundViews& views, int threads) {
    require_outcome_known(views);
    const auto network = outcome_network(name);
    require(network != nullptr, "no folder of networks was set");
    Fresh<double> out({views.count(), views.players()});
    views.each(threads, [&](std::size_t i, const State& state) {
        const auto told = outcome_of(state, *network);
        std::copy(told.begin(), told.end(), out.data.get() + i * kOutcomePlayers);
    });
    return out.release();
}

}  // namespace
}  // namespace hazard::bindings

void bind_dice_views(nb::module_& module) {
    using namespace hazard::bindings;
    nb::class_<BoundViews>(module, "Views", "n positions as agents see them.")
        .def(nb::init<const Settings&, In<std::int8_t, 3>, In<std::int8_t, 2>, In<std::int8_t, 2>, In<std::int16_t, 2>,
                      In<std::int8_t, 1>, In<std::int8_t, 1>, In<std::int32_t, 1>, In<std::int32_t, 1>, In<std::int32_t, 1>,
                      In<std::uint64_t, 1>>(),
             "settings"_a, "neighbours"_a, "owners"_a, "dice"_a, "reserves"_a, "player"_a, "transfers"_a, "commands"_a, "turns"_a,
             "moves"_a, "seeds"_a);
    module.def("choose", &choose, "policy"_a, "views"_a, "threads"_a = 1,
               "What a native policy commands at each position: int16[n, 3].");
    module.def("chances", &chances, "views"_a, "threads"_a = 1,
               "Each player's chance to win, were the turn to end at each position: float64[n, players].");
    module.def("traits", &traits, "views"_a, "threads"_a = 1,
               "What these chances are told from: float32[n, players, traits].");
    module.def("search_network", &search_network, 
               "The numbers of the network that tells them: first, bias and second; shift, below and above.");
    module.def("outcome_inputs", &inputs, "views"_a, "threads"_a = 1, "What networks of outcomes are given: float32[n, 633].");
    module.def("outcomes", &outcomes, "network"_a, "views"_a, "threads"_a = 1,
               "Each player's chance to win, as a network of outcomes says: float64[n, 4].");
    module.def("set_network_folder", &hazard::dice::set_network_folder, "folder"_a,
               "Where the files of networks of outcomes lie.");
}
