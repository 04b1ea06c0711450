#include "lapack/cholesky/cholesky_block_columns.hpp"

#include <algorithm>

#include "blas/call/shape.hpp"
#include "blas/tiles/leading_dimension.hpp"
#include "kernels/elementwise/real_diagonal.hpp"
#include "lapack/common/panel_exchange.hpp"

namespace hg {
namespace {

/// Panels that may be under way between devices at once.
constexpr std::int64_t kExchanged = 6;

}  // namespace

CholeskyBlockColumns::CholeskyBlockColumns(ProgramBuilder& builder, const CholeskyProblem& problem,
                                           const CholeskyLayout& layout)
    : builder_(builder),
      layout_(layout),
      type_(problem.type),
      transposed_(problem.uplo == Uplo::upper),
      parameter_(builder.matrix("A", problem.type, problem.n, problem.n)) {
    if (layout.devices.size() == 1) return;
    const auto [rows, cols] = transposed_ ? std::pair(layout.panel, kExchanged * layout.n)
                                          : std::pair(layout.n, kExchanged * layout.panel);
    exchange_ = builder.pinned_matrix("exchange", type_, rows, cols);
}

void CholeskyBlockColumns::begin_pass(std::size_t first) {
    held_.clear();
    first_row_ = layout_.first_of(first);
}

void CholeskyBlockColumns::open(std::size_t k) {
    const DeviceIndex device = layout_.device_of(k);
    const Span square = layout_.columns_of(k);
    const Span below{square.end, layout_.n};
    hold(device, k, square.begin);
    builder_.load(window(device, k, square, square), triangle(square));
    if (is_complex(type_)) builder_.exec(kernels::real_diagonal(type_), {window(device, k, square, square)});
    if (!below.empty()) load_in_parts(builder_, window(device, k, below, square), tile(below, square));
}

void CholeskyBlockColumns::store(std::size_t k) {
    const DeviceIndex device = layout_.device_of(k);
    const Span square = layout_.columns_of(k);
    const Span below{square.end, layout_.n};
    builder_.store(triangle(square), window(device, k, square, square));
    if (!below.empty()) store_in_parts(builder_, tile(below, square), window(device, k, below, square));
}

void CholeskyBlockColumns::send(std::size_t k, const Span& panel, std::span<const DeviceIndex> to) {
    const Span below{layout_.columns_of(k).end, layout_.n};
    if (to.empty() || below.empty()) return;
    const HostTile room = exchange_tile(below, panel);
    store_in_parts(builder_, room, window(layout_.device_of(k), k, below, panel));
    for (const DeviceIndex device : to) {
        if (!holds(device, k)) hold(device, k, below.begin);
        load_in_parts(builder_, window(device, k, below, panel), room);
    }
}

void CholeskyBlockColumns::load_copy(DeviceIndex device, std::size_t k) {
    const Span cols = layout_.columns_of(k);
    const Span rows{std::max(cols.end, first_row_), layout_.n};
    hold(device, k, rows.begin);
    load_in_parts(builder_, window(device, k, rows, cols), tile(rows, cols));
}

CholeskyBlockColumns::ResidentBlockColumn& CholeskyBlockColumns::hold(DeviceIndex device, std::size_t k,
                                                                      std::int64_t first_row) {
    const std::int64_t rows = layout_.n - first_row;
    const std::int64_t cols = layout_.columns_of(k).size();
    const auto [height, width] = transposed_ ? std::pair(cols, rows) : std::pair(rows, cols);
    ResidentBlockColumn& block_column = held_[{device, k}];
    block_column = {builder_.reg(device, type_, height, width, staggered_window_ld(height, type_)),
                    first_row};
    return block_column;
}

RegisterId CholeskyBlockColumns::window(DeviceIndex device, std::size_t k, const Span& rows,
                                        const Span& cols) {
    const ResidentBlockColumn& block_column = held_.at({device, k});
    const std::int64_t row = rows.begin - block_column.first_row;
    const std::int64_t col = cols.begin - layout_.first_of(k);
    return transposed_ ? builder_.window(block_column.reg, col, row, cols.size(), rows.size())
                       : builder_.window(block_column.reg, row, col, rows.size(), cols.size());
}

HostTile CholeskyBlockColumns::tile(const Span& rows, const Span& cols) const noexcept {
    if (transposed_) return {parameter_, cols.begin, rows.begin, cols.size(), rows.size()};
    return {parameter_, rows.begin, cols.begin, rows.size(), cols.size()};
}

/// Columns without gaps, whichever way L is stored: they travel fastest.
HostTile CholeskyBlockColumns::exchange_tile(const Span& rows, const Span& panel) const noexcept {
    const std::int64_t place = panel.begin / layout_.panel % kExchanged;
    if (transposed_) return {exchange_, 0, place * layout_.n + rows.begin, panel.size(), rows.size()};
    return {exchange_, rows.begin, place * layout_.panel, rows.size(), panel.size()};
}

HostTile CholeskyBlockColumns::triangle(const Span& diagonal) const noexcept {
    HostTile square = tile(diagonal, diagonal);
    square.part = part_of(transposed_ ? Uplo::upper : Uplo::lower);
    return square;
}

}  // namespace hg
