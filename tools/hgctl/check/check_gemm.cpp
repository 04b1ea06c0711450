// gemm in `hgctl check`.
#include <sstream>
#include <vector>

#include "tools/hgctl/check/check_routine.hpp"
#include "tools/hgctl/check/gemm_reference.hpp"
#include "tools/hgctl/check/guarded_matrix.hpp"
#include "tools/hgctl/matrices/gemm_call.hpp"

namespace hgctl {
namespace {

hg::Op draw_op(RandomNumbers& numbers) {
    constexpr hg::Op kOps[] = {hg::Op::none, hg::Op::trans, hg::Op::conj_trans};
    return kOps[numbers.between(0, 2)];
}

template <class T>
std::string describe(const GemmCall<T>& call, std::int64_t block) {
    std::ostringstream text;
    text.precision(9);
    text << hg::routine_name<T>("gemm")
         << (call.layout == hg::Layout::col_major ? " col_major " : " row_major ")
         << static_cast<char>(call.op_a) << ' ' << static_cast<char>(call.op_b) << " m=" << call.m
         << " n=" << call.n << " k=" << call.k << " alpha=" << call.alpha << " beta=" << call.beta
         << " lda=" << call.lda << " ldb=" << call.ldb << " ldc=" << call.ldc;
    if (block > 0) text << " block=" << block;
    return text.str();
}

template <class T>
CheckResult run_and_compare(hg::Session& session, GemmCall<T> call, const StoredShape& stored_c,
                            std::int64_t block, std::uint64_t seed) {
    GuardedMatrix<T> c(stored_c);
    if (call.beta != 0) c.fill(seed);
    const GuardedMatrix<T> before = c;
    call.c = c.data();
    CheckResult result;
    result.problem = describe(call, block);
    run_checked(session, result, [&] { run(session, call, block); });
    if (!result.passed()) return result;
    result.error = gemm_error(col_major(call), before.copy());
    if (!c.same_outside(before)) result.fault = "wrote outside the m x n elements of C";
    judge(result);
    return result;
}

template <class T>
CheckResult check_gemm(hg::Session& session, std::uint64_t seed, std::int64_t n_max) {
    RandomNumbers numbers(seed);
    GemmCall<T> call;
    call.layout = numbers.between(0, 1) == 0 ? hg::Layout::col_major : hg::Layout::row_major;
    call.op_a = draw_op(numbers);
    call.op_b = draw_op(numbers);
    call.m = draw_size(numbers, n_max);
    call.n = draw_size(numbers, n_max);
    call.k = draw_size(numbers, n_max);
    call.alpha = static_cast<T>(draw_scalar(numbers));
    call.beta = static_cast<T>(draw_scalar(numbers));
    const bool a_as_is = call.op_a == hg::Op::none;
    const bool b_as_is = call.op_b == hg::Op::none;
    const StoredShape a =
        draw_stored(numbers, call.layout, a_as_is ? call.m : call.k, a_as_is ? call.k : call.m);
    const StoredShape b =
        draw_stored(numbers, call.layout, b_as_is ? call.k : call.n, b_as_is ? call.n : call.k);
    const StoredShape c = draw_stored(numbers, call.layout, call.m, call.n);
    // A third of the problems in small blocks: several tiles a device, several devices a matrix.
    const std::int64_t block = numbers.between(0, 2) == 0 ? numbers.between(16, 64) : 0;

    GuardedMatrix<T> matrix_a(a);
    GuardedMatrix<T> matrix_b(b);
    if (call.alpha != 0) {
        matrix_a.fill(numbers.next());
        matrix_b.fill(numbers.next());
    }
    call.a = matrix_a.data();
    call.lda = a.ld;
    call.b = matrix_b.data();
    call.ldb = b.ld;
    call.ldc = c.ld;
    return run_and_compare(session, call, c, block, numbers.next());
}

}  // namespace

CheckRoutine gemm_check() {
    return {"gemm", "C := alpha op(A) op(B) + beta C: all layouts, ops, odd sizes and leading dimensions",
            100, check_gemm<double>, check_gemm<float>};
}

}  // namespace hgctl
