#pragma once

#include <optional>

#include <hg/blas/registers/vector.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/runtime/program/builder.hpp>

/// Updates of matrices by products of vectors, in registers. Operands and errors are as in
/// registers/gemv.hpp.
///
/// If alpha is 0, A is unchanged, whatever x and y hold. As in the reference BLAS, column j of A is unchanged
/// if y(j) is 0 (ger), if x(j) is 0 (syr), or if both are 0 (syr2).
namespace hg {

/// Options of the functions below.
struct RankUpdateOptions {
    bool x_reversed = false;  ///< x is traversed from its end, as with a negative increment
    bool y_reversed = false;  ///< the same for y
    /// How kernels divide their work. If empty, hg uses the database's blocking for the nearest m x n or n,
    /// or else one that suits the device and the shape.
    std::optional<kernels::RankUpdateBlocking> blocking{};
    /// Tuned kernels. Used only during the call. Null means none.
    const kernels::Database* database = &kernels::Database::shipped();
    /// If elements are complex, A stands for its conjugate: the update is conjugated before it is added.
    bool conjugated = false;
    bool real_alpha = false;  ///< for ger() and gerc(): use only the real part of alpha, as in her()
};

/// Appends A := alpha x y^T + A. A is m x n, x has m elements, and y has n. x may be y. For complex elements
/// this is BLAS's geru.
void ger(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha x y^H + A for complex elements. Otherwise as ger().
void gerc(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
          const RankUpdateOptions& options = {});

/// Appends A := alpha x x^T + A for real elements. A is n x n; only its triangle `uplo` is read and written.
/// Ignores `y_reversed`.
void syr(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha x x^H + A for complex elements, with the real part of alpha. Otherwise as syr(). A is
/// hermitian: the imaginary parts of its diagonal are not read, and are set to 0 if alpha is not 0.
void her(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha (x y^T + y x^T) + A for real elements. A is n x n; only its triangle `uplo` is read and
/// written. x may be y.
void syr2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options = {});

/// Appends A := alpha x y^H + conj(alpha) y x^H + A for complex elements. Otherwise as syr2(), with a
/// hermitian A as in her().
void her2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options = {});

}  // namespace hg
