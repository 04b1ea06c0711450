#include "lapack/common/final_rows.hpp"

#include <algorithm>
#include <utility>

#include "lapack/common/register_copy.hpp"

namespace hg {
namespace {

/// Bytes that leave at once: at least, and at most if memory is not scarce.
constexpr std::int64_t kLeastBytes = std::int64_t{8} << 20;
constexpr std::int64_t kMostBytes = std::int64_t{64} << 20;
/// Columns of fewer bytes leave faster from a register without gaps between them.
constexpr std::int64_t kShortColumn = std::int64_t{32} << 10;

}  // namespace

FinalRows::FinalRows(ProgramBuilder& builder, BlockColumns& columns, const FinalRowsOptions& options)
    : builder_(builder), columns_(columns), options_(options), stored_(columns.size(), 0) {}

std::int64_t FinalRows::rows_of(std::int64_t bytes, std::int64_t cols) const {
    const std::int64_t row = cols * size_of(columns_.type());
    return std::max(options_.unit, bytes / row / options_.unit * options_.unit);
}

void FinalRows::store_before(std::size_t b, std::int64_t end) {
    const BlockColumn& block = columns_.block(b);
    std::int64_t& stored = stored_[b];
    const std::int64_t least = end > options_.last ? options_.unit : rows_of(kLeastBytes, block.cols);
    const std::int64_t most = options_.memory_is_scarce ? least : rows_of(kMostBytes, block.cols);
    while (end - stored >= least) {
        const std::int64_t rows = std::min(most, (end - stored) / least * least);
        const Tile leaving{{stored, stored + rows}, {block.first, columns_.end_of_own(b)}};
        builder_.store(columns_.tile(leaving), copy_of(builder_, columns_.window(leaving), rows));
        stored += rows;
    }
}

void FinalRows::store_rest(std::size_t b) {
    const BlockColumn& block = columns_.block(b);
    const std::int64_t stored = std::exchange(stored_[b], columns_.rows());
    const std::int64_t rows = columns_.rows() - stored;
    if (rows == 0) return;
    const Tile leaving{{stored, columns_.rows()}, {block.first, columns_.end_of_own(b)}};
    const RegisterId rest = columns_.window(leaving);
    const bool is_short = stored > 0 && rows * size_of(columns_.type()) < kShortColumn;
    builder_.store(columns_.tile(leaving), is_short ? copy_of(builder_, rest, rows) : rest, after_);
}

}  // namespace hg
