#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A factorization of a symmetric or hermitian indefinite matrix as a program sees it: everything but the
/// pointer and the leading dimension.
struct LdlProblem {
    ElementType type = ElementType::f64;         ///< of A
    bool hermitian = false;                      ///< A^H = A, not A^T = A
    Uplo uplo = Uplo::lower;                     ///< the triangle of A that is factored
    std::int64_t n = 0;                          ///< order of A
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
