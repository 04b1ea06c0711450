#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace hg {

/// Threads that share work with the threads that wait for it.
///
/// Work consists of jobs, which are divided into pieces. The threads take pieces of the oldest job, with as
/// many threads at a time as the job can use. The thread that waits for a job takes pieces of it as well, so
/// a job completes even if all other threads are busy. Threads are started on demand. If the system refuses
/// more, the pool continues with the threads it has. Pieces of one job must not wait for each other, because
/// one thread may do all of them. Thread-safe.
///
/// Threads that are awake take no lock to begin, join or finish a job: with 32 threads and a few thousand
/// jobs a second, they spent most of their time on one.
class ThreadPool {
  public:
    /// Pieces of work that several threads can do concurrently. Pass it to ThreadPool::begin(), and call
    /// ThreadPool::finish() before you destroy it.
    class Job {
      public:
        /// With one helper for two pieces: with more helpers, they would spend more time on joining than on
        /// work.
        explicit Job(std::int64_t pieces) noexcept : Job(pieces, pieces / 2) {}
        /// At most `most_helpers` threads work on it, in addition to the one that finishes it.
        Job(std::int64_t pieces, std::int64_t most_helpers) noexcept
            : pieces_(pieces), most_helpers_(most_helpers) {}
        Job(const Job&) = delete;
        Job& operator=(const Job&) = delete;
        virtual ~Job() = default;

      private:
        friend class ThreadPool;
        virtual void do_piece(std::int64_t i) noexcept = 0;

        const std::int64_t pieces_;
        const std::int64_t most_helpers_;
        std::atomic<std::int64_t> next_{0};     ///< the next piece to take
        std::atomic<std::int64_t> helpers_{0};  ///< threads that have joined the one that finishes it
        int slot_ = kNoSlot;
    };

    /// `threads`: the number of working threads while one caller waits for them, including the caller;
    /// `most`: the largest number that set_count() can set. A thread without work looks for more for the time
    /// `awake` before it sleeps.
    ThreadPool(int threads, int most, std::chrono::microseconds awake);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Returns the number of working threads while one caller waits for them, including the caller.
    [[nodiscard]] int count() const noexcept { return threads_.load(std::memory_order_relaxed); }
    /// Changes this number, within 1 and the most. If it becomes smaller, threads that have work go on until
    /// there is none.
    void set_count(int threads) noexcept {
        threads_.store(std::clamp(threads, 1, std::max(1, most_)), std::memory_order_relaxed);
    }

    /// Lets the threads begin with a job.
    void begin(Job& job) noexcept;
    /// Works on the job until it is complete.
    void finish(Job& job) noexcept;

  private:
    static constexpr int kSlots = 64;  ///< jobs that can have helpers at a time
    static constexpr int kNoSlot = -1;

    /// The place of a job that helpers can find. It outlives the job, so a helper that comes too late finds
    /// none there.
    struct alignas(64) Slot {
        std::atomic<bool> taken{false};  ///< from the begin of a job until its last helper has left
        std::atomic<Job*> job{nullptr};
        std::atomic<int> visitors{0};  ///< threads that may use `job`
    };

    void help() noexcept;
    void help_oldest() noexcept;
    bool wait_for_job() noexcept;
    void get_help(const Job& job) noexcept;
    bool add_thread() noexcept;
    void work_on(Job& job) noexcept;
    [[nodiscard]] int take_slot() noexcept;
    void close(int slot) noexcept { open_.fetch_and(~bit(slot)); }
    [[nodiscard]] static std::uint64_t bit(int slot) noexcept { return std::uint64_t{1} << slot; }
    [[nodiscard]] bool is_for_one(const Job& job) const noexcept { return job.pieces_ < 2 || count() < 2; }

    const int most_;
    std::atomic<int> threads_;
    const std::chrono::microseconds awake_;
    std::array<Slot, kSlots> slots_;
    /// A bit for each slot whose job can use another helper.
    alignas(64) std::atomic<std::uint64_t> open_{0};
    std::atomic<bool> ended_{false};
    /// Jobs take slots in turn, so the oldest is the first from here on.
    alignas(64) std::atomic<unsigned> next_slot_{0};
    /// The number of threads that look for work or have been woken.
    alignas(64) std::atomic<std::int64_t> looking_{0};
    /// The number of threads that sleep or have not been started.
    alignas(64) std::atomic<std::int64_t> free_;

    std::mutex mutex_;
    std::condition_variable call_;  ///< a thread is woken, or the pool ends
    std::int64_t called_ = 0;       ///< threads that have been woken and still sleep
    std::vector<std::thread> team_;
};

}  // namespace hg
