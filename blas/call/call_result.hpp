#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>

#include "runtime/machine/process_life.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg {

/// The result of a call: what it returns or throws once it has completed. Thread-safe.
class CallResult {
  public:
    /// Waits until the call has completed, and returns true. Returns false if it never completes: it is a
    /// call of the parent process, or exit() abandoned it.
    [[nodiscard]] bool wait_until_ended() const {
        if (life_.is_of_parent()) return false;
        const NoCancellation whole;
        std::unique_lock lock(mutex_);
        while (!ended_ && !is_abandoned()) changed_.wait_for(lock, kBetweenLooks);
        return ended_;
    }
    /// Returns or throws what the call does. Throws Error{device_lost} if the call never completes.
    [[nodiscard]] std::int64_t get() const {
        if (!wait_until_ended()) life_.require();
        if (error_) std::rethrow_exception(error_);
        return info_;
    }
    /// Returns true if the call has completed, or if it never completes: nobody should wait for it then.
    [[nodiscard]] bool ended() const noexcept {
        if (life_.is_of_parent()) return true;
        const std::lock_guard lock(mutex_);
        return ended_ || is_abandoned();
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
    /// Waiters must poll, because a call that exit() abandons notifies nobody.
    static constexpr std::chrono::milliseconds kBetweenLooks{50};

    const ProcessGeneration life_;
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool ended_ = false;
    std::int64_t info_ = 0;
    std::exception_ptr error_;
};

}  // namespace hg
