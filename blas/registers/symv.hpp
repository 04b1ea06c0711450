#pragma once

#include <optional>

#include <hg/blas/registers/vector.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What symv() takes beside its operands.
struct SymvOptions {
    bool x_reversed = false;  ///< x counts from its end, as with a negative increment
    bool y_reversed = false;  ///< likewise y
    /// How kernels divide their work. None: as the database has it for the nearest n, else as suits the device and the
    /// shape.
    std::optional<kernels::SymvBlocking> blocking{};
    /// Of tuned kernels. It is asked by the call alone. Null: none.
    const kernels::Database* database = &kernels::Database::shipped();
};

/// Appends y := alpha A x + beta y on registers of f32 or f64; hemv() is for complex elements. A is symmetric, n x n; only its triangle `uplo` is read, and each of
/// its elements once. x and y have n elements. If beta is the number 0, y is not read. If alpha is the number 0, A and
/// x are not read. Partial sums take a register of n x (1 + ceil(n / (blocking.tall blocking.tile))).
///
/// The bits of y depend on n, the type, uplo and the blocking alone, beside the numbers: not on strides.
///
/// Operands and errors are as in registers/gemv.hpp.
void symv(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const SymvOptions& options = {});

}  // namespace hg
