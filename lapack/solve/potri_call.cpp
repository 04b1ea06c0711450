#include "lapack/solve/potri_call.hpp"

#include "blas/call/routine_call.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/cost/flops.hpp"
#include "kernels/cholesky/cholesky_host.hpp"
#include "kernels/cpu/call_cpu_blas.hpp"
#include "kernels/cpu/cpu_blas.hpp"
#include "lapack/common/diagonal.hpp"
#include <hg/blas/syrk.hpp>
#include <hg/blas/trsm.hpp>

namespace hg {

template <class T>
std::int64_t PotriCall<T>::perform(Session& session) const {
    if (const std::int64_t info = first_zero_of_diagonal(n, A, lda); info != 0) return info;
    CallPolicy::Wishes wishes = CallPolicy::current();
    wishes.cpu_finishes = true;
    const CallPolicy policy(wishes);
    const OutputChanges changes;
    try {
        invert(session);
    } catch (...) {
        if (!changes.any()) throw;
        throw spoilt(current_error(), "A is between its factor and its inverse");
    }
    return 0;
}

template <class T>
void PotriCall<T>::on_cpu() const noexcept {
    OutputChanges::note();
    int info = 0;
    kernels::call_cpu_blas(kernels::cpu_blas().routines<T>().potri, potri_flops(n) / 2, uplo, n, A, lda,
                           &info);
}

template <class T>
void PotriCall<T>::invert(Session& session) const {
    if (is_done_at_once(session, *this)) return on_cpu();
    if (n > kSmallestInverse) return invert_halves(session);
    OutputChanges::note();
    const bool upper = uplo == Uplo::upper;
    kernels::invert_cholesky(n, A, upper ? lda : 1, upper ? 1 : lda);
}

/// As L is U^T, the block between the halves is solved for from the other side if the triangle is the upper one.
template <class T>
void PotriCall<T>::invert_halves(Session& session) const {
    const std::int64_t half = (n / 2 + kSmallestInverse - 1) / kSmallestInverse * kSmallestInverse;
    const PotriCall first = block(0, half), second = block(half, n - half);
    const bool upper = uplo == Uplo::upper;
    const std::int64_t rows = upper ? half : second.n, cols = upper ? second.n : half;
    T* const between = A + (upper ? half * lda : half);
    const auto solve = [&](Side side, Op op, T alpha, const PotriCall& triangle) {
        trsm<T>(session, Layout::col_major, side, uplo, op, Diag::non_unit, rows, cols, alpha, triangle.A,
                lda, between, lda);
    };
    const Side of_second = upper ? Side::right : Side::left;
    solve(of_second, Op::none, T{1}, second);
    solve(transposed(of_second), Op::none, T{1}, first);
    first.invert(session);
    syrk<T>(session, Layout::col_major, uplo, upper ? Op::none : Op::trans, half, second.n, T{1}, between,
            lda, T{1}, A, lda);
    solve(of_second, Op::trans, T{-1}, second);
    second.invert(session);
}

template struct PotriCall<float>;
template struct PotriCall<double>;

}  // namespace hg
