#pragma once

#include <atomic>

namespace hg::test {

/// False under sanitizers, which have the place of `pthread_create` for themselves. Tests then skip.
#ifdef HG_SANITIZED
inline constexpr bool kThreadsCanFail = false;
#else
inline constexpr bool kThreadsCanFail = true;
#endif

/// As long as it lives, the system refuses threads as if their number were limited: of those that hg or the
/// test asks for from now on, number `first`, counted from 0, and the `count - 1` after it. Threads that
/// OpenCL and the CPU's BLAS make for themselves are not counted, and made. One at a time.
///
/// The executable must be linked with failing_threads.cpp, which takes the place of `pthread_create`.
class FailingThreads {
  public:
    explicit FailingThreads(int first, int count = 1);
    ~FailingThreads() { stop(); }
    FailingThreads(const FailingThreads&) = delete;
    FailingThreads& operator=(const FailingThreads&) = delete;

    /// From now on all threads are made.
    void stop() noexcept;
    /// Threads that were asked for.
    [[nodiscard]] int asked() const noexcept { return asked_; }
    /// Whether any was refused.
    [[nodiscard]] bool any_failed() const noexcept { return asked_ > first_; }

    /// Whether the next thread is to be refused. For pthread_create.
    static bool next_fails() noexcept;

  private:
    const int first_;
    const int count_;
    std::atomic<int> asked_{0};
};

}  // namespace hg::test
