#pragma once

#include <optional>

#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What trsv() takes beside its operands.
struct TrsvOptions {
    bool x_reversed = false;  ///< x counts from its end, as with a negative increment
    /// How kernels divide their work. None: as the database has it for the nearest n, else as suits the device and the
    /// shape.
    std::optional<kernels::TrsvBlocking> blocking{};
    /// Of tuned kernels. It is asked by the call alone. Null: none.
    const kernels::Database* database = &kernels::Database::shipped();
    bool conjugated = false;  ///< the conjugate of A is meant, if elements are complex
};

/// Appends x := op(A)^-1 x on registers. A is n x n, x has n elements; only the triangle `uplo` of A is read, and no
/// diagonal if it is a unit one. Complex elements are solved by substitution. With real ones, on GPUs diagonal blocks are inverted. Products with their inverses are refined if need
/// be; if an inverse cannot be trusted, the block is solved by substitution. A singular A gives Inf and NaN, as in the
/// reference BLAS.
///
/// Operands and errors are as in registers/gemv.hpp.
void trsv(ProgramBuilder& builder, Uplo uplo, Op op, Diag diag, RegisterId A, RegisterId x,
          const TrsvOptions& options = {});

}  // namespace hg
