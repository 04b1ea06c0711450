// syrk in `hgctl check`.
#include "tools/hgctl/check/routines/blas_problem.hpp"
#include "tools/hgctl/check/routines/check_routine.hpp"
#include <hg/blas/syrk.hpp>

namespace hgctl {
namespace {

template <class T>
CheckResult check_syrk(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("syrk", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op();
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

}  // namespace

CheckRoutine syrk_check() {
    return {"syrk", "C := alpha op(A) op(A)^T + beta C, one triangle of C: all cases", 100,
            check_syrk<double>, check_syrk<float>};
}

}  // namespace hgctl
