#include "mines/inference.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace hazard::mines {

Inference::Inference(int rows, int cols) : knowledge_(rows, cols), frontier_(knowledge_.grid()) {}

template <>
Inference::Tables<double>& Inference::tables<double>() {
    return narrow_;
}
template <>
Inference::Tables<long double>& Inference::tables<long double>() {
    return broad_;
}

Verdict Inference::load(const std::int8_t* cells, int mines, bool trust_flags) {
    const Verdict verdict = read(cells, mines, trust_flags);
    return verdict == Verdict::Fine ? count() : verdict;
}

Verdict Inference::read(const std::int8_t* cells, int mines, bool trust_flags) {
    const bool possible = knowledge_.load(cells, mines, trust_flags) && knowledge_.close();
    return possible ? Verdict::Fine : Verdict::Contradictory;
}

Verdict Inference::count() {
    listed_ = false;
    const int left = knowledge_.mines_left();
    const double size = log2_layouts(knowledge_.unknown_count(), left);
    if (!holds<long double>(size)) throw TooWide("a position with more layouts than this machine's numbers hold");
    frontier_.build(knowledge_);
    if (!eliminate(left, size)) return Verdict::Contradictory;
    const bool fits = is_broad_ ? join<long double>(left) && mix_with_sea<long double>()
                                : join<double>(left) && mix_with_sea<double>();
    return fits ? Verdict::Fine : Verdict::Contradictory;
}

bool Inference::feasible(const std::int8_t* cells, int least, int most, bool trust_flags) {
    if (!knowledge_.load(cells, Knowledge::kUncounted, trust_flags) || !knowledge_.close()) return false;
    const int found = Knowledge::kUncounted - knowledge_.mines_left();
    frontier_.build(knowledge_);
    const int left = std::min(most - found, knowledge_.unknown_count());
    if (left < 0 || least - found > left) return false;
    const int seeing = knowledge_.unknown_count() - frontier_.sea();
    const double size = log2_layouts(seeing, std::min(left, seeing));
    if (!holds<long double>(size)) throw TooWide("a position with more layouts than this machine's numbers hold");
    if (!eliminate(left, size)) return false;
    return is_broad_ ? join<long double>(left) && reaches<long double>(least - found, left)
                     : join<double>(left) && reaches<double>(least - found, left);
}

// Finds states and moves of all components; false if one of them has no layout with at most `left` mines.
bool Inference::eliminate(int left, double log2_of_weights) {
    is_broad_ = !holds<double>(log2_of_weights);
    elimination_.clear();
    const auto budget = Budget::standard(is_broad_ ? sizeof(long double) : sizeof(double));
    for (int c = 0; c < frontier_.components(); ++c) {
        if (!elimination_.append(frontier_, frontier_.order(c), left, budget)) return false;
    }
    return true;
}

template <class Weight>
void Inference::push_forward() {
    auto& forward = tables<Weight>().forward;
    forward.assign(elimination_.pool_size(), Weight{0});
    for (int c = 0; c < elimination_.components(); ++c) {
        forward[elimination_.state(elimination_.first_state(c)).offset] = 1;
        for (const Step& step : elimination_.steps(c)) {
            for (const Move& move : elimination_.moves(step)) {
                const auto span = elimination_.span(move);
                const auto ways = static_cast<Weight>(kChoose[step.size][move.mines]);
                const Weight* from = forward.data() + span.from;
                Weight* to = forward.data() + span.to;
                for (int i = 0; i < span.length; ++i) to[i] += ways * from[i];
            }
        }
    }
}

// Weights of all components together, by their mines up to `left`; false if they need more.
template <class Weight>
bool Inference::join(int left) {
    push_forward<Weight>();
    auto& t = tables<Weight>();
    const int components = elimination_.components();
    t.before.resize(components + 1);
    t.before[0].low = 0;
    t.before[0].at.assign(1, Weight{1});
    for (int c = 0; c < components; ++c) {
        const State& own = elimination_.state(elimination_.last_state(c));
        const auto& past = t.before[c];
        auto& next = t.before[c + 1];
        next.low = past.low + own.lo;
        if (next.low > left) return false;
        const int high = std::min(left, past.high() + own.lo + own.length - 1);
        next.at.assign(high - next.low + 1, Weight{0});
        const Weight* weights = t.forward.data() + own.offset;
        for (int k = 0; k < static_cast<int>(past.at.size()); ++k) {
            const int reach = std::min(own.length, static_cast<int>(next.at.size()) - k);
            for (int m = 0; m < reach; ++m) next.at[k + m] += past.at[k] * weights[m];
        }
    }
    return true;
}

