#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// Rows and columns of a matrix as stored, in either layout, and the triangle that is used.
struct Shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    TilePart part = TilePart::whole;
};

constexpr TilePart part_of(Uplo uplo) noexcept {
    return uplo == Uplo::upper ? TilePart::upper : TilePart::lower;
}

/// A vector as stored: element i is at i * increment from the first element, or from the last element if the
/// increment is negative.
struct Strided {
    std::int64_t count = 0;
    std::int64_t increment = 1;
    bool may_be_negative = true;  ///< whether a negative increment is valid; 0 never is

    /// Returns the distance between neighbors in memory.
    [[nodiscard]] constexpr std::int64_t distance() const noexcept {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        return increment < 0 ? -std::max(increment, -kMost) : increment;
    }
    [[nodiscard]] constexpr bool is_valid() const noexcept {
        return may_be_negative ? increment != 0 : increment > 0;
    }
};

/// Returns the shape of one triangle of a square matrix.
constexpr Shape triangle(Uplo uplo, std::int64_t order) noexcept {
    return {order, order, part_of(uplo)};
}

/// Returns the shape of the same memory as a matrix in the other layout.
constexpr Shape transposed(const Shape& shape) noexcept {
    const TilePart part = shape.part == TilePart::lower   ? TilePart::upper
                          : shape.part == TilePart::upper ? TilePart::lower
                                                          : TilePart::whole;
    return {shape.cols, shape.rows, part};
}

/// The rows [begin, end).
struct RowRange {
    std::int64_t begin, end;
};

/// Returns the rows of column j of a column-major matrix that are used.
constexpr RowRange rows_of_column(const Shape& shape, std::int64_t j) noexcept {
    return {shape.part == TilePart::lower ? std::min(j, shape.rows) : 0,
            shape.part == TilePart::upper ? std::min(j + 1, shape.rows) : shape.rows};
}

/// Calls act(first, count) for the used elements of each column of a column-major matrix.
template <class T, class Act>
constexpr void for_each_column(const Shape& shape, T* data, std::int64_t ld, const Act& act) {
    for (std::int64_t j = 0; j < shape.cols; ++j) {
        const RowRange rows = rows_of_column(shape, j);
        act(data + rows.begin + j * ld, rows.end - rows.begin);
    }
}

/// Returns the shape of a matrix X for which op(X) is rows x cols.
constexpr Shape stored(Op op, std::int64_t rows, std::int64_t cols) noexcept {
    return op == Op::none ? Shape{rows, cols} : Shape{cols, rows};
}

}  // namespace hg
