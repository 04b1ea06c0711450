#pragma once

#include <cstdint>

#include "runtime/machine/staging/column_copy.hpp"
#include "runtime/machine/staging/copy_threads.hpp"

namespace hg {

/// True if memory that `copy` will write seems to have no pages yet (a few are looked at): the first write
/// to each would wait for the system to clear one.
bool lacks_pages(const ColumnCopy& copy) noexcept;

/// Gets the pages that a copy will write, by several threads, before it writes them. Changes no data. Does
/// nothing if the system has no call for it.
class PopulationJob final : public ThreadPool::Job {
  public:
    PopulationJob(const ColumnCopy& copy, const CopyThreads& threads) noexcept
        : PopulationJob(ColumnPieces(copy, threads.count())) {}

  private:
    explicit PopulationJob(const ColumnPieces& pieces) noexcept : Job(pieces.count()), pieces_(pieces) {}
    void do_piece(std::int64_t i) noexcept override;

    const ColumnPieces pieces_;
};

}  // namespace hg
