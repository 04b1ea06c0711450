#pragma once

#include <chrono>

namespace hg {

/// Measures the time of making one kernel, which is added when the object is destroyed.
class CompileTime {
  public:
    CompileTime() noexcept = default;
    ~CompileTime();
    CompileTime(const CompileTime&) = delete;
    CompileTime& operator=(const CompileTime&) = delete;

    /// Returns the time that this process has spent on preparing kernels, from source or from cache files.
    /// Thread-safe.
    [[nodiscard]] static double seconds() noexcept;

  private:
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace hg
