#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The inverse of a symmetric positive definite matrix by its Cholesky factor, as a program sees it: everything but the
/// pointer and the leading dimension.
struct InverseProblem {
    ElementType type = ElementType::f64;  ///< of A
    Uplo uplo = Uplo::lower;              ///< the triangle of A that holds the factor, and then the inverse
    std::int64_t n = 0;                   ///< order of A
    bool pinned = false;                  ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
