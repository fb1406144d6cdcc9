// Players that live in the core: what each opens at a position, as a pure function of position, seed and move number.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "mines/equations.hpp"
#include "mines/inference.hpp"
#include "mines/knowledge.hpp"
#include "mines/level.hpp"

namespace hazard::mines {

// One position as an agent gets it.
struct View {
    const std::int8_t* cells;
    std::uint64_t seed;
    int moves;
};

// Works for one thread and keeps its memory.
class Policy {
public:
    explicit Policy(const Level& level) : level_(level) {}
    virtual ~Policy() = default;
    // The cells to open, in order; several only if all are certainly safe.
    virtual void choose(const View& view, std::vector<std::int32_t>& cells) = 0;

protected:
    bool untouched(const View& view) const;
    // A covered cell by the view's own randomness; those with a known fate are left out.
    int any_covered(const View& view, const Knowledge* knowledge);
    // Safe places, as cells in ascending order.
    static void list_safe(const Knowledge& knowledge, std::vector<std::int32_t>& cells);

    Level level_;

private:
    std::vector<std::int32_t> candidates_;
};

struct PolicyRow {
    std::string_view name;
    std::unique_ptr<Policy> (*make)(const Level& level);
};

const std::vector<PolicyRow>& policies();
// Null where there is no policy of that name.
std::unique_ptr<Policy> make_policy(std::string_view name, const Level& level);

}  // namespace hazard::mines
