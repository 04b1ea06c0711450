#include <algorithm>
#include <bit>
#include <cstdint>

#include "kernels/gemv/gemv_rules.hpp"
#include "kernels/piece.hpp"

namespace hg::kernels {
namespace {

constexpr std::int64_t kGroups = 4 * 132;  ///< work-groups that keep a large GPU busy
constexpr std::int64_t kItems = 256;       ///< of a work-group on GPUs

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

/// The elements of a piece: `bytes`, or fewer if there are not as many rows. One if elements are complex.
std::int64_t piece_of(ElementType type, std::int64_t rows, int bytes) {
    if (is_complex(type)) return 1;
    return std::min<std::int64_t>(power_below(rows), elements_of_piece(type, bytes));
}

/// Work-groups that share a sum on GPUs: several only if blocks alone leave part of the device idle, and if
/// work-items would take so many strips one after the other that a second launch costs less.
int split_for_gpu(std::int64_t blocks, std::int64_t strips) {
    constexpr std::int64_t kStripsWorthALaunch = 8;
    if (blocks >= kGroups / 4 || strips < kStripsWorthALaunch) return 1;
    return narrow(std::min<std::int64_t>({quotient_up(kGroups, blocks), strips, 1024}));
}

/// A x in blocks of so many pieces.
GemvBlocking columns_on_gpu(std::int64_t row_items, std::int64_t vector, std::int64_t m, std::int64_t n) {
    const std::int64_t blocks = quotient_up(m, row_items * vector);
    const std::int64_t items = blocks < kGroups / 2 ? 2 * kItems : kItems;  // few work-groups are large ones
    const std::int64_t column_items = std::min({items / row_items, power_below(n), std::int64_t{256}});
    const std::int64_t unroll = std::min<std::int64_t>(power_below(quotient_up(n, column_items)), 8);
    return {.row_items = narrow(row_items),
            .column_items = narrow(column_items),
            .vector = narrow(vector),
            .unroll = narrow(unroll),
            .split = split_for_gpu(blocks, n / (column_items * unroll))};
}

/// A x: blocks of rows as tall as gives work-groups enough. If none does, columns are divided too.
GemvBlocking columns_on_gpu(ElementType type, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kLeastItems = 4;  // 64 bytes of a column
    constexpr std::int64_t kLineItems = 8;   // a cache line
    constexpr std::int64_t kMostGpuItems = 128;
    constexpr std::int64_t kItemsIfSplit = 16;
    const std::int64_t vector = piece_of(type, m, kPieceBytes);
    const std::int64_t pieces = quotient_up(m, vector);
    const std::int64_t most = std::min(power_above(pieces), kMostGpuItems);
    std::int64_t row_items = power_below(std::max<std::int64_t>(pieces / kGroups, 1));
    if (row_items < kLineItems) row_items = pieces / kLineItems < kGroups * 3 / 8 ? kLeastItems : kLineItems;
    const GemvBlocking undivided = columns_on_gpu(std::min(row_items, most), vector, m, n);
    return undivided.split == 1 ? undivided : columns_on_gpu(std::min(kItemsIfSplit, most), vector, m, n);
}

/// A^T x: as many items along a column as have several pieces each, and as many columns an item as leave
/// work-groups enough.
GemvBlocking rows_on_gpu(ElementType type, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kPiecesAnItem = 4;
    const std::int64_t vector = piece_of(type, m, kPieceBytes);
    const std::int64_t pieces = quotient_up(m, vector);
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
    return {
        .row_items = narrow(row_items),
        .column_items = narrow(column_items),
        .vector = narrow(vector),
        .columns = narrow(columns),
        .unroll = narrow(unroll),
        .split = split_for_gpu(quotient_up(n, columns * column_items), m / (row_items * vector * unroll))};
}

/// Work-groups that share a sum on CPUs: a few for each core, each with enough to do to pay for the second
/// launch.
int split_for_cpu(std::int64_t blocks, std::int64_t m, std::int64_t n) {
    constexpr std::int64_t kGroupsOfCpu = 16;
    constexpr std::int64_t kElementsAGroup = std::int64_t{1} << 18;
    return narrow(std::clamp<std::int64_t>(m * n / kElementsAGroup / blocks, 1,
                                           std::max<std::int64_t>(kGroupsOfCpu / blocks, 1)));
}

/// A work-item of a CPU is a pass of a loop. A x: it adds `unroll` columns to a long part of y, which is
/// shorter with a triangle, since blocks on the diagonal are slow.
GemvBlocking columns_on_cpu(ElementType type, std::int64_t m, std::int64_t n, bool triangle) {
    const std::int64_t most_rows = triangle ? 16 : 64;
    const std::int64_t unroll = std::min<std::int64_t>(8, power_below(n));
    const std::int64_t vector = piece_of(type, m, kMostPieceBytes);
    const std::int64_t rows = std::min(most_rows, power_above(quotient_up(m, vector)));
    return {.row_items = 1,
            .column_items = 1,
            .vector = narrow(vector),
            .rows = narrow(rows),
            .unroll = narrow(unroll),
            .split = split_for_cpu(quotient_up(m, vector * rows), m, n)};
}

/// A^T x: it goes down several columns.
GemvBlocking rows_on_cpu(ElementType type, std::int64_t m, std::int64_t n, bool triangle) {
    constexpr std::int64_t kGroupsOfCpu = 64;
    const std::int64_t vector = piece_of(type, m, kMostPieceBytes);
    const std::int64_t columns = std::min<std::int64_t>(8, power_below(n));
    const std::int64_t column_items =
        std::clamp<std::int64_t>(power_above(quotient_up(n, columns * kGroupsOfCpu)), 1, triangle ? 16 : 256);
    return {.row_items = 1,
            .column_items = narrow(column_items),
            .vector = narrow(vector),
            .columns = narrow(columns),
            .unroll = 2,
            .split = split_for_cpu(quotient_up(n, columns * column_items), m, n)};
}

}  // namespace

GemvBlocking default_gemv_blocking(ElementType type, bool transpose, std::int64_t m, std::int64_t n,
                                   bool is_gpu, bool triangle) {
    if (is_gpu) return transpose ? rows_on_gpu(type, m, n) : columns_on_gpu(type, m, n);
    return transpose ? rows_on_cpu(type, m, n, triangle) : columns_on_cpu(type, m, n, triangle);
}

}  // namespace hg::kernels
