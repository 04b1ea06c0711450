#include <algorithm>
#include <bit>
#include <cstdint>

#include "kernels/matrix_vector/gemv_rules.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kGroups = 4 * 132;    ///< work-groups that keep a large GPU busy
constexpr std::int64_t kItems = 256;         ///< of a work-group on GPUs
constexpr std::int64_t kGpuPieceBytes = 16;  ///< the widest loads of GPUs
constexpr std::int64_t kCpuPieceBytes = 64;  ///< a cache line
constexpr std::int64_t kBytesWorthALaunch = std::int64_t{64}
                                            << 20;  ///< less is read in the time of a launch or two

/// The largest power of two up to a positive value.
std::int64_t power_below(std::int64_t value) {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(value)));
}

/// The least power of two from a positive value on.
std::int64_t power_above(std::int64_t value) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value)));
}

std::int64_t quotient_up(std::int64_t value, std::int64_t divisor) {
    return (value + divisor - 1) / divisor;
}

int narrow(std::int64_t value) {
    return static_cast<int>(value);
}

/// The elements of a piece: `bytes`, or fewer if there are not as many rows.
std::int64_t piece_of(ElementType type, std::int64_t rows, std::int64_t bytes) {
    return std::min(power_below(rows), bytes / size_of(type));
}

/// Work-groups for each sum of GPUs: several only if blocks alone leave most of the device idle, and if the
/// matrix is worth a second launch.
int split_for_gpu(std::int64_t blocks, std::int64_t strips, double bytes) {
    const bool is_large = bytes > static_cast<double>(kBytesWorthALaunch);
    if (blocks >= kGroups / 2 || (blocks >= kGroups / 8 && !is_large)) return 1;
    return narrow(
        std::clamp<std::int64_t>(quotient_up(kGroups, blocks), 1, std::clamp<std::int64_t>(strips, 1, 1024)));
}

/// A x: blocks of rows as tall as gives work-groups enough, but of a cache line at least unless the matrix is small.
GemvBlocking columns_on_gpu(ElementType type, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kMostRowItems = 128;
    constexpr std::int64_t kLineBytes = 128;
    const std::int64_t vector = piece_of(type, m, kGpuPieceBytes);
    const std::int64_t pieces = quotient_up(m, vector);
    const double bytes = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(size_of(type));
    const bool is_large = bytes > static_cast<double>(kBytesWorthALaunch);
    const std::int64_t least =
        std::min((is_large ? kLineBytes : kLineBytes / 2) / kGpuPieceBytes, power_above(pieces));
    const std::int64_t row_items =
        std::clamp(power_below(std::max<std::int64_t>(pieces / kGroups, 1)), least, kMostRowItems);
    const std::int64_t blocks = quotient_up(pieces, row_items);
    // Few work-groups are large ones.
    const std::int64_t items = blocks < kGroups / 2 ? 2 * kItems : kItems;
    const std::int64_t column_items =
        std::clamp<std::int64_t>(items / row_items, 1, std::min<std::int64_t>(power_below(n), 256));
    const std::int64_t unroll = std::clamp<std::int64_t>(power_below(quotient_up(n, column_items)), 1, 8);
    return {.row_items = narrow(row_items),
            .column_items = narrow(column_items),
            .vector = narrow(vector),
            .unroll = narrow(unroll),
            .split = split_for_gpu(blocks, n / (column_items * unroll), bytes)};
}

/// A^T x: as many items along a column as have several pieces each, and as many columns an item as leave
/// work-groups enough.
GemvBlocking rows_on_gpu(ElementType type, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kPiecesAnItem = 4;
    const std::int64_t vector = piece_of(type, m, kGpuPieceBytes);
    const std::int64_t pieces = quotient_up(m, vector);
    const double bytes = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(size_of(type));
    const std::int64_t row_items =
        std::clamp<std::int64_t>(power_below(quotient_up(pieces, kPiecesAnItem)),
                                 std::min<std::int64_t>(8, power_above(pieces)), kItems);
    std::int64_t column_items = std::min<std::int64_t>(kItems / row_items, power_above(n));
    while (column_items > 1 && row_items * column_items > 64 && quotient_up(n, column_items) < kGroups)
        column_items /= 2;
    std::int64_t columns = 1;
    while (columns < 4 && (quotient_up(n, 2 * columns * column_items) >= kGroups ||
                           (n < kGroups / 8 && 2 * columns * column_items <= n)))
        columns *= 2;
    const std::int64_t unroll =
        std::clamp<std::int64_t>(power_below(std::max<std::int64_t>(pieces / row_items, 1)), 1, 8 / columns);
    return {.row_items = narrow(row_items),
            .column_items = narrow(column_items),
            .vector = narrow(vector),
            .columns = narrow(columns),
            .unroll = narrow(unroll),
            .split = split_for_gpu(quotient_up(n, columns * column_items), m / (row_items * vector * unroll),
                                   bytes)};
}

/// Work-groups that share the sums of a CPU: a few for each core.
int split_for_cpu(std::int64_t blocks, std::int64_t strips) {
    constexpr std::int64_t kGroupsOfCpu = 16;
    return narrow(
        std::clamp<std::int64_t>(kGroupsOfCpu / blocks, 1, std::clamp<std::int64_t>(strips / 8, 1, 64)));
}

/// A work-item of a CPU is a pass of a loop. A x: it adds `unroll` columns to a long part of y.
GemvBlocking columns_on_cpu(ElementType type, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kRows = 64;
    constexpr std::int64_t kUnroll = 8;
    const std::int64_t vector = piece_of(type, m, kCpuPieceBytes);
    const std::int64_t rows = std::min(kRows, power_above(quotient_up(m, vector)));
    return {.row_items = 1,
            .column_items = 1,
            .vector = narrow(vector),
            .rows = narrow(rows),
            .unroll = narrow(kUnroll),
            .split = split_for_cpu(quotient_up(m, vector * rows), n / kUnroll)};
}

/// A^T x: it goes down several columns.
GemvBlocking rows_on_cpu(ElementType type, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kColumnItems = 4;
    const std::int64_t vector = piece_of(type, m, kCpuPieceBytes);
    const std::int64_t columns = std::min<std::int64_t>(8, power_below(n));
    const std::int64_t column_items = std::min(kColumnItems, power_above(quotient_up(n, columns)));
    return {.row_items = 1,
            .column_items = narrow(column_items),
            .vector = narrow(vector),
            .columns = narrow(columns),
            .unroll = 2,
            .split = split_for_cpu(quotient_up(n, columns * column_items), m / (2 * vector))};
}

}  // namespace

GemvBlocking default_gemv_blocking(ElementType type, bool transpose, std::int64_t m, std::int64_t n,
                                   bool is_gpu) {
    if (is_gpu) return transpose ? rows_on_gpu(type, m, n) : columns_on_gpu(type, m, n);
    return transpose ? rows_on_cpu(type, m, n) : columns_on_cpu(type, m, n);
}

}  // namespace hg::kernels
