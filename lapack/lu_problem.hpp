#pragma once

#include <cstdint>
#include <string>

#include <hg/lapack/lu_options.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// An LU factorization, with an optional solve, as a program sees it: everything except the pointers and the
/// leading dimension.
struct LuProblem {
    ElementType type = ElementType::f64;  ///< element type of A
    std::int64_t m = 0;                   ///< rows of A
    std::int64_t n = 0;                   ///< columns of A
    /// Columns of B in A X = B, which requires m = n; 0: A is only factored.
    std::int64_t nrhs = 0;
    Pivoting pivoting = Pivoting::partial;       ///< how pivots are chosen
    Arithmetic arithmetic = Arithmetic::native;  ///< of its products
    bool pinned = false;                         ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
