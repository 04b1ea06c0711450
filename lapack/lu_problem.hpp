#pragma once

#include <cstdint>
#include <string>

#include <hg/lapack/lu_options.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// An LU factorization, and a solve with it, as a program sees it: everything but the pointers and the leading dimension.
struct LuProblem {
    ElementType type = ElementType::f64;    ///< of A
    std::int64_t m = 0;                     ///< rows of A
    std::int64_t n = 0;                     ///< columns of A
    std::int64_t nrhs = 0;                  ///< columns of B in A X = B, then m = n; 0: A is only factored
    Pivoting pivoting = Pivoting::partial;  ///< how pivots are chosen
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
