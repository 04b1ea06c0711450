#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A column-major B := alpha op(A) B or B := alpha B op(A) as a program sees it: everything but the pointers,
/// the leading dimensions and the value of alpha.
struct TrmmProblem {
    ElementType type = ElementType::f64;
    Side side = Side::left;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t m = 0;  ///< of B
    std::int64_t n = 0;
    bool pinned = false;  ///< A and B lie in pinned memory

    /// Equal problems have equal keys.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
