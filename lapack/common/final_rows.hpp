#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapack/common/block_columns.hpp"

namespace hg {

/// How the final rows of block columns leave.
struct FinalRowsOptions {
    std::int64_t unit = 1;          ///< rows leave by multiples of this
    std::int64_t last = 0;          ///< rows from this one on do not wait until there are more of them
    bool memory_is_scarce = false;  ///< few leave at once
};

/// Stores the rows of block columns, without those of a matrix behind, that have their final values while the
/// others are computed.
class FinalRows {
  public:
    /// The builder and the columns must outlive the object.
    FinalRows(ProgramBuilder& builder, BlockColumns& columns, const FinalRowsOptions& options);

    /// The rows of block column b before `end` are final: stores those that are not, by and by. Its registers
    /// may change at once.
    void store_before(std::size_t b, std::int64_t end);
    /// Stores all other rows of a block column that does not change any more.
    void store_rest(std::size_t b);
    /// store_rest() waits for this command from now on.
    void wait_for(CommandId mark) { after_ = {mark}; }

  private:
    [[nodiscard]] std::int64_t rows_of(std::int64_t bytes, std::int64_t cols) const;

    ProgramBuilder& builder_;
    BlockColumns& columns_;
    FinalRowsOptions options_;
    std::vector<std::int64_t> stored_{};  ///< rows, of each block column
    std::vector<CommandId> after_{};
};

}  // namespace hg
