#include "lapack/common/block_columns.hpp"

#include <algorithm>
#include <utility>

#include "blas/tiles/leading_dimension.hpp"

namespace hg {
namespace {

/// Bytes that come at once while work waits for them.
constexpr std::int64_t kFirstBytes = std::int64_t{8} << 20;

}  // namespace

std::size_t block_at(std::span<const BlockColumn> blocks, std::int64_t column) noexcept {
    const auto after = std::ranges::upper_bound(blocks, column, {}, &BlockColumn::first);
    return static_cast<std::size_t>(after - blocks.begin()) - 1;
}

BlockColumns::BlockColumns(ProgramBuilder& builder, const NamedColumns& matrix, const NamedColumns& behind,
                           ElementType type, std::int64_t m, std::vector<BlockColumn> blocks,
                           std::int64_t unit)
    : builder_(builder),
      type_(type),
      m_(m),
      first_part_(unit * std::max<std::int64_t>(1, kFirstBytes / (unit * m * size_of(type)))),
      parameter_(builder.matrix(matrix.name, type, m, matrix.cols)),
      cols_(matrix.cols),
      blocks_(std::move(blocks)) {
    if (behind.cols > 0) behind_ = builder.matrix(behind.name, type, m, behind.cols);
}

HostTile BlockColumns::tile(std::int64_t row, std::int64_t rows, std::int64_t from,
                            std::int64_t to) const noexcept {
    if (from < cols_) return {parameter_, row, from, rows, to - from};
    return {behind_, row, from - cols_, rows, to - from};
}

void BlockColumns::open(std::int64_t from, std::int64_t to) {
    const auto block_at = [&](std::int64_t column) {
        return std::partition_point(blocks_.begin(), blocks_.end(),
                                    [&](const BlockColumn& b) { return b.first < column; });
    };
    held_ = {block_at(from), block_at(to)};
    for (BlockColumn& b : held_)
        b.reg = builder_.reg(b.device, type_, m_, b.cols, staggered_window_ld(m_, type_));
}

void BlockColumns::load(std::size_t b, std::int64_t from, std::int64_t to) {
    const std::int64_t part = from == 0 ? first_part_ : to - from;
    for (std::int64_t first = from, end = 0; first < to; first = end) {
        end = std::min(first + part, first < cols_ ? std::min(to, cols_) : to);
        last_load_ = builder_.load(window(b, 0, m_, first, end), tile(0, m_, first, end));
    }
    loading_ = blocks_[b].device;
}

CommandId BlockColumns::mark_arrival() {
    return builder_.mark("arrived", std::span(&last_load_, 1), {loading_, QueueKind::load});
}

RegisterId BlockColumns::window(std::size_t b, std::int64_t row, std::int64_t rows, std::int64_t from,
                                std::int64_t to) {
    return builder_.window(blocks_[b].reg, row, from - blocks_[b].first, rows, to - from);
}

}  // namespace hg
