// Feeds the targets with random and mutated bytes: `core_checks [TARGET|all] [RUNS] [SEED]`.
//
// Built with -DHAZARD_LIBFUZZER=TARGET it is that target for libFuzzer instead.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "checks/check.hpp"
#include "checks/targets.hpp"
#include "common/rng.hpp"

#ifdef HAZARD_LIBFUZZER
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    hazard::checks::HAZARD_LIBFUZZER({data, size});
    return 0;
}
#else

namespace {

using Clock = std::chrono::steady_clock;
using Input = std::vector<std::uint8_t>;

struct Target {
    std::string_view name;
    void (*run)(std::span<const std::uint8_t>);
    int share;  // of the runs, in a thousand; whole games take longer
};
constexpr Target kTargets[] = {
    {"inference", hazard::checks::fuzz_inference, 790},
    {"boards", hazard::checks::fuzz_boards, 180},
    {"play", hazard::checks::fuzz_play, 20},
    {"dice", hazard::checks::fuzz_dice, 10},
};

// Half of the inputs are new; the others are earlier ones with a few bytes changed, cut or doubled.
void next_input(hazard::Stream& draws, std::vector<Input>& corpus, Input& input) {
    if (corpus.empty() || draws.below(2) == 0) {
        input.resize(1 + draws.below(400));
        for (auto& byte : input) byte = static_cast<std::uint8_t>(draws.next());
    } else {
        input = corpus[draws.below(corpus.size())];
        for (auto changes = 1 + draws.below(4); changes > 0; --changes) {
            auto& byte = input[draws.below(input.size())];
            switch (draws.below(3)) {
                case 0:
                    byte = static_cast<std::uint8_t>(draws.next());
                    break;
                case 1:
                    byte = static_cast<std::uint8_t>(byte + 1);
                    break;
                default:
                    byte = input[draws.below(input.size())];
            }
        }
        if (draws.below(8) == 0) input.resize(1 + draws.below(input.size()));
    }
    if (corpus.size() < 1000) {
        corpus.push_back(input);
    } else if (draws.below(20) == 0) {
        corpus[draws.below(corpus.size())] = input;
    }
}

void run(const Target& target, long runs, std::uint64_t seed) {
    hazard::Stream draws(hazard::mix(seed, target.name.size()));
    std::vector<Input> corpus;
    Input input;
    double slowest = 0;
    const auto begin = Clock::now();
    for (long i = 0; i < runs; ++i) {
        next_input(draws, corpus, input);
        const auto before = Clock::now();
        target.run(input);
        const double seconds = std::chrono::duration<double>(Clock::now() - before).count();
        if (seconds > slowest) slowest = seconds;
        if (seconds > 10) hazard::checks::fail("an input takes less than 10 s", __FILE__, __LINE__);
    }
    const double all = std::chrono::duration<double>(Clock::now() - begin).count();
    std::printf("%-10s %10ld inputs, seed %llu, no failure, slowest %.3f s, %.0f s in all\n", target.name.data(), runs,
                static_cast<unsigned long long>(seed), slowest, all);
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    const std::string_view wanted = count > 1 ? words[1] : "all";
    const long runs = count > 2 ? std::atol(words[2]) : 100'000;
    const std::uint64_t seed = count > 3 ? std::strtoull(words[3], nullptr, 10) : 1;
    bool known = false;
    for (const auto& target : kTargets) {
        if (wanted != "all" && wanted != target.name) continue;
        known = true;
        run(target, wanted == "all" ? runs * target.share / 1000 : runs, seed);
    }
    if (known) return 0;
    std::fprintf(stderr, "unknown target; one of all, inference, boards, play, dice\n");
    return 2;
}
#endif
