// The bit-parallel boards beside an engine that does everything cell by cell, and policies that play on them.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "checks/bytes.hpp"
#include "checks/check.hpp"
#include "checks/targets.hpp"
#include "mines/boards.hpp"
#include "mines/play.hpp"
#include "mines/policies.hpp"

namespace hazard::checks {
namespace {

using namespace hazard::mines;

// The rules as a person would write them down.
class Plain {
public:
    Plain(const Level& level, std::vector<bool> mine)
        : level_(level), mine_(std::move(mine)), cells_(level.cells(), kCovered) {}

    void open(int cell) {
        if (status != Status::Unfinished || cells_[cell] != kCovered) return;
        if (mine_[cell]) {
            status = Status::Lost;
            return;
        }
        std::vector<int> queue{cell};
        while (!queue.empty()) {
            const int at = queue.back();
            queue.pop_back();
            if (cells_[at] != kCovered) continue;
            cells_[at] = static_cast<std::int8_t>(number(at));
            if (cells_[at] == 0) around(at, [&](int other) { queue.push_back(other); });
        }
        finish();
    }
    void flag(int cell, bool up) {
        if (status == Status::Unfinished && cells_[cell] == (up ? kCovered : kFlagged)) {
            cells_[cell] = up ? kFlagged : kCovered;
        }
    }
    void chord(int cell) {
        if (status != Status::Unfinished || cells_[cell] < 0) return;
        int flags = 0;
        around(cell, [&](int other) { flags += cells_[other] == kFlagged; });
        if (flags != cells_[cell]) return;
        around(cell, [&](int other) { open(other); });
    }
    const std::vector<std::int8_t>& cells() const { return cells_; }
    Status status = Status::Unfinished;

private:
    template <class Visit>
    void around(int cell, const Visit& visit) const {
        const int row = cell / level_.cols, col = cell % level_.cols;
        for (int r = std::max(row - 1, 0); r <= std::min(row + 1, level_.rows - 1); ++r) {
            for (int c = std::max(col - 1, 0); c <= std::min(col + 1, level_.cols - 1); ++c) {
                if (r != row || c != col) visit(r * level_.cols + c);
            }
        }
    }
    int number(int cell) const {
        int count = 0;
        around(cell, [&](int other) { count += mine_[other]; });
        return count;
    }
    void finish() {
        for (int cell = 0; cell < level_.cells(); ++cell) {
            if (!mine_[cell] && cells_[cell] < 0) return;
        }
        status = Status::Won;
    }

    Level level_;
    std::vector<bool> mine_;
    std::vector<std::int8_t> cells_;
};

Level read_level(Bytes& bytes, int longest) {
    Level level{bytes.between(1, longest), bytes.between(1, longest), 0, static_cast<Rule>(bytes.below(3))};
    const int sheltered = level.rule == Rule::Open ? std::min(level.rows, 3) * std::min(level.cols, 3) : 1;
    const int room = level.cells() - sheltered;
    level.mines = room > 0 ? bytes.byte() * (room + 1) / 256 : 0;
    return level;
}

}  // namespace

void fuzz_boards(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    const bool wide = bytes.below(16) == 0;  // rows of more than one word
    const Level level = read_level(bytes, wide ? 70 : 16);
    const int size = level.cells();
    current_input() = std::to_string(level.rows) + "x" + std::to_string(level.cols) + "/" + std::to_string(level.mines);
    std::vector<std::int8_t> cells(size);
    const auto covered = std::make_unique<bool[]>(size);
    std::uint8_t status = 0;
    std::int32_t opened = 0;
    const auto boards = Boards::make(level, {1, cells.data(), covered.get(), &status, &opened}, 1);
    boards->deal(0, bytes.word());
    const int first = (bytes.byte() * 256 + bytes.byte()) % size;
    boards->act(0, Action::Open, first);
    std::vector<bool> mine(size);
    for (int cell = 0; cell < size; ++cell) mine[cell] = boards->is_mine(0, cell);
    HAZARD_CHECK(std::count(mine.begin(), mine.end(), true) == level.mines);
    if (level.rule != Rule::Any) HAZARD_CHECK(status != static_cast<std::uint8_t>(Status::Lost));
    if (level.rule == Rule::Open) HAZARD_CHECK(cells[first] == 0);
    Plain plain(level, mine);
    plain.open(first);
    for (int turn = 0; turn < 64 && !bytes.empty(); ++turn) {
        const int cell = (bytes.byte() * 256 + bytes.byte()) % size;
        const auto action = static_cast<Action>(bytes.below(4));
        boards->act(0, action, cell);
        if (action == Action::Open) plain.open(cell);
        if (action == Action::Flag || action == Action::Unflag) plain.flag(cell, action == Action::Flag);
        if (action == Action::Chord) plain.chord(cell);
        HAZARD_CHECK(status == static_cast<std::uint8_t>(plain.status));
        HAZARD_CHECK(std::equal(cells.begin(), cells.end(), plain.cells().begin()));
        for (int at = 0; at < size; ++at) HAZARD_CHECK(covered[at] == (cells[at] == kCovered));
        HAZARD_CHECK(opened == std::count_if(cells.begin(), cells.end(), [](int code) { return code >= 0; }));
    }
}

void fuzz_play(std::span<const std::uint8_t> data) {
    Bytes bytes(data);
    const Level level = read_level(bytes, 12);
    const auto& rows = policies();
    const auto& policy = rows[static_cast<std::size_t>(bytes.below(static_cast<int>(rows.size())))];
    constexpr std::size_t kGames = 4;
    std::vector<std::uint64_t> seeds(kGames), agent_seeds(kGames);
    std::vector<std::int32_t> first(kGames);
    for (std::size_t i = 0; i < kGames; ++i) {
        seeds[i] = bytes.word();
        agent_seeds[i] = bytes.word();
        first[i] = bytes.between(-1, 255) % level.cells();
    }
    current_input() = std::string(policy.name) + " on " + std::to_string(level.rows) + "x" +
                      std::to_string(level.cols) + "/" + std::to_string(level.mines);
    const Games games{seeds, agent_seeds, first, nullptr};
    const auto one = play(policy.name, level, games, {true, true, 1});
    const auto three = play(policy.name, level, games, {true, true, 3});
    for (std::size_t i = 0; i < kGames; ++i) {
        HAZARD_CHECK(one[i].status == Status::Won || one[i].status == Status::Lost);
        HAZARD_CHECK(one[i].cells == three[i].cells && one[i].status == three[i].status);
        HAZARD_CHECK(one[i].guesses >= 0 && one[i].guesses <= one[i].decisions);
        if (policy.name == "exact" && one[i].status == Status::Lost && first[i] >= 0 && level.rule != Rule::Any) {
            HAZARD_CHECK(one[i].guesses > 0);  // it never loses without having guessed
        }
    }
}

}  // namespace hazard::checks
