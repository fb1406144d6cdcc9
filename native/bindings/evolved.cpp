// Python's view of evolved players. Checks what it is given; holds no logic of the game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/mines.hpp"
#include "mines/evolved.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace hazard::bindings {
namespace {

using mines::Design;
using mines::Level;

constexpr int kMostHidden = 1024;

// What a player is, and where and how it plays.
class BoundPopulation {
public:
    BoundPopulation(int shape, const std::vector<std::string>& features, int source, int hidden, bool symmetric,
                    int rows, int cols, int mines, int rule, bool only_covered, bool logic, int threads)
        : level_(make_level(rows, cols, mines, rule)), habits_{only_covered, logic}, threads_(threads) {
        require(shape >= 0 && shape <= 2, "shape must be 0, 1 or 2");
        require(source >= 0 && source <= 2, "source must be 0, 1 or 2");
        design_.shape = static_cast<mines::Shape>(shape);
        design_.source = static_cast<mines::Source>(source);
        design_.symmetric = symmetric;
        design_.hidden = hidden;
        for (const auto& name : features) design_.features.push_back(feature(name));
        require(design_.shape != mines::Shape::Matrix || !features.empty(), "a matrix needs features");
        require(design_.shape != mines::Shape::Network || (hidden >= 1 && hidden <= kMostHidden),
                "hidden must be 1 to 1024");
    }

    int genes() const { return design_.genes(); }

    nb::dict play(In<float, 2> genes, In<std::uint64_t, 1> seeds, In<std::int32_t, 1> first) {
        require_genes(genes);
        require(seeds.size() == first.size() && seeds.size() > 0, "seeds and first must have the same length, not 0");
        require_cells(view(first), level_.cells(), 0);
        std::vector<mines::Played> played;
        {
            nb::gil_scoped_release release;
            played = mines::play_population({design_, view(genes)}, level_, habits_, view(seeds), view(first), threads_);
        }
        const std::initializer_list<std::size_t> shape{genes.shape(0), seeds.size()};
        Fresh<std::uint8_t> status(shape);
        Fresh<std::int32_t> opened(shape), decisions(shape), again(shape), guesses(shape);
        for (std::size_t i = 0; i < played.size(); ++i) {
            status.data[i] = static_cast<std::uint8_t>(played[i].status);
            opened.data[i] = played[i].opened;
            decisions.data[i] = played[i].decisions;
            again.data[i] = played[i].again;
            guesses.data[i] = played[i].guesses;
        }
        nb::dict result;
        result["status"] = status.release();
        result["opened"] = opened.release();
        result["decisions"] = decisions.release();
        result["again"] = again.release();
        result["guesses"] = guesses.release();
        return result;
    }

    auto choose(In<float, 2> genes, In<std::int8_t, 3> cells) {
        require_genes(genes);
        require_codes(view(cells));
        require(cells.shape(1) == static_cast<std::size_t>(level_.rows) &&
                    cells.shape(2) == static_cast<std::size_t>(level_.cols),
                "cells must be [n, rows, cols]");
        Fresh<std::int32_t> out({genes.shape(0), cells.shape(0)});
        {
            nb::gil_scoped_release release;
            const auto chosen =
                mines::choose_population({design_, view(genes)}, level_, habits_, view(cells), threads_);
            std::copy(chosen.begin(), chosen.end(), out.data.get());
        }
        return out.release();
    }

private:
    static int feature(const std::string& name) {
        const auto& rows = mines::features();
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.name == name; });
        require(row != rows.end(), "no feature has that name");
        return static_cast<int>(row - rows.begin());
    }

    void require_genes(const In<float, 2>& genes) const {
        require(genes.shape(1) == static_cast<std::size_t>(design_.genes()), "genes must be [players, genes()]");
        require(genes.shape(0) > 0, "there must be a player");
    }

    Level level_;
    mines::Habits habits_;
    int threads_;
    Design design_;
};

std::vector<std::string> feature_names() {
    std::vector<std::string> names;
    for (const auto& row : mines::features()) names.emplace_back(row.name);
    return names;
}

}  // namespace
}  // namespace hazard::bindings

void bind_evolved(nb::module_& module) {
    using namespace hazard::bindings;
    nb::class_<BoundPopulation>(module, "Population", "Evolved players of one design, on boards of one level.")
        .def(nb::init<int, const std::vector<std::string>&, int, int, bool, int, int, int, int, bool, bool, int>(),
             "shape"_a, "features"_a, "source"_a, "hidden"_a, "symmetric"_a, "rows"_a, "cols"_a, "mines"_a, "rule"_a,
             "only_covered"_a, "logic"_a, "threads"_a = 1)
        .def("genes", &BoundPopulation::genes, "Weights of one player.")
        .def("play", &BoundPopulation::play, "genes"_a, "seeds"_a, "first"_a,
             nb::sig("def play(self, genes: numpy.typing.NDArray[numpy.float32], "
                     "seeds: numpy.typing.NDArray[numpy.uint64], first: numpy.typing.NDArray[numpy.int32]) -> "
                     "dict[str, numpy.typing.NDArray[typing.Any]]"),
             "Every player on every board: arrays [players, boards] status, opened, decisions, again, guesses.")
        .def("choose", &BoundPopulation::choose, "genes"_a, "cells"_a,
             "What every player chooses at every position: int32[players, n], -1 for none.");
    module.def("features", &feature_names, "What matrix players can know of a cell.");
}
