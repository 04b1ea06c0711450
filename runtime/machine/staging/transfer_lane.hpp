#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <utility>

#include "runtime/threads/spin_wait.hpp"

namespace hg {

/// Limits the number of staged pieces that one queue has in progress, so that a slow link does not take all
/// chunks, and counts their bytes. Only one thread may enter; passes may end in any thread.
class TransferLane {
  public:
    /// A piece's place in the lane; ends on destruction.
    class Pass {
      public:
        Pass() = default;
        Pass(Pass&& other) noexcept
            : lane_(std::exchange(other.lane_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
        Pass& operator=(Pass&& other) noexcept {
            std::swap(lane_, other.lane_);
            std::swap(bytes_, other.bytes_);
            return *this;
        }
        ~Pass() {
            if (lane_) lane_->leave(bytes_);
        }
        explicit operator bool() const noexcept { return lane_ != nullptr; }
        /// Records the size of the piece.
        void carry(std::int64_t bytes) noexcept {
            lane_->bytes_.fetch_add(bytes - std::exchange(bytes_, bytes), std::memory_order_relaxed);
        }

      private:
        friend class TransferLane;
        explicit Pass(TransferLane& lane) noexcept : lane_(&lane) {}
        TransferLane* lane_ = nullptr;
        std::int64_t bytes_ = 0;
    };

    explicit TransferLane(int most) noexcept : free_(most) {}

    /// Waits while the lane is full.
    [[nodiscard]] Pass enter() {
        const auto any = [&] { return free_.load(std::memory_order_acquire) > 0; };
        if (!spin_until(kSoon, any)) {
            std::unique_lock lock(mutex_);
            left_.wait(lock, any);
        }
        free_.fetch_sub(1, std::memory_order_relaxed);
        return Pass(*this);
    }
    /// Returns no pass if the lane is full.
    [[nodiscard]] Pass try_enter() { return free_.load(std::memory_order_acquire) > 0 ? enter() : Pass(); }
    [[nodiscard]] std::int64_t bytes_in_flight() const noexcept {
        return bytes_.load(std::memory_order_relaxed);
    }

  private:
    static constexpr std::chrono::microseconds kSoon{50};

    void leave(std::int64_t bytes) noexcept {
        bytes_.fetch_sub(bytes, std::memory_order_relaxed);
        const std::lock_guard lock(mutex_);
        free_.fetch_add(1, std::memory_order_release);
        left_.notify_one();
    }

    std::atomic<int> free_;
    std::atomic<std::int64_t> bytes_{0};
    std::mutex mutex_;
    std::condition_variable left_;
};

}  // namespace hg
