#include "mines/knowledge.hpp"

#include <bit>
#include <cstring>

namespace hazard::mines {
namespace {

constexpr auto kMine = static_cast<std::uint8_t>(Fate::Mine);
static_assert(static_cast<int>(Fate::Safe) == 1 && kMine == 2, "sweep composes fates from bits");
static_assert(std::endian::native == std::endian::little, "each_set reads eight bytes as one number");

// Visits the bytes that are not 0, eight at a time; `flags` holds 0 or 1 and is padded to a multiple of 8.
template <class Visit>
void each_set(const std::vector<std::uint8_t>& flags, const Visit& visit) {
    for (std::size_t i = 0; i < flags.size(); i += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, flags.data() + i, 8);
        for (; eight != 0; eight &= eight - 1) visit(static_cast<int>(i) + std::countr_zero(eight) / 8);
    }
}

// out[i] = sum of flag over the 3x3 block around i; a plain loop over bytes, which compilers vectorise.
void sum_blocks(const std::vector<std::uint8_t>& flag, std::vector<std::uint8_t>& scratch,
                std::vector<std::uint8_t>& out, int stride) {
    const int n = static_cast<int>(scratch.size());  // `flag` may be padded
    const std::uint8_t* __restrict in = flag.data();
    std::uint8_t* __restrict rows = scratch.data();
    std::uint8_t* __restrict sums = out.data();
    for (int i = 1; i < n - 1; ++i) rows[i] = static_cast<std::uint8_t>(in[i - 1] + in[i] + in[i + 1]);
    for (int i = stride; i < n - stride; ++i) {
        sums[i] = static_cast<std::uint8_t>(rows[i - stride] + rows[i] + rows[i + stride]);
    }
}

// Settles the unknown places that a decided number reaches: the one step in which bytes of seven arrays meet.
void settle_spread(int n, const std::uint8_t* __restrict by_free, const std::uint8_t* __restrict by_mine,
                   std::uint8_t* __restrict unknown, std::uint8_t* __restrict free, std::uint8_t* __restrict mine,
                   std::uint8_t* __restrict fate) {
    for (int i = 0; i < n; ++i) {
        const std::uint8_t here = unknown[i];
        const auto is_mine = static_cast<std::uint8_t>(here & (by_mine[i] != 0 ? 1 : 0));
        // A place that is both stays a mine here: the number that calls it free is then wrong, which shows later.
        const auto is_free = static_cast<std::uint8_t>(here & (by_free[i] != 0 ? 1 : 0) & (is_mine ^ 1));
        mine[i] = is_mine;
        free[i] = is_free;
        unknown[i] = static_cast<std::uint8_t>(here ^ is_mine ^ is_free);
        fate[i] = static_cast<std::uint8_t>(fate[i] | is_free | is_mine << 1);
    }
}

}  // namespace

Knowledge::Knowledge(int rows, int cols)
    : grid_(rows, cols),
      seen_(grid_.size(), kSilent),
      unknown_(grid_.size()),
      around_(grid_.size()),
      row_sums_(grid_.size()),
      mine_(grid_.size()),
      free_((grid_.size() + 7) / 8 * 8),
      spread_free_(grid_.size()),
      spread_mine_(grid_.size()),
      number_(grid_.size(), -1),
      need_(grid_.size()),
      fate_(grid_.size()) {}

bool Knowledge::load(const std::int8_t* cells, int mines, bool trust_flags) {
    safe_.clear();
    for (int row = 0; row < grid_.rows; ++row) {
        std::memcpy(seen_.data() + grid_.at(row, 0), cells + row * grid_.cols, static_cast<std::size_t>(grid_.cols));
    }
    const int flags = sort_cells(trust_flags);
    counted_ = mines != kUncounted;
    mines_left_ = mines - flags;
    if (flags > 0) {
        sum_blocks(mine_, row_sums_, around_, grid_.stride);
        for (int place = 0; place < grid_.size(); ++place) {
            need_[place] = static_cast<std::int8_t>(number_[place] - around_[place]);
        }
    } else {
        need_ = number_;
    }
    sum_blocks(unknown_, row_sums_, around_, grid_.stride);
    return possible();
}

