// Python's view of the Minesweeper core. Checks what it is given; holds no logic of the game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/mines.hpp"
#include "common/parallel.hpp"
#include "common/rng.hpp"
#include "mines/boards.hpp"
#include "mines/equations.hpp"
#include "mines/inference.hpp"
#include "mines/play.hpp"
#include "mines/policies.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hazard::bindings {
namespace {

using mines::Fate;
using mines::Level;
using mines::Verdict;

// The native boards and the arrays that they write to.
class BoundBoards {
public:
    BoundBoards(int rows, int cols, int mines, int rule, Out<std::int8_t, 3> cells, Out<bool, 3> covered,
                Out<std::uint8_t, 1> status, Out<std::int32_t, 1> opened, int threads)
        : level_(make_level(rows, cols, mines, rule)), cells_(cells), covered_(covered), status_(status), opened_(opened) {
        const auto n = cells.shape(0);
        require(cells.shape(1) == static_cast<std::size_t>(rows) && cells.shape(2) == static_cast<std::size_t>(cols),
                "cells must be [n, rows, cols]");
        require_same_shape(cells, covered, "cells and covered must have the same shape");
        require(status.shape(0) == n && opened.shape(0) == n, "status and opened must be [n]");
        boards_ = mines::Boards::make(level_, {n, cells.data(), covered.data(), status.data(), opened.data()}, threads);
    }

    void deal(In<std::int32_t, 1> boards, In<std::uint64_t, 1> seeds) {
        require(boards.size() == seeds.size(), "boards and seeds must have the same length");
        for (std::size_t i = 0; i < boards.size(); ++i) {
            boards_->deal(index(boards.data()[i]), seeds.data()[i]);
        }
    }
    void deal_layout(int board, In<std::int32_t, 1> mines) {
        require_cells(view(mines), level_.cells(), 0);
        boards_->deal_layout(index(board), view(mines));
    }
    void open(In<std::int32_t, 1> cells) {
        require_actions(cells);
        nb::gil_scoped_release release;
        boards_->open(view(cells));
    }
    void step(In<std::int32_t, 1> cells, Out<std::uint8_t, 1> finished) {
        require_actions(cells);
        require(finished.size() == n(), "finished must be [n]");
        nb::gil_scoped_release release;
        boards_->step(view(cells), finished.data());
    }
    int act(int board, int action, int cell) {
        require(action >= 0 && action <= 3, "an action must be 0 to 3");
        require(cell >= 0 && cell < level_.cells(), "a cell is off the board");
        return boards_->act(index(board), static_cast<mines::Action>(action), cell);
    }
    void draw(Out<std::int32_t, 1> out) {
        require(out.size() == n(), "out must be [n]");
        nb::gil_scoped_release release;
        boards_->draw({out.data(), out.size()});
    }
    auto layout(int board) {
        const auto at = index(board);
        require(boards_->laid(at), "no cell has been opened yet: the layout is not fixed");
        Fresh<bool> out({static_cast<std::size_t>(level_.rows), static_cast<std::size_t>(level_.cols)});
        for (int cell = 0; cell < level_.cells(); ++cell) out.data[cell] = boards_->is_mine(at, cell);
        return out.release();
    }

private:
    std::size_t n() const { return cells_.shape(0); }
    std::size_t index(int board) const {
        require(board >= 0 && static_cast<std::size_t>(board) < n(), "there is no board of that number");
        return static_cast<std::size_t>(board);
    }
    void require_actions(const In<std::int32_t, 1>& cells) const {
        require(cells.size() == n(), "actions must be [n]");
        require_cells(view(cells), level_.cells(), -1);
    }

