#pragma once

#include <optional>

#include <hg/blas/registers/vector.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/symv.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Options of symv().
struct SymvOptions {
    bool x_reversed = false;  ///< x is traversed from its end, as with a negative increment
    bool y_reversed = false;  ///< the same for y
    /// How kernels divide their work. If empty, hg uses the database's blocking for the nearest n, or else
    /// one that suits the device and the shape.
    std::optional<kernels::SymvBlocking> blocking{};
    /// Tuned kernels. Used only during the call. Null means none.
    const kernels::Database* database = &kernels::Database::shipped();
};

/// Appends y := alpha A x + beta y on registers of f32 or f64; for complex elements see hemv(). A is
/// symmetric, n x n. Only its triangle `uplo` is read, each element once. x and y have n elements. If beta is
/// the number 0, y is not read. If alpha is the number 0, A and x are not read. Partial sums take a register
/// of n x (1 + ceil(n / (blocking.tall blocking.tile))).
///
/// Apart from the numbers themselves, the bits of y depend only on n, the type, `uplo` and the blocking, not
/// on strides.
///
/// Operands and errors are as in registers/gemv.hpp.
void symv(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const SymvOptions& options = {});

}  // namespace hg
