// What the three players that maximise a win probability weigh each player with: P(win) = sigma(w x).
#pragma once

#include <array>

#include "dice/state.hpp"

namespace hazard::dice {

// For each player, in turn order from the own one on.
using Row = std::array<double, kMostPlayers>;
using RowByPlayers = std::array<Row, kMostPlayers + 1>;

// Those for four players are the originals'; `python benchmarks/_fit_win_weights.py` made the others: 60,000 games a
// table between dt.rand, dt.sdc, dt.ste and dt.stei drawn at random, seed 4242, one position of each that lasts so
// long, after 1 to 24 turns. For four players it gives the originals' signs and like sizes: .24, -.13, -.12, -.12;
// 1.28, -.54, -.55, -.57; 1.44, -.60, -.41, -.17 with .30, -.11, -.27, -.46. They are fitted to each player's own
// score, the policies then apply them to the score of the player that asks: a fault that they keep.
inline constexpr RowByPlayers kScore{{
    {}, {},
    {.25853, -.22055},
    {.23609, -.14931, -.14449},
    {.26457, -.20734, -.19326, -.20172},
    {.23511, -.11766, -.11393, -.11306, -.10718},
    {.25590, -.11338, -.11522, -.11238, -.10962, -.10733},
    {.27484, -.11677, -.11858, -.10892, -.11430, -.10741, -.10842},
    {.24822, -.10119, -.09990, -.10909, -.10163, -.10157, -.10639, -.10106},
}};
inline constexpr RowByPlayers kDice{{
    {}, {},
    {5.12612, -4.95904},
    {1.52363, -.78336, -.94239},
    {.91253, -.55857, -.51782, -.57184},
    {1.20453, -.44361, -.43063, -.43213, -.42669},
    {1.13585, -.34503, -.36574, -.36884, -.36298, -.36775},
    {1.14482, -.31796, -.34176, -.31310, -.35235, -.33052, -.33956},
    {1.00348, -.25780, -.26989, -.29371, -.28614, -.28266, -.28639, -.28228},
}};
inline constexpr RowByPlayers kScoreOfBoth{{
    {}, {},
    {.77006, .52804},
    {1.81611, -1.11442, -.40648},
    {1.04279, -.64831, -.64218, -.59113},
    {1.07951, -.27467, -.27362, -.24320, .03550},
    {.94133, -.31517, -.30664, -.22507, -.10562, .03674},
    {.75441, -.28358, -.23798, -.23101, -.13852, -.09743, .16303},
    {.35287, -.17983, -.17368, -.17710, -.19361, -.13391, -.18121, .16302},
}};
inline constexpr RowByPlayers kDiceOfBoth{{
    {}, {},
    {4.79651, -5.45535},
    {.22936, .03572, -.64624},
    {.25417, -.15321, -.11354, -.19902},
    {.48289, -.25176, -.23752, -.26311, -.45787},
    {.49667, -.12538, -.14994, -.21154, -.28857, -.39129},
    {.63919, -.12534, -.17738, -.15345, -.25454, -.25763, -.44528},
    {.77253, -.13572, -.15180, -.17240, -.15520, -.18808, -.16206, -.39111},
}};

}  // namespace hazard::dice
