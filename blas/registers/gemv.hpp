#pragma once

#include <optional>

#include <hg/blas/registers/vector.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/gemv.hpp>
#include <hg/runtime/program/builder.hpp>

/// Products of matrices and vectors in registers, without a round trip through host memory.
///
/// A matrix is a register or a window. Vectors are as in registers/vector.hpp: n x 1, or 1 x n with the
/// leading dimension as BLAS's increment. All operands are f32, f64, c32 or c64, of the same type and on the
/// same device. Outputs must not overlap inputs. NaN and Inf propagate as in the reference BLAS, except that
/// zeros in x hide nothing in trmv() either.
///
/// On a given device, the bits of sums depend only on the shape of A, the type and the blocking.
///
/// Every function throws Error{invalid_argument} if types or devices do not match or registers overlap, and
/// Error{invalid_program} if shapes do not match. The program is then unchanged.
namespace hg {

/// Options of the functions below.
struct GemvOptions {
    bool x_reversed = false;  ///< x is traversed from its end, as with a negative increment
    bool y_reversed = false;  ///< the same for y
    /// How kernels divide their work. If empty, hg uses the database's blocking for the nearest shape, or
    /// else one that suits the device and the shape.
    std::optional<kernels::GemvBlocking> blocking{};
    /// Tuned kernels. Used only during the call. Null means none.
    const kernels::Database* database = &kernels::Database::shipped();
    bool conjugated = false;  ///< if elements are complex, use the conjugate of A
};

/// Appends y := alpha op(A) x + beta y. op(A) is m x n, x has n elements, and y has m. If beta is the number
/// 0, y is not read. If alpha is the number 0, A and x are not read.
void gemv(ProgramBuilder& builder, Op op, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const GemvOptions& options = {});

/// Appends x := op(A) x. A is square. Only its triangle `uplo` is read, without the diagonal if `diag` is
/// Diag::unit. Ignores `y_reversed`.
void trmv(ProgramBuilder& builder, Uplo uplo, Op op, Diag diag, RegisterId A, RegisterId x,
          const GemvOptions& options = {});

/// Appends y := alpha A x + beta y with a hermitian n x n matrix A of c32 or c64: the product with the
/// triangle `uplo`, plus the product with the adjoint of its off-diagonal part. Only that triangle is read,
/// twice, without the imaginary parts of the diagonal. If beta is the number 0, y is not read. If alpha is
/// the number 0, A and x are not read. Ignores `blocking`.
void hemv(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId A, RegisterId x,
          const Coefficient& beta, RegisterId y, const GemvOptions& options = {});

}  // namespace hg
