#include "lapack/inverse/potri_call.hpp"

#include "blas/call/letters.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/unfinished.hpp"
#include "blas/cost/flops.hpp"
#include "host_blas/call_cpu_blas.hpp"
#include "host_blas/cpu_blas.hpp"
#include "kernels/cholesky/cholesky_host.hpp"
#include "lapack/common/adjoint.hpp"
#include "lapack/common/diagonal.hpp"
#include "lapack/common/one_program.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trsm.hpp>

namespace hg {
namespace {

/// Halves are multiples of it, and what is no larger is not divided.
constexpr std::int64_t kSmallestInverse = 64;

}  // namespace

template <class T>
void PotriCall<T>::on_cpu() const noexcept {
    const PotriCall& c = *this;
    OutputChanges::note();
    int info = 0;
    constexpr double kFlops = real_operations(element_type_of<T>());
    call_cpu_blas(cpu_blas().routines<T>().potri, kFlops / 2 * potri_flops(c.n), c.uplo, c.n, c.A, c.lda,
                  &info);
}

template <class T>
std::int64_t PotriCall<T>::perform(Session& session) const {
    if (const std::int64_t info = first_zero_of_diagonal(this->n, this->A, this->lda); info != 0) return info;
    CallPolicy::Overrides overrides = CallPolicy::current();
    overrides.cpu_finishes = true;
    const CallPolicy policy(overrides);
    const OutputChanges changes;
    try {
        invert(session);
    } catch (...) {
        const Error error = current_error();
        if (!changes.any() || error.context().partially_written) throw;
        throw partially_written(error, kPartiallyWritten);
    }
    return 0;
}

/// The host inverts the smallest halves.
template <class T>
void PotriCall<T>::invert(Session& session) const {
    const PotriCall& c = *this;
    if (is_done_in_one_program(session, c)) return;
    if (c.n > kSmallestInverse) return invert_halves(session);
    OutputChanges::note();
    const bool upper = c.uplo == Uplo::upper;
    kernels::invert_cholesky(c.n, c.A, upper ? c.lda : 1, upper ? 1 : c.lda);
}

/// As L is U^H, the block between the halves is solved for from the other side if the triangle is the upper
/// one.
template <class T>
void PotriCall<T>::invert_halves(Session& session) const {
    const PotriCall& c = *this;
    const std::int64_t half = (c.n / 2 + kSmallestInverse - 1) / kSmallestInverse * kSmallestInverse;
    const PotriCall first = block(0, half), second = block(half, c.n - half);
    const bool upper = c.uplo == Uplo::upper;
    const std::int64_t rows = upper ? half : second.n, cols = upper ? second.n : half;
    T* const between = c.A + (upper ? half * c.lda : half);
    const auto solve = [&](Side side, Op op, T alpha, const PotriCall& triangle) {
        trsm<T>(session, Layout::col_major, side, c.uplo, op, Diag::non_unit, rows, cols, alpha, triangle.A,
                c.lda, between, c.lda);
    };
    const Side of_second = upper ? Side::right : Side::left;
    solve(of_second, Op::none, T{1}, second);
    solve(transposed(of_second), Op::none, T{1}, first);
    first.invert(session);
    const Op op = upper ? Op::none : adjoint<T>();
    if constexpr (ComplexElement<T>)
        herk<T>(session, Layout::col_major, c.uplo, op, half, second.n, 1, between, c.lda, 1, c.A, c.lda);
    else
        syrk<T>(session, Layout::col_major, c.uplo, op, half, second.n, 1, between, c.lda, 1, c.A, c.lda);
    solve(of_second, adjoint<T>(), T{-1}, second);
    second.invert(session);
}

template struct PotriCall<float>;
template struct PotriCall<double>;
template struct PotriCall<std::complex<float>>;
template struct PotriCall<std::complex<double>>;

}  // namespace hg
