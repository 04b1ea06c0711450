#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>

#include "runtime/machine/process_life.hpp"
#include "runtime/threads/no_cancellation.hpp"

namespace hg {

/// What a call returns or throws, once it has ended. Thread-safe.
class CallResult {
  public:
    /// True when the call has ended. False if it never ends: it is the parent's, or exit() abandoned it.
    [[nodiscard]] bool wait_until_ended() const {
        if (life_.is_of_parent()) return false;
        const NoCancellation whole;
        std::unique_lock lock(mutex_);
        while (!ended_ && !is_abandoned()) changed_.wait_for(lock, kBetweenLooks);
        return ended_;
    }
    /// Throws Error{device_lost} if the call never ends.
    [[nodiscard]] std::int64_t get() const {
        if (!wait_until_ended()) life_.require();
        if (error_) std::rethrow_exception(error_);
        return info_;
    }
    /// True also if it never ends: nobody waits for it.
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
    /// What exit() abandons tells nobody.
    static constexpr std::chrono::milliseconds kBetweenLooks{50};

    const ProcessGeneration life_;
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool ended_ = false;
    std::int64_t info_ = 0;
    std::exception_ptr error_;
};

}  // namespace hg
