// A set of cells as bits: row after row, each row followed by one guard bit that is always 0.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace hazard::mines {

template <int W>
struct Bits {
    std::array<std::uint64_t, W> word{};

    bool test(int bit) const { return (word[bit >> 6] >> (bit & 63)) & 1; }
    void set(int bit) { word[bit >> 6] |= std::uint64_t{1} << (bit & 63); }
    void clear(int bit) { word[bit >> 6] &= ~(std::uint64_t{1} << (bit & 63)); }

    int count() const {
        int total = 0;
        for (auto w : word) total += std::popcount(w);
        return total;
    }
    Bits operator&(const Bits& other) const {
        Bits out;
        for (int i = 0; i < W; ++i) out.word[i] = word[i] & other.word[i];
        return out;
    }
    Bits operator|(const Bits& other) const {
        Bits out;
        for (int i = 0; i < W; ++i) out.word[i] = word[i] | other.word[i];
        return out;
    }
    Bits without(const Bits& other) const {
        Bits out;
        for (int i = 0; i < W; ++i) out.word[i] = word[i] & ~other.word[i];
        return out;
    }
    bool operator==(const Bits&) const = default;

    Bits up(int shift) const {  // towards higher bits; shift >= 1
        Bits out;
        if (shift < 64) {  // all but very wide boards: no word is skipped, and the loop unrolls
            out.word[0] = word[0] << shift;
            for (int i = 1; i < W; ++i) out.word[i] = word[i] << shift | word[i - 1] >> (64 - shift);
            return out;
        }
        const int words = shift >> 6, rest = shift & 63;
        for (int i = W - 1; i >= words; --i) {
            out.word[i] = word[i - words] << rest;
            if (rest != 0 && i > words) out.word[i] |= word[i - words - 1] >> (64 - rest);
        }
        return out;
    }
    Bits down(int shift) const {
        Bits out;
        if (shift < 64) {
            for (int i = 0; i < W - 1; ++i) out.word[i] = word[i] >> shift | word[i + 1] << (64 - shift);
            out.word[W - 1] = word[W - 1] >> shift;
            return out;
        }
        const int words = shift >> 6, rest = shift & 63;
        for (int i = 0; i + words < W; ++i) {
            out.word[i] = word[i + words] >> rest;
            if (rest != 0 && i + words + 1 < W) out.word[i] |= word[i + words + 1] << (64 - rest);
        }
        return out;
    }

    // The cells themselves and all their neighbours; guard bits must be masked off afterwards.
    Bits dilated(int stride) const {
        const Bits row = *this | up(1) | down(1);
        return row | row.up(stride) | row.down(stride);
    }

    // Three neighbouring bits, the middle one being `bit`; outside the set they are 0.
    unsigned window(int bit) const {
        const int low = bit - 1;
        if (low < -2 || low >= 64 * W) return 0;
        if (low < 0) return static_cast<unsigned>((word[0] << -low) & 7);
        const int index = low >> 6, rest = low & 63;
        std::uint64_t value = word[index] >> rest;
        if (rest > 61 && index + 1 < W) value |= word[index + 1] << (64 - rest);
        return static_cast<unsigned>(value & 7);
    }
    int neighbours(int bit, int stride) const {
        const unsigned around = window(bit - stride) | window(bit) << 3 | window(bit + stride) << 6;
        return std::popcount(around & 0b111'101'111u);
    }

    // The bit with exactly `rank` set bits below it.
    int select(int rank) const {
        for (int i = 0;; ++i) {
            const int here = std::popcount(word[i]);
            if (rank < here) return i * 64 + select_in(word[i], rank);
            rank -= here;
        }
    }

    template <class Visit>
    void each(const Visit& visit) const {
        for (int i = 0; i < W; ++i) {
            for (auto rest = word[i]; rest != 0; rest &= rest - 1) visit(i * 64 + std::countr_zero(rest));
        }
    }

private:
    static int select_in(std::uint64_t bits, int rank) {
#if defined(__BMI2__)
        return std::countr_zero(_pdep_u64(std::uint64_t{1} << rank, bits));
#else
        for (; rank > 0; --rank) bits &= bits - 1;
        return std::countr_zero(bits);
#endif
    }
};

}  // namespace hazard::mines
