#pragma once

#include <array>
#include <complex>
#include <cstring>
#include <exception>
#include <functional>

#include "faults/problem.hpp"

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

/// A way to call the routines. An info below 0 or an exception is a failure.
template <class T>
struct Interface {
    const char* name;
    std::function<Outcome(Routine, Operands<T>&)> call;
    /// Whether a factorization that fails may leave what it says is a singular matrix, as a library does
    /// whose callers know of no other failure.
    bool tells_by_info = false;
    /// Whether each call is the first one of a process of its own.
    bool first_of_process = false;
};

/// The interfaces of the program that this is built into.
template <class T>
const std::vector<Interface<T>>& interfaces();
/// Those for complex matrices.
template <>
const std::vector<Interface<std::complex<double>>>& interfaces<std::complex<double>>();

}  // namespace hg::test
