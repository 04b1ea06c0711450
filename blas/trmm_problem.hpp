#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A column-major B := alpha op(A) B or B := alpha B op(A) as a program sees it: everything except the
/// pointers, the leading dimensions and the value of alpha.
struct TrmmProblem {
    ElementType type = ElementType::f64;         ///< element type of both matrices
    Side side = Side::left;                      ///< the side on which op(A) stands
    Uplo uplo = Uplo::lower;                     ///< the triangle of A that is read
    Op op = Op::none;                            ///< op(A)
    Diag diag = Diag::non_unit;                  ///< whether the diagonal of A is taken as ones
    std::int64_t m = 0;                          ///< rows of B
    std::int64_t n = 0;                          ///< columns of B
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A and B are in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
