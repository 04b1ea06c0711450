#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace hg {

/// A lock that serves its waiters first come, first served.
class Turns {
  public:
    void lock() {
        std::unique_lock lock(mutex_);
        const std::uint64_t ticket = next_++;
        changed_.wait(lock, [&] { return serving_ == ticket; });
    }
    void unlock() {
        {
            const std::lock_guard lock(mutex_);
            ++serving_;
        }
        changed_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t next_ = 0;
    std::uint64_t serving_ = 0;
};

}  // namespace hg
