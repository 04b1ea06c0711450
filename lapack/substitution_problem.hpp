#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// What a matrix was factored into.
enum class Factors : char {
    lu = 'P',     ///< L, whose diagonal is ones, and U, as getrf() leaves them
    lower = 'L',  ///< L of A = L L^T, as potrf() leaves it
    upper = 'U'   ///< U of A = U^T U, likewise
};

/// The solve of op(A) X = B with the factors of A, by forward and back substitution, as a program sees it: everything but
/// the pointers and the leading dimensions.
struct SubstitutionProblem {
    ElementType type = ElementType::f64;  ///< of A and B
    Factors factors = Factors::lu;        ///< what A holds
    Op op = Op::none;                     ///< of A
    std::int64_t n = 0;                   ///< order of A
    std::int64_t nrhs = 0;                ///< columns of B
    bool pinned = false;                  ///< A lies in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
