#pragma once

#include <utility>

#include "blas/call/thread_state.hpp"

namespace hg {

/// Whether outputs of this thread's calls may have changed while an object of this class lives. Code that
/// writes an output notes it before it writes. A call that failed can be made again only if nothing has
/// changed. Objects that live at the same time are nested; the outer ones see what the inner ones saw.
class OutputChanges {
  public:
    OutputChanges() noexcept : before_(std::exchange(thread_state().outputs_changed, false)) {}
    ~OutputChanges() { thread_state().outputs_changed = thread_state().outputs_changed || before_; }
    OutputChanges(const OutputChanges&) = delete;
    OutputChanges& operator=(const OutputChanges&) = delete;

    /// From now on an output may hold something else than before.
    static void note() noexcept { thread_state().outputs_changed = true; }

    [[nodiscard]] bool any() const noexcept { return thread_state().outputs_changed; }
    /// What has changed so far were no outputs of the call, or they are as they were.
    void forget() noexcept { thread_state().outputs_changed = false; }

  private:
    bool before_;
};

}  // namespace hg
