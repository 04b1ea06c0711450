// Level 2 of BLAS in `hgctl check`: all within product_error's bound; for trsv, x must be the product of op(A) and the
// solution.
#include "tools/hgctl/check/routines/blas_problem.hpp"
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/hgctl/check/routines/triangle_filling.hpp"
#include <hg/blas/level2.hpp>

namespace hgctl {
namespace {

template <class T>
CheckResult check_gemv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("gemv", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Op op = problem.op();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const std::int64_t rows = op == hg::Op::none ? m : n;
    const std::int64_t cols = op == hg::Op::none ? n : m;
    const auto& a = problem.reads("a", rows, cols, op);
    const auto& x = problem.reads_vector("x", cols);
    auto& y = problem.writes_vector("y", rows);
    ProductRule<T> rule{{{a.view(), x.view()}}, alpha, beta};
    if (m == 0 || n == 0) rule = {{}, T{0}, T{1}};  // nothing is done
    return problem.check(session, rule, [&] {
        hg::gemv<T>(session, layout, op, m, n, alpha, a.data(), a.ld(), x.data(), x.inc(), beta, y.data(),
                    y.inc());
    });
}

template <class T>
CheckResult check_ger(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("ger", seed, n_max);
    const hg::Layout layout = problem.layout();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const auto& x = problem.reads_vector("x", m);
    const auto& y = problem.reads_vector("y", n);
    auto& a = problem.writes("a", m, n);
    return problem.check(session, {{{x.view(), y.view().transpose()}}, alpha, T{1}}, [&] {
        hg::ger<T>(session, layout, m, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.ld());
    });
}

template <class T>
CheckResult check_symv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("symv", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const auto& a = problem.reads("a", n, n, hg::Op::none, symmetric(uplo));
    const auto& x = problem.reads_vector("x", n);
    auto& y = problem.writes_vector("y", n);
    return problem.check(session, {{{a.view(), x.view()}}, alpha, beta}, [&] {
        hg::symv<T>(session, layout, uplo, n, alpha, a.data(), a.ld(), x.data(), x.inc(), beta, y.data(),
                    y.inc());
    });
}

template <class T>
CheckResult check_syr(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("syr", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const auto& x = problem.reads_vector("x", n);
    auto& a = problem.writes("a", n, n, symmetric(uplo));
    return problem.check(session, {{{x.view(), x.view().transpose()}}, alpha, T{1}}, [&] {
        hg::syr<T>(session, layout, uplo, n, alpha, x.data(), x.inc(), a.data(), a.ld());
    });
}

template <class T>
CheckResult check_syr2(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("syr2", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const auto& x = problem.reads_vector("x", n);
    const auto& y = problem.reads_vector("y", n);
    auto& a = problem.writes("a", n, n, symmetric(uplo));
    const ProductRule<T> rule{
        {{x.view(), y.view().transpose()}, {y.view(), x.view().transpose()}}, alpha, T{1}};
    return problem.check(session, rule, [&] {
        hg::syr2<T>(session, layout, uplo, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.ld());
    });
}

template <class T>
CheckResult check_trmv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("trmv", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op();
    const hg::Diag diag = problem.diag();
    const std::int64_t n = problem.size("n");
    const auto& a = problem.reads("a", n, n, op, triangle(uplo, diag));
    auto& x = problem.writes_vector("x", n);
    return problem.check(session, {{{a.view(), x.before()}}, T{1}, T{0}}, [&] {
        hg::trmv<T>(session, layout, uplo, op, diag, n, a.data(), a.ld(), x.data(), x.inc());
    });
}

template <class T>
CheckResult check_trsv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("trsv", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const hg::Op op = problem.op();
    const hg::Diag diag = problem.diag();
    const std::int64_t n = problem.size("n");
    const Part part = triangle(uplo, diag);
    const auto& a = problem.reads("a", n, n, op, part);
    auto& x = problem.writes_vector("x", n);
    const TriangleKind kind = draw_triangle_kind(problem.numbers());
    problem.say(name(kind));
    fill_triangle(problem.operand(0), n, part, kind, problem.numbers());
    x.fill(problem.numbers().next());
    CheckResult result = problem.run(session, [&] {
        hg::trsv<T>(session, layout, uplo, op, diag, n, a.data(), a.ld(), x.data(), x.inc());
    });
    if (!result.passed()) return result;
    result.error = product_error({{{a.view(), x.view()}}}, x.before(), x.before());
    judge(result);
    return result;
}

}  // namespace

#define HGCTL_CHECK(name, help) \
    { #name, help, 60, check_##name < double>, check_##name < float> }
const std::vector<CheckRoutine>& level2_checks() {
    static const std::vector<CheckRoutine> checks{
        HGCTL_CHECK(gemv, "y := alpha op(A) x + beta y: all cases"),
        HGCTL_CHECK(ger, "A := alpha x y^T + A: all cases"),
        HGCTL_CHECK(symv, "y := alpha A x + beta y with A symmetric: all cases"),
        HGCTL_CHECK(syr, "A := alpha x x^T + A, one triangle of A: all cases"),
        HGCTL_CHECK(syr2, "A := alpha (x y^T + y x^T) + A, one triangle of A: all cases"),
        HGCTL_CHECK(trmv, "x := op(A) x with a triangle A: all cases"),
        HGCTL_CHECK(trsv, "op(A) x = b with a triangle A: all cases, well and badly conditioned"),
    };
    return checks;
}
#undef HGCTL_CHECK

}  // namespace hgctl
