#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "tools/workload/problem/problem.hpp"

namespace hg::test {

/// How a call ended. Made without allocations, which may be failing.
struct Outcome {
    bool failed = false;
    bool foreign = false;  ///< by an exception that is no hg::Error
    std::int64_t info = 0;
    std::array<char, 300> words{};

    void say(const char* what) noexcept {
        failed = true;
        std::strncpy(words.data(), what, words.size() - 1);
    }
};

/// A call that is ready to be made: it allocates nothing of its own.
using ReadyCall = std::function<Outcome()>;

/// A way to call the routines. An info below 0 or an exception is a failure.
struct Interface {
    const char* name;
    std::function<ReadyCall(hgctl::Problem&)> prepare;
    bool of_real = true, of_complex = true;  ///< what it is tried with
    /// Whether a factorization that fails may leave what it says is a singular matrix, as a library does
    /// whose callers know of no other failure.
    bool tells_by_info = false;
    /// Whether calls end well while no allocation succeeds: exceptions need memory.
    bool survives_without_memory = false;
    /// Whether each call is the first one of a process of its own.
    bool first_of_process = false;
};

/// The interfaces of the program that this is built into.
const std::vector<Interface>& interfaces();

}  // namespace hg::test
