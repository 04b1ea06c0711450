// Calls of many sizes, one after the other, in one process: does the memory it holds stay within bounds?
//
//   soak CALLS MOST_MIB
//
// gemm, trsm and getrf of random orders up to 300, in double and single precision, on the devices of
// HG_DEVICES. Prints the resident memory as it goes. Exit status 1 if, after the first tenth of the calls, it
// grows by more than MOST_MIB. Each result is judged by its routine's rule.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "tools/workload/problem/routine.hpp"
#include <hg/blas/session.hpp>

namespace {

using namespace hg;

constexpr std::int64_t kLargest = 300;

std::int64_t resident_mib() {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;)
        if (word == "VmRSS:") {
            std::int64_t kib = 0;
            file >> kib;
            return kib >> 10;
        }
    return 0;
}

MachineOptions soak_options() {
    MachineOptions options = MachineOptions::from_environment();
    options.host_below = 0;  // what is tested are the devices
    return options;
}

/// A call of a routine with random sizes, and the judgement of its result.
hgctl::CheckResult call_one(Session& session, std::mt19937_64& random) {
    const std::string_view routine = std::array{"gemm", "trsm", "getrf"}[random() % 3];
    const ElementType type = random() % 4 == 0 ? ElementType::f32 : ElementType::f64;
    const auto order = [&] { return 1 + static_cast<std::int64_t>(random() % kLargest); };
    hgctl::Given given{.m = order(), .n = order(), .k = order(), .seed = random()};
    if (routine == "getrf") given.n = given.m;
    return hgctl::routine_named(routine).make(type, given)->check(session);
}

int run(std::int64_t calls, std::int64_t most) {
    Session session(soak_options());
    std::mt19937_64 random(14);
    const std::int64_t begin = resident_mib();
    std::int64_t warm = 0;
    for (std::int64_t i = 1; i <= calls; ++i) {
        if (const hgctl::CheckResult result = call_one(session, random); !result.passed()) {
            std::cerr << "call " << i << ", " << result.problem << ": " << result.fault << "\n";
            return 1;
        }
        if (i == calls / 10) warm = resident_mib();
        if (i % std::max<std::int64_t>(1, calls / 10) == 0)
            std::cout << i << " calls: " << resident_mib() << " MiB" << std::endl;
    }
    const std::int64_t end = resident_mib();
    session.trim();
    std::cout << "begin " << begin << " MiB, after a tenth of the calls " << warm << ", at the end " << end
              << ", trimmed " << resident_mib() << std::endl;
    if (end - warm <= most) return 0;
    std::cerr << "grew by " << end - warm << " MiB after the first tenth; the limit is " << most << "\n";
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: soak CALLS MOST_MIB\n";
        return 2;
    }
    try {
        return run(std::atoll(argv[1]), std::atoll(argv[2]));
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
