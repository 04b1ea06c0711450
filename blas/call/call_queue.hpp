#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "blas/call/call_policy.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/program/base/host_region.hpp"
#include <hg/blas/call.hpp>

namespace hg {

/// The submitted calls, and the threads that do them. One rule orders them, last writer plus readers since: a
/// call begins when all calls before it have ended that write what it touches, or touch what it writes. Calls
/// that may begin do so in the order in which they came. Thread-safe.
class CallQueue {
  public:
    using Work = std::function<std::int64_t()>;

    /// At most `threads` calls are under way; threads are made as they are needed.
    explicit CallQueue(std::size_t threads) : most_threads_(threads) {}
    /// Waits for all calls.
    ~CallQueue();
    CallQueue(const CallQueue&) = delete;
    CallQueue& operator=(const CallQueue&) = delete;

    /// A call that touches `regions`; `work` returns its info. If the system gives no thread at all, it is
    /// done at once; with fewer threads than wished, those there are do the calls. If this throws (no host
    /// memory), nothing was submitted. Throws Error{device_lost} once exit() has begun, which waits for the
    /// calls before it.
    [[nodiscard]] Call submit(std::vector<HostRegion> regions, Work work);

    /// Waits for the calls so far that must end before `regions()` may be touched. A call that was submitted
    /// here does not wait: those before it have ended.
    template <class Regions>
    void wait_for(Regions regions) {
        if (pending_.load(std::memory_order_acquire) > 0) wait(regions());
    }

  private:
    struct Entry {
        std::uint64_t number = 0;
        std::vector<HostRegion> regions;
        Work work;
        std::shared_ptr<CallResult> result;
        CallPolicy::Wishes wishes;  ///< of the thread that submitted it
        Accepted accepted;
        std::size_t unmet = 0;          ///< calls before it that have not ended
        std::vector<Entry*> waiting{};  ///< calls that wait for this one
        bool under_way = false;

        [[nodiscard]] bool ready() const noexcept { return unmet == 0 && !under_way; }
    };

    void wait(std::span<const HostRegion> regions);
    void serve() noexcept;
    // These need the mutex.
    void put_in_order(Entry& entry);
    void withdraw(Entry& entry) noexcept;
    [[nodiscard]] Entry* first_ready() noexcept;
    bool has_threads() noexcept;
    void do_first(std::unique_lock<std::mutex>& lock) noexcept;

    const LifeStamp life_;
    const std::size_t most_threads_;
    std::atomic<std::size_t> pending_{0};  ///< size of entries_
    std::mutex mutex_;
    std::condition_variable changed_;  ///< a call may begin, or the end has come
    std::condition_variable ended_;    ///< a call has ended
    std::list<Entry> entries_;         ///< that have not ended, as they came
    std::size_t ready_ = 0;            ///< entries that are ready
    std::uint64_t last_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

/// While it lives, calls that this thread submits are not accepted: only their arguments are checked.
class ChecksOnly {
  public:
    ChecksOnly() noexcept;
    ~ChecksOnly();
    ChecksOnly(const ChecksOnly&) = delete;
    ChecksOnly& operator=(const ChecksOnly&) = delete;
};

}  // namespace hg
