// The rules of all routines in one place: they compile for all types, find what a plain loop makes, and a
// wrong element.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/problem/routine.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include "tools/workload/rule/routines/level1.hpp"
#include "tools/workload/rule/routines/level2.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/routines/symm.hpp"
#include "tools/workload/rule/routines/triangle.hpp"
#include <hg/blas/session.hpp>

namespace hgctl {
namespace {

using C64 = std::complex<double>;

/// The error of a call whose output held `before`.
template <class Call, class T = typename Call::Element>
double error_from(const Call& call, const T* output, const std::vector<T>& before) {
    const Operands<T> now = operands_of(hg::Layout::col_major, call);
    Operands<T> was = now;
    for (const auto& operand : now) {
        StoredMatrix<T> copy = *std::get_if<StoredMatrix<T>>(&operand.matrix);
        if (copy.data == output) copy.data = before.data();
        was.replace(operand.name, copy);
    }
    const double error = call_verdict(call, was, now).error;
    EXPECT_EQ(call_error_estimate(call, was, now) <= 1, error <= 1);
    return error;
}

/// True if a result passes, and does not with another first element.
template <class Call, class T = typename Call::Element>
bool finds_errors(const Call& call, T* output, const std::vector<T>& before) {
    if (!(error_from(call, output, before) <= 1)) return false;
    output[0] += T{1};
    return error_from(call, output, before) > 1;
}

}  // namespace

/// Of every routine, in all of its types.
TEST(Rule, FindsAWrongElement) {
    hg::MachineOptions options;
    options.devices = "host";
    hg::Session session(options);
    const Given given{.m = 9, .n = 7, .k = 5, .nrhs = 3};
    for (const auto* list : {&level1_routines(), &level2_routines(), &level3_routines(), &cholesky_routines(),
                             &ldl_routines(), &lu_routines(), &qr_routines()})
        for (const Routine& routine : *list)
            for (const hg::ElementType type : routine.types) {
                const auto problem = routine.make(type, given);
                const std::int64_t info = problem->call(session);
                ASSERT_TRUE(problem->judged(info).passed()) << problem->text();
                const ListedCall call = problem->listed();
                for (const ListedOperand* const x : call.operands()) {
                    if (!x->written || x->is_integral() || !problem->counts(x->name, 0, 0)) continue;
                    with_floating_type(x->type, [&]<class T>() {
                        T& element = *static_cast<T*>(x->data);
                        const T right = std::exchange(element, element + T{1});
                        EXPECT_FALSE(problem->judged(info).passed()) << x->name << " of " << problem->text();
                        element = right;
                    });
                }
            }
}

TEST(Rule, OfLevel3FindsErrors) {
    const std::vector<C64> a{{1, 2}, {0, 1}}, b{{0, 1}, {3, 0}}, c0{1, 2, 4, 8};
    // alpha a b^H + conj(alpha) b a^H + 2 C in the lower triangle; a b^H = [2 - i, 3 + 6i; 1, 3i]
    std::vector<C64> c{{4, 0}, {8, -6}, {4, 0}, {16, 0}};
    const hg::Syr2kArguments<C64, hg::Symmetry::hermitian> her2k{.uplo = hg::Uplo::lower,
                                                                 .op = hg::Op::none,
                                                                 .n = 2,
                                                                 .k = 1,
                                                                 .alpha = 1,
                                                                 .A = a.data(),
                                                                 .lda = 2,
                                                                 .B = b.data(),
                                                                 .ldb = 2,
                                                                 .beta = 2,
                                                                 .C = c.data(),
                                                                 .ldc = 2};
    c[0] = 2.0 + C64(4, 0);
    c[1] = 4.0 + C64(1, 0) + C64(3, -6);
    EXPECT_TRUE(finds_errors(her2k, c.data(), c0));
    std::vector<double> x{4, 1}, triangle{2, 1, 7, 4};
    const hg::TrsmArguments<double> trsm{.side = hg::Side::left,
                                         .uplo = hg::Uplo::lower,
                                         .op = hg::Op::none,
                                         .diag = hg::Diag::non_unit,
                                         .m = 2,
                                         .n = 1,
                                         .alpha = 2,
                                         .A = triangle.data(),
                                         .lda = 2,
                                         .B = x.data(),
                                         .ldb = 2};
    EXPECT_TRUE(finds_errors(trsm, x.data(), {4, 4}));
}

TEST(Rule, OfVectorsTakesNegativeIncrements) {
    const std::vector<double> x{1, 2, 3};
    std::vector<double> y{7, 0, 5, 0, 3};
    const hg::AxpyArguments<double> axpy{
        .n = 3, .alpha = 2, .x = x.data(), .incx = -1, .y = y.data(), .incy = 2};
    EXPECT_TRUE(finds_errors(axpy, y.data(), {1, 0, 1, 0, 1}));
    std::vector<double> u{3, 4};
    double norm = 5;
    const hg::Nrm2Arguments<double> nrm2{.n = 2, .x = u.data(), .incx = 1, .result = &norm};
    EXPECT_LE(error_from(nrm2, u.data(), u), 1);
    norm = 5.001;
    EXPECT_GT(error_from(nrm2, u.data(), u), 1);
    std::int64_t index = 1;
    const hg::IamaxArguments<double> iamax{.n = 2, .x = u.data(), .incx = 1, .index = &index};
    EXPECT_EQ(error_from(iamax, u.data(), u), 0);
    index = 0;
    EXPECT_GT(error_from(iamax, u.data(), u), 1);
    std::vector<double> v{0, 1};
    const hg::RotArguments<double> rot{
        .n = 2, .x = u.data(), .incx = 1, .y = v.data(), .incy = 1, .c = 0, .s = 1};
    EXPECT_GT(error_from(rot, u.data(), {5, 6}), 1);
}

}  // namespace hgctl
