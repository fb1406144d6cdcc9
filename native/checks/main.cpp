// Feeds the targets with random and mutated bytes: `core_checks [TARGET|all] [RUNS] [SEED]`.
//
// However a run ends, by a check, a crash, a sanitizer or an input that takes 10 s, it names the bytes that did
// it; `core_checks TARGET bytes HEX` feeds them once more.
//
// Built with -DHAZARD_LIBFUZZER=TARGET it is that target for libFuzzer instead.
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
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

#include <unistd.h>

extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace {

using Clock = std::chrono::steady_clock;
using Input = std::vector<std::uint8_t>;
constexpr unsigned kPatience = 10;  // seconds for an input

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

std::string_view running;  // the target
const Input* fed = nullptr;

void put(std::string_view text) {
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) _exit(1);
}

// Called where the program is about to end: allocates nothing, locks nothing.
void name_input() {
    if (fed == nullptr) return;
    put("to see it again: core_checks ");
    put(running);
    put(" bytes ");
    for (const auto byte : *fed) {
        const char digits[] = {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
        put({digits, 2});
    }
    put("\n");
    fed = nullptr;
}

void die(int number) {
    put(number == SIGALRM ? "an input takes more than 10 s\n" : "a crash\n");
    name_input();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void name_inputs_that_kill() {
    static std::byte spare[1 << 16];  // the stack of the handler: the usual one may be what overflowed
    const stack_t stack{.ss_sp = spare, .ss_flags = 0, .ss_size = sizeof spare};
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = die;
    action.sa_flags = SA_ONSTACK;
    for (const int number : {SIGALRM, SIGABRT}) sigaction(number, &action, nullptr);
    if (__sanitizer_set_death_callback != nullptr) {  // it sees crashes itself
        __sanitizer_set_death_callback(name_input);
    } else {
        for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) sigaction(number, &action, nullptr);
    }
}

void feed(const Target& target, const Input& input) {
    running = target.name;
    fed = &input;
    alarm(kPatience);
    target.run(input);
    alarm(0);
    fed = nullptr;
}

Input from_hex(std::string_view text) {
    Input input;
    for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
        input.push_back(static_cast<std::uint8_t>(std::stoi(std::string(text.substr(at, 2)), nullptr, 16)));
    }
    return input;
}

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
        feed(target, input);
        const double seconds = std::chrono::duration<double>(Clock::now() - before).count();
        if (seconds > slowest) slowest = seconds;
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
    const bool once = count > 3 && std::string_view(words[2]) == "bytes";
    name_inputs_that_kill();
    bool known = false;
    for (const auto& target : kTargets) {
        if (wanted != "all" && wanted != target.name) continue;
        known = true;
        if (once) {
            feed(target, from_hex(words[3]));
            continue;
        }
        run(target, wanted == "all" ? runs * target.share / 1000 : runs, seed);
    }
    if (known) return 0;
    std::fprintf(stderr, "unknown target; one of all, inference, boards, play, dice\n");
    return 2;
}
#endif
