// syr2k and her2k in `hgctl check`.
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/problem/blas_problem.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/blas/syr2k.hpp>

namespace hgctl {
namespace {

template <class T>
CheckResult check_syr2k(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("syr2k", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.symmetric_op();
    const std::int64_t n = problem.size("n");
    const std::int64_t k = problem.size("k");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const auto& a = problem.reads("a", n, k, op);
    const auto& b = problem.reads("b", n, k, op);
    auto& c = problem.writes("c", n, n, symmetric(uplo));
    const ProductRule<T> rule{
        {{a.view(), b.view().transpose()}, {b.view(), a.view().transpose()}}, alpha, beta};
    return problem.check(session, rule, [&] {
        hg::syr2k<T>(session, layout, uplo, op, n, k, alpha, a.data(), a.ld(), b.data(), b.ld(), beta,
                     c.data(), c.ld());
    });
}

template <class T>
CheckResult check_her2k(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("her2k", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op({hg::Op::none, hg::Op::conj_trans});
    const std::int64_t n = problem.size("n");
    const std::int64_t k = problem.size("k");
    const T alpha = problem.scalar("alpha");
    const PartOf<T> beta = problem.real_scalar("beta");
    const auto& a = problem.reads("a", n, k, op);
    const auto& b = problem.reads("b", n, k, op);
    auto& c = problem.writes("c", n, n, hermitian(uplo));
    const ProductRule<T> rule{
        {{a.view(), b.view().adjoint()}, {b.view(), a.view().adjoint(), true}}, alpha, beta};
    return problem.check(session, rule, [&] {
        hg::her2k<T>(session, layout, uplo, op, n, k, alpha, a.data(), a.ld(), b.data(), b.ld(), beta,
                     c.data(), c.ld());
    });
}

}  // namespace

CheckRoutine syr2k_check() {
    return {"syr2k",
            "C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of C: all cases",
            100,
            check_syr2k<double>,
            check_syr2k<float>,
            check_syr2k<std::complex<double>>,
            check_syr2k<std::complex<float>>};
}

CheckRoutine her2k_check() {
    return {
        .name = "her2k",
        .help = "C := alpha op(A) op(B)^H + conj(alpha) op(B) op(A)^H + beta C, one triangle of C: all cases",
        .problems = 100,
        .c64 = check_her2k<std::complex<double>>,
        .c32 = check_her2k<std::complex<float>>};
}

}  // namespace hgctl
