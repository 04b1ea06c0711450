#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>

namespace hg {

/// What a call returns or throws, once it has ended. Thread-safe.
class CallResult {
  public:
    /// Returns when the call has ended.
    void wait_until_ended() const {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ended_; });
    }
    [[nodiscard]] std::int64_t get() const {
        wait_until_ended();
        if (error_) std::rethrow_exception(error_);
        return info_;
    }
    [[nodiscard]] bool ended() const noexcept {
        const std::lock_guard lock(mutex_);
        return ended_;
    }
    void end(std::int64_t info, std::exception_ptr error) noexcept {
        {
            const std::lock_guard lock(mutex_);
            info_ = info;
            error_ = std::move(error);
            ended_ = true;
        }
        changed_.notify_all();
    }

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool ended_ = false;
    std::int64_t info_ = 0;
    std::exception_ptr error_;
};

}  // namespace hg
