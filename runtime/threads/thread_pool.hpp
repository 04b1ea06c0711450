#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
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
        [[nodiscard]] bool takes_helper() const noexcept {
            return helpers_.load(std::memory_order_relaxed) < most_helpers_;
        }

        const std::int64_t pieces_;
        const std::int64_t most_helpers_;
        std::atomic<std::int64_t> next_{0};  ///< the next piece to take
        std::atomic<int> helpers_{0};        ///< threads that work on it, except for the one that finishes it
        bool awaited_ = false;               ///< a sleeping thread waits for it
    };

    /// `threads`: the number of working threads while one caller waits for them, including the caller. A
    /// thread without work looks for more for the time `awake` before it sleeps.
    ThreadPool(int threads, std::chrono::microseconds awake);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Returns the number of working threads while one caller waits for them, including the caller.
    [[nodiscard]] int count() const noexcept { return threads_; }

    /// Lets the threads begin with a job.
    void begin(Job& job) noexcept;
    /// Works on the job until it is complete.
    void finish(Job& job) noexcept;

  private:
    void help() noexcept;
    /// Returns a job with pieces to take, with this thread as its helper instead of a helper of `done`; null
    /// at the end.
    Job* next_job(Job* done) noexcept;
    // The mutex must be locked for these functions.
    Job* open_job() noexcept;
    void close(Job& job) noexcept;
    void leave(Job& job) noexcept;
    void count_open() noexcept;
    void get_help(const Job& job) noexcept;
    bool add_thread() noexcept;

    [[nodiscard]] bool is_for_one(const Job& job) const noexcept { return job.pieces_ < 2 || threads_ < 2; }
    static void work_on(Job& job) noexcept;

    const int threads_;
    const std::chrono::microseconds awake_;
    std::atomic<int> open_{0};  ///< jobs that can use a helper; idle threads read it without the mutex

    std::mutex mutex_;
    std::condition_variable left_;  ///< the last helper left a job
    std::condition_variable call_;  ///< a thread is woken, or the pool ends
    std::vector<Job*> jobs_;        ///< jobs that may have pieces to take, oldest first
    int helping_ = 0;               ///< threads that are awake or have been woken
    int called_ = 0;                ///< those of them that still sleep
    int busy_ = 0;                  ///< threads that work on a job
    std::atomic<bool> ended_{false};
    std::vector<std::thread> team_;
};

}  // namespace hg
