#pragma once

namespace hg {

/// A call of the CPU BLAS in flight. Before a fork, OpenBLAS ends its threads, and waits forever for those
/// that another thread is using. So fork() waits for the calls in flight, and later calls wait for fork().
class CpuBlasCall {
  public:
    /// `operations` is the number of multiplications. A call with few runs in one thread and is not counted.
    explicit CpuBlasCall(double operations) noexcept : counted_(operations >= kWorthThreads) {
        if (counted_) begin();
    }
    ~CpuBlasCall() {
        if (counted_) end();
    }
    CpuBlasCall(const CpuBlasCall&) = delete;
    CpuBlasCall& operator=(const CpuBlasCall&) = delete;

    /// Makes forks wait from now on. Call this after the library has been loaded, because handlers run in
    /// reverse order of their registration.
    static void watch_forks() noexcept;

  private:
    /// OpenBLAS computes products with fewer multiplications in one thread.
    static constexpr double kWorthThreads = 1 << 15;

    static void begin() noexcept;
    static void end() noexcept;

    const bool counted_;
};

}  // namespace hg
