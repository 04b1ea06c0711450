#pragma once

#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// The routines of levels 1 and 2. Some are for real elements alone, those behind them for complex ones.
enum class VectorRoutine : std::uint8_t {
    copy,
    swap,
    scal,
    axpy,
    rot,
    dot,
    dotu,
    dotc,
    asum,
    nrm2,
    iamax,
    gemv,
    ger,
    geru,
    gerc,
    symv,
    hemv,
    syr,
    her,
    syr2,
    her2,
    trmv,
    trsv
};

/// What a call of levels 1 and 2 takes beside its operands. Matrices have no gaps, and beta is 0.
struct VectorArguments {
    VectorRoutine routine = VectorRoutine::copy;
    hg::ElementType type = hg::ElementType::f64;
    hg::Op op = hg::Op::none;
    hg::Uplo uplo = hg::Uplo::lower;
    hg::Diag diag = hg::Diag::non_unit;
    std::int64_t m = 0;  ///< of gemv, ger, geru and gerc
    std::int64_t n = 0;
    std::int64_t incx = 1, incy = 1;
    double alpha = 1;     ///< of scal, axpy, and level 2
    double c = 1, s = 0;  ///< of rot

    /// Of the matrix.
    [[nodiscard]] std::int64_t ld() const noexcept {
        return routine >= VectorRoutine::gemv && routine <= VectorRoutine::gerc ? m : n;
    }
    [[nodiscard]] bool returns_number() const noexcept {
        return routine >= VectorRoutine::dot && routine <= VectorRoutine::iamax;
    }
};

}  // namespace hgctl
