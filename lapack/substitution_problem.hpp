#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// The factorization that a matrix holds.
enum class Factors : char {
    lu = 'P',     ///< L with unit diagonal, and U, as returned by getrf()
    lower = 'L',  ///< L of A = L L^T, as returned by potrf()
    upper = 'U'   ///< U of A = U^T U, as returned by potrf()
};

/// A solve of op(A) X = B with the factors of A, by forward and back substitution, as a program sees it:
/// everything except the pointers and the leading dimensions.
struct SubstitutionProblem {
    ElementType type = ElementType::f64;  ///< element type of A and B
    Factors factors = Factors::lu;        ///< the factorization that A holds
    Op op = Op::none;                     ///< op of A
    std::int64_t n = 0;                   ///< order of A
    std::int64_t nrhs = 0;                ///< columns of B
    bool pinned = false;                  ///< A is in pinned memory

    /// Returns a key that is the same for equal problems.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
