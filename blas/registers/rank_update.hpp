#pragma once

#include <optional>

#include <hg/blas/registers/vector.hpp>
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/kernels/rank_update.hpp>
#include <hg/runtime/program/builder.hpp>

/// Updates of matrices by products of vectors, on registers. Operands and errors are as in registers/gemv.hpp.
///
/// If alpha is 0, A stays as it is, whatever x and y hold. Likewise column j of A if y(j) is 0 (ger), if x(j) is 0
/// (syr), or if both are (syr2), as in the reference BLAS.
namespace hg {

/// What the functions take beside their operands.
struct RankUpdateOptions {
    bool x_reversed = false;  ///< x counts from its end, as with a negative increment
    bool y_reversed = false;  ///< likewise y
    /// How kernels divide their work. None: as the database has it for the nearest m x n or n, else as suits the device
    /// and the shape.
    std::optional<kernels::RankUpdateBlocking> blocking{};
    /// Of tuned kernels. It is asked by the call alone. Null: none.
    const kernels::Database* database = &kernels::Database::shipped();
    /// A stands for its conjugate, if elements are complex: what is added to it is conjugated.
    bool conjugated = false;
    bool real_alpha = false;  ///< of ger() and gerc(): alpha is its real part, as in her()
};

/// Appends A := alpha x y^T + A. A is m x n, x has m elements, y has n. x may be y. For complex elements it is geru of BLAS.
void ger(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha x y^H + A, likewise, for complex elements.
void gerc(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
          const RankUpdateOptions& options = {});

/// Appends A := alpha x x^T + A for real elements. A is n x n; only its triangle `uplo` is read and written. `y_reversed` is not used.
void syr(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha x x^H + A for complex elements, likewise, with the real part of alpha. A is hermitian: imaginary parts of
/// its diagonal are not read, and become 0, if alpha is not 0.
void her(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha (x y^T + y x^T) + A for real elements. A is n x n; only its triangle `uplo` is read and written. x may be y.
void syr2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options = {});

/// Appends A := alpha x y^H + conj(alpha) y x^H + A for complex elements, likewise, with a hermitian A as in her().
void her2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options = {});

}  // namespace hg
