#include "dice/map.hpp"

#include <algorithm>

namespace hazard::dice {
namespace {

constexpr int kLeastSize = 12, kMostSize = 18;
constexpr std::int16_t kFree = -1, kHole = -2;

class Growth {
public:
    explicit Growth(Stream& draws) : draws_(draws) { owner_.fill(kFree); }

    bool grow(int area, Map& map) {
        const int start = area == 0 && used_ == 0 ? static_cast<int>(draws_.below(HexGrid::kHexes)) : find_start();
        if (start < 0) return false;
        const auto target = static_cast<std::size_t>(kLeastSize + draws_.below(kMostSize - kLeastSize + 1));
        members_.clear();
        take(start, area);
        while (members_.size() < target) {
            int next = random_free_neighbour(start);
            if (next < 0 && !any_room()) {
                for (const int hex : members_) owner_[hex] = kHole;
                return false;
            }
            while (next < 0) next = random_free_neighbour(members_[draws_.below(members_.size())]);
            take(next, area);
        }
        fill(area);
        map.hexes[area].assign(members_.begin(), members_.end());
        return true;
    }

    std::int16_t owner(int hex) const { return owner_[hex]; }

private:
    void take(int hex, int area) {
        owner_[hex] = static_cast<std::int16_t>(area);
        members_.push_back(hex);
        for (const int beside : HexGrid::neighbours()[hex]) {
            if (beside >= 0) ++used_beside_[beside];
        }
        ++used_;
    }

    bool has_room(int hex) const {
        for (const int beside : HexGrid::neighbours()[hex]) {
            if (beside >= 0 && owner_[beside] == kFree) return true;
        }
        return false;
    }

    // A random inner free hex that touches nothing used, but a free hex that does.
    int find_start() {
        starts_.clear();
        for (int hex = 0; hex < HexGrid::kHexes; ++hex) {
            if (owner_[hex] != kFree || used_beside_[hex] > 0 || HexGrid::on_rim(hex)) continue;
            for (const int beside : HexGrid::neighbours()[hex]) {
                if (used_beside_[beside] > 0) {
                    starts_.push_back(hex);
                    break;
                }
            }
        }
        return starts_.empty() ? -1 : starts_[draws_.below(starts_.size())];
    }

    int random_free_neighbour(int hex) {
        std::array<int, 6> free{};
        std::size_t count = 0;
        for (const int beside : HexGrid::neighbours()[hex]) {
            if (beside >= 0 && owner_[beside] == kFree) free[count++] = beside;
        }
        return count == 0 ? -1 : free[draws_.below(count)];
    }

    bool any_room() const {
        return std::any_of(members_.begin(), members_.end(), [&](int hex) { return has_room(hex); });
    }

    // One pass that closes bays: a free hex that the area surrounds on four sides becomes part of it.
    void fill(int area) {
        const std::size_t before = members_.size();
        for (std::size_t i = 0; i < before; ++i) {
            for (const int beside : HexGrid::neighbours()[members_[i]]) {
                if (beside < 0 || owner_[beside] != kFree) break;
                int outside = 0;
                for (const int further : HexGrid::neighbours()[beside]) outside += further < 0 || owner_[further] != area;
                if (outside > 2) continue;
                take(beside, area);
                break;
            }
        }
    }

    Stream& draws_;
    std::array<std::int16_t, HexGrid::kHexes> owner_;
    std::array<std::uint8_t, HexGrid::kHexes> used_beside_{};
    std::vector<int> members_, starts_;
    int used_ = 0;
};

}  // namespace

const std::array<std::array<std::int16_t, 6>, HexGrid::kHexes>& HexGrid::neighbours() {
    static const auto table = [] {
        std::array<std::array<std::int16_t, 6>, kHexes> all{};
        constexpr std::array<std::array<int, 2>, 6> steps{{{-2, 0}, {2, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
        for (int hex = 0; hex < kHexes; ++hex) {
            for (std::size_t i = 0; i < steps.size(); ++i) {
                all[hex][i] = static_cast<std::int16_t>(at(x(hex) + steps[i][0], y(hex) + steps[i][1]));
            }
        }
        return all;
    }();
    return table;
}

Map grow_map(int areas, Stream& draws) {
    for (;;) {
        Map map;
        Growth growth(draws);
        int stuck = 0;
        while (map.count < areas && stuck < 1000) {
            growth.grow(map.count, map) ? ++map.count : ++stuck;
        }
        if (map.count < areas) continue;
        for (int area = 0; area < areas; ++area) {
            for (const int hex : map.hexes[area]) {
                for (const int beside : HexGrid::neighbours()[hex]) {
                    if (beside < 0) continue;
                    const int other = growth.owner(beside);
                    if (other >= 0 && other != area) map.join(area, other);
                }
            }
        }
        return map;
    }
}

}  // namespace hazard::dice
