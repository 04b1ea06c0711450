#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/machine/staging/column_copy.hpp"

namespace hg {

/// The threads that copy between callers' matrices and pinned memory, for all devices of a machine. They are
/// fewer than the cores, so that some cores are left for the threads that drive the devices.
///
/// Work comes as jobs, cut into pieces. The threads take pieces of the job that began first, as many at a
/// time as is worth it, and look for more for a while before they sleep. The thread that waits for a job
/// takes pieces of it too, so that a job ends even if all others are busy. Threads are made as they are
/// needed. If the system gives no more, those that exist go on. Thread-safe.
class CopyThreads {
  public:
    /// Pieces of work that several threads can do at once. Begins when it is handed to CopyThreads::begin;
    /// must be finished there before it is destroyed.
    class Job {
      public:
        explicit Job(std::int64_t pieces) noexcept : pieces_(pieces) {}
        Job(const Job&) = delete;
        Job& operator=(const Job&) = delete;
        virtual ~Job() = default;

      private:
        friend class CopyThreads;
        virtual void do_piece(std::int64_t i) noexcept = 0;

        const std::int64_t pieces_;
        std::atomic<std::int64_t> next_{0};  ///< piece that nobody has taken yet
        std::atomic<int> helpers_{0};        ///< threads at it, beside the one that finishes it
        bool awaited_ = false;               ///< by a sleeping thread
    };

    /// `threads` as in MachineOptions::staging_threads.
    explicit CopyThreads(int threads);
    ~CopyThreads();
    CopyThreads(const CopyThreads&) = delete;
    CopyThreads& operator=(const CopyThreads&) = delete;

    /// Threads that copy while one caller waits for them, the caller included.
    [[nodiscard]] int count() const noexcept { return threads_; }

    /// Lets the threads begin with a job.
    void begin(Job& job) noexcept;
    /// Helps with the job until it is done.
    void finish(Job& job) noexcept;
    /// Copies and returns when all is copied. Small copies are done by the calling thread alone.
    void copy(const ColumnCopy& copy);

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

    static int most_helpers(const Job& job) noexcept;
    static bool takes_helper(const Job& job) noexcept;
    static void work_on(Job& job) noexcept;

    const int threads_;
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

/// A copy of columns as a job.
class ColumnCopyJob final : public CopyThreads::Job {
  public:
    /// For the threads it will be handed to.
    ColumnCopyJob(const ColumnCopy& copy, const CopyThreads& threads) noexcept
        : ColumnCopyJob(ColumnPieces(copy, threads.count())) {}

  private:
    explicit ColumnCopyJob(const ColumnPieces& pieces) noexcept : Job(pieces.count()), pieces_(pieces) {}
    void do_piece(std::int64_t i) noexcept override { copy_columns(pieces_.piece(i)); }

    const ColumnPieces pieces_;
};

}  // namespace hg
