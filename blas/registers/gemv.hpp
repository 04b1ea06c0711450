#pragma once

#include <optional>

#include <hg/blas/registers/vector.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/gemv.hpp>
#include <hg/runtime/program/builder.hpp>

/// Products of matrices and vectors on registers, without a way through host memory.
///
/// A matrix is a register or window. Vectors are as in registers/vector.hpp: n x 1, or 1 x n with the leading dimension
/// as BLAS's increment. All operands are f32, f64, c32 or c64, of one type and on one device. What is written must not overlap
/// anything that is read. NaN and Inf spread as in the reference BLAS, but that zeros in x hide nothing in trmv() either.
///
/// On a device the bits of sums depend on the shape of A, the type and the blocking alone.
///
/// Every function throws Error{invalid_argument} if types or devices do not fit, or if registers overlap;
/// Error{invalid_program} if shapes do not fit. The program is then as it was.
namespace hg {

/// What the functions take beside their operands.
struct GemvOptions {
    bool x_reversed = false;  ///< x counts from its end, as with a negative increment
    bool y_reversed = false;  ///< likewise y
    /// How kernels divide their work. None: as the database has it for the nearest shape, else as suits the device and
    /// the shape.
    std::optional<kernels::GemvBlocking> blocking{};
    /// Of tuned kernels. It is asked by the call alone. Null: none.
    const kernels::Database* database = &kernels::Database::shipped();
    bool conjugated = false;  ///< the conjugate of A is meant, if elements are complex
};

/// Appends y := alpha op(A) x + beta y. op(A) is m x n, x has n elements, y has m. If beta is the number 0, y is not
/// read. If alpha is the number 0, A and x are not read.
void gemv(ProgramBuilder& builder, Op op, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const GemvOptions& options = {});

/// Appends x := op(A) x. A is square; only its triangle `uplo` is read, and no diagonal if it is a unit one.
/// `y_reversed` is not used.
void trmv(ProgramBuilder& builder, Uplo uplo, Op op, Diag diag, RegisterId A, RegisterId x,
          const GemvOptions& options = {});

/// Appends y := alpha A x + beta y with a hermitian A of c32 or c64, n x n: it is the product with the triangle `uplo`, and
/// with the adjoint of what it has beside the diagonal. Only that triangle is read, twice, and no imaginary part of the
/// diagonal. If beta is the number 0, y is not read; if alpha is the number 0, A and x are not. `blocking` is not used.
void hemv(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const GemvOptions& options = {});

}  // namespace hg