    Level level_;
    Out<std::int8_t, 3> cells_;
    Out<bool, 3> covered_;
    Out<std::uint8_t, 1> status_;
    Out<std::int32_t, 1> opened_;
    std::unique_ptr<mines::Boards> boards_;
};

auto analyse(In<std::int8_t, 3> cells, int mines, Out<double, 3> probability, Out<std::uint8_t, 3> certain,
             bool trust_flags, int threads) {
    require_same_shape(cells, probability, "cells and probability must have the same shape");
    require_same_shape(cells, certain, "cells and certain must have the same shape");
    require_codes(view(cells));
    const int rows = static_cast<int>(cells.shape(1)), cols = static_cast<int>(cells.shape(2));
    require_size(rows, cols);
    Fresh<std::uint8_t> verdict({cells.shape(0)});
    {
        nb::gil_scoped_release release;
        parallel_for(cells.shape(0), threads, [&](std::size_t begin, std::size_t end) {
            mines::Inference inference(rows, cols);
            for (auto i = begin; i < end; ++i) {
                const auto at = i * static_cast<std::size_t>(rows * cols);
                auto result = Verdict::TooWide;
                try {
                    result = inference.load(cells.data() + at, mines, trust_flags);
                    if (result == Verdict::Fine) inference.marginals(probability.data() + at, certain.data() + at);
                } catch (const mines::TooWide&) {
                    result = Verdict::TooWide;
                }
                verdict.data[i] = static_cast<std::uint8_t>(result);
            }
        });
    }
    return verdict.release();
}

void deduce(In<std::int8_t, 3> cells, Out<std::uint8_t, 3> certain, int method, int threads) {
    require_same_shape(cells, certain, "cells and certain must have the same shape");
    require_codes(view(cells));
    require(method == 0 || method == 1, "method must be 0 (counting rules) or 1 (with equations)");
    const int rows = static_cast<int>(cells.shape(1)), cols = static_cast<int>(cells.shape(2)), size = rows * cols;
    require_size(rows, cols);
    nb::gil_scoped_release release;
    parallel_for(cells.shape(0), threads, [&](std::size_t begin, std::size_t end) {
        mines::Knowledge knowledge(rows, cols);
        mines::Equations equations(knowledge.grid());
        for (auto i = begin; i < end; ++i) {
            knowledge.load(cells.data() + i * size, mines::Knowledge::kUncounted, false);
            method == 0 ? knowledge.close() : equations.close(knowledge);
            for (int cell = 0; cell < size; ++cell) {
                const int place = knowledge.grid().at(cell / cols, cell % cols);
                certain.data()[i * size + cell] = static_cast<std::uint8_t>(knowledge.fate(place));
            }
        }
    });
}

// Loads one position or says why it cannot be used.
void load(mines::Inference& inference, const In<std::int8_t, 2>& cells, int mines, bool trust_flags) {
    require_codes(view(cells));
    const auto verdict = inference.load(cells.data(), mines, trust_flags);
    require(verdict == Verdict::Fine, "no layout fits the position");
}

mines::Inference inference_for(const In<std::int8_t, 2>& cells) {
    const int rows = static_cast<int>(cells.shape(0)), cols = static_cast<int>(cells.shape(1));
    require_size(rows, cols);
    return mines::Inference(rows, cols);
}

nb::tuple counts(In<std::int8_t, 2> cells, int mines, bool trust_flags) {
    auto inference = inference_for(cells);
    std::vector<mines::ExactCounts> components;
    {
        nb::gil_scoped_release release;
        load(inference, cells, mines, trust_flags);
        components = inference.exact_counts();
    }
    const nb::object from_bytes = nb::module_::import_("builtins").attr("int").attr("from_bytes");
    nb::list all;
    for (const auto& component : components) {
        nb::list numbers;
        const std::size_t bytes = static_cast<std::size_t>(component.limbs) * 8;
        for (std::size_t at = 0; at < component.values.size(); at += component.limbs) {
            numbers.append(from_bytes(nb::bytes(component.values.data() + at, bytes), "little"));
        }
        all.append(numbers);
    }
    return nb::make_tuple(all, inference.sea(), inference.mines_left());
}

bool feasible(In<std::int8_t, 2> cells, int least, int most, bool trust_flags) {
    auto inference = inference_for(cells);
    require_codes(view(cells));
    nb::gil_scoped_release release;
    return inference.feasible(cells.data(), least, most, trust_flags);
}

auto values(In<std::int8_t, 2> cells, int mines, In<std::int32_t, 1> targets, bool trust_flags) {
    const int rows = static_cast<int>(cells.shape(0)), cols = static_cast<int>(cells.shape(1));
    require_size(rows, cols);
    require_codes(view(cells));
    require_cells(view(targets), rows * cols, 0);
    for (const auto target : view(targets)) require(cells.data()[target] < 0, "a cell is already open");
    Fresh<double> out({targets.size(), 10});
    {
        nb::gil_scoped_release release;
        const auto verdict =
            mines::value_probabilities(rows, cols, cells.data(), mines, trust_flags, view(targets), out.data.get());
        require(verdict == Verdict::Fine, "no layout fits the position");
    }
    return out.release();
}

auto sample(In<std::int8_t, 2> cells, int mines, int count, std::uint64_t seed, bool trust_flags) {
    auto inference = inference_for(cells);
    require(count >= 0, "count must not be negative");
    Fresh<bool> out({static_cast<std::size_t>(count), cells.shape(0), cells.shape(1)});
    {
        nb::gil_scoped_release release;
        load(inference, cells, mines, trust_flags);
        Stream draws(mix(seed, 0));
        for (int i = 0; i < count; ++i) inference.sample(draws, out.data.get() + i * cells.size());
    }
    return out.release();
}

nb::dict as_arrays(const std::vector<mines::Outcome>& outcomes, bool record) {
    const auto n = outcomes.size();
    Fresh<std::uint8_t> status({n});
    Fresh<std::int32_t> opened({n}), decisions({n}), guesses({n});
    std::size_t total = 0;
    for (std::size_t i = 0; i < n; ++i) {
        status.data[i] = static_cast<std::uint8_t>(outcomes[i].status);
        opened.data[i] = outcomes[i].opened;
        decisions.data[i] = outcomes[i].decisions;
        guesses.data[i] = outcomes[i].guesses;
        total += outcomes[i].cells.size();
    }
    nb::dict result;
    result["status"] = status.release();
    result["opened"] = opened.release();
    result["decisions"] = decisions.release();
    result["guesses"] = guesses.release();
    if (!record) return result;
    Fresh<std::int64_t> offsets({n + 1});
    Fresh<std::int32_t> cells({total}), decision({total});
    std::size_t at = 0;
    for (std::size_t i = 0; i < n; ++i) {
        offsets.data[i] = static_cast<std::int64_t>(at);
        std::copy(outcomes[i].cells.begin(), outcomes[i].cells.end(), cells.data.get() + at);
        std::copy(outcomes[i].decision.begin(), outcomes[i].decision.end(), decision.data.get() + at);
        at += outcomes[i].cells.size();
    }
    offsets.data[n] = static_cast<std::int64_t>(at);
    result["offsets"] = offsets.release();
    result["cells"] = cells.release();
    result["decision"] = decision.release();
    return result;
}

nb::dict play(std::string_view policy, int rows, int cols, int mines, int rule, In<std::uint64_t, 1> seeds,
              In<std::uint64_t, 1> agent_seeds, In<std::int32_t, 1> first, std::optional<In<bool, 3>> layouts,
              bool count_guesses, bool record, int threads) {
    const Level level = make_level(rows, cols, mines, rule);
    require(seeds.size() == agent_seeds.size() && seeds.size() == first.size(),
            "seeds, agent_seeds and first must have the same length");
    require_cells(view(first), level.cells(), -1);
    if (layouts) {
        require(layouts->shape(0) == seeds.size() && layouts->shape(1) == static_cast<std::size_t>(rows) &&
                    layouts->shape(2) == static_cast<std::size_t>(cols),
                "layouts must be [n, rows, cols]");
    }
    const mines::Games games{view(seeds), view(agent_seeds), view(first), layouts ? layouts->data() : nullptr};
    std::vector<mines::Outcome> outcomes;
    {
        nb::gil_scoped_release release;
        outcomes = mines::play(policy, level, games, {count_guesses, record, threads});
    }
    return as_arrays(outcomes, record);
}

std::vector<std::string> policy_names() {
    std::vector<std::string> names;
    for (const auto& row : mines::policies()) names.emplace_back(row.name);
    return names;
}

}  // namespace
}  // namespace hazard::bindings

