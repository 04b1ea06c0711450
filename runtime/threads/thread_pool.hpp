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
/// Work comes as jobs, cut into pieces. The threads take pieces of the job that began first, as many threads
/// at a time as the job is worth. The thread that waits for a job takes pieces of it too, so that a job ends
/// even if all others are busy. Threads are made as they are needed. If the system gives no more, those that
/// exist go on. Pieces of one job must not wait for each other: one thread may do them all. Thread-safe.
class ThreadPool {
  public:
    /// Pieces of work that several threads can do at once. Begins when it is handed to ThreadPool::begin;
    /// must be finished there before it is destroyed.
    class Job {
      public:
        /// With a helper for two pieces: with more, they come and go more than they work.
        explicit Job(std::int64_t pieces) noexcept : Job(pieces, pieces / 2) {}
        /// At most `most_helpers` threads work at it, beside the one that finishes it.
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
        std::atomic<std::int64_t> next_{0};  ///< piece that nobody has taken yet
        std::atomic<int> helpers_{0};        ///< threads at it, beside the one that finishes it
        bool awaited_ = false;               ///< by a sleeping thread
    };

    /// `threads`: those that work while one caller waits for them, the caller included. A thread without work
    /// looks for more for the time `awake` before it sleeps.
    ThreadPool(int threads, std::chrono::microseconds awake);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Threads that work while one caller waits for them, the caller included.
    [[nodiscard]] int count() const noexcept { return threads_; }

    /// Lets the threads begin with a job.
    void begin(Job& job) noexcept;
    /// Helps with the job until it is done.
    void finish(Job& job) noexcept;

  private:
    void help() noexcept;
    /// A job with pieces to take, this thread noted as its helper and no longer as that of `done`;
    /// null at the end.
    Job* next_job(Job* done) noexcept;
    // These need the mutex.
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
    std::atomic<int> open_{0};  ///< jobs that take a helper: idle threads look at it without the mutex

    std::mutex mutex_;
    std::condition_variable left_;  ///< the last helper left a job
    std::condition_variable call_;  ///< a thread is called, or the end has come
    std::vector<Job*> jobs_;        ///< that may have pieces to take, the oldest first
    int helping_ = 0;               ///< threads awake, or called
    int called_ = 0;                ///< of those, threads that sleep yet
    int busy_ = 0;                  ///< those at a job
    std::atomic<bool> ended_{false};
    std::vector<std::thread> team_;
};

}  // namespace hg