// Whether the components and the sea can have least to most mines together.
template <class Weight>
bool Inference::reaches(int least, int most) const {
    const auto& all = tables<Weight>().before.back();
    for (int k = 0; k < static_cast<int>(all.at.size()); ++k) {
        const int mines = all.low + k;
        if (all.at[k] > 0 && mines <= most && mines + frontier_.sea() >= least) return true;
    }
    return false;
}

// For every component the weights of all that comes after it; false if no combination has the right mines.
template <class Weight>
bool Inference::mix_with_sea() {
    auto& t = tables<Weight>();
    const int components = elimination_.components(), left = knowledge_.mines_left();
    t.after.resize(components + 1);
    auto& sea = t.after[components];
    sea.low = t.before[components].low;
    binomials(frontier_.sea(), left - sea.low, static_cast<int>(t.before[components].at.size()), sea.at);
    for (int c = components - 1; c >= 0; --c) {
        const State& own = elimination_.state(elimination_.last_state(c));
        const auto& rest = t.after[c + 1];
        auto& here = t.after[c];
        here.low = t.before[c].low;
        here.at.assign(t.before[c].at.size(), Weight{0});
        const Weight* weights = t.forward.data() + own.offset;
        for (int k = 0; k < static_cast<int>(here.at.size()); ++k) {
            const int reach = std::min(own.length, static_cast<int>(rest.at.size()) - k);
            for (int m = 0; m < reach; ++m) here.at[k] += weights[m] * rest.at[k + m];
        }
    }
    return t.after[0].at[0] > 0;
}

long double Inference::layouts() const {
    return is_broad_ ? broad_.after[0].at[0] : static_cast<long double>(narrow_.after[0].at[0]);
}

// Carries the weight of everything outside a component back through it and reads off the mines of each box.
template <class Weight>
void Inference::pull_back(int component) {
    auto& t = tables<Weight>();
    const State& last = elimination_.state(elimination_.last_state(component));
    const auto& before = t.before[component];
    const auto& after = t.after[component + 1];
    for (int m = 0; m < last.length; ++m) {
        Weight sum = 0;
        const int reach = std::min(static_cast<int>(before.at.size()), static_cast<int>(after.at.size()) - m);
        for (int k = 0; k < reach; ++k) sum += before.at[k] * after.at[k + m];
        t.backward[last.offset + m] = sum;
    }
    const auto steps = elimination_.steps(component);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        Weight mined = 0, free = 0;
        for (const Move& move : elimination_.moves(*step)) {
            const auto span = elimination_.span(move);
            const auto ways = static_cast<Weight>(kChoose[step->size][move.mines]);
            const Weight* forward = t.forward.data() + span.from;
            Weight* from = t.backward.data() + span.from;
            const Weight* to = t.backward.data() + span.to;
            Weight both = 0;
            for (int i = 0; i < span.length; ++i) {
                const Weight rest = ways * to[i];
                from[i] += rest;
                both += forward[i] * rest;
            }
            mined += both * static_cast<Weight>(move.mines);
            free += both * static_cast<Weight>(step->size - static_cast<int>(move.mines));
        }
        t.box_fate[step->box] = mined == 0 ? Fate::Safe : free == 0 ? Fate::Mine : Fate::Unknown;
        t.box_risk[step->box] = static_cast<double>(mined / (mined + free));
    }
}

template <class Weight>
void Inference::judge_sea() {
    auto& t = tables<Weight>();
    const auto& before = t.before.back();
    const auto& after = t.after.back();
    Weight mined = 0, free = 0;
    for (std::size_t k = 0; k < before.at.size(); ++k) {
        const int mines = knowledge_.mines_left() - before.low - static_cast<int>(k);
        const Weight both = before.at[k] * after.at[k];
        if (both == 0) continue;
        mined += both * static_cast<Weight>(mines);
        free += both * static_cast<Weight>(frontier_.sea() - mines);
    }
    t.sea_fate = mined == 0 ? Fate::Safe : free == 0 ? Fate::Mine : Fate::Unknown;
    t.sea_risk = static_cast<double>(mined / (mined + free));
}

