// What an evolved player sees of a position, and the score that its weights give to each cell.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace hazard::mines {

// How such a player tells cells apart: 0 … 8 open, then these.
inline constexpr std::uint8_t kCoveredCode = 9;
inline constexpr std::uint8_t kNothingCode = 10;  // off the board, or a mine that logic has found; has no weights
inline constexpr int kCodes = 10;                 // that have weights

// What a matrix player knows of a cell.
struct FeatureRow {
    std::string_view name;
    int size;
};
const std::vector<FeatureRow>& features();

enum class Shape : int {
    Matrix = 0,   // each source cell's features times a matrix score its 8 neighbours; a cell's scores are averaged
    Cells = 1,    // a weight for each code of each of the 24 cells around
    Network = 2,  // the codes of 3x3 cells to hidden units (ReLU), those of 3x3 cells to a score
};

enum class Source : int { Open = 0, Covered = 1, Both = 2 };

struct Design {
    Shape shape = Shape::Matrix;
    std::vector<int> features{};   // Matrix: rows of the table
    Source source = Source::Open;  // Matrix
    int hidden = 0;                // Network
    bool symmetric = false;        // Cells, Network: places that turning and mirroring exchange share their weights

    // How many weights one player has; of a Matrix with both sources, those of open cells come first.
    int genes() const;
};

// Works for one thread and keeps its memory.
class Scorer {
public:
    static std::unique_ptr<Scorer> make(const Design& design, int rows, int cols);
    virtual ~Scorer() = default;
    // Takes in one player's weights.
    virtual void load(const float* genes) = 0;
    // codes and scores are [rows, cols]; a score is -infinity where nothing is said.
    virtual void score(const std::uint8_t* codes, float* scores) = 0;
};

}  // namespace hazard::mines
