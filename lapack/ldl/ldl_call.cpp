#include "lapack/ldl/ldl_call.hpp"

#include <utility>

#include "blas/call/argument_list.hpp"
#include "blas/call/output_changes.hpp"
#include "blas/call/routine_call.hpp"
#include "host_blas/cpu_ldl.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "lapack/common/memory_loop.hpp"
#include "lapack/solve/factor_solve.hpp"

namespace hg {

template <class T, Symmetry kSymmetry>
void SytrfCall<T, kSymmetry>::on_cpu() const {
    const SytrfCall& c = *this;
    cpu_sytrf(kHermitian, c.uplo == Uplo::upper, c.n, c.A, c.lda, c.ipiv);
    OutputChanges::note();
}

template <class T, Symmetry kSymmetry>
std::int64_t SytrfCall<T, kSymmetry>::info() const noexcept {
    const SytrfCall& c = *this;
    for (std::int64_t k = 0; k < c.n; ++k) {
        const std::int64_t i = c.uplo == Uplo::upper ? c.n - 1 - k : k;
        if (c.ipiv[i] > 0 && !(magnitude(c.A[i * (c.lda + 1)]) > 0)) return i + 1;
    }
    return 0;
}

template <class T, Symmetry kSymmetry>
std::int64_t SytrsCall<T, kSymmetry>::perform(Session& session) const {
    require_argument(this->ipiv != nullptr, routine_name<T>(SytrsCall::kName), 7, "ipiv", "must not be null");
    kernels::LdlWorkspace<T> workspace(this->n);
    solve(session, workspace);
    return 0;
}

template <class T, Symmetry kSymmetry>
void SytrsCall<T, kSymmetry>::solve(Session& session, kernels::LdlWorkspace<T>& workspace) const {
    const SytrsCall& c = *this;
    const bool hermitian = kSymmetry == Symmetry::hermitian, upper = c.uplo == Uplo::upper;
    std::vector<kernels::LdlStep>& steps = workspace.steps;
    // Interchanges with rows that B lacks would write anywhere. What ipiv holds is not known before the calls
    // that write it have ended.
    if (const std::int64_t wrong = kernels::find_ldl_steps(upper, c.n, c.ipiv, steps); wrong < c.n)
        require_argument(false, routine_name<T>(SytrsCall::kName), 7, "ipiv",
                         "must hold a factorization's interchanges, but holds " +
                             std::to_string(c.ipiv[wrong]) + " at " + std::to_string(wrong));
    const kernels::LdlFactors<T> factors{hermitian, upper, c.n, c.A, c.lda};
    T* const L = workspace.L.get();
    memory_loop(static_cast<std::int64_t>(steps.size()), 2 * c.n * static_cast<std::int64_t>(sizeof(T)),
                [&](auto first, auto last) { factors.copy_columns(steps, first, last, L); });
    const auto interchange = [&](auto first, auto last) {
        for (std::int64_t j = 0; j < c.nrhs * c.ldb; j += c.ldb)
            for (auto step = first; step != last; ++step) std::swap(c.B[step->row + j], c.B[step->with + j]);
    };
    const auto solve_triangle = [&](Op op) {
        solve_with_factor<T>(session,
                             {{Side::left, c.uplo, op, Diag::unit, c.n, c.nrhs, T{1}, L, c.n, c.B, c.ldb}});
    };
    OutputChanges::note();
    interchange(steps.begin(), steps.end());
    solve_triangle(Op::none);
    factors.divide_by_blocks(steps, c.nrhs, c.B, c.ldb);
    solve_triangle(hermitian ? Op::conj_trans : Op::trans);
    interchange(steps.rbegin(), steps.rend());
}

/// Once A is factored, the solve does not fail for lack of memory: it has what it needs before.
template <class T, Symmetry kSymmetry>
std::int64_t SysvCall<T, kSymmetry>::perform(Session& session) const {
    const SysvCall& c = *this;
    kernels::LdlWorkspace<T> workspace(c.nrhs > 0 ? c.n : 0);
    const SytrfCall<T, kSymmetry> factorization{{c.uplo, c.n, c.A, c.lda, c.ipiv}};
    const SytrsCall<T, kSymmetry> solution{{c.uplo, c.n, c.nrhs, c.A, c.lda, c.ipiv, c.B, c.ldb}};
    const std::int64_t info = routine_call(&session, factorization);
    if (info == 0 && c.nrhs > 0) solution.solve(session, workspace);
    return info;
}

#define HG_INSTANTIATE(T, kSymmetry)         \
    template struct SytrfCall<T, kSymmetry>; \
    template struct SytrsCall<T, kSymmetry>; \
    template struct SysvCall<T, kSymmetry>;
HG_INSTANTIATE(float, Symmetry::symmetric)
HG_INSTANTIATE(double, Symmetry::symmetric)
HG_INSTANTIATE(std::complex<float>, Symmetry::symmetric)
HG_INSTANTIATE(std::complex<double>, Symmetry::symmetric)
HG_INSTANTIATE(std::complex<float>, Symmetry::hermitian)
HG_INSTANTIATE(std::complex<double>, Symmetry::hermitian)
#undef HG_INSTANTIATE

}  // namespace hg
