// A Dicewars position and its rules. Chance is passed in: rolls are arguments, reinforcement takes draws.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "dice/map.hpp"
#include "dice/odds.hpp"

namespace hazard::dice {

inline constexpr int kMostPlayers = 8;
inline constexpr int kNobody = -1;
inline constexpr int kMostIncome = 64;

struct Settings {
    int players = 4;
    int areas = 34;
    bool continuous = true;         // each player starts as one region; else random areas in turn
    bool complement = true;         // the reserve's limit is 24 less the own areas; else reserve_limit
    int reserve_limit = 64;
    int transfers = 6;              // a turn
    int idle_rounds = 8;            // rounds of nothing but ended turns: nobody wins
    int most_battles = 10'000;      // likewise
    int most_turns = 100'000;       // likewise, and no rule of the platform: transfers alone could go on for ever
    bool strict = true;             // a transfer of no dice is refused; else it is accepted, and counts
};

enum class Kind : std::uint8_t { End = 0, Attack = 1, Transfer = 2 };

struct Command {
    Kind kind = Kind::End;
    std::uint8_t source = 0, target = 0;
};

// Players are numbered in the order of their turns; player 0 starts.
class State {
public:
    State(const Map& map, const Settings& settings) : map_(&map), settings_(settings) { owner_.fill(kNobody); }

    const Map& map() const { return *map_; }
    const Settings& settings() const { return settings_; }
    int owner(int area) const { return owner_[area]; }
    int dice(int area) const { return dice_[area]; }
    Areas areas_of(int player) const { return own_[player]; }
    Areas enemies_beside(int area, int player) const { return map_->touching[area] & ~own_[player]; }
    bool at_border(int area) const { return enemies_beside(area, owner_[area]) != 0; }
    int reserve(int player) const { return reserve_[player]; }
    int player() const { return player_; }
    int transfers_used() const { return transfers_used_; }
    int transfers_left() const { return settings_.transfers - transfers_used_; }
    int commands() const { return commands_; }                       // commands of this turn so far
    int turns_of(int player) const { return turns_[player]; }  // ended so far
    int idle_turns() const { return idle_turns_; }             // ended without a command, one after the other
    int battles() const { return battles_; }
    int turns() const { return all_turns_; }
    bool over() const { return over_; }
    int winner() const { return winner_; }  // kNobody: still open, or nobody won

    int dice_of(int player) const {
        int sum = 0;
        each_area(own_[player], [&](int area) { sum += dice_[area]; });
        return sum;
    }
    int alive() const {
        int count = 0;
        for (int player = 0; player < settings_.players; ++player) count += own_[player] != 0;
        return count;
    }

    // The greatest set of a player's areas that hang together; of equal ones that with the lowest area.
    Areas largest_region(int player) const {
        Areas best = 0;
        for (Areas left = own_[player]; left != 0;) {
            const Areas region = region_of(std::countr_zero(left), player);
            if (std::popcount(region) > std::popcount(best)) best = region;
            left &= ~region;
        }
        return best;
    }
    Areas region_of(int area, int player) const {
        Areas region = Areas{1} << area;
        for (Areas fresh = region; fresh != 0;) {
            Areas next = 0;
            each_area(fresh, [&](int at) { next |= map_->touching[at]; });
            fresh = next & own_[player] & ~region;
            region |= fresh;
        }
        return region;
    }
    int score(int player) const { return std::popcount(largest_region(player)); }

    void give(int area, int player, int dice) {
        if (owner_[area] != kNobody) own_[owner_[area]] &= ~(Areas{1} << area);
        owner_[area] = static_cast<std::int8_t>(player);
        own_[player] |= Areas{1} << area;
        dice_[area] = static_cast<std::uint8_t>(dice);
    }
    void set_dice(int area, int dice) { dice_[area] = static_cast<std::uint8_t>(dice); }
    void set_reserve(int player, int dice) { reserve_[player] = dice; }
    // Where the game stands beside its areas; `turns` holds those that each player has ended.
    void set_turn(int player, int transfers_used, int commands, std::span<const int> turns) {
        player_ = player;
        transfers_used_ = transfers_used;
        commands_ = commands;
        std::copy(turns.begin(), turns.end(), turns_.begin());
    }
    void set_course(int battles, int all_turns, int idle_turns) {
        battles_ = battles;
        all_turns_ = all_turns;
        idle_turns_ = idle_turns;
        judge();
    }

