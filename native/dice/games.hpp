// Many games at once: native policies play their seats, commands for the other seats come from outside.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dice/policies.hpp"
#include "dice/state.hpp"

namespace hazard::dice {

// One stream for each purpose, all functions of these; what policies draw comes from seeds of their own.
struct Seeds {
    std::uint64_t board, ownership, dice, rolls;
};

// What a seat did so far.
struct Deeds {
    std::int32_t decisions = 0, attacks = 0, won = 0, transfers = 0;
    std::int32_t dice = 0, pips = 0;  // thrown in battles, attacking or defending
    double expected = 0;              // sum of the chances of its attacks
    double seconds = 0;               // that its policy took
};

// One command as it happened: the sums that were rolled, or the dice moved, or how many dice were dealt.
struct Event {
    Command command;
    std::int16_t first = 0, second = 0;
};

// Arrays that the caller owns, rewritten in place whenever a game waits or ends.
struct Arrays {
    std::size_t games;
    int areas, degree;
    std::int8_t* neighbours;    // [n, areas, degree] in the order of discovery, -1 padded
    std::int8_t* owners;        // [n, areas] a seat; -1: no such area
    std::int8_t* dice;          // [n, areas]
    std::int16_t* reserves;     // [n, players]
    std::int8_t* player;        // [n] the seat that is to command
    std::int8_t* transfers;     // [n] left in this turn
    std::int32_t* commands;     // [n] of this turn so far
    std::int32_t* turns;        // [n] turns that this seat has ended
    std::int32_t* moves;        // [n] decisions that this seat has taken
    std::uint64_t* seeds;       // [n] of this seat
    std::uint8_t* over;         // [n] 0 it waits for a command, 1 the game is over
    std::int8_t* winner;        // [n] a seat; -1 nobody
};

inline constexpr std::int32_t kOutside = -1, kPasses = -2;  // instead of the number of a policy

class Games {
public:
    Games(const Settings& settings, const Arrays& arrays, bool record, int threads);
    Games(const Games&) = delete;
    Games& operator=(const Games&) = delete;

    // A game on a new map, or on a given one.
    void deal(std::size_t game, const Seeds& seeds);
    void deal_on(std::size_t game, std::shared_ptr<const Map> map, const Seeds& seeds);
    // A game that goes on from a position; the state's map must outlive it.
    void deal_state(std::size_t game, std::shared_ptr<const Map> map, const State& state, std::uint64_t rolls);
    // Who sits where: numbers of policies(), kOutside or kPasses, and a seed for each.
    void seat(std::size_t game, std::span<const std::int32_t> policies, std::span<const std::uint64_t> seeds);
    // From now on this seat does nothing but end its turns.
    void retire(std::size_t game, int seat);
    // Plays until every dealt game waits for a command from outside or is over.
    void advance();
    // A command a game, kind < 0 for none; refused[n] says which were not legal. Then advances.
    void step(std::span<const std::int16_t> commands, std::uint8_t* refused);

    bool dealt(std::size_t game) const { return tables_[game] != nullptr; }
    const State& state(std::size_t game) const { return tables_[game]->state; }
    const std::shared_ptr<const Map>& map(std::size_t game) const { return tables_[game]->map; }
    const Deeds& deeds(std::size_t game, int seat) const { return tables_[game]->deeds[seat]; }
    const std::vector<Event>& events(std::size_t game) const { return tables_[game]->events; }
    const std::vector<std::uint8_t>& dealt_dice(std::size_t game) const { return tables_[game]->dealt; }

private:
    struct Table {
        Table(std::shared_ptr<const Map> map, const State& state, std::uint64_t rolls)
            : map(std::move(map)), state(state), beginning(state), rolls(mix(rolls, 3)) {
            policies.fill(kOutside);
        }
        std::shared_ptr<const Map> map;
        State state;
        const State beginning;
        Stream rolls;  // of battles and reinforcement
        std::array<std::int32_t, kMostPlayers> policies{};
        std::array<std::uint64_t, kMostPlayers> seeds{};
        std::array<Deeds, kMostPlayers> deeds{};
        std::vector<Event> events;
        std::vector<std::uint8_t> dealt;
    };

    void play_on(Table& table) const;
    void play_turn(Table& table, const Policy* policy) const;
    void carry_out(Table& table, const Command& command) const;
    void write(std::size_t game) const;

    Settings settings_;
    Arrays arrays_;
    bool record_;
    int threads_;
    std::vector<std::unique_ptr<Table>> tables_;
    std::uint64_t last_board_ = 0;
    std::shared_ptr<const Map> last_map_;  // the next game is often on the same map
};

}  // namespace hazard::dice
