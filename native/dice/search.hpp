// Searches over the commands of its turn, both outcomes of every battle, for the position that is best to leave behind.
#pragma once

#include "dice/evaluation.hpp"
#include "dice/policies.hpp"

namespace hazard::dice {

// How much is looked at; never how long, so the same position gets the same command on any machine.
struct Budget {
    int depth;  // commands ahead
    int first;  // of the next commands, how many are followed further
    int width;  // likewise of every later one
};

std::unique_ptr<Policy> make_search(const Network& network, const Budget& budget);

}  // namespace hazard::dice