template <class Weight>
void Inference::judge(double* probability, std::uint8_t* certain) {
    auto& t = tables<Weight>();
    t.backward.assign(elimination_.pool_size(), Weight{0});
    t.box_risk.resize(frontier_.boxes().size());
    t.box_fate.resize(frontier_.boxes().size());
    for (int c = 0; c < elimination_.components(); ++c) pull_back<Weight>(c);
    if (frontier_.sea() > 0) judge_sea<Weight>();
    const Grid& grid = knowledge_.grid();
    for (int row = 0, cell = 0; row < grid.rows; ++row) {
        for (int place = grid.at(row, 0), end = place + grid.cols; place < end; ++place, ++cell) {
            Fate fate = knowledge_.fate(place);
            double risk = std::numeric_limits<double>::quiet_NaN();
            if (knowledge_.unknown(place)) {
                const int box = frontier_.box_of(place);
                risk = box == Frontier::kSea ? t.sea_risk : t.box_risk[box];
                fate = box == Frontier::kSea ? t.sea_fate : t.box_fate[box];
            } else if (fate != Fate::Unknown) {
                risk = fate == Fate::Mine ? 1.0 : 0.0;
            }
            probability[cell] = risk;
            certain[cell] = static_cast<std::uint8_t>(fate);
        }
    }
}

void Inference::marginals(double* probability, std::uint8_t* certain) {
    is_broad_ ? judge<long double>(probability, certain) : judge<double>(probability, certain);
}

void Inference::list_places() {
    if (listed_) return;
    listed_ = true;
    places_of_box_.resize(std::max(places_of_box_.size(), frontier_.boxes().size()));
    for (auto& places : places_of_box_) places.clear();
    places_of_sea_.clear();
    mines_in_box_.assign(frontier_.boxes().size(), 0);
    const Grid& grid = knowledge_.grid();
    for (int cell = 0; cell < grid.rows * grid.cols; ++cell) {
        const int place = grid.at(cell / grid.cols, cell % grid.cols);
        if (!knowledge_.unknown(place)) continue;
        const int box = frontier_.box_of(place);
        (box == Frontier::kSea ? places_of_sea_ : places_of_box_[box]).push_back(cell);
    }
}

// Walks backwards from the complete state, choosing every box's mines in proportion to what leads there.
template <class Weight>
void Inference::draw_component(int component, int mines, Stream& draws) {
    const auto& forward = tables<Weight>().forward;
    auto state = elimination_.last_state(component);
    const auto steps = elimination_.steps(component);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const auto weight_of = [&](const Move& move) -> Weight {
            const State& from = elimination_.state(move.from);
            const int index = mines - static_cast<int>(move.mines) - from.lo;
            if (move.to != state || index < 0 || index >= from.length) return 0;
            return static_cast<Weight>(kChoose[step->size][move.mines]) * forward[from.offset + index];
        };
        Weight total = 0;
        for (const Move& move : elimination_.moves(*step)) total += weight_of(move);
        Weight mark = static_cast<Weight>(draws.unit()) * total;
        const Move* chosen = nullptr;
        for (const Move& move : elimination_.moves(*step)) {
            const Weight weight = weight_of(move);
            if (weight == 0) continue;
            chosen = &move;
            if (mark < weight) break;
            mark -= weight;
        }
        mines_in_box_[step->box] = static_cast<int>(chosen->mines);
        mines -= static_cast<int>(chosen->mines);
        state = chosen->from;
    }
}

