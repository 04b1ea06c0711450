// Level 2 of BLAS in `hgctl check`: all within product_error's bound; for trsv, x must be the product of op(A) and the
// solution.
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/hgctl/check/routines/triangle_filling.hpp"
#include "tools/workload/problem/blas_problem.hpp"
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

/// Of ger, geru or gerc.
template <class T>
CheckResult check_rank_1(const char* name, hg::Op op_of_y, hg::Session& session, std::uint64_t seed,
                         std::int64_t n_max) {
    BlasProblem<T> problem(name, seed, n_max);
    const hg::Layout layout = problem.layout();
    const std::int64_t m = problem.size("m");
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const auto& x = problem.reads_vector("x", m);
    const auto& y = problem.reads_vector("y", n);
    auto& a = problem.writes("a", m, n);
    return problem.check(session, {{{x.view(), y.view().with(op_of_y)}}, alpha, T{1}}, [&] {
        if constexpr (!kIsComplex<T>)
            hg::ger<T>(session, layout, m, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.ld());
        else if (op_of_y == hg::Op::trans)
            hg::geru<T>(session, layout, m, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.ld());
        else
            hg::gerc<T>(session, layout, m, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.ld());
    });
}

template <class T>
CheckResult check_ger(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return check_rank_1<T>("ger", hg::Op::trans, session, seed, n_max);
}
template <class T>
CheckResult check_geru(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return check_rank_1<T>("geru", hg::Op::trans, session, seed, n_max);
}
template <class T>
CheckResult check_gerc(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    return check_rank_1<T>("gerc", hg::Op::conj_trans, session, seed, n_max);
}

/// Of hemv if elements are complex.
template <class T>
CheckResult check_symv(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem(kIsComplex<T> ? "hemv" : "symv", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const T beta = problem.scalar("beta");
    const auto& a = problem.reads("a", n, n, hg::Op::none, kIsComplex<T> ? hermitian(uplo) : symmetric(uplo));
    const auto& x = problem.reads_vector("x", n);
    auto& y = problem.writes_vector("y", n);
    return problem.check(session, {{{a.view(), x.view()}}, alpha, beta}, [&] {
        if constexpr (kIsComplex<T>)
            hg::hemv<T>(session, layout, uplo, n, alpha, a.data(), a.ld(), x.data(), x.inc(), beta, y.data(),
                        y.inc());
        else
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
CheckResult check_her(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("her", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t n = problem.size("n");
    const PartOf<T> alpha = problem.real_scalar("alpha");
    const auto& x = problem.reads_vector("x", n);
    auto& a = problem.writes("a", n, n, hermitian(uplo));
    return problem.check(session, {{{x.view(), x.view().adjoint()}}, alpha, T{1}}, [&] {
        hg::her<T>(session, layout, uplo, n, alpha, x.data(), x.inc(), a.data(), a.ld());
    });
}

template <class T>
CheckResult check_her2(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("her2", seed, n_max);
    const hg::Layout layout = problem.layout();
    const hg::Uplo uplo = problem.uplo();
    const std::int64_t n = problem.size("n");
    const T alpha = problem.scalar("alpha");
    const auto& x = problem.reads_vector("x", n);
    const auto& y = problem.reads_vector("y", n);
    auto& a = problem.writes("a", n, n, hermitian(uplo));
    const ProductRule<T> rule{
        {{x.view(), y.view().adjoint()}, {y.view(), x.view().adjoint(), true}}, alpha, T{1}};
    return problem.check(session, rule, [&] {
        hg::her2<T>(session, layout, uplo, n, alpha, x.data(), x.inc(), y.data(), y.inc(), a.data(), a.ld());
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
    result.error = product_error<T>({{{a.view(), x.view()}}}, x.before(), x.before());
    judge(result);
    return result;
}

}  // namespace

#define HGCTL_REAL(name) check_##name<double>, check_##name<float>
#define HGCTL_COMPLEX(name) \
    nullptr, nullptr, check_##name<std::complex<double>>, check_##name<std::complex<float>>
#define HGCTL_ALL(name)                                                            \
    check_##name<double>, check_##name<float>, check_##name<std::complex<double>>, \
        check_##name<std::complex<float>>
const std::vector<CheckRoutine>& level2_checks() {
    constexpr std::int64_t kProblems = 60;
    static const std::vector<CheckRoutine> checks{
        {"gemv", "y := alpha op(A) x + beta y: all cases", kProblems, HGCTL_ALL(gemv)},
        {"ger", "A := alpha x y^T + A: all cases", kProblems, HGCTL_REAL(ger)},
        {"geru", "A := alpha x y^T + A: all cases", kProblems, HGCTL_COMPLEX(geru)},
        {"gerc", "A := alpha x y^H + A: all cases", kProblems, HGCTL_COMPLEX(gerc)},
        {"symv", "y := alpha A x + beta y with A symmetric: all cases", kProblems, HGCTL_REAL(symv)},
        {"hemv", "y := alpha A x + beta y with A hermitian: all cases", kProblems, HGCTL_COMPLEX(symv)},
        {"syr", "A := alpha x x^T + A, one triangle of A: all cases", kProblems, HGCTL_REAL(syr)},
        {"her", "A := alpha x x^H + A, one triangle of A: all cases", kProblems, HGCTL_COMPLEX(her)},
        {"syr2", "A := alpha (x y^T + y x^T) + A, one triangle of A: all cases", kProblems, HGCTL_REAL(syr2)},
        {"her2", "A := alpha x y^H + conj(alpha) y x^H + A, one triangle of A: all cases", kProblems,
         HGCTL_COMPLEX(her2)},
        {"trmv", "x := op(A) x with a triangle A: all cases", kProblems, HGCTL_ALL(trmv)},
        {"trsv", "op(A) x = b with a triangle A: all cases, well and badly conditioned", kProblems,
         HGCTL_ALL(trsv)},
    };
    return checks;
}

#undef HGCTL_REAL
#undef HGCTL_COMPLEX
#undef HGCTL_ALL

}  // namespace hgctl
