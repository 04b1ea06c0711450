#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace hg {

/// A thread of low priority that writes what others have left for it, at most ten times a second. It starts
/// when it is first needed. Thread-safe.
class TraceWriter {
  public:
    explicit TraceWriter(std::function<void()> write) : write_(std::move(write)) {}
    ~TraceWriter() { stop(); }
    TraceWriter(const TraceWriter&) = delete;
    TraceWriter& operator=(const TraceWriter&) = delete;

    /// Has the thread write within a tenth of a second. Returns false if there is none: the system refuses
    /// it, or stop() was called.
    bool wake() noexcept;
    /// Waits until the thread has ended.
    void stop() noexcept;

  private:
    void work() noexcept;

    const std::function<void()> write_;
    std::atomic<bool> awake_{false};
    std::mutex mutex_;  ///< guards the following members
    std::condition_variable changed_;
    bool stopped_ = false;
    std::thread thread_;
};

}  // namespace hg
