#pragma once

#include <cstdint>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A column-major op(A) X = alpha B or X op(A) = alpha B as a program sees it: everything but the pointers,
/// the leading dimensions and the value of alpha.
struct TrsmProblem {
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

/// The program of a triangular solve for the devices of a target. Its matrices are "A" (read) and "B" (read
/// and written), its scalar is "alpha". B is divided among the devices by columns (Side::left) or rows
/// (Side::right). Each tile of A is sent to all of them. m and n are positive.
///
/// Throws Error{out_of_memory} if not even small blocks fit. Thread-safe.
Program trsm_program(const TrsmProblem& problem, const Target& target, const kernels::Database& database);

}  // namespace hg