void bind_evolved(nb::module_& module);

void bind_mines(nb::module_& module) {
    using namespace hazard::bindings;
    nb::exception<hazard::mines::TooWide>(module, "TooWide");
    nb::class_<BoundBoards>(module, "Boards", "n boards of one level; writes what players see into the given arrays.")
        .def(nb::init<int, int, int, int, Out<std::int8_t, 3>, Out<bool, 3>, Out<std::uint8_t, 1>,
                      Out<std::int32_t, 1>, int>(),
             "rows"_a, "cols"_a, "mines"_a, "rule"_a, "cells"_a.noconvert(), "covered"_a.noconvert(),
             "status"_a.noconvert(), "opened"_a.noconvert(), "threads"_a = 1)
        .def("deal", &BoundBoards::deal, "boards"_a, "seeds"_a, "New games; a layout is fixed at its first open.")
        .def("deal_layout", &BoundBoards::deal_layout, "board"_a, "mines"_a, "A game with mines on the given cells.")
        .def("open", &BoundBoards::open, "cells"_a, "One cell a board, -1 for none; what cannot be opened is ignored.")
        .def("step", &BoundBoards::step, "cells"_a, "finished"_a.noconvert(),
             "Opens, writes into finished[n] how games ended, and deals those boards afresh.")
        .def("act", &BoundBoards::act, "board"_a, "action"_a, "cell"_a,
             "0 open, 1 flag, 2 unflag, 3 chord; the number of cells that changed, -1 where it is not allowed.")
        .def("draw", &BoundBoards::draw, "out"_a.noconvert(), "A random cell of each board that may be opened.")
        .def("layout", &BoundBoards::layout, "board"_a, "Where the mines of a board are: bool[rows, cols].");
    module.def("analyse", &analyse, "cells"_a, "mines"_a, "probability"_a.noconvert(), "certain"_a.noconvert(),
               "trust_flags"_a = true, "threads"_a = 1,
               "Exact risks and certain cells of n positions; a verdict each: 0 fine, 1 contradictory, 2 too wide.");
    module.def("deduce", &deduce, "cells"_a, "certain"_a.noconvert(), "method"_a, "threads"_a = 1,
               "What counting rules (0), or rules and equations (1), settle: 1 safe, 2 mine.");
    module.def("counts", &counts, "cells"_a, "mines"_a, "trust_flags"_a = true,
               nb::sig("def counts(cells: numpy.typing.NDArray[numpy.int8], mines: int, trust_flags: bool = True) -> "
                       "tuple[list[list[int]], int, int]"),
               "Exact layouts of each component by its mines, the size of the sea, the mines left for both.");
    module.def("feasible", &feasible, "cells"_a, "least"_a, "most"_a, "trust_flags"_a = true,
               "Whether any layout with least to most mines fits; a cell of code 9 is open but its number counts for nothing.");
    module.def("values", &values, "cells"_a, "mines"_a, "targets"_a, "trust_flags"_a = true,
               "P(cell shows 0 to 8) and P(mine) of covered cells: float64[k, 10].");
    module.def("sample", &sample, "cells"_a, "mines"_a, "count"_a, "seed"_a, "trust_flags"_a = true,
               "Layouts drawn uniformly from those that fit: bool[count, rows, cols].");
    module.def("play", &play, "policy"_a, "rows"_a, "cols"_a, "mines"_a, "rule"_a, "seeds"_a, "agent_seeds"_a,
               "first"_a, "layouts"_a = nb::none(), "count_guesses"_a = false, "record"_a = false, "threads"_a = 1,
               nb::sig("def play(policy: str, rows: int, cols: int, mines: int, rule: int, "
                       "seeds: numpy.typing.NDArray[numpy.uint64], agent_seeds: numpy.typing.NDArray[numpy.uint64], "
                       "first: numpy.typing.NDArray[numpy.int32], layouts: numpy.typing.NDArray[numpy.bool_] | None = None, "
                       "count_guesses: bool = False, record: bool = False, threads: int = 1) -> "
                       "dict[str, numpy.typing.NDArray[typing.Any]]"),
               "Whole games by a native policy: arrays status, opened, decisions, guesses; with record offsets, cells, "
               "decision.");
    module.def("policies", &policy_names, "Names of the native policies.");
    module.def("mix", &hazard::mix, "seed"_a, "salt"_a, "The seed for another purpose.");
    bind_evolved(module);
}
