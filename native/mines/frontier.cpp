#include "mines/frontier.hpp"

#include <algorithm>

namespace hazard::mines {
namespace {

constexpr std::uint16_t kNone = 0xFFFF;
enum Mark : std::uint8_t { Fresh = 0, Walked = 1, Candidate = 2, Placed = 3 };

}  // namespace

void Frontier::build(Knowledge& knowledge) {
    group(knowledge);
    mark_.assign(boxes_.size(), Fresh);
    open_boxes_.resize(numbers_.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i) open_boxes_[i] = numbers_[i].count;
    order_.clear();
    starts_.assign(1, 0);
    for (std::size_t box = 0; box < boxes_.size(); ++box) {
        if (mark_[box] != Fresh) continue;
        walk(static_cast<int>(box));
        arrange(queue_.back());
        starts_.push_back(static_cast<int>(order_.size()));
    }
}

void Frontier::group(Knowledge& knowledge) {
    const Grid& grid = knowledge.grid();
    for (const int place : touched_places_) box_of_[place] = kSea;
    touched_places_.clear();
    for (const auto& number : numbers_) id_of_place_[number.place] = kNone;
    id_of_place_.resize(static_cast<std::size_t>(grid.size()), kNone);
    boxes_.clear();
    numbers_.clear();
    knowledge.active_numbers(active_);
    for (const int place : active_) {
        id_of_place_[place] = static_cast<std::uint16_t>(numbers_.size());
        numbers_.push_back({place, knowledge.need(place), knowledge.around(place), 0, {}});
    }
    sea_ = knowledge.unknown_count();
    for (const int number : active_) {
        // Boxes found here have this number as their first, so only they can equal a further one.
        const std::size_t begin = boxes_.size();
        for (const int offset : grid.offset) {
            const int place = number + offset;
            if (!knowledge.unknown(place) || box_of_[place] != kSea) continue;
            Box seen;
            seen.numbers.fill(kNone);
            for (const int further : grid.offset) {
                const auto id = id_of_place_[place + further];
                if (id != kNone) seen.numbers[seen.count++] = id;
            }
            std::size_t index = begin;
            while (index < boxes_.size() && boxes_[index].numbers != seen.numbers) ++index;
            if (index == boxes_.size()) {
                for (int i = 0; i < seen.count; ++i) {
                    auto& owner = numbers_[seen.numbers[i]];
                    owner.boxes[owner.count++] = static_cast<std::uint16_t>(index);
                }
                boxes_.push_back(seen);
            }
            ++boxes_[index].size;
            box_of_[place] = static_cast<int>(index);
            touched_places_.push_back(place);
            --sea_;
        }
    }
}

// Breadth first over everything that hangs together with a box; the last one found lies at an end.
void Frontier::walk(int start) {
    queue_.assign(1, start);
    mark_[start] = Walked;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
        const Box& box = boxes_[queue_[head]];
        for (int i = 0; i < box.count; ++i) {
            const Number& number = numbers_[box.numbers[i]];
            for (int k = 0; k < number.count; ++k) {
                const int next = number.boxes[k];
                if (mark_[next] != Fresh) continue;
                mark_[next] = Walked;
                queue_.push_back(next);
            }
        }
    }
}

// From an end on, always the adjacent box that keeps the fewest numbers open: few states, narrow front.
void Frontier::arrange(int start) {
    candidates_.assign(1, start);
    mark_[start] = Candidate;
    while (!candidates_.empty()) {
        std::size_t best = 0;
        int best_cost = 1 << 20;
        for (std::size_t c = 0; c < candidates_.size(); ++c) {
            const Box& box = boxes_[candidates_[c]];
            int cost = 0;
            for (int i = 0; i < box.count; ++i) {
                const int id = box.numbers[i];
                cost += (open_boxes_[id] == numbers_[id].count) - (open_boxes_[id] == 1);
            }
            if (cost < best_cost) {
                best_cost = cost;
                best = c;
            }
        }
        const int chosen = candidates_[best];
        candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(best));
        mark_[chosen] = Placed;
        order_.push_back(chosen);
        const Box& box = boxes_[chosen];
        for (int i = 0; i < box.count; ++i) {
            const int id = box.numbers[i];
            const bool first_touch = open_boxes_[id] == numbers_[id].count;
            --open_boxes_[id];
            if (!first_touch) continue;
            for (int k = 0; k < numbers_[id].count; ++k) {
                const int next = numbers_[id].boxes[k];
                if (mark_[next] != Walked) continue;
                mark_[next] = Candidate;
                candidates_.push_back(next);
            }
        }
    }
}

}  // namespace hazard::mines
