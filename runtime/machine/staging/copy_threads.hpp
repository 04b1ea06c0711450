#pragma once

#include "runtime/machine/staging/column_copy.hpp"
#include "runtime/threads/thread_pool.hpp"

namespace hg {

/// The threads that copy between callers' matrices and pinned memory for all devices of a machine. There are
/// fewer of them than cores, which leaves some cores to the threads that drive the devices. Thread-safe.
class CopyThreads final : public ThreadPool {
  public:
    /// `threads` as in MachineOptions::staging_threads, `ranks` as in ShareOptions; 0 ranks count as one.
    explicit CopyThreads(int threads, int ranks = 1);

    /// Changes the number of threads if the constructor was given 0, at most to the number of the rank's
    /// cores.
    void adapt(int threads) noexcept {
        if (!chosen_) set_count(threads);
    }

    /// Copies and returns when the copy is complete. The calling thread does small copies alone.
    void copy(const ColumnCopy& copy);

  private:
    const bool chosen_;  ///< by the user
};

/// Work on the pieces of a copy of columns as a job.
class ColumnJob final : public ThreadPool::Job {
  public:
    using Work = void(const ColumnCopy& piece) noexcept;

    /// Divides the copy for these threads.
    ColumnJob(const ColumnCopy& copy, const CopyThreads& threads, Work* work = copy_columns) noexcept
        : ColumnJob(ColumnPieces(copy, threads.count()), work) {}

  private:
    ColumnJob(const ColumnPieces& pieces, Work* work) noexcept
        : Job(pieces.count()), pieces_(pieces), work_(work) {}
    void do_piece(std::int64_t i) noexcept override { work_(pieces_.piece(i)); }

    const ColumnPieces pieces_;
    Work* const work_;
};

}  // namespace hg
