#pragma once

#include <cstdint>
#include <vector>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// The routines of levels 1 and 2.
enum class VectorRoutine : std::uint8_t {
    copy,
    swap,
    scal,
    axpy,
    rot,
    dot,
    asum,
    nrm2,
    iamax,
    gemv,
    ger,
    symv,
    syr,
    syr2,
    trmv,
    trsv
};

/// A call of levels 1 and 2 that another library makes on operands in the memory of what it computes on, `chain` times
/// one after the other, `runs` times over. Increments are 1, matrices have no gaps, diagonals are used, and beta is 0.
struct ResidentCall {
    struct Operand {
        const void* data = nullptr;  ///< in host memory, as it is before the call
        void* result = nullptr;      ///< where it is put after one call; null if it is only read
        std::int64_t rows = 0;
        std::int64_t cols = 0;
        std::int64_t bytes = 0;
    };

    VectorRoutine routine = VectorRoutine::copy;
    hg::ElementType type = hg::ElementType::f64;
    hg::Op op = hg::Op::none;
    hg::Uplo uplo = hg::Uplo::lower;
    std::int64_t m = 0, n = 0;
    double alpha = 1;                 ///< of scal, axpy, and level 2
    double c = 1, s = 0;              ///< of rot
    std::vector<Operand> operands{};  ///< matrix, vectors, result: those that the routine has
    int chain = 1;
    int runs = 1;
};

}  // namespace hgctl
