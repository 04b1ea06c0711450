#pragma once

#include <cstdint>

#include "tools/workload/matrices/npy.hpp"
#include <hg/blas/session.hpp>
#include <hg/lapack/lu_options.hpp>

namespace hgctl {

/// How a system is solved: by LU, by Cholesky's factorization, each in single precision and refinement too,
/// or, for a matrix of any shape, by QR.
enum class Factors { lu, refined_lu, cholesky, refined_cholesky, qr };

/// A X = B, all column-major; X takes the place of B.
struct LinearSystem {
    NpyMatrix a, b;
    Factors factors = Factors::lu;
    hg::Pivoting pivoting = hg::Pivoting::partial;  ///< of LU

    [[nodiscard]] double flops() const;
    [[nodiscard]] bool is_refined() const {
        return factors == Factors::refined_lu || factors == Factors::refined_cholesky;
    }
    /// A is positive definite, symmetric or hermitian, and its lower triangle counts.
    [[nodiscard]] bool is_definite() const {
        return factors == Factors::cholesky || factors == Factors::refined_cholesky;
    }
    /// More rows than columns, or as many, and solved by QR: |B - A X| is least.
    [[nodiscard]] bool is_least_squares() const { return factors == Factors::qr && a.rows >= a.cols; }
    /// Fewer rows than columns: of all solutions that of least norm.
    [[nodiscard]] bool is_least_norm() const { return a.rows < a.cols; }
};

/// How a call went.
struct SolveOutcome {
    std::int64_t info = 0;
    std::int64_t steps = 0;  ///< of refinement; negative if double precision was needed
};

/// How good a solution is.
struct SystemResidual {
    double scaled = 0;    ///< below kGoodResidual is good
    double relative = 0;  ///< |b - A x| / |b|
};

/// Solves a system of elements T, real or complex, on the devices of the session. A holds its factors then.
template <class T>
SolveOutcome solve(hg::Session& session, LinearSystem& system);

/// A smaller call of the same kind, I X = B, its result dropped: drivers compile kernels when they first run.
template <class T>
void compile_kernels(hg::Session& session, const LinearSystem& system);

/// Of X for a random combination of the columns of B, in which columns of all scales count alike. Scaled:
/// HPL's residual; for least squares |A^H r| / (eps |A^H| (|A| |x| + |b|) max(m, n)), largest norms, with r =
/// b - A x.
template <class T>
SystemResidual residual(const LinearSystem& given, const NpyMatrix& x);

}  // namespace hgctl
