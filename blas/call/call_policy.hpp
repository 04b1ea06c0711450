#pragma once

#include <utility>

#include "blas/call/thread_state.hpp"

namespace hg {

/// Sets a thread's overrides for the calls that it makes during the object's lifetime. The destructor
/// restores the previous ones.
class CallPolicy {
  public:
    using Overrides = CallOverrides;

    explicit CallPolicy(const Overrides& overrides) noexcept
        : before_(std::exchange(thread_state().overrides, overrides)),
          used_before_(std::exchange(thread_state().devices_used, false)) {}
    ~CallPolicy() {
        thread_state().overrides = before_;
        thread_state().devices_used = thread_state().devices_used || used_before_;
    }
    CallPolicy(const CallPolicy&) = delete;
    CallPolicy& operator=(const CallPolicy&) = delete;

    /// Returns true if devices have run a program for this thread since the object was made.
    [[nodiscard]] bool used_devices() const noexcept { return thread_state().devices_used; }
    /// Notes that devices have run a program for this thread.
    static void note_devices() noexcept { thread_state().devices_used = true; }

    /// Returns the overrides of the calling thread.
    [[nodiscard]] static const Overrides& current() noexcept { return thread_state().overrides; }

  private:
    Overrides before_;
    bool used_before_;
};

}  // namespace hg
