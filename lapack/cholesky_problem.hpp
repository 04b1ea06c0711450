#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A Cholesky factorization as a program sees it: everything except the pointer and the leading dimension.
struct CholeskyProblem {
    ElementType type = ElementType::f64;         ///< element type of A
    Uplo uplo = Uplo::lower;                     ///< the triangle of A that is factored
    std::int64_t n = 0;                          ///< order of A
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