template <class Weight>
void Inference::draw(Stream& draws, bool* mine) {
    const auto& t = tables<Weight>();
    const Grid& grid = knowledge_.grid();
    for (int cell = 0; cell < grid.rows * grid.cols; ++cell) {
        mine[cell] = knowledge_.fate(grid.at(cell / grid.cols, cell % grid.cols)) == Fate::Mine;
    }
    const auto lay = [&](std::vector<int>& cells, int count) {
        for (int k = 0; k < count; ++k) {
            std::swap(cells[k], cells[k + draws.below(cells.size() - k)]);
            mine[cells[k]] = true;
        }
    };
    int used = 0;
    for (int c = 0; c < elimination_.components(); ++c) {
        const State& own = elimination_.state(elimination_.last_state(c));
        const auto& rest = t.after[c + 1];
        const auto weight_of = [&](int m) -> Weight {
            const int index = used + own.lo + m - rest.low;
            if (index < 0 || index >= static_cast<int>(rest.at.size())) return 0;
            return t.forward[own.offset + m] * rest.at[index];
        };
        Weight total = 0;
        for (int m = 0; m < own.length; ++m) total += weight_of(m);
        Weight mark = static_cast<Weight>(draws.unit()) * total;
        int chosen = 0;
        for (int m = 0; m < own.length; ++m) {
            const Weight weight = weight_of(m);
            if (weight == 0) continue;
            chosen = m;
            if (mark < weight) break;
            mark -= weight;
        }
        draw_component<Weight>(c, own.lo + chosen, draws);
        used += own.lo + chosen;
    }
    for (std::size_t box = 0; box < frontier_.boxes().size(); ++box) lay(places_of_box_[box], mines_in_box_[box]);
    lay(places_of_sea_, knowledge_.mines_left() - used);
}

void Inference::sample(Stream& draws, bool* mine) {
    list_places();
    is_broad_ ? draw<long double>(draws, mine) : draw<double>(draws, mine);
}

std::vector<ExactCounts> Inference::exact_counts() const {
    std::vector<ExactCounts> all;
    for (int c = 0; c < elimination_.components(); ++c) all.push_back(exact_count(c));
    return all;
}

// Only two layers are held at a time: whole numbers of a wide component are long.
ExactCounts Inference::exact_count(int component) const {
    constexpr std::size_t kMostBytes = 1'000'000'000;
    const auto steps = elimination_.steps(component);
    int places = 0;
    for (const Step& step : steps) places += step.size;
    const auto limbs = static_cast<std::size_t>(places / 64 + 1);
    std::vector<std::uint64_t> from_layer(limbs), to_layer;
    from_layer[0] = 1;
    for (const Step& step : steps) {
        const std::size_t size = (step.to_weights_end - step.to_weights) * limbs;
        if ((size + from_layer.size()) * sizeof(std::uint64_t) > kMostBytes) {
            throw TooWide("a component whose exact count needs more than 1 GB");
        }
        to_layer.assign(size, 0);
        for (const Move& move : elimination_.moves(step)) {
            const auto span = elimination_.span(move);
            const auto ways = static_cast<u128>(kChoose[step.size][move.mines]);
            const std::uint64_t* from = from_layer.data() + (span.from - step.from_weights) * limbs;
            std::uint64_t* to = to_layer.data() + (span.to - step.to_weights) * limbs;
            for (int i = 0; i < span.length; ++i, from += limbs, to += limbs) {
                u128 carry = 0;
                for (std::size_t limb = 0; limb < limbs; ++limb) {
                    carry += ways * from[limb] + to[limb];
                    to[limb] = static_cast<std::uint64_t>(carry);
                    carry >>= 64;
                }
            }
        }
        from_layer.swap(to_layer);
    }
    const State& last = elimination_.state(elimination_.last_state(component));
    ExactCounts counts{static_cast<int>(limbs), {}};
    counts.values.assign(static_cast<std::size_t>(last.lo) * limbs, 0);
    counts.values.insert(counts.values.end(), from_layer.begin(), from_layer.end());
    return counts;
}

Verdict value_probabilities(int rows, int cols, const std::int8_t* cells, int mines, bool trust_flags,
                            std::span<const std::int32_t> targets, double* out) {
    std::vector<std::int8_t> seen(cells, cells + rows * cols);
    if (!trust_flags) std::replace(seen.begin(), seen.end(), kFlagged, kCovered);
    Inference inference(rows, cols);
    if (inference.load(seen.data(), mines, true) != Verdict::Fine) return Verdict::Contradictory;
    const long double all = inference.layouts();
    for (const int target : targets) {
        const std::int8_t before = seen[target];
        for (int value = 0; value <= 9; ++value, ++out) {
            const bool asks_for_mine = value == 9;
            if (before == kFlagged) {
                *out = asks_for_mine ? 1.0 : 0.0;
                continue;
            }
            seen[target] = asks_for_mine ? kFlagged : static_cast<std::int8_t>(value);
            const bool possible = inference.load(seen.data(), mines, true) == Verdict::Fine;
            *out = possible ? static_cast<double>(inference.layouts() / all) : 0.0;
        }
        seen[target] = before;
    }
    return Verdict::Fine;
}

}  // namespace hazard::mines
