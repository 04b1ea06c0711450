#include "host_blas/copy_matrix.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <complex>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "host_blas/each_element.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "runtime/threads/parallel_for.hpp"

namespace hg {
namespace {

/// Rows and columns of a transposed tile: rows of 512 bytes, which are contiguous in A.
template <class T>
constexpr std::int64_t kTile = 512 / sizeof(T);

constexpr std::int64_t kBlockHeight = 1024;  // a loop's index is a block of this height, a tile wide
constexpr std::int64_t kLeastBlocks = 2;     // that are worth a thread

std::int64_t divided_up(std::int64_t count, std::int64_t each) {
    return (count + each - 1) / each;
}

/// Rows, or columns, [first, last).
struct IndexRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

IndexRange intersection(IndexRange x, IndexRange y) {
    return {std::max(x.first, y.first), std::min(x.last, y.last)};
}

/// Calls body(rows, columns) for blocks, `width` wide, that together make up an m x n matrix. Each thread takes
/// blocks from both ends, so that the blocks of a triangle are divided evenly.
template <class Body>
void for_blocks(std::int64_t width, std::int64_t m, std::int64_t n, const Body& body) noexcept {
    const std::int64_t high = divided_up(m, kBlockHeight), count = high * divided_up(n, width);
    const auto block = [&](std::int64_t k) {
        const std::int64_t i = k % high * kBlockHeight, j = k / high * width;
        body(IndexRange{i, std::min(m, i + kBlockHeight)}, IndexRange{j, std::min(n, j + width)});
    };
    parallel_for(divided_up(count, 2),
                 [&](std::int64_t first, std::int64_t last) {
                     for (std::int64_t k = first; k < last; ++k) {
                         block(k);
                         if (const std::int64_t opposite = count - 1 - k; opposite != k) block(opposite);
                     }
                 },
                 {.least = kLeastBlocks / 2});
}

template <class T>
struct MatrixCopy {
    TilePart part;
    CpuOperation op;
    std::int64_t m;
    const T* a;
    std::int64_t lda;
    T* b;
    std::int64_t ldb;

    /// The rows of column j that belong to the part.
    IndexRange rows_of(std::int64_t j) const {
        return {part == TilePart::lower ? j : 0, part == TilePart::upper ? std::min(m, j + 1) : m};
    }

    /// Copies what a block of B has of the part.
    void operator()(IndexRange rows, IndexRange columns) const {
        if (op == CpuOperation::none)
            copy_columns(rows, columns);
        else
            copy_transposed(rows, columns);
    }

    void copy_columns(IndexRange rows, IndexRange columns) const {
        for (std::int64_t j = columns.first; j < columns.last; ++j) {
            const IndexRange copied = intersection(rows, rows_of(j));
            if (copied.first < copied.last)
                std::copy(a + copied.first + j * lda, a + copied.last + j * lda, b + copied.first + j * ldb);
        }
    }

    /// The same for A^T or A^H, through a small tile: both matrices are touched in contiguous runs, which
    /// leading dimensions that are powers of two need.
    void copy_transposed(IndexRange rows, IndexRange columns) const {
        const IndexRange upper = rows_of(columns.last - 1), lower = rows_of(columns.first);
        const IndexRange all = intersection(rows, {lower.first, upper.last});
        std::array<std::array<T, kTile<T> + 1>, kTile<T>>
            tile;  // wider by 1: its columns share no cache sets
        for (std::int64_t i0 = all.first; i0 < all.last; i0 += kTile<T>) {
            const IndexRange tile_rows{i0, std::min(all.last, i0 + kTile<T>)};
            for (std::int64_t i = tile_rows.first; i < tile_rows.last; ++i)
                std::copy(a + columns.first + i * lda, a + columns.last + i * lda,
                          tile[static_cast<std::size_t>(i - i0)].data());
            for (std::int64_t j = columns.first; j < columns.last; ++j) {
                const IndexRange copied = intersection(tile_rows, rows_of(j));
                const auto column = static_cast<std::size_t>(j - columns.first);
                for (std::int64_t i = copied.first; i < copied.last; ++i)
                    b[i + j * ldb] = element(tile[static_cast<std::size_t>(i - i0)][column]);
            }
        }
    }

    T element(T x) const {
        if constexpr (!std::floating_point<T>)
            if (op == CpuOperation::conj_trans) return std::conj(x);
        return x;
    }
};

/// True if a real number is infinite or NaN: its exponent has all bits set.
template <class Part, class Bits>
bool any_not_finite(const Part* x, std::int64_t count) {
    const Bits exponent = std::bit_cast<Bits>(std::numeric_limits<Part>::infinity());
    Bits found = 0;
    for (std::int64_t i = 0; i < count; ++i)
        found |= static_cast<Bits>((std::bit_cast<Bits>(x[i]) & exponent) == exponent);
    return found != 0;
}

}  // namespace

template <class T>
void copy_matrix(TilePart part, CpuOperation op, std::int64_t m, std::int64_t n, const T* a, std::int64_t lda,
                 T* b, std::int64_t ldb) noexcept {
    for_blocks(kTile<T>, m, n, MatrixCopy<T>{part, op, m, a, lda, b, ldb});
}

template <class T>
bool all_finite(std::int64_t m, std::int64_t n, const T* a, std::int64_t lda) noexcept {
    using Part = PartOf<T>;
    using Bits = std::conditional_t<sizeof(Part) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    constexpr std::int64_t kParts = sizeof(T) / sizeof(Part);
    std::atomic<bool> is_finite = true;
    for_blocks(kTile<T>, m, n, [&](IndexRange rows, IndexRange columns) {
        for (std::int64_t j = columns.first; j < columns.last && is_finite; ++j) {
            const auto* const first = reinterpret_cast<const Part*>(a + rows.first + j * lda);
            if (any_not_finite<Part, Bits>(first, kParts * (rows.last - rows.first))) is_finite = false;
        }
    });
    return is_finite;
}

#define HG_COPY_MATRIX(T)                                                                                 \
    template void copy_matrix(TilePart, CpuOperation, std::int64_t, std::int64_t, const T*, std::int64_t, \
                              T*, std::int64_t) noexcept;                                                 \
    template bool all_finite(std::int64_t, std::int64_t, const T*, std::int64_t) noexcept;
HG_FOR_EACH_ELEMENT(HG_COPY_MATRIX)
#undef HG_COPY_MATRIX

}  // namespace hg