    void change_settings(const Settings& settings) { settings_ = settings; }

    bool legal(const Command& command) const {
        const int source = command.source, target = command.target;
        if (command.kind == Kind::End) return true;
        if (source >= map_->count || target >= map_->count || owner_[source] != player_) return false;
        if (!(map_->touching[source] >> target & 1)) return false;
        if (command.kind == Kind::Attack) return dice_[source] >= 2 && owner_[target] != player_;
        if (owner_[target] != player_ || transfers_used_ >= settings_.transfers) return false;
        return !settings_.strict || moved_by(command) > 0;
    }
    int moved_by(const Command& transfer) const {
        return std::min(kMostDice - dice_[transfer.target], dice_[transfer.source] - 1);
    }

    // A legal attack, with the sums that both sides rolled.
    void attack(const Command& command, int attackers, int defenders) {
        const int dice = dice_[command.source];
        dice_[command.source] = 1;
        if (attackers > defenders) {
            give(command.target, player_, dice - 1);
        } else {
            set_dice(command.target, std::max(1, dice_[command.target] - dice / 4));
        }
        ++battles_;
        ++commands_;
        idle_turns_ = 0;
        judge();
    }

    void transfer(const Command& command) {
        const int moved = moved_by(command);
        set_dice(command.source, dice_[command.source] - moved);
        set_dice(command.target, dice_[command.target] + moved);
        ++transfers_used_;
        ++commands_;
        judge();
    }

    // Dice that the player may deal at the end of this turn.
    int income() const { return std::min(kMostIncome, reserve_[player_] + score(player_)); }

    // Reinforces the player whose turn ends, and passes the turn on. `pick` names the area of each die, of the set of
    // own areas that have room.
    template <class Pick>
    void end_turn_by(const Pick& pick) {
        int free = income();
        Areas open = 0;
        each_area(own_[player_], [&](int area) {
            if (dice_[area] < kMostDice) open |= Areas{1} << area;
        });
        for (; free > 0 && open != 0; --free) {
            const int area = pick(open);
            if (++dice_[area] == kMostDice) open &= ~(Areas{1} << area);
        }
        const int room = settings_.complement ? std::max(0, 24 - std::popcount(own_[player_])) : settings_.reserve_limit;
        reserve_[player_] = std::min(free, room);
        ++turns_[player_];
        ++all_turns_;
        idle_turns_ = commands_ > 0 ? 0 : idle_turns_ + 1;
        do {
            player_ = (player_ + 1) % settings_.players;
        } while (own_[player_] == 0);
        transfers_used_ = 0;
        commands_ = 0;
        judge();
    }
    // The areas that get a die are drawn, and written down where `dealt` is given.
    void end_turn(Stream& draws, std::vector<std::uint8_t>* dealt = nullptr) {
        end_turn_by([&](Areas open) {
            const int area = select(open, static_cast<int>(draws.below(static_cast<std::uint64_t>(std::popcount(open)))));
            if (dealt != nullptr) dealt->push_back(static_cast<std::uint8_t>(area));
            return area;
        });
    }

    static int select(Areas set, int rank) {
        for (; rank > 0; --rank) set &= set - 1;
        return std::countr_zero(set);
    }

private:
    void judge() {
        if (over_) return;
        const Areas all = map_->count == kMostAreas ? ~Areas{0} : (Areas{1} << map_->count) - 1;
        if (idle_turns_ >= settings_.idle_rounds * alive() || battles_ >= settings_.most_battles ||
            all_turns_ >= settings_.most_turns) {
            over_ = true;
        } else if (own_[player_] == all) {
            over_ = true;
            winner_ = player_;
        }
    }

    const Map* map_;
    Settings settings_;
    std::array<std::int8_t, kMostAreas> owner_{};
    std::array<std::uint8_t, kMostAreas> dice_{};
    std::array<Areas, kMostPlayers> own_{};
    std::array<int, kMostPlayers> reserve_{}, turns_{};
    int player_ = 0, transfers_used_ = 0, commands_ = 0, battles_ = 0, all_turns_ = 0, idle_turns_ = 0, winner_ = kNobody;
    bool over_ = false;
};

// Who owns what at the start, and with how many dice.
void set_up(State& state, Stream& ownership, Stream& dice);

}  // namespace hazard::dice
