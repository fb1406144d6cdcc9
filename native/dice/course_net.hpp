// The course AI that judges by a network: dice to the front, attacks tried with a reply of every opponent, evacuation.
#pragma once

#include "dice/policies.hpp"

namespace hazard::dice {

// What tells it how good a position is. Networks know one kind of table; elsewhere it judges by hand.
enum class Judge { Network, Leaked, ByHand };
// When it attacks only with more dice than there are against it, instead of as many: never, while its largest region is
// small, or once it is large.
enum class Care { Never, WhileSmall, OnceLarge };

struct Habits {
    Judge judge = Judge::Network;
    bool stale = false;     // attacks are tried on the board of the game's beginning
    bool front = true;      // transfers towards the border
    bool far = true;        // from anywhere, most dice first; else the first area found that lies beside the border
    bool evacuates = true;  // transfers away from what is endangered
    int replies = 1;        // attacks of each opponent that follow a tried one
    Care care = Care::Never;
};

std::unique_ptr<Policy> make_course_net(const Habits& habits);

}  // namespace hazard::dice
