#pragma once

#include <utility>

#include "blas/call/thread_state.hpp"

namespace hg {

/// What a thread wants of the calls that it makes while an object of this class lives. Afterwards what it
/// wanted before holds again.
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

    /// True if devices have run a program for this thread since then.
    [[nodiscard]] bool used_devices() const noexcept { return thread_state().devices_used; }
    /// Devices have run a program for this thread.
    static void note_devices() noexcept { thread_state().devices_used = true; }

    /// Of the calling thread.
    [[nodiscard]] static const Overrides& current() noexcept { return thread_state().overrides; }

  private:
    Overrides before_;
    bool used_before_;
};

}  // namespace hg