// Splits what is seen into numbers, unknown places and trusted flags; returns how many of the last there are.
int Knowledge::sort_cells(bool trust_flags) {
    const std::int8_t flag = trust_flags ? kFlagged : std::int8_t{-100};
    const std::int8_t* __restrict seen = seen_.data();
    std::int8_t* __restrict number = number_.data();
    std::uint8_t* __restrict unknown = unknown_.data();
    std::uint8_t* __restrict mine = mine_.data();
    std::uint8_t* __restrict fate = fate_.data();
    const int n = grid_.size();
    int flags = 0, hidden = 0;
    for (int i = 0; i < n; ++i) {
        const std::int8_t value = seen[i];
        const std::uint8_t flagged = value == flag;
        number[i] = value > 8 ? std::int8_t{-1} : value < 0 ? std::int8_t{-1} : value;
        mine[i] = flagged;
        unknown[i] = static_cast<std::uint8_t>((value < 0) & !flagged);
        fate[i] = static_cast<std::uint8_t>(flagged * kMine);
    }
    for (int i = 0; i < n; ++i) flags += mine[i];
    for (int i = 0; i < n; ++i) hidden += unknown[i];
    unknown_count_ = hidden;
    return flags;
}

// Applies both rules to the whole board at once, as plain loops over bytes. False when there was nothing to settle.
bool Knowledge::sweep() {
    const int n = grid_.size();
    const std::int8_t* __restrict number = number_.data();
    std::int8_t* __restrict need = need_.data();
    std::uint8_t* __restrict around = around_.data();
    std::uint8_t* __restrict unknown = unknown_.data();
    std::uint8_t* __restrict free = free_.data();
    std::uint8_t* __restrict mine = mine_.data();
    std::uint8_t any = 0;
    for (int i = 0; i < n; ++i) {
        const std::uint8_t active = (number[i] >= 0) & (around[i] > 0);
        free[i] = static_cast<std::uint8_t>(active & (need[i] == 0));
        mine[i] = static_cast<std::uint8_t>(active & (need[i] == static_cast<std::int8_t>(around[i])));
        any |= static_cast<std::uint8_t>(free[i] | mine[i]);
    }
    if (any == 0) return false;
    sum_blocks(free_, row_sums_, spread_free_, grid_.stride);
    sum_blocks(mine_, row_sums_, spread_mine_, grid_.stride);
    settle_spread(n, spread_free_.data(), spread_mine_.data(), unknown, free, mine, fate_.data());
    int settled = 0, mines = 0;
    for (int i = 0; i < n; ++i) mines += mine[i];
    for (int i = 0; i < n; ++i) settled += free[i];
    if (settled > 0) {
        each_set(free_, [&](int place) { safe_.push_back(place); });
    }
    mines_left_ -= mines;
    unknown_count_ -= mines + settled;
    sum_blocks(mine_, row_sums_, spread_mine_, grid_.stride);
    const std::uint8_t* __restrict by_mine = spread_mine_.data();
    for (int i = 0; i < n; ++i) need[i] = static_cast<std::int8_t>(need[i] - by_mine[i]);
    sum_blocks(unknown_, row_sums_, around_, grid_.stride);
    return true;
}

bool Knowledge::possible() const {
    const int n = grid_.size();
    const std::int8_t* number = number_.data();
    const std::int8_t* need = need_.data();
    const std::uint8_t* around = around_.data();
    std::uint8_t wrong = 0;
    for (int i = 0; i < n; ++i) {
        const auto room = static_cast<std::int8_t>(around[i]);
        wrong |= static_cast<std::uint8_t>((number[i] >= 0) & ((need[i] < 0) | (need[i] > room)));
    }
    return wrong == 0 && (!counted_ || (mines_left_ >= 0 && mines_left_ <= unknown_count_));
}

void Knowledge::settle(int place, Fate fate) {
    const bool mine = fate == Fate::Mine;
    unknown_[place] = 0;
    fate_[place] = static_cast<std::uint8_t>(fate);
    --unknown_count_;
    mines_left_ -= mine;
    if (!mine) safe_.push_back(place);
    for (const int offset : grid_.offset) {
        --around_[place + offset];
        need_[place + offset] = static_cast<std::int8_t>(need_[place + offset] - mine);
    }
}

bool Knowledge::close() {
    while (sweep()) {
    }
    return possible();
}

void Knowledge::active_numbers(std::vector<int>& out) {
    const std::int8_t* __restrict number = number_.data();
    const std::uint8_t* __restrict around = around_.data();
    std::uint8_t* __restrict active = free_.data();
    const int n = grid_.size();
    for (int i = 0; i < n; ++i) active[i] = static_cast<std::uint8_t>((number[i] >= 0) & (around[i] > 0));
    out.clear();
    each_set(free_, [&](int place) { out.push_back(place); });
}

}  // namespace hazard::mines
