// The extension module hazard._native: one submodule a game.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_mines(nb::module_& module);
void bind_dice(nb::module_& module);

NB_MODULE(_native, module) {
    nb::set_leak_warnings(false);  // a cached object that outlives the interpreter's last collection is no news to a user
    module.doc() = "The native core of Hazard. Each game's package imports its submodule in one place.";
    nb::module_ mines = module.def_submodule("mines", "Minesweeper: boards, exact inference, policies.");
    bind_mines(mines);
    nb::module_ dice = module.def_submodule("dice", "Dicewars: maps, rules, odds, reference players, games.");
    bind_dice(dice);
}
