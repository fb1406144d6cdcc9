// What the three players that maximise a win probability weigh each player with: P(win) = sigma(w x).
#pragma once

#include <array>

#include "dice/state.hpp"

namespace hazard::dice {

// For each player, in turn order from the own one on.
using Row = std::array<double, kMostPlayers>;
using RowByPlayers = std::array<Row, kMostPlayers + 1>;

// Those for four players are the originals'.
inline constexpr RowByPlayers kScore{{
    {}, {},
    {.25, -.25},
    {.26, -.22, -.22},
    {.26457, -.20734, -.19326, -.20172},
    {.26, -.2, -.2, -.2, -.2},
    {.26, -.2, -.2, -.2, -.2, -.2},
    {.26, -.2, -.2, -.2, -.2, -.2, -.2},
    {.26, -.2, -.2, -.2, -.2, -.2, -.2, -.2},
}};
inline constexpr RowByPlayers kDice{{
    {}, {},
    {.9, -.9},
    {.9, -.6, -.6},
    {.91253, -.55857, -.51782, -.57184},
    {.9, -.5, -.5, -.5, -.5},
    {.9, -.5, -.5, -.5, -.5, -.5},
    {.9, -.5, -.5, -.5, -.5, -.5, -.5},
    {.9, -.5, -.5, -.5, -.5, -.5, -.5, -.5},
}};
inline constexpr RowByPlayers kScoreOfBoth{{
    {}, {},
    {1, -1},
    {1, -.7, -.7},
    {1.04279, -.64831, -.64218, -.59113},
    {1, -.6, -.6, -.6, -.6},
    {1, -.6, -.6, -.6, -.6, -.6},
    {1, -.6, -.6, -.6, -.6, -.6, -.6},
    {1, -.6, -.6, -.6, -.6, -.6, -.6, -.6},
}};
inline constexpr RowByPlayers kDiceOfBoth{{
    {}, {},
    {.25, -.25},
    {.25, -.15, -.15},
    {.25417, -.15321, -.11354, -.19902},
    {.25, -.15, -.15, -.15, -.15},
    {.25, -.15, -.15, -.15, -.15, -.15},
    {.25, -.15, -.15, -.15, -.15, -.15, -.15},
    {.25, -.15, -.15, -.15, -.15, -.15, -.15, -.15},
}};

}  // namespace hazard::dice
