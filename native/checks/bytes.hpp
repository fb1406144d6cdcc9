// Reads numbers from a fuzzer's bytes; where they run out it reads zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hazard::checks {

class Bytes {
public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    int byte() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
    int below(int n) { return byte() % n; }
    int between(int low, int high) { return low + below(high - low + 1); }
    bool empty() const { return at_ >= bytes_.size(); }
    std::uint64_t word() {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) value = value << 8 | static_cast<std::uint64_t>(byte());
        return value;
    }

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

}  // namespace hazard::checks
