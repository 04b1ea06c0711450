#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>

namespace hg {

/// Rows and columns of a matrix as it is stored, column-major or not.
struct Shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
};

/// A matrix X whose op(X) is rows x cols.
constexpr Shape stored(Op op, std::int64_t rows, std::int64_t cols) noexcept {
    return op == Op::none ? Shape{rows, cols} : Shape{cols, rows};
}

}  // namespace hg
