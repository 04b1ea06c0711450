// gemm in `hgctl check`: layouts, ops, scalars, leading dimensions, block sizes. See gemm_error().
#include "tools/hgctl/check/routines/check_routine.hpp"
#include "tools/workload/operands/gemm_call.hpp"
#include "tools/workload/problem/blas_problem.hpp"

namespace hgctl {
namespace {

template <class T>
CheckResult check_gemm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    BlasProblem<T> problem("gemm", seed, n_max);
    GemmCall<T> call{.layout = problem.layout(), .op_a = problem.op(), .op_b = problem.op()};
    call.m = problem.size("m");
    call.n = problem.size("n");
    call.k = problem.size("k");
    call.alpha = problem.scalar("alpha");
    call.beta = problem.scalar("beta");
    const auto& a = problem.reads("a", call.m, call.k, call.op_a);
    const auto& b = problem.reads("b", call.k, call.n, call.op_b);
    auto& c = problem.writes("c", call.m, call.n);
    // A third of the problems in small blocks: several tiles a device, several devices a matrix.
    const std::int64_t block = problem.numbers().between(0, 2) == 0 ? problem.numbers().between(16, 64) : 0;
    if (block > 0) problem.say("block=" + std::to_string(block));
    call.a = a.data();
    call.lda = a.ld();
    call.b = b.data();
    call.ldb = b.ld();
    call.c = c.data();
    call.ldc = c.ld();
    return problem.check(session, {{{a.view(), b.view()}}, call.alpha, call.beta},
                         [&] { run(session, call, block); });
}

}  // namespace

CheckRoutine gemm_check() {
    return {"gemm",
            "C := alpha op(A) op(B) + beta C: all layouts, ops, odd sizes and leading dimensions",
            100,
            check_gemm<double>,
            check_gemm<float>,
            check_gemm<std::complex<double>>,
            check_gemm<std::complex<float>>};
}

}  // namespace hgctl
