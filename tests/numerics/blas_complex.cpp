// What level 3 of BLAS does with complex matrices alone; blas_level3.cpp has what it does with all.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/expected_error.hpp"
#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/hermitian.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syr2k.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using C32 = std::complex<float>;
using C64 = std::complex<double>;

/// beta of herk and her2k is real: an infinite part of C stays in its part, with a product and without.
TEST(HermitianUpdates, ARealBetaMultipliesEachPart) {
    Session session(test::test_options());
    const double inf = std::numeric_limits<double>::infinity();
    const std::vector<C64> A{1, C64(0, 1)};
    for (const double alpha : {1.0, 0.0})
        for (const double beta : {1.0, 3.0}) {
            const std::vector<C64> before{2, C64(inf, 1), 0, C64(2, std::nan(""))};
            std::vector<C64> C = before;
            herk<C64>(session, Layout::col_major, Uplo::lower, Op::none, 2, 1, alpha, A.data(), 2, beta,
                      C.data(), 2);
            EXPECT_EQ(C[1], alpha == 0 && beta == 1 ? before[1] : C64(inf, alpha + beta));
            if (alpha != 0) {
                EXPECT_EQ(C[3], C64(1 + 2 * beta, 0)) << "the diagonal is real";
            }
            C = before;
            her2k<C64>(session, Layout::col_major, Uplo::lower, Op::none, 2, 1, C64(0, alpha), A.data(), 2,
                       A.data(), 2, beta, C.data(), 2);
            EXPECT_EQ(C[1], alpha == 0 && beta == 1 ? before[1] : C64(inf, beta)) << "i a a^H - i a a^H is 0";
        }
    EXPECT_GT(session.statistics().runs, 0U);
}

class ComplexEmulation : public testing::TestWithParam<ElementType> {};

/// Sums of products that cancel, of more digits than the type has: they are only right if they are exact.
TEST_P(ComplexEmulation, OfIntegersIsExact) {
    const ArithmeticScope scope(Arithmetic::emulated);
    Session session(test::test_options());
    constexpr std::int64_t m = 70, n = 66, k = 40;
    const auto problem =
        test::make_problem("gemm", GetParam(), {.op_b = Op::conj_trans, .m = m, .n = n, .k = k});
    const std::int64_t most = needs_f64(GetParam()) ? 80000000 : 4000;
    std::mt19937 random(7);
    const auto integer = [&] { return static_cast<double>(static_cast<std::int64_t>(random()) % most); };
    for (std::int64_t p = 0; p < k; p += 2) {
        for (std::int64_t i = 0; i < m; ++i) {
            const double real = integer(), imag = -integer();
            problem->set("A", i, p, {real, imag});
            problem->set("A", i, p + 1, {real, imag});
        }
        for (std::int64_t j = 0; j < n; ++j) {
            const C64 x(integer(), integer());
            problem->set("B", j, p, p == 0 ? x + C64(0, 1) : x);
            problem->set("B", j, p + 1, -x);
        }
    }
    problem->call(session);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i)
            ASSERT_EQ(problem->now("C", i, j), problem->was("A", i, 0) * C64(0, -1)) << i << ", " << j;
}

/// NaN and Inf have no residues: native products take over.
TEST_P(ComplexEmulation, OfNaNInOnePartSpreadsItAlongARow) {
    const ArithmeticScope scope(Arithmetic::emulated);
    Session session(test::test_options());
    const auto problem = test::make_problem("gemm", GetParam(), {.m = 30, .n = 20, .k = 10});
    problem->set("A", 7, 2, {1, std::nan("")});
    problem->call(session);
    for (std::int64_t j = 0; j < 20; ++j)
        for (std::int64_t i = 0; i < 30; ++i)
            EXPECT_EQ(std::isnan(problem->now("C", i, j).imag()), i == 7) << i << ", " << j;
}

INSTANTIATE_TEST_SUITE_P(All, ComplexEmulation, testing::Values(ElementType::c32, ElementType::c64),
                         [](const auto& type) { return std::string(name(type.param)); });

TEST(ComplexGemmInterfaces, HaveTheNamesOfBlas) {
    const std::complex<double> z(1, 2), alpha(0, 1);
    std::complex<double> out(5, 5);
    zgemm(Layout::col_major, Op::conj_trans, Op::none, 1, 1, 1, alpha, &z, 1, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, std::complex<double>(0, 5));
    const std::complex<float> c(1, 2);
    std::complex<float> single(5, 5);
    cgemm(Layout::row_major, Op::trans, Op::none, 1, 1, 1, 1.0F, &c, 1, &c, 1, 1.0F, &single, 1);
    EXPECT_EQ(single, std::complex<float>(2, 9));
    const Error error = test::error_of([&] {
        return zgemm(Layout::col_major, Op::none, Op::none, 2, 1, 1, alpha, &z, 1, &z, 1, 0.0, &out, 2);
    });
    EXPECT_NE(error.message().find("zgemm"), std::string::npos) << error.message();
    EXPECT_NE(error.message().find("lda"), std::string::npos) << error.message();
}

TEST(ComplexLevel3Interfaces, HaveTheNamesOfBlas) {
    constexpr Layout layout = Layout::col_major;
    constexpr Uplo uplo = Uplo::lower;
    const C64 z(1, 2);
    C64 out(5, 5);
    zherk(layout, uplo, Op::none, 1, 1, 2.0, &z, 1, 1.0, &out, 1);
    EXPECT_EQ(out, C64(15, 0));
    zher2k(layout, uplo, Op::conj_trans, 1, 1, C64(0, 1), &z, 1, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, C64(0, 0));
    zhemm(layout, Side::left, uplo, 1, 1, 1.0, &z, 1, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, C64(1, 2));
    zsymm(layout, Side::left, uplo, 1, 1, 1.0, &z, 1, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, C64(-3, 4));
    zsyrk(layout, uplo, Op::trans, 1, 1, 1.0, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, C64(-3, 4));
    zsyr2k(layout, uplo, Op::none, 1, 1, 1.0, &z, 1, &z, 1, 0.0, &out, 1);
    EXPECT_EQ(out, C64(-6, 8));
    ztrmm(layout, Side::left, uplo, Op::conj_trans, Diag::non_unit, 1, 1, 1.0, &z, 1, &out, 1);
    EXPECT_EQ(out, C64(10, 20));
    ztrsm(layout, Side::right, uplo, Op::conj_trans, Diag::non_unit, 1, 1, 1.0, &z, 1, &out, 1);
    EXPECT_EQ(out, C64(-6, 8));
    const C32 c(0, 1);
    C32 single(1, 0);
    ctrsm_async(layout, Side::left, uplo, Op::none, Diag::non_unit, 1, 1, 1.0F, &c, 1, &single, 1).wait();
    EXPECT_EQ(single, C32(0, -1));
}

}  // namespace
}  // namespace hg
