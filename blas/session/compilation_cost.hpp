#pragma once

#include <atomic>

namespace hg {

/// Weighs the time that calls gain on devices against the compilation for which the first of them must wait.
/// Calls run on the CPU until their lost gains add up to the compilation time; then a call has its kernels
/// compiled. So a process loses at most twice the time that it would lose if it knew all calls in advance.
/// Thread-safe.
class CompilationCost {
  public:
    /// The compilation time of a call's kernels, in seconds.
    static constexpr double kSeconds = 0.5;

    /// Adds a gain in seconds. Returns true if the gains add up to kSeconds; the sum then starts again from
    /// 0.
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
