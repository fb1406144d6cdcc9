// Exact inference: what every layout that fits a position says about its covered cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/rng.hpp"
#include "mines/elimination.hpp"
#include "mines/frontier.hpp"
#include "mines/knowledge.hpp"
#include "mines/weights.hpp"

namespace hazard::mines {

enum class Verdict : std::uint8_t { Fine = 0, Contradictory = 1, TooWide = 2 };

// Exact numbers of one component's layouts, by mine count from 0 on; little-endian limbs of 64 bits each.
struct ExactCounts {
    int limbs = 1;
    std::vector<std::uint64_t> values;  // [mines, limbs]
};

// Works on one position after the other and keeps its memory; one for each thread.
class Inference {
public:
    Inference(int rows, int cols);

    // Takes in a position: Fine or Contradictory; throws TooWide. The same as `read`, then `count`.
    Verdict load(const std::int8_t* cells, int mines, bool trust_flags);
    // Only as far as the counting rules go, which is much cheaper; `knowledge` then tells what they found.
    Verdict read(const std::int8_t* cells, int mines, bool trust_flags);
    Verdict count();

    // Whether any layout with least to most mines fits a position. Nothing else can be asked of it afterwards.
    bool feasible(const std::int8_t* cells, int least, int most, bool trust_flags);

    // Of the loaded position, which must be Fine. probability: nan where open; certain: a Fate each.
    void marginals(double* probability, std::uint8_t* certain);
    // The number of layouts, as far as floating point tells it.
    long double layouts() const;
    // A layout drawn uniformly; mine[cells].
    void sample(Stream& draws, bool* mine);

    std::vector<ExactCounts> exact_counts() const;
    int sea() const { return frontier_.sea(); }
    int mines_left() const { return knowledge_.mines_left(); }
    const Knowledge& knowledge() const { return knowledge_; }

private:
    // Everything that depends on the type of the weights.
    template <class Weight>
    struct Tables {
        std::vector<Weight> forward, backward;
        std::vector<ByMines<Weight>> before;  // [components + 1] weights of the components before c
        std::vector<ByMines<Weight>> after;   // [components + 1] by mines before c: weights of all the rest, sea included
        std::vector<double> box_risk;
        std::vector<Fate> box_fate;
        double sea_risk = 0.0;
        Fate sea_fate = Fate::Unknown;
    };
    template <class Weight>
    Tables<Weight>& tables();
    template <class Weight>
    const Tables<Weight>& tables() const {
        return const_cast<Inference*>(this)->tables<Weight>();
    }

    bool eliminate(int left, double log2_of_weights);
    template <class Weight>
    void push_forward();
    template <class Weight>
    bool join(int left);
    template <class Weight>
    bool mix_with_sea();
    template <class Weight>
    bool reaches(int least, int most) const;
    template <class Weight>
    void pull_back(int component);
    template <class Weight>
    void judge_sea();
    template <class Weight>
    void judge(double* probability, std::uint8_t* certain);
    template <class Weight>
    void draw(Stream& draws, bool* mine);
    template <class Weight>
    void draw_component(int component, int mines, Stream& draws);
    void list_places();
    ExactCounts exact_count(int component) const;

    Knowledge knowledge_;
    Frontier frontier_;
    Elimination elimination_;
    Tables<double> narrow_;
    Tables<long double> broad_;
    bool is_broad_ = false;
    std::vector<std::vector<int>> places_of_box_;  // for sampling
    std::vector<int> places_of_sea_, mines_in_box_;
    bool listed_ = false;
};

// P(cell shows 0 … 8) and P(mine), for some covered cells; out[k, 10]. Contradictory if the position is.
Verdict value_probabilities(int rows, int cols, const std::int8_t* cells, int mines, bool trust_flags,
                            std::span<const std::int32_t> targets, double* out);

}  // namespace hazard::mines
