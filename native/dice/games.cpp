#include "dice/games.hpp"

#include <chrono>
#include <stdexcept>

#include "common/parallel.hpp"

namespace hazard::dice {
namespace {

int roll(Stream& draws, int count) {
    int sum = 0;
    for (int i = 0; i < count; ++i) sum += 1 + static_cast<int>(draws.below(6));
    return sum;
}

}  // namespace

Games::Games(const Settings& settings, const Arrays& arrays, bool record, int threads)
    : settings_(settings), arrays_(arrays), record_(record), threads_(threads), tables_(arrays.games) {
    for (std::size_t game = 0; game < arrays.games; ++game) arrays.over[game] = 1;
}

void Games::deal(std::size_t game, const Seeds& seeds) {
    if (last_map_ == nullptr || last_board_ != seeds.board) {
        Stream board(mix(seeds.board, 0));
        last_map_ = std::make_shared<const Map>(grow_map(settings_.areas, board));
        last_board_ = seeds.board;
    }
    deal_on(game, last_map_, seeds);
}

void Games::deal_on(std::size_t game, std::shared_ptr<const Map> map, const Seeds& seeds) {
    State state(*map, settings_);
    Stream ownership(mix(seeds.ownership, 1)), dice(mix(seeds.dice, 2));
    set_up(state, ownership, dice);
    deal_state(game, std::move(map), state, seeds.rolls);
}

void Games::deal_state(std::size_t game, std::shared_ptr<const Map> map, const State& state, std::uint64_t rolls) {
    const Map& areas = *map;
    if (areas.count > arrays_.areas) throw std::invalid_argument("the map has more areas than the arrays");
    std::int8_t* row = arrays_.neighbours + game * static_cast<std::size_t>(arrays_.areas * arrays_.degree);
    std::fill_n(row, arrays_.areas * arrays_.degree, std::int8_t{-1});
    for (int area = 0; area < areas.count; ++area, row += arrays_.degree) {
        if (static_cast<int>(areas.neighbours[area].size()) > arrays_.degree) {
            throw std::invalid_argument("an area has more neighbours than the arrays");
        }
        std::copy(areas.neighbours[area].begin(), areas.neighbours[area].end(), row);
    }
    tables_[game] = std::make_unique<Table>(std::move(map), state, rolls);
    write(game);
}

void Games::seat(std::size_t game, std::span<const std::int32_t> policies, std::span<const std::uint64_t> seeds) {
    Table& table = *tables_[game];
    std::copy(policies.begin(), policies.end(), table.policies.begin());
    std::copy(seeds.begin(), seeds.end(), table.seeds.begin());
    write(game);
}

void Games::retire(std::size_t game, int seat) { tables_[game]->policies[seat] = kPasses; }

void Games::advance() {
    parallel_for(tables_.size(), threads_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t game = begin; game < end; ++game) {
            if (tables_[game] == nullptr) continue;
            play_on(*tables_[game]);
            write(game);
        }
    });
}

void Games::step(std::span<const std::int16_t> commands, std::uint8_t* refused) {
    parallel_for(tables_.size(), threads_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t game = begin; game < end; ++game) {
            refused[game] = 0;
            const auto kind = commands[3 * game], source = commands[3 * game + 1], target = commands[3 * game + 2];
            if (tables_[game] == nullptr || kind < 0) continue;
            Table& table = *tables_[game];
            const bool named = kind == 0 || (kind <= 2 && source >= 0 && source < kMostAreas && target >= 0 && target < kMostAreas);
            const Command command = kind == 0 || !named ? Command{}
                                                        : Command{static_cast<Kind>(kind), static_cast<std::uint8_t>(source),
                                                                  static_cast<std::uint8_t>(target)};
            if (table.state.over() || !named || !table.state.legal(command)) {
                refused[game] = 1;
                continue;
            }
            carry_out(table, command);
            play_on(table);
            write(game);
        }
    });
}

void Games::play_on(Table& table) const {
    const auto& known = policies_for(settings_.players);
    State& state = table.state;
    while (!state.over()) {
        const auto policy = table.policies[state.player()];
        if (policy == kOutside) return;
        play_turn(table, policy == kPasses ? nullptr : known[static_cast<std::size_t>(policy)].get());
    }
}

// The clock is read once a turn: reading it costs as much as a cheap decision.
void Games::play_turn(Table& table, const Policy* policy) const {
    using Clock = std::chrono::steady_clock;
    State& state = table.state;
    const int seat = state.player();
    const auto begin = Clock::now();
    Command command{Kind::Attack};
    while (command.kind != Kind::End && !state.over()) {
        const Chance chance{table.seeds[seat], static_cast<std::uint64_t>(table.deeds[seat].decisions)};
        command = policy == nullptr ? Command{} : policy->choose_since(table.beginning, state, chance);
        if (!state.legal(command)) throw std::logic_error("a native policy gave an illegal command");
        carry_out(table, command);
    }
    table.deeds[seat].seconds += std::chrono::duration<double>(Clock::now() - begin).count();
}

void Games::carry_out(Table& table, const Command& command) const {
    State& state = table.state;
    Deeds& mine = table.deeds[state.player()];
    ++mine.decisions;
    Event event{command};
    switch (command.kind) {
        case Kind::Attack: {
            const int attackers = state.dice(command.source), defenders = state.dice(command.target);
            Deeds& theirs = table.deeds[state.owner(command.target)];
            event.first = static_cast<std::int16_t>(roll(table.rolls, attackers));
            event.second = static_cast<std::int16_t>(roll(table.rolls, defenders));
            state.attack(command, event.first, event.second);
            ++mine.attacks;
            mine.won += event.first > event.second;
            mine.expected += kWin[attackers][defenders];
            mine.dice += attackers;
            mine.pips += event.first;
            theirs.dice += defenders;
            theirs.pips += event.second;
            break;
        }
        case Kind::Transfer:
            ++mine.transfers;
            event.first = static_cast<std::int16_t>(state.moved_by(command));
            state.transfer(command);
            break;
        case Kind::End: {
            const auto before = table.dealt.size();
            state.end_turn(table.rolls, record_ ? &table.dealt : nullptr);
            event.first = static_cast<std::int16_t>(table.dealt.size() - before);
        }
    }
    if (record_) table.events.push_back(event);
}

void Games::write(std::size_t game) const {
    const Table& table = *tables_[game];
    const State& state = table.state;
    const int areas = arrays_.areas, players = settings_.players, count = table.map->count, seat = state.player();
    for (int area = 0; area < areas; ++area) {
        const auto at = game * static_cast<std::size_t>(areas) + static_cast<std::size_t>(area);
        arrays_.owners[at] = area < count ? static_cast<std::int8_t>(state.owner(area)) : std::int8_t{-1};
        arrays_.dice[at] = area < count ? static_cast<std::int8_t>(state.dice(area)) : std::int8_t{0};
    }
    for (int player = 0; player < players; ++player) {
        arrays_.reserves[game * static_cast<std::size_t>(players) + static_cast<std::size_t>(player)] =
            static_cast<std::int16_t>(state.reserve(player));
    }
    arrays_.player[game] = static_cast<std::int8_t>(seat);
    arrays_.transfers[game] = static_cast<std::int8_t>(state.transfers_left());
    arrays_.commands[game] = state.commands();
    arrays_.turns[game] = state.turns_of(seat);
    arrays_.moves[game] = table.deeds[seat].decisions;
    arrays_.seeds[game] = table.seeds[seat];
    arrays_.over[game] = state.over();
    arrays_.winner[game] = static_cast<std::int8_t>(state.winner());
}

}  // namespace hazard::dice
