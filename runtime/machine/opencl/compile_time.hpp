#pragma once

#include <chrono>

namespace hg {

/// The making of one kernel: its seconds count when it ends.
class CompileTime {
  public:
    CompileTime() noexcept = default;
    ~CompileTime();
    CompileTime(const CompileTime&) = delete;
    CompileTime& operator=(const CompileTime&) = delete;

    /// What this process has spent on making kernels ready, from source or from files of the cache.
    /// Thread-safe.
    [[nodiscard]] static double seconds() noexcept;

  private:
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace hg
