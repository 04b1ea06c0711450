#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// Rows and columns of a matrix as it is stored, column-major or not, and the triangle of it that counts.
struct Shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    TilePart part = TilePart::whole;
};

constexpr TilePart part_of(Uplo uplo) noexcept {
    return uplo == Uplo::upper ? TilePart::upper : TilePart::lower;
}

/// A vector as it is stored: element i at i * increment from the first one or, if the increment is negative,
/// from the last one.
struct Strided {
    std::int64_t count = 0;
    std::int64_t increment = 1;
    bool may_be_negative = true;  ///< none may be 0

    /// Between neighbours in memory.
    [[nodiscard]] constexpr std::int64_t distance() const noexcept {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        return increment < 0 ? -std::max(increment, -kMost) : increment;
    }
    [[nodiscard]] constexpr bool is_valid() const noexcept {
        return may_be_negative ? increment != 0 : increment > 0;
    }
};

/// One triangle of a square matrix.
constexpr Shape triangle(Uplo uplo, std::int64_t order) noexcept {
    return {order, order, part_of(uplo)};
}

/// The same memory as a matrix of the other layout.
constexpr Shape transposed(const Shape& shape) noexcept {
    const TilePart part = shape.part == TilePart::lower   ? TilePart::upper
                          : shape.part == TilePart::upper ? TilePart::lower
                                                          : TilePart::whole;
    return {shape.cols, shape.rows, part};
}

/// Rows from begin up to end, which is not one of them.
struct RowRange {
    std::int64_t begin, end;
};

/// The elements that count of column j of a column-major matrix.
constexpr RowRange rows_of_column(const Shape& shape, std::int64_t j) noexcept {
    return {shape.part == TilePart::lower ? std::min(j, shape.rows) : 0,
            shape.part == TilePart::upper ? std::min(j + 1, shape.rows) : shape.rows};
}

/// Calls act(first, count) for the elements that count of each column of a column-major matrix.
template <class T, class Act>
constexpr void for_each_column(const Shape& shape, T* data, std::int64_t ld, const Act& act) {
    for (std::int64_t j = 0; j < shape.cols; ++j) {
        const RowRange rows = rows_of_column(shape, j);
        act(data + rows.begin + j * ld, rows.end - rows.begin);
    }
}

/// A matrix X whose op(X) is rows x cols.
constexpr Shape stored(Op op, std::int64_t rows, std::int64_t cols) noexcept {
    return op == Op::none ? Shape{rows, cols} : Shape{cols, rows};
}

}  // namespace hg
