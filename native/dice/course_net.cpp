#include "dice/course_net.hpp"

#include <optional>

#include "dice/moves.hpp"
#include "dice/outcome.hpp"

namespace hazard::dice {
namespace {

constexpr Areas bit(int area) { return Areas{1} << area; }

// Own areas by how many steps they are from the border: the first set is the border.
std::vector<Areas> rings_of(const State& state, int player) {
    const Areas own = state.areas_of(player);
    Areas border = 0;
    each_area(own, [&](int area) {
        if (state.enemies_beside(area, player) != 0) border |= bit(area);
    });
    std::vector<Areas> rings{border};
    for (Areas left = own & ~border; left != 0;) {
        Areas reach = 0;
        each_area(rings.back(), [&](int area) { reach |= state.map().touching[area]; });
        if ((reach & left) == 0) break;
        rings.push_back(reach & left);
        left &= ~reach;
    }
    return rings;
}

// A neighbour has more dice than these.
bool endangered(const State& state, int area, int dice, int player) {
    bool found = false;
    each_area(state.enemies_beside(area, player), [&](int enemy) { found |= state.dice(enemy) > dice; });
    return found;
}

// Of the transfers from one set of areas to another the one that moves most dice, the first of equals.
class Most {
public:
    explicit Most(const State& state) : state_(state) {}
    template <class Wanted>
    void look(Areas sources, Areas targets, const Wanted& wanted) {
        each_area(sources, [&](int source) {
            for (const int target : state_.map().neighbours[source]) {
                if ((targets & bit(target)) == 0) continue;
                const Command command = transfer(source, target);
                const int moved = state_.moved_by(command);
                if (moved <= moved_ || !wanted(source, target, moved)) continue;
                moved_ = moved;
                found_ = command;
            }
        });
    }
    std::optional<Command> found() const { return moved_ > 0 ? std::optional(found_) : std::nullopt; }

private:
    const State& state_;
    int moved_ = 0;
    Command found_{};
};

// Dice one step nearer to the border; not into areas that stay endangered, whence they would be brought back.
std::optional<Command> to_front(const State& state, const std::vector<Areas>& rings) {
    Most most(state);
    for (std::size_t ring = 1; ring < rings.size(); ++ring) {
        most.look(rings[ring], rings[ring - 1], [&](int, int target, int moved) {
            return ring > 1 || !endangered(state, target, state.dice(target) + moved, state.player());
        });
    }
    return most.found();
}

// The first inner area with dice to spare, to its first neighbour at the border that has room.
std::optional<Command> beside_border(const State& state, const std::vector<Areas>& rings) {
    std::optional<Command> found;
    if (rings.size() < 2) return found;
    each_area(rings[1], [&](int source) {
        if (found || state.dice(source) < 2) return;
        for (const int target : state.map().neighbours[source]) {
            if ((rings[0] & bit(target)) == 0 || state.dice(target) == kMostDice) continue;
            found = transfer(source, target);
            return;
        }
    });
    return found;
}

// Dice of endangered areas of the border to own areas behind it.
std::optional<Command> evacuation(const State& state, const std::vector<Areas>& rings) {
    Most most(state);
    if (rings.size() > 1) {
        most.look(rings[0], rings[1],
                  [&](int source, int, int) { return endangered(state, source, state.dice(source), state.player()); });
    }
    return most.found();
}

// A player's share of all dice and largest regions.
double by_hand(const State& state, int player) {
    double own = 0, all = 0;
    for (int other = 0; other < state.settings().players; ++other) {
        if (state.areas_of(other) == 0) continue;
        const double held = state.dice_of(other) + kMostDice * state.score(other);
        all += held;
        if (other == player) own = held;
    }
    return own / all;
}

// An attack that is won; nobody needs to be on turn.
void conquer(State& state, const Attack& attack, int player, int dice) {
    state.set_dice(attack.source, 1);
    state.give(attack.target, player, std::max(1, dice - 1));
}

class CourseNet final : public Policy {
public:
    explicit CourseNet(const Habits& habits) : habits_(habits) {}

    Command choose(const State& state, const Chance& chance) const override { return choose_since(state, state, chance); }

    Command choose_since(const State& beginning, const State& state, const Chance&) const override {
        const int most = state.settings().transfers, used = state.transfers_used();
        const auto rings = rings_of(state, state.player());
        if (habits_.front && 4 * used < 3 * most) {
            if (const auto forward = habits_.far ? to_front(state, rings) : beside_border(state, rings)) return *forward;
        }
        const Command command = best_attack(habits_.stale ? beginning : state, state);
        if (command.kind == Kind::Attack) return command;
        if (habits_.evacuates && used < most) {
            if (const auto away = evacuation(state, rings)) return *away;
        }
        return {};
    }

private:
    // Every attack is tried on a copy of `board`, whatever stands there by now.
    Command best_attack(const State& board, const State& state) const {
        const int margin = careful(state) ? 1 : 0;
        const auto network = network_for(state);
        Best best;
        each_attack(state, [&](const Attack& attack) {
            if (state.dice(attack.source) - state.dice(attack.target) < margin) return;
            State tried = board;
            conquer(tried, attack, state.player(), state.dice(attack.source));
            reply(tried, state.player());
            best.offer(value_of(tried, state.player(), network.get()), attack);
        });
        return best.command();
    }

    // In turn every opponent wins the attacks of greatest difference that it would dare.
    void reply(State& board, int player) const {
        const int players = board.settings().players;
        for (int opponent = (player + 1) % players; opponent != player; opponent = (opponent + 1) % players) {
            for (int attacks = 0; attacks < habits_.replies; ++attacks) {
                Best best;
                each_attack(board, opponent, [&](const Attack& attack) {
                    const int difference = board.dice(attack.source) - board.dice(attack.target);
                    if (difference >= 0) best.offer(difference, attack);
                });
                if (!best.found()) break;
                conquer(board, best.which(), opponent, board.dice(best.which().source));
            }
        }
    }

    std::shared_ptr<const OutcomeNetwork> network_for(const State& state) const {
        if (habits_.judge == Judge::ByHand || !outcome_known(state)) return nullptr;
        return outcome_network(habits_.judge == Judge::Leaked ? "course-net-authors" : "course-net");
    }

    static double value_of(const State& board, int player, const OutcomeNetwork* network) {
        return network == nullptr ? by_hand(board, player) : outcome_of(board, *network)[player];
    }

    bool careful(const State& state) const {
        const bool small = state.score(state.player()) * state.settings().players < state.map().count;
        return habits_.care == (small ? Care::WhileSmall : Care::OnceLarge);
    }

    Habits habits_;
};

}  // namespace

std::unique_ptr<Policy> make_course_net(const Habits& habits) { return std::make_unique<CourseNet>(habits); }

}  // namespace hazard::dice
