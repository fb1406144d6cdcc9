// Counter-based randomness (splitmix64): every stream is a pure function of a seed and a salt.
#pragma once

#include <cstdint>

namespace hazard {

__extension__ using u128 = unsigned __int128;

inline constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15ULL;

constexpr std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

// A seed for another purpose; different salts give unrelated streams.
constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t salt) {
    return mix64(seed + kGamma * (salt + 1));
}

// Maps a 64-bit draw to 0 … n-1; the bias is below n / 2^64.
constexpr std::uint64_t bounded(std::uint64_t draw, std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<u128>(draw) * n) >> 64);
}

// An agent's choice among n candidates at a decision: 32 bits, so that numpy can do the same sum.
constexpr std::uint64_t pick(std::uint64_t seed, std::uint64_t decision, std::uint64_t n) {
    return ((mix(seed, decision) >> 32) * n) >> 32;
}

class Stream {
public:
    explicit constexpr Stream(std::uint64_t state) : state_(state) {}
    constexpr std::uint64_t next() { return mix64(state_ += kGamma); }
    constexpr std::uint64_t below(std::uint64_t n) { return bounded(next(), n); }
    // Uniform in [0, 1) with 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

}  // namespace hazard
