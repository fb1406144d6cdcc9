#include "mines/boards.hpp"

#include <vector>

#include "common/parallel.hpp"
#include "mines/field.hpp"

namespace hazard::mines {
namespace {

template <int W>
class BoardsOf final : public Boards {
public:
    BoardsOf(const Level& level, const Arrays& arrays, int threads)
        : ground_(level), arrays_(arrays), threads_(threads), fields_(arrays.n) {
        for (std::size_t board = 0; board < arrays.n; ++board) deal(board, mix(0, board));
    }

    void deal(std::size_t board, std::uint64_t seed) override {
        fields_[board].deal(ground_, seed, sight(board));
        fields_[board].seed_draws(seed);
    }

    void deal_layout(std::size_t board, std::span<const std::int32_t> mines) override {
        fields_[board].deal_layout(ground_, mines.data(), static_cast<int>(mines.size()), sight(board));
    }

    void open(std::span<const std::int32_t> cells) override {
        parallel_for(arrays_.n, threads_, [&](std::size_t begin, std::size_t end) {
            std::vector<std::uint16_t> order;
            for (auto board = begin; board < end; ++board) {
                if (cells[board] >= 0) fields_[board].open(ground_, cells[board], order, sight(board));
            }
        });
    }

    void step(std::span<const std::int32_t> cells, std::uint8_t* finished) override {
        parallel_for(arrays_.n, threads_, [&](std::size_t begin, std::size_t end) {
            std::vector<std::uint16_t> order;
            for (auto board = begin; board < end; ++board) {
                const auto seen = sight(board);
                auto& field = fields_[board];
                if (cells[board] >= 0) field.open(ground_, cells[board], order, seen);
                finished[board] = *seen.status;
                // The next game's seed depends on this board's alone, so threads change nothing.
                if (finished[board] != 0) field.deal(ground_, mix(field.seed(), 2), seen);
            }
        });
    }

    int act(std::size_t board, Action action, int cell) override {
        auto& field = fields_[board];
        const auto seen = sight(board);
        switch (action) {
            case Action::Open:
                if (*seen.status != 0 || !seen.covered[cell]) return -1;
                return field.open(ground_, cell, order_, seen);
            case Action::Flag:
                return field.flag(ground_, cell, true, seen) ? 1 : -1;
            case Action::Unflag:
                return field.flag(ground_, cell, false, seen) ? 1 : -1;
            case Action::Chord:
                return field.chord(ground_, cell, order_, seen);
        }
        return -1;
    }

    void draw(std::span<std::int32_t> out) override {
        parallel_for(arrays_.n, threads_, [&](std::size_t begin, std::size_t end) {
            for (auto board = begin; board < end; ++board) out[board] = fields_[board].draw(ground_, sight(board));
        });
    }

    bool laid(std::size_t board) const override { return fields_[board].laid(); }
    bool is_mine(std::size_t board, int cell) const override { return fields_[board].is_mine(ground_, cell); }

private:
    Sight sight(std::size_t board) const {
        const auto offset = board * static_cast<std::size_t>(ground_.level.cells());
        return {arrays_.cells + offset, arrays_.covered + offset, arrays_.status + board, arrays_.opened + board};
    }

    Ground<W> ground_;
    Arrays arrays_;
    int threads_;
    std::vector<Field<W>> fields_;
    std::vector<std::uint16_t> order_;  // scratch of `act`
};

}  // namespace

std::unique_ptr<Boards> Boards::make(const Level& level, const Arrays& arrays, int threads) {
    const int bits = level.rows * (level.cols + 1);
    if (bits <= 64 * 2) return std::make_unique<BoardsOf<2>>(level, arrays, threads);
    if (bits <= 64 * 8) return std::make_unique<BoardsOf<8>>(level, arrays, threads);
    if (bits <= 64 * 160) return std::make_unique<BoardsOf<160>>(level, arrays, threads);
    return std::make_unique<BoardsOf<1024>>(level, arrays, threads);
}

}  // namespace hazard::mines
