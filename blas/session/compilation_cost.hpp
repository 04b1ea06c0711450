#pragma once

#include <atomic>

namespace hg {

/// Weighs what calls gain on devices against the compilation that the first of them has to wait for. Calls
/// forgo their gains until these have come to what compilers take; then one call has its kernels compiled.
/// So a process loses at most twice what it would lose if it knew all calls beforehand. Thread-safe.
class CompilationCost {
  public:
    /// What compilers take for the kernels of a call, in seconds.
    static constexpr double kSeconds = 0.5;

    /// Adds a gain in seconds. True if the gains have come to kSeconds; they then begin anew.
    bool is_paid_by(double gain) noexcept {
        double before = forgone_.load(std::memory_order_relaxed);
        double after = 0;
        do after = before + gain < kSeconds ? before + gain : 0;
        while (!forgone_.compare_exchange_weak(before, after, std::memory_order_relaxed));
        return before + gain >= kSeconds;
    }

  private:
    std::atomic<double> forgone_{0};
};

}  // namespace hg
