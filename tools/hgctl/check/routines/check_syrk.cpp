// syrk and herk in `hgctl check`.
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/problem/blas_problem.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/syrk.hpp>

namespace hgctl {
namespace {

template <class T>
CheckResult check_syrk(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("syrk", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.symmetric_op();
    const std::int64_t n = problem.size("n");
    const std::int64_t k = problem.size("k");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const auto& a = problem.reads("a", n, k, op);
    auto& c = problem.writes("c", n, n, symmetric(uplo));
    return problem.check(session, {{{a.view(), a.view().transpose()}}, alpha, beta}, [&] {
        hg::syrk<T>(session, layout, uplo, op, n, k, alpha, a.data(), a.ld(), beta, c.data(), c.ld());
    });
}

template <class T>
CheckResult check_herk(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("herk", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op({hg::Op::none, hg::Op::conj_trans});
    const std::int64_t n = problem.size("n");
    const std::int64_t k = problem.size("k");
    const PartOf<T> alpha = problem.real_scalar("alpha");
    const PartOf<T> beta = problem.real_scalar("beta");
    const auto& a = problem.reads("a", n, k, op);
    auto& c = problem.writes("c", n, n, hermitian(uplo));
    return problem.check(session, {{{a.view(), a.view().adjoint()}}, alpha, beta}, [&] {
        hg::herk<T>(session, layout, uplo, op, n, k, alpha, a.data(), a.ld(), beta, c.data(), c.ld());
    });
}

}  // namespace

CheckRoutine syrk_check() {
    return {"syrk",
            "C := alpha op(A) op(A)^T + beta C, one triangle of C: all cases",
            100,
            check_syrk<double>,
            check_syrk<float>,
            check_syrk<std::complex<double>>,
            check_syrk<std::complex<float>>};
}

CheckRoutine herk_check() {
    return {.name = "herk",
            .help = "C := alpha op(A) op(A)^H + beta C, one triangle of C: all cases",
            .problems = 100,
            .c64 = check_herk<std::complex<double>>,
            .c32 = check_herk<std::complex<float>>};
}

}  // namespace hgctl
