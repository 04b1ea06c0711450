#include "lapack/ldl/sytrs_call.hpp"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <string>
#include <utility>

#include "blas/call/argument_list.hpp"
#include "blas/call/output_changes.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "lapack/common/memory_loop.hpp"
#include "lapack/solve/factor_solve.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// The inverse of a block of D, of order 2.
template <class T>
struct BlockOfTwo {
    T d00, d01, d10, d11;

    /// [x0; x1] := D^-1 [x0; x1]
    void solve(T& x0, T& x1) const noexcept {
        const T e0 = quotient(d00, d01);
        const T e1 = quotient(d11, d10);
        const T determinant = multiply(e0, e1) - T{1};
        const T b0 = quotient(x0, d01);
        const T b1 = quotient(x1, d10);
        x0 = quotient(multiply(e1, b0) - b1, determinant);
        x1 = quotient(multiply(e0, b1) - b0, determinant);
    }
};

}  // namespace

template <class T, Symmetry kSymmetry>
std::int64_t SytrsCall<T, kSymmetry>::perform(Session& session) const {
    require_argument(this->ipiv != nullptr, routine_name<T>(SytrsCall::kName), 7, "ipiv", "must not be null");
    LdlWorkspace<T> workspace(this->n);
    solve(session, workspace);
    return 0;
}

template <class T, Symmetry kSymmetry>
void SytrsCall<T, kSymmetry>::solve(Session& session, LdlWorkspace<T>& workspace) const {
    const SytrsCall& c = *this;
    const Steps& steps = workspace.steps = ldl_steps(c.uplo, c.n, c.ipiv, std::move(workspace.steps));
    check(steps);
    T* const L = workspace.L.get();
    copy_columns(steps, L);
    const auto solve_triangle = [&](Op op) {
        solve_with_factor<T>(session,
                             {{Side::left, c.uplo, op, Diag::unit, c.n, c.nrhs, T{1}, L, c.n, c.B, c.ldb}});
    };
    OutputChanges::note();
    for (std::int64_t j = 0; j < c.nrhs; ++j)
        for (const LdlStep& step : steps) std::swap(c.B[step.row + j * c.ldb], c.B[step.with + j * c.ldb]);
    solve_triangle(Op::none);
    solve_with_blocks(steps);
    solve_triangle(kSymmetry == Symmetry::hermitian ? Op::conj_trans : Op::trans);
    for (std::int64_t j = 0; j < c.nrhs; ++j)
        for (auto step = steps.rbegin(); step != steps.rend(); ++step)
            std::swap(c.B[step->row + j * c.ldb], c.B[step->with + j * c.ldb]);
}

/// Interchanges with rows that are not there would write anywhere. What ipiv holds is not known before the
/// calls that write it have ended.
template <class T, Symmetry kSymmetry>
void SytrsCall<T, kSymmetry>::check(const Steps& steps) const {
    const SytrsCall& c = *this;
    std::int64_t done = 0;
    for (const LdlStep& step : steps) done += step.order;
    if (done == c.n) return;
    const std::int64_t wrong = c.uplo == Uplo::upper ? c.n - 1 - done : done;
    require_argument(false, routine_name<T>(SytrsCall::kName), 7, "ipiv",
                     "must hold the interchanges of a factorization, but holds " +
                         std::to_string(c.ipiv[wrong]) + " at " + std::to_string(wrong));
}

template <class T, Symmetry kSymmetry>
void SytrsCall<T, kSymmetry>::copy_columns(const Steps& steps, T* L) const noexcept {
    memory_loop(static_cast<std::int64_t>(steps.size()), 2 * this->n * static_cast<std::int64_t>(sizeof(T)),
                [&](std::int64_t first, std::int64_t last) {
                    for (auto s = static_cast<std::size_t>(first); s < static_cast<std::size_t>(last); ++s)
                        for (std::int64_t j = steps[s].column; j < steps[s].column + steps[s].order; ++j)
                            copy_column(steps, s, j, L);
                });
}

/// LAPACK has each column of L with its rows in the order of its own step: the interchanges of all later ones
/// are due.
template <class T, Symmetry kSymmetry>
void SytrsCall<T, kSymmetry>::copy_column(const Steps& steps, std::size_t step, std::int64_t column,
                                          T* L) const noexcept {
    const SytrsCall& c = *this;
    const T* const from = c.A + column * c.lda;
    T* const to = L + column * c.n;
    const LdlStep& own = steps[step];
    if (c.uplo == Uplo::upper)
        std::copy(from, from + column, to);
    else
        std::copy(from + column + 1, from + c.n, to + column + 1);
    // The element of D beside the diagonal is none of L.
    if (own.order == 2 && (column == own.column) == (c.uplo == Uplo::lower))
        to[2 * own.column + 1 - column] = T{0};
    for (std::size_t later = step + 1; later < steps.size(); ++later)
        std::swap(to[steps[later].row], to[steps[later].with]);
}

template <class T, Symmetry kSymmetry>
void SytrsCall<T, kSymmetry>::solve_with_blocks(const Steps& steps) const noexcept {
    const SytrsCall& c = *this;
    constexpr bool kHermitian = kSymmetry == Symmetry::hermitian;
    for (const LdlStep& step : steps) {
        const std::int64_t k = step.column;
        const T* const d = c.A + k * (c.lda + 1);
        const auto diagonal = [](T x) { return kHermitian ? T{std::real(x)} : x; };
        const T beside = step.order == 1 ? T{0} : c.uplo == Uplo::upper ? d[c.lda] : d[1];
        const T across = conjugated_if(kHermitian, beside);
        for (T* b = c.B + k; b < c.B + k + c.nrhs * c.ldb; b += c.ldb)
            if (step.order == 1)
                b[0] = quotient(b[0], diagonal(d[0]));
            else if (c.uplo == Uplo::upper)
                BlockOfTwo<T>{diagonal(d[0]), beside, across, diagonal(d[c.lda + 1])}.solve(b[0], b[1]);
            else
                BlockOfTwo<T>{diagonal(d[0]), across, beside, diagonal(d[c.lda + 1])}.solve(b[0], b[1]);
    }
}

template struct SytrsCall<float>;
template struct SytrsCall<double>;
template struct SytrsCall<std::complex<float>>;
template struct SytrsCall<std::complex<double>>;
template struct SytrsCall<std::complex<float>, Symmetry::hermitian>;
template struct SytrsCall<std::complex<double>, Symmetry::hermitian>;

}  // namespace hg
