#pragma once

#include <cstddef>
#include <optional>

#include <hg/runtime/program/element.hpp>

namespace hg {

/// What a thread wants of the calls that it makes.
struct CallOverrides {
    /// Calls go to the devices even if the CPU's BLAS would do them sooner.
    bool devices_only = false;
    /// What no device could do the CPU's BLAS does in the calling thread: calls throw only for wrong
    /// arguments, and if outputs are partially_written (see ErrorContext::partially_written).
    bool cpu_finishes = false;
    /// A call that a device would do sooner, but for the compilation of its kernels, may be the CPU's
    /// (see Session::is_worth_compiling). Calls of the same sizes may then differ in bits.
    bool compilation_counts = false;
    /// How devices compute products; none: as the session says. See ArithmeticScope.
    std::optional<Arithmetic> arithmetic{};
};

/// What the calls of a thread keep. It is one object because a shared library needs two nanoseconds to find
/// each variable of a thread.
struct ThreadState {
    CallOverrides overrides{};     ///< see CallPolicy
    bool devices_used = false;     ///< see CallPolicy
    bool outputs_changed = false;  ///< see OutputChanges
    std::size_t number = 0;        ///< see ThreadCounts
};

/// Of the calling thread. `const`: a function that uses it several times finds it once.
[[nodiscard, gnu::const]] ThreadState& thread_state() noexcept;

}  // namespace hg
