// symm and hemm in `hgctl check`.
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/problem/blas_problem.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/symm.hpp>

namespace hgctl {
namespace {

/// Of hemm if A is hermitian.
template <class T, bool kHermitian = false>
CheckResult check_symm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem(kHermitian ? "hemm" : "symm", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Side side = problem.side();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const bool left = side == hg::Side::left;
    const std::int64_t order = left ? m : n;
    const auto& a =
        problem.reads("a", order, order, hg::Op::none, kHermitian ? hermitian(uplo) : symmetric(uplo));
    const auto& b = problem.reads("b", m, n);
    auto& c = problem.writes("c", m, n);
    const auto& first = left ? a : b;
    const auto& second = left ? b : a;
    return problem.check(session, {{{first.view(), second.view()}}, alpha, beta}, [&] {
        if constexpr (kHermitian)
            hg::hemm<T>(session, layout, side, uplo, m, n, alpha, a.data(), a.ld(), b.data(), b.ld(), beta,
                        c.data(), c.ld());
        else
            hg::symm<T>(session, layout, side, uplo, m, n, alpha, a.data(), a.ld(), b.data(), b.ld(), beta,
                        c.data(), c.ld());
    });
}

}  // namespace

CheckRoutine symm_check() {
    return {"symm",
            "C := alpha A B + beta C and C := alpha B A + beta C with A symmetric: all cases",
            100,
            check_symm<double>,
            check_symm<float>,
            check_symm<std::complex<double>>,
            check_symm<std::complex<float>>};
}

CheckRoutine hemm_check() {
    return {.name = "hemm",
            .help = "C := alpha A B + beta C and C := alpha B A + beta C with A hermitian: all cases",
            .problems = 100,
            .c64 = check_symm<std::complex<double>, true>,
            .c32 = check_symm<std::complex<float>, true>};
}

}  // namespace hgctl
