#pragma once

#include <optional>

#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/trsv.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Options of trsv().
struct TrsvOptions {
    bool x_reversed = false;  ///< x is traversed from its end, as with a negative increment
    /// How kernels divide their work. If empty, hg uses the database's blocking for the nearest n, or else
    /// one that suits the device and the shape.
    std::optional<kernels::TrsvBlocking> blocking{};
    /// Tuned kernels. Used only during the call. Null means none.
    const kernels::Database* database = &kernels::Database::shipped();
    bool conjugated = false;  ///< if elements are complex, use the conjugate of A
};

/// Appends x := op(A)^-1 x on registers. A is n x n and x has n elements. Only the triangle `uplo` of A is
/// read, without the diagonal if `diag` is Diag::unit. Complex systems are solved by substitution. For real
/// systems, GPUs invert the diagonal blocks. Products with the inverses are refined if necessary; if an
/// inverse is not accurate enough, the block is solved by substitution. A singular A gives Inf and NaN, as in
/// the reference BLAS.
///
/// Operands and errors are as in registers/gemv.hpp.
void trsv(ProgramBuilder& builder, Uplo uplo, Op op, Diag diag, RegisterId A, RegisterId x,
          const TrsvOptions& options = {});

}  // namespace hg
