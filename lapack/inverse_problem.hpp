#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The inverse of a symmetric positive definite matrix from its Cholesky factor, as a program sees it:
/// everything except the pointer and the leading dimension.
struct InverseProblem {
    ElementType type = ElementType::f64;  ///< element type of A
    Uplo uplo = Uplo::lower;              ///< the triangle of A that holds the factor, and later the inverse
    std::int64_t n = 0;                   ///< order of A
    bool pinned = false;                  ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

/// The inverse of a general matrix from its LU factors, likewise.
struct LuInverseProblem {
    ElementType type = ElementType::f64;  ///< element type of A
    std::int64_t n = 0;                   ///< order of A
    bool pinned = false;                  ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
