// trmm in `hgctl check`.
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/problem/blas_problem.hpp"
#include <hg/blas/trmm.hpp>

namespace hgctl {
namespace {

template <class T>
CheckResult check_trmm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("trmm", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Side side = problem.side();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op();
    const hg::Diag diag = problem.diag();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const bool left = side == hg::Side::left;
    const std::int64_t order = left ? m : n;
    const auto& a = problem.reads("a", order, order, op, triangle(uplo, diag));
    auto& b = problem.writes("b", m, n);
    const StoredMatrix<T> first = left ? a.view() : b.before();
    const StoredMatrix<T> second = left ? b.before() : a.view();
    return problem.check(session, {{{first, second}}, alpha, T{0}}, [&] {
        hg::trmm<T>(session, layout, side, uplo, op, diag, m, n, alpha, a.data(), a.ld(), b.data(), b.ld());
    });
}

}  // namespace

CheckRoutine trmm_check() {
    return {"trmm",
            "B := alpha op(A) B and B := alpha B op(A) with a triangle A: all cases",
            100,
            check_trmm<double>,
            check_trmm<float>,
            check_trmm<std::complex<double>>,
            check_trmm<std::complex<float>>};
}

}  // namespace hgctl
