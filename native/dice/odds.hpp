// Exact odds of battles: whole numbers of equally likely rolls.
#pragma once

#include <array>
#include <cstdint>

namespace hazard::dice {

inline constexpr int kMostDice = 8;

// kRolls[n][s]: ways in which n dice sum to s.
inline constexpr auto kRolls = [] {
    std::array<std::array<std::uint32_t, 6 * kMostDice + 1>, kMostDice + 1> ways{};
    ways[0][0] = 1;
    for (int n = 1; n <= kMostDice; ++n) {
        for (int sum = n; sum <= 6 * n; ++sum) {
            for (int face = 1; face <= 6 && face <= sum; ++face) ways[n][sum] += ways[n - 1][sum - face];
        }
    }
    return ways;
}();

// Ways in which `attackers` dice beat `defenders` dice (strictly more), of 6^(attackers + defenders).
constexpr std::uint64_t winning_rolls(int attackers, int defenders) {
    std::uint64_t wins = 0;
    for (int a = attackers; a <= 6 * attackers; ++a) {
        for (int d = defenders; d < a && d <= 6 * defenders; ++d) {
            wins += static_cast<std::uint64_t>(kRolls[attackers][a]) * kRolls[defenders][d];
        }
    }
    return wins;
}

// kWin[a][d]: the chance that a dice beat d dice; 1 against none.
inline constexpr auto kWin = [] {
    std::array<std::array<double, kMostDice + 1>, kMostDice + 1> chance{};
    for (int a = 1; a <= kMostDice; ++a) {
        for (int d = 0; d <= kMostDice; ++d) {
            double rolls = 1;
            for (int i = 0; i < a + d; ++i) rolls *= 6;
            chance[a][d] = static_cast<double>(winning_rolls(a, d)) / rolls;
        }
    }
    return chance;
}();

}  // namespace hazard::dice
