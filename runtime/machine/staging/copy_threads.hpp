#pragma once

#include "runtime/machine/staging/column_copy.hpp"
#include "runtime/threads/thread_pool.hpp"

namespace hg {

/// The threads that copy between callers' matrices and pinned memory, for all devices of a machine. They are
/// fewer than the cores, so that some cores are left for the threads that drive the devices. Thread-safe.
class CopyThreads final : public ThreadPool {
  public:
    /// `threads` as in MachineOptions::staging_threads.
    explicit CopyThreads(int threads);

    /// Copies and returns when all is copied. Small copies are done by the calling thread alone.
    void copy(const ColumnCopy& copy);
};

/// A copy of columns as a job.
class ColumnCopyJob final : public ThreadPool::Job {
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
