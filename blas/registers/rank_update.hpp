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
};

/// Appends A := alpha x y^T + A. A is m x n, x has m elements, y has n. x may be y.
void ger(ProgramBuilder& builder, const Coefficient& alpha, RegisterId x, RegisterId y, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha x x^T + A. A is n x n; only its triangle `uplo` is read and written. `y_reversed` is not used.
void syr(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId A,
         const RankUpdateOptions& options = {});

/// Appends A := alpha (x y^T + y x^T) + A. A is n x n; only its triangle `uplo` is read and written. x may be y.
void syr2(ProgramBuilder& builder, Uplo uplo, const Coefficient& alpha, RegisterId x, RegisterId y,
          RegisterId A, const RankUpdateOptions& options = {});

}  // namespace hg
