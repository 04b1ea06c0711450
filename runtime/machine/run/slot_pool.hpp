#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <hg/runtime/machine/device.hpp>

namespace hg {

/// The largest value of the last minute, in intervals of five seconds: a value is forgotten 55 to 60 seconds
/// after it was noted. Times must not decrease.
class RecentMaximum {
  public:
    using Time = std::chrono::steady_clock::time_point;

    void note(std::int64_t value, Time now) noexcept {
        advance(now);
        std::int64_t& part = largest_[place(part_)];
        part = std::max(part, value);
    }
    /// Returns the largest value, or 0 if there is none.
    [[nodiscard]] std::int64_t get(Time now) noexcept {
        advance(now);
        return *std::max_element(largest_.begin(), largest_.end());
    }

  private:
    static constexpr std::int64_t kParts = 12;
    static constexpr std::chrono::seconds kPart{5};

    static std::size_t place(std::int64_t part) noexcept { return static_cast<std::size_t>(part % kParts); }

    void advance(Time now) noexcept {
        const std::int64_t part = now.time_since_epoch() / kPart;
        for (std::int64_t p = std::max(part_, part - kParts) + 1; p <= part; ++p) largest_[place(p)] = 0;
        part_ = std::max(part_, part);
    }

    std::array<std::int64_t, kParts> largest_{};  ///< by interval
    std::int64_t part_ = 0;                       ///< number of the present interval since the clock's epoch
};

/// A cache of one device's memory for slots. A program whose slots have the sizes of earlier ones, or are up
/// to a fifth smaller, allocates nothing. One caller at a time.
///
/// Other software also needs device memory. So the pool caches at most 1.25 times the memory that runs needed
/// together within the last minute. A slot counts in whole pages.
class SlotPool {
  public:
    using Clock = std::function<RecentMaximum::Time()>;

    /// Runs may use `capacity` bytes of the device.
    SlotPool(Device& device, std::int64_t capacity, Clock clock = std::chrono::steady_clock::now)
        : device_(device), capacity_(capacity), clock_(std::move(clock)) {}

    /// Reserves memory for a run's slots, at least slots[i] bytes for slot i. If it throws
    /// Error{out_of_memory}, nothing is reserved.
    std::vector<DeviceMemory*> reserve(std::span<const std::int64_t> slots, std::uint64_t run);
    /// Removes `bytes` bytes of the capacity from the pool.
    void set_aside(std::int64_t bytes) noexcept { aside_ = bytes; }
    /// Allocates memory for the caller within the remaining capacity. The caller must set_aside() it. Throws
    /// Error{out_of_memory}.
    std::unique_ptr<DeviceMemory> allocate_beside(std::int64_t bytes);
    /// Releases everything that a run has reserved.
    void release(std::uint64_t run) noexcept;
    /// Frees cached memory beyond the limit, least recently used first.
    void limit_idle() noexcept;
    /// Frees all memory that no run uses. Returns false if there was none.
    bool free_idle() noexcept;

    /// Returns the cached bytes that no run uses.
    [[nodiscard]] std::int64_t idle_bytes() const noexcept;

  private:
    static constexpr std::uint64_t kNoRun = 0;

    struct Buffer {
        std::int64_t bytes = 0;
        std::int64_t needed = 0;  ///< bytes that its run needs
        std::uint64_t run = kNoRun;
        std::uint64_t last_use = 0;
        std::unique_ptr<DeviceMemory> memory;
    };
    using Buffers = std::vector<Buffer>;

    /// Whether slots may take somewhat more than they need, so that other runs can reuse the memory.
    enum class Fit { exact, roomy };

    [[nodiscard]] Fit fit_of(std::span<const std::int64_t> slots) const noexcept;
    void take_all(std::span<const std::int64_t> slots, std::uint64_t run, std::vector<DeviceMemory*>& memory);
    Buffers::iterator first_of(std::int64_t bytes) noexcept;
    Buffers::iterator next_idle(Buffers::iterator buffer, std::int64_t bytes, Fit fit) noexcept;
    Buffers::iterator add(std::int64_t bytes);
    static DeviceMemory* give(Buffer& buffer, std::int64_t bytes, std::uint64_t run) noexcept;
    std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes);
    void free_oldest_idle(std::int64_t bytes) noexcept;
    template <class Condition>
    bool free_if(Condition condition) noexcept;
    void make_room(std::int64_t bytes);
    void withdraw(std::uint64_t run) noexcept;
    void note_use() noexcept;

    Device& device_;
    const std::int64_t capacity_;
    const Clock clock_;
    Buffers buffers_;         ///< smallest first
    std::int64_t total_ = 0;  ///< bytes of all buffers
    std::int64_t aside_ = 0;  ///< bytes of the capacity that are set aside
    RecentMaximum needed_;    ///< bytes that the runs in flight need together
    std::uint64_t uses_ = 0;  ///< uses by runs that have completed
};

}  // namespace hg
