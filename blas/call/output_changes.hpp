#pragma once

#include <utility>

#include "blas/call/thread_state.hpp"

namespace hg {

/// Records whether outputs of this thread's calls may have changed during the object's lifetime. Code that
/// writes an output notes this before it writes. A failed call can be repeated only if nothing has changed.
/// Objects with overlapping lifetimes are nested; the outer ones include the changes of the inner ones.
class OutputChanges {
  public:
    OutputChanges() noexcept : before_(std::exchange(thread_state().outputs_changed, false)) {}
    ~OutputChanges() { thread_state().outputs_changed = thread_state().outputs_changed || before_; }
    OutputChanges(const OutputChanges&) = delete;
    OutputChanges& operator=(const OutputChanges&) = delete;

    /// Notes that the contents of an output may change from now on.
    static void note() noexcept { thread_state().outputs_changed = true; }

    [[nodiscard]] bool any() const noexcept { return thread_state().outputs_changed; }
    /// Discards the changes so far: they concern no output of the call, or have been undone.
    void forget() noexcept { thread_state().outputs_changed = false; }

  private:
    bool before_;
};

}  // namespace hg
