// Splits a range over threads; results must not depend on the split, so work items are independent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace hazard {

// Calls body(begin, end) on contiguous parts of [0, n); the first exception is rethrown here.
template <class Body>
void parallel_for(std::size_t n, int threads, const Body& body) {
    const std::size_t parts = std::min<std::size_t>(std::max(threads, 1), n);
    if (parts <= 1) {
        if (n > 0) body(std::size_t{0}, n);
        return;
    }
    std::vector<std::exception_ptr> failures(parts);
    std::vector<std::thread> pool;
    pool.reserve(parts);
    for (std::size_t part = 0; part < parts; ++part) {
        pool.emplace_back([&, part] {
            try {
                body(n * part / parts, n * (part + 1) / parts);
            } catch (...) {
                failures[part] = std::current_exception();
            }
        });
    }
    for (auto& thread : pool) thread.join();
    for (const auto& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
}

}  // namespace hazard
