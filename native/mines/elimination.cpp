#include "mines/elimination.hpp"

#include <algorithm>

namespace hazard::mines {

template <>
std::vector<Needs<1>>& Elimination::keys<1>() {
    return narrow_keys_;
}
template <>
std::vector<Needs<4>>& Elimination::keys<4>() {
    return wide_keys_;
}

void Elimination::clear() {
    states_.clear();
    moves_.clear();
    steps_.clear();
    parts_.clear();
    pool_ = 0;
}

bool Elimination::append(const Frontier& frontier, std::span<const int> order, int mines_left,
                         const Budget& budget) {
    const int slots = assign_slots(frontier, order);
    if (slots <= Needs<1>::kSlots) return unfold<1>(frontier, order, mines_left, budget);
    if (slots <= Needs<4>::kSlots) return unfold<4>(frontier, order, mines_left, budget);
    throw TooWide("a component whose front is more than " + std::to_string(Needs<4>::kSlots) + " numbers wide");
}

// Gives every number of the component a slot for the time in which it is active; returns how many are in use at once.
int Elimination::assign_slots(const Frontier& frontier, std::span<const int> order) {
    const auto numbers = frontier.numbers();
    slot_of_.resize(numbers.size());
    boxes_to_come_.resize(numbers.size());
    places_to_come_.resize(numbers.size());
    free_slots_.clear();
    int used = 0;
    for (const int index : order) {
        const Box& box = frontier.boxes()[index];
        for (int i = 0; i < box.count; ++i) {
            slot_of_[box.numbers[i]] = -1;
            boxes_to_come_[box.numbers[i]] = numbers[box.numbers[i]].count;
            places_to_come_[box.numbers[i]] = numbers[box.numbers[i]].around;
        }
    }
    for (const int index : order) {
        const Box& box = frontier.boxes()[index];
        for (int i = 0; i < box.count; ++i) {
            int& slot = slot_of_[box.numbers[i]];
            if (slot >= 0) continue;
            if (free_slots_.empty()) {
                slot = used++;
            } else {
                slot = free_slots_.back();
                free_slots_.pop_back();
            }
        }
        for (int i = 0; i < box.count; ++i) {
            if (--boxes_to_come_[box.numbers[i]] == 0) free_slots_.push_back(slot_of_[box.numbers[i]]);
        }
    }
    return used;
}

template <int Words>
bool Elimination::unfold(const Frontier& frontier, std::span<const int> order, int mines_left,
                         const Budget& budget) {
    auto& key = keys<Words>();
    const auto numbers = frontier.numbers();
    const auto steps_begin = static_cast<std::uint32_t>(steps_.size());
    const auto first_state = static_cast<std::uint32_t>(states_.size());
    auto layer_begin = first_state;
    states_.push_back({0, 1, pool_++});
    key.assign(1, Needs<Words>{});

    std::array<Touch, kAround> touches;
    for (const int index : order) {
        const Box& box = frontier.boxes()[index];
        Needs<Words> added, unit;
        for (int i = 0; i < box.count; ++i) {
            const int id = box.numbers[i], slot = slot_of_[id];
            if (places_to_come_[id] == numbers[id].around) added.add(slot, numbers[id].need);
            places_to_come_[id] -= box.size;
            unit.add(slot, 1);
            touches[i] = {slot, places_to_come_[id]};
        }
        const auto layer_end = static_cast<std::uint32_t>(states_.size());
        const auto moves_begin = static_cast<std::uint32_t>(moves_.size());
        ++stamp_;
        for (auto from = layer_begin; from < layer_end; ++from) {
            Needs<Words> needs = key[from - first_state];
            needs.add(added);
            int least = 0, most = std::min(box.size, mines_left - states_[from].lo);
            for (int i = 0; i < box.count; ++i) {
                const int need = needs.get(touches[i].slot);
                most = std::min(most, need);
                least = std::max(least, need - touches[i].later);
            }
            for (int mines = least; mines <= most; ++mines) {
                const auto to = find_or_add<Words>(key, needs.minus(unit, mines), first_state, layer_end);
                moves_.push_back({from, to, static_cast<std::uint32_t>(mines)});
                State& target = states_[to];
                // `length` holds the greatest mine count plus one until the layer is laid out.
                target.lo = std::min(target.lo, states_[from].lo + mines);
                target.length = std::max(target.length, states_[from].lo + states_[from].length + mines);
            }
            if ((from & 1023) == 0) check(budget);
        }
        if (states_.size() == layer_end) return false;
        const std::size_t to_weights = pool_;
        lay_out(layer_end, static_cast<std::uint32_t>(states_.size()), mines_left);
        steps_.push_back({index, box.size, moves_begin, static_cast<std::uint32_t>(moves_.size()),
                          states_[layer_begin].offset, to_weights, pool_});
        layer_begin = layer_end;
        check(budget);
    }
    parts_.push_back({steps_begin, static_cast<std::uint32_t>(steps_.size()), first_state, layer_begin});
    return true;
}

void Elimination::lay_out(std::uint32_t begin, std::uint32_t end, int mines_left) {
    for (auto index = begin; index < end; ++index) {
        State& state = states_[index];
        state.length = std::min(state.length, mines_left + 1) - state.lo;
        state.offset = pool_;
        pool_ += static_cast<std::size_t>(state.length);
    }
}

void Elimination::check(const Budget& budget) const {
    const std::size_t bytes = states_.size() * (sizeof(State) + sizeof(Needs<4>)) + moves_.size() * sizeof(Move) +
                              pool_ * 2 * budget.weight_bytes;
    if (bytes > budget.bytes) throw TooWide("a component that needs more than 1 GB");
    if (states_.size() > 100'000 && std::chrono::steady_clock::now() > budget.deadline) {
        throw TooWide("a component that needs more than 10 s");
    }
}

template <int Words>
std::uint32_t Elimination::find_or_add(std::vector<Needs<Words>>& keys, const Needs<Words>& key,
                                       std::uint32_t first_state, std::uint32_t layer_begin) {
    const auto count = states_.size() - layer_begin;
    if (count * 2 >= table_.size()) {
        table_.assign(table_.size() * 4, Cell{});
        for (auto state = layer_begin; state < states_.size(); ++state) {
            auto at = keys[state - first_state].hash() & (table_.size() - 1);
            while (table_[at].stamp == stamp_) at = (at + 1) & (table_.size() - 1);
            table_[at] = {stamp_, state};
        }
    }
    auto at = key.hash() & (table_.size() - 1);
    while (table_[at].stamp == stamp_) {
        if (keys[table_[at].state - first_state] == key) return table_[at].state;
        at = (at + 1) & (table_.size() - 1);
    }
    const auto state = static_cast<std::uint32_t>(states_.size());
    table_[at] = {stamp_, state};
    keys.push_back(key);
    states_.push_back({1 << 30, 0, 0});
    return state;
}

}  // namespace hazard::mines
