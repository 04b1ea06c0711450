#include "lapack/common/block_columns.hpp"

#include <algorithm>
#include <utility>

#include "blas/call/shape.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/real_diagonal.hpp"
#include "lapack/common/panel_exchange.hpp"

namespace hg {
namespace {

/// Bytes that come at once while work waits for them.
constexpr std::int64_t kFirstBytes = std::int64_t{8} << 20;

}  // namespace

std::size_t block_at(std::span<const BlockColumn> blocks, std::int64_t column) noexcept {
    const auto after = std::ranges::upper_bound(blocks, column, {}, &BlockColumn::first);
    return static_cast<std::size_t>(after - blocks.begin()) - 1;
}

std::vector<Span> columns_of(std::span<const BlockColumn> blocks) {
    std::vector<Span> columns;
    for (const BlockColumn& b : blocks) columns.push_back({b.first, b.end()});
    return columns;
}

BlockColumns::BlockColumns(ProgramBuilder& builder, const NamedColumns& matrix, const NamedColumns& behind,
                           ElementType type, std::int64_t m, std::vector<BlockColumn> blocks,
                           std::int64_t unit, MatrixPart part)
    : builder_(builder),
      type_(type),
      m_(m),
      part_(part),
      first_part_(unit * std::max<std::int64_t>(1, kFirstBytes / (unit * m * size_of(type)))),
      parameter_(builder.matrix(matrix.name, type, m, matrix.cols)),
      cols_(matrix.cols),
      blocks_(std::move(blocks)) {
    if (behind.cols > 0) behind_ = builder.matrix(behind.name, type, m, behind.cols);
}

HostTile BlockColumns::tile(const Tile& tile) const noexcept {
    const auto [rows, cols] = tile;
    if (part_ == MatrixPart::upper) return {parameter_, cols.begin, rows.begin, cols.size(), rows.size()};
    if (cols.begin < cols_) return {parameter_, rows.begin, cols.begin, rows.size(), cols.size()};
    return {behind_, rows.begin, cols.begin - cols_, rows.size(), cols.size()};
}

HostTile BlockColumns::triangle(const Span& diagonal) const noexcept {
    HostTile square = tile({diagonal, diagonal});
    square.part = part_of(part_ == MatrixPart::upper ? Uplo::upper : Uplo::lower);
    return square;
}

void BlockColumns::open(const Span& columns) {
    const auto block_from = [&](std::int64_t column) {
        return std::ranges::lower_bound(blocks_, column, {}, &BlockColumn::first);
    };
    held_ = {block_from(columns.begin), block_from(columns.end)};
    for (BlockColumn& b : held_) b.reg = reg(b.device, {{first_row(b), m_}, {b.first, b.end()}});
}

void BlockColumns::load(const Span& columns) {
    const BlockColumn& b = blocks_[block_at(columns.begin)];
    loading_ = b.device;
    if (part_ != MatrixPart::all) return load_part(b);
    const std::int64_t part = columns.begin == 0 ? first_part_ : columns.size();
    for (std::int64_t first = columns.begin, end = 0; first < columns.end; first = end) {
        end = std::min(first + part, first < cols_ ? std::min(columns.end, cols_) : columns.end);
        const Tile loaded{{0, m_}, {first, end}};
        last_load_ = builder_.load(window(loaded), tile(loaded));
    }
}

/// Imaginary parts on the diagonal count for nothing.
void BlockColumns::load_part(const BlockColumn& b) {
    const Span cols{b.first, b.end()}, below{b.end(), m_};
    const RegisterId square = window({cols, cols});
    builder_.load(square, triangle(cols));
    if (is_complex(type_)) builder_.exec(kernels::real_diagonal(type_), {square});
    if (!below.empty()) load_in_parts(builder_, window({below, cols}), tile({below, cols}));
}

void BlockColumns::store(const Tile& stored) {
    const auto [rows, cols] = stored;
    Tile rest = stored;
    if (part_ != MatrixPart::all && rows.begin < cols.end) {
        builder_.store(triangle(cols), window({cols, cols}));
        rest.rows.begin = cols.end;
    }
    if (!rest.empty()) store_in_parts(builder_, tile(rest), window(rest));
}

CommandId BlockColumns::mark_arrival() {
    return builder_.mark("arrived", std::span(&last_load_, 1), {loading_, QueueKind::load});
}

RegisterId BlockColumns::window(const Tile& tile) {
    const BlockColumn& b = blocks_[block_at(tile.cols.begin)];
    return window(b.reg, first_row(b), b.first, tile);
}

RegisterId BlockColumns::window(RegisterId reg, std::int64_t row, std::int64_t col, const Tile& tile) const {
    const auto [rows, cols] = tile;
    return part_ == MatrixPart::upper
               ? builder_.window(reg, cols.begin - col, rows.begin - row, cols.size(), rows.size())
               : builder_.window(reg, rows.begin - row, cols.begin - col, rows.size(), cols.size());
}

RegisterId BlockColumns::reg(DeviceIndex device, const Tile& tile) const {
    const auto [height, width] = part_ == MatrixPart::upper ? std::pair(tile.cols.size(), tile.rows.size())
                                                            : std::pair(tile.rows.size(), tile.cols.size());
    return builder_.reg(device, type_, height, width, staggered_window_ld(height, type_));
}

}  // namespace hg
