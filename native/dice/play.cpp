#include "dice/play.hpp"

#include <stdexcept>

namespace hazard::dice {

Outcome play(std::span<Policy* const> policies, const Settings& settings, const Seeds& seeds) {
    Stream board(mix(seeds.board, 0)), ownership(mix(seeds.ownership, 1)), dice(mix(seeds.dice, 2));
    Stream rolls(mix(seeds.rolls, 3)), draws(mix(seeds.policies, 4));
    const Map map = grow_map(settings.areas, board);
    State state(map, settings);
    set_up(state, ownership, dice);
    const auto roll = [&](int count) {
        int sum = 0;
        for (int i = 0; i < count; ++i) sum += 1 + static_cast<int>(rolls.below(6));
        return sum;
    };
    policies[state.player()]->begin_turn();
    while (!state.over()) {
        const Command command = policies[state.player()]->choose(state, draws);
        if (!state.legal(command, true)) throw std::logic_error("a native policy gave an illegal command");
        switch (command.kind) {
            case Kind::Attack: {
                const int attackers = roll(state.dice(command.source));
                state.attack(command, attackers, roll(state.dice(command.target)));
                break;
            }
            case Kind::Transfer:
                state.transfer(command);
                break;
            case Kind::End:
                state.end_turn(rolls);
                policies[state.player()]->begin_turn();
        }
    }
    return {state.winner(), state.battles(), state.turns()};
}

}  // namespace hazard::dice
