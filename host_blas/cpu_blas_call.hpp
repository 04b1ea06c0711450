#pragma once

namespace hg {

/// A call of the CPU's BLAS under way. OpenBLAS ends its threads before a fork, and waits for ever for those
/// that another thread has at work: fork() waits for the calls under way here, and those to come wait for
/// fork().
class CpuBlasCall {
  public:
    /// `operations`: multiplications. A call of few is done by one thread, and not counted.
    explicit CpuBlasCall(double operations) noexcept : counted_(operations >= kWorthThreads) {
        if (counted_) begin();
    }
    ~CpuBlasCall() {
        if (counted_) end();
    }
    CpuBlasCall(const CpuBlasCall&) = delete;
    CpuBlasCall& operator=(const CpuBlasCall&) = delete;

    /// Has forks wait from now on. After the library has been loaded: what is registered last comes first.
    static void watch_forks() noexcept;

  private:
    /// OpenBLAS does products of fewer in one thread.
    static constexpr double kWorthThreads = 1 << 15;

    static void begin() noexcept;
    static void end() noexcept;

    const bool counted_;
};

}  // namespace hg
