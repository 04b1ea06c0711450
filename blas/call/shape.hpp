#pragma once

#include <cstdint>

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

/// One triangle of a square matrix.
constexpr Shape triangle(Uplo uplo, std::int64_t order) noexcept {
    return {order, order, part_of(uplo)};
}

/// A matrix X whose op(X) is rows x cols.
constexpr Shape stored(Op op, std::int64_t rows, std::int64_t cols) noexcept {
    return op == Op::none ? Shape{rows, cols} : Shape{cols, rows};
}

}  // namespace hg
