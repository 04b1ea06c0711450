#pragma once

#include <cstddef>
#include <optional>

#include <hg/runtime/program/element.hpp>

namespace hg {

/// A thread's overrides for the calls that it makes.
struct CallOverrides {
    /// Calls run on the devices even if the CPU BLAS is faster.
    bool devices_only = false;
    /// If no device can complete a call, the CPU BLAS does so in the calling thread. Calls then throw only
    /// for wrong arguments, and if outputs are partially_written (see ErrorContext::partially_written).
    bool cpu_finishes = false;
    /// If a device is faster but must first compile kernels, the call may run on the CPU (see
    /// Session::is_worth_compiling). Calls of the same sizes may then differ in bits.
    bool compilation_counts = false;
    /// How devices compute products; if empty, the session decides. See ArithmeticScope.
    std::optional<Arithmetic> arithmetic{};
};

/// The state of a thread's calls. It is a single object, because a shared library needs two nanoseconds to
/// access each thread-local variable.
struct ThreadState {
    CallOverrides overrides{};     ///< see CallPolicy
    bool devices_used = false;     ///< see CallPolicy
    bool outputs_changed = false;  ///< see OutputChanges
    std::size_t number = 0;        ///< see ThreadCounts
};

/// Returns the state of the calling thread. `const`: a function that uses it several times looks it up once.
[[nodiscard, gnu::const]] ThreadState& thread_state() noexcept;

}  // namespace hg
