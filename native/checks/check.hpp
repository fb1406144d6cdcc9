// A check that ends the program with its place and the input that broke it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace hazard::checks {

inline std::string& current_input() {
    thread_local std::string text;
    return text;
}

[[noreturn]] inline void fail(const char* what, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: not true: %s\ninput: %s\n", file, line, what, current_input().c_str());
    std::abort();
}

}  // namespace hazard::checks

#define HAZARD_CHECK(condition)                                                 \
    do {                                                                        \
        if (!(condition)) ::hazard::checks::fail(#condition, __FILE__, __LINE__); \
    } while (false)
