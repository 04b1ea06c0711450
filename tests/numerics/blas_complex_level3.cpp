// Level 3 of BLAS on complex matrices in host memory, gemm aside.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "support/complex_level3.hpp"
#include "support/faulty_session.hpp"
#include <hg/runtime/program/error.hpp>

// What compilers of older Fortran make of `call hg_zherk(...)`.
extern "C" {
void hg_zherk_(const char*, const char*, const int*, const int*, const double*, const std::complex<double>*,
               const int*, const double*, std::complex<double>*, const int*, int*);
void hg_cgemm_(const char*, const char*, const int*, const int*, const int*, const std::complex<float>*,
               const std::complex<float>*, const int*, const std::complex<float>*, const int*,
               const std::complex<float>*, std::complex<float>*, const int*, int*);
}

namespace hg {
namespace {

using test::complex_works;
using test::ComplexCase;
using test::ComplexOperands;
using test::ComplexRoutine;

using C32 = std::complex<float>;
using C64 = std::complex<double>;

class ComplexLevel3 : public testing::TestWithParam<ComplexRoutine> {
  protected:
    static void SetUpTestSuite() { session_ = std::make_unique<Session>(test::test_options()); }
    static void TearDownTestSuite() { session_.reset(); }

    static std::unique_ptr<Session> session_;
};
std::unique_ptr<Session> ComplexLevel3::session_;

/// All combinations of the letters that the routine has.
std::vector<ComplexCase> all_letters(ComplexRoutine routine) {
    std::vector<ComplexCase> list;
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Uplo uplo : {Uplo::lower, Uplo::upper})
            for (const Side side : {Side::left, Side::right})
                for (const Op op : test::operations_of(routine))
                    for (const Diag diag : {Diag::non_unit, Diag::unit}) {
                        if (side == Side::right && !has_side(routine)) continue;
                        if (diag == Diag::unit && !is_triangular(routine)) continue;
                        list.push_back({routine, layout, side, uplo, op, diag});
                    }
    return list;
}

/// NaN or a number stands in what does not count.
template <class T>
void check_cases(Session& session, ComplexRoutine routine, std::int64_t m, std::int64_t n, std::int64_t k) {
    unsigned seed = 1;
    for (ComplexCase which : all_letters(routine))
        for (const C64 alpha : {C64(0), C64(1), C64(0.5, -2)})
            for (const C64 beta : {C64(0), C64(1), C64(-0.5, 1)}) {
                if (beta != 0.0 && is_triangular(routine)) continue;
                std::tie(which.m, which.n, which.k) = std::tuple(m, n, k);
                std::tie(which.alpha, which.beta, which.seed) = std::tuple(alpha, beta, ++seed);
                const T outside = seed % 2 == 0 ? T(777, -3) : ComplexOperands<T>::unknown();
                ASSERT_TRUE(complex_works<T>(session, which, outside));
            }
}

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

TEST_P(ComplexLevel3, AllCasesC64) {
    check_cases<C64>(*session_, GetParam(), 37, 23, 29);
}
TEST_P(ComplexLevel3, AllCasesC32) {
    check_cases<C32>(*session_, GetParam(), 19, 34, 17);
}

TEST_P(ComplexLevel3, SizesOfZeroOneAndMore) {
    for (const std::int64_t m : {0, 1, 66})
        for (const std::int64_t n : {0, 1, 70})
            for (const std::int64_t k : {0, 1, 130})
                for (const double beta : {0.0, 1.0, -0.5})
                    ASSERT_TRUE(complex_works<C64>(*session_, {.routine = GetParam(),
                                                               .side = Side::right,
                                                               .m = m,
                                                               .n = n,
                                                               .k = k,
                                                               .alpha = C64(1.5, 1),
                                                               .beta = beta}));
}

TEST_P(ComplexLevel3, LargerThanABlock) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const Op op = test::operations_of(GetParam()).back();
        ASSERT_TRUE(complex_works<C64>(*session_, {.routine = GetParam(),
                                                   .uplo = uplo,
                                                   .op = op,
                                                   .m = 330,
                                                   .n = 290,
                                                   .k = 150,
                                                   .alpha = C64(0, 1),
                                                   .beta = 0.5}));
        ASSERT_TRUE(complex_works<C32>(*session_, {.routine = GetParam(),
                                                   .layout = Layout::row_major,
                                                   .side = Side::right,
                                                   .uplo = uplo,
                                                   .op = op,
                                                   .m = 90,
                                                   .n = 310,
                                                   .k = 330,
                                                   .alpha = -1}));
    }
}

TEST_P(ComplexLevel3, ByIntegers) {
    const ArithmeticScope scope(Arithmetic::emulated);
    for (ComplexCase which : all_letters(GetParam())) {
        if (which.layout == Layout::row_major || which.diag == Diag::unit) continue;
        const bool is_one_of_few =
            which.uplo == Uplo::lower && which.op == test::operations_of(GetParam()).back();
        if (!test::on_host() && (!is_one_of_few || which.side == Side::right)) continue;
        std::tie(which.m, which.n, which.k) = std::tuple(70, 90, 40);
        std::tie(which.alpha, which.beta) = std::tuple(C64(0.5, -2), C64(-0.5, 1));
        ASSERT_TRUE(complex_works<C64>(*session_, which));
        if (!test::on_host()) continue;
        ASSERT_TRUE(complex_works<C32>(*session_, which));
    }
}

/// A NaN in one part of an element of A reaches what the formula takes it for, and nothing else.
TEST_P(ComplexLevel3, ANaNInOnePartSpreadsAsInTheSums) {
    ComplexOperands<C64> x({.routine = GetParam(), .m = 150, .n = 140, .k = 150, .beta = 1}, C64(777, 0));
    constexpr std::int64_t row = 130, col = 7;
    x.a(row, col).imag(std::numeric_limits<double>::quiet_NaN());
    call_complex(*session_, x);
    for (std::int64_t j = 0; j < x.c.cols; ++j)
        for (std::int64_t i = 0; i < x.c.rows; ++i) {
            if (!x.which.counts_in_c(i, j)) continue;
            const bool in_row = i == row;
            const bool spreads = GetParam() == ComplexRoutine::trsm ? i >= row
                                 : is_triangular(GetParam())        ? in_row
                                 : updates_triangle(GetParam())     ? in_row || j == row
                                                                    : in_row || i == col;
            ASSERT_EQ(std::isnan(x.c(i, j).real()), spreads) << i << ", " << j;
        }
}

/// Zeros of the other triangle, times Inf, must not give NaN, and neither must an inverse.
TEST(ComplexTriangles, InfInBStaysInItsColumn) {
    Session session(test::test_options());
    for (const ComplexRoutine routine : {ComplexRoutine::trmm, ComplexRoutine::trsm}) {
        ComplexOperands<C64> x({.routine = routine, .m = 90, .n = 20}, C64(0, 0));
        constexpr std::int64_t row = 50, col = 5;
        x.c(row, col) = {std::numeric_limits<double>::infinity(), 1};
        call_complex(session, x);
        for (std::int64_t j = 0; j < x.c.cols; ++j)
            for (std::int64_t i = 0; i < x.c.rows; ++i) {
                const bool finite = std::isfinite(x.c(i, j).real()) && std::isfinite(x.c(i, j).imag());
                ASSERT_EQ(finite, j != col || i < row) << test::name_of(routine) << ' ' << i << ", " << j;
            }
    }
}

/// A triangle whose inverse cannot be trusted: a solve by substitution leaves a small residual all the same.
TEST(ComplexTriangles, IllConditionedOnesAreSolvedBySubstitution) {
    Session session(test::test_options());
    for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
        ComplexOperands<C64> before({.routine = ComplexRoutine::trsm, .op = op, .m = 96, .n = 33});
        for (std::int64_t j = 0; j < 96; ++j)
            for (std::int64_t i = j; i < 96; ++i) before.a(i, j) = i == j ? C64(0, 1) : C64(-0.9, 0.4);
        ComplexOperands<C64> x = before;
        call_complex(session, x);
        EXPECT_TRUE(complex_is_right(before, x.c));
    }
}

/// Matrices larger than the devices' memory, on one and on several devices: the same bits.
TEST_P(ComplexLevel3, AnyNumberOfDevicesGivesTheSameBitsBeyondTheirMemory) {
    const auto options = [&](std::size_t devices) {
        MachineOptions few = test::first_test_devices(devices);
        few.memory_limit = is_triangular(GetParam()) ? 6 << 20 : 600 << 10;
        return few;
    };
    for (const Op op : test::operations_of(GetParam())) {
        const ComplexOperands<C64> before({.routine = GetParam(),
                                           .op = op,
                                           .m = 230,
                                           .n = 250,
                                           .k = 170,
                                           .alpha = C64(1.5, 1),
                                           .beta = -0.5});
        const auto on = [&](std::size_t devices) {
            Session session(options(devices));
            ComplexOperands<C64> x = before;
            call_complex(session, x);
            EXPECT_EQ(session.statistics().failed_runs, 0U);
            return x.c;
        };
        const auto one = on(1);
        ASSERT_TRUE(complex_is_right(before, one));
        const auto three = on(3);
        EXPECT_TRUE(complex_is_right(before, three));
        for (std::int64_t j = 0; j < one.cols; ++j)
            for (std::int64_t i = 0; i < one.rows; ++i) {
                if (!before.which.counts_in_c(i, j)) continue;
                ASSERT_EQ(three(i, j), one(i, j)) << i << ", " << j;
            }
    }
}

/// A device is lost at one command after the other: the others finish the call.
TEST_P(ComplexLevel3, OthersFinishWhatALostDeviceLeaves) {
    const ComplexOperands<C64> before({.routine = GetParam(),
                                       .op = test::operations_of(GetParam()).back(),
                                       .m = 150,
                                       .n = 170,
                                       .k = 60,
                                       .alpha = C64(1.5, 1),
                                       .beta = -0.5});
    int finished = 0;
    for (const Operation operation : test::kOperations)
        for (const int position : {0, 1, 3}) {
            test::FaultySession<2> x(test::options_with_memory(6 << 20));
            if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there is one device";
            x.fail(0, operation, position);
            ComplexOperands<C64> now = before;
            try {
                call_complex(x.session, now);
            } catch (const Error& error) {
                // A product in place may have overwritten what it needs.
                EXPECT_EQ(GetParam(), ComplexRoutine::trmm) << error.what();
                EXPECT_TRUE(error.context().spoilt) << error.what();
                continue;
            }
            if (x.failed_runs() > 0) ++finished;
            EXPECT_TRUE(complex_is_right(before, now.c)) << position;
        }
    EXPECT_GT(finished, 0);
}

INSTANTIATE_TEST_SUITE_P(All, ComplexLevel3, testing::ValuesIn(test::kComplexRoutines),
                         [](const auto& routine) { return test::name_of(routine.param); });

TEST(ComplexLevel3Faces, HaveTheNamesOfBlas) {
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

TEST(ComplexLevel3Faces, AreThereForOlderFortran) {
    const int one = 1, wrong = 0;
    const double alpha = 2, beta = 1;
    const C64 z(1, 2);
    C64 out(5, 5);
    int info = -1;
    hg_zherk_("U", "C", &one, &one, &alpha, &z, &one, &beta, &out, &one, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(out, C64(15, 0));
    hg_zherk_("U", "T", &one, &one, &alpha, &z, &one, &beta, &out, &one, &info);
    EXPECT_EQ(info, -2) << "trans";
    hg_zherk_("U", "N", &one, &one, &alpha, &z, &wrong, &beta, &out, &one, &info);
    EXPECT_EQ(info, -7) << "lda";
    EXPECT_EQ(out, C64(15, 0));
    const C32 c(1, 2), i(0, 1), zero(0, 0);
    C32 single(7, 7);
    hg_cgemm_("C", "N", &one, &one, &one, &i, &c, &one, &c, &one, &zero, &single, &one, &info);
    EXPECT_EQ(info, 0);
    EXPECT_EQ(single, C32(0, 5));
}

TEST(ComplexLevel3Faces, RefuseAnOpThatLeavesCNeitherSymmetricNorHermitian) {
    const C64 z(1, 2);
    C64 out(5, 5);
    const auto message_of = [](const auto& call) {
        try {
            call();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            return error.message();
        }
        return std::string();
    };
    const std::string herk =
        message_of([&] { zherk(Layout::col_major, Uplo::lower, Op::trans, 1, 1, 1.0, &z, 1, 0.0, &out, 1); });
    EXPECT_NE(herk.find("zherk"), std::string::npos) << herk;
    EXPECT_NE(herk.find("none or conj_trans"), std::string::npos) << herk;
    const std::string syrk = message_of(
        [&] { zsyrk(Layout::row_major, Uplo::lower, Op::conj_trans, 1, 1, 1.0, &z, 1, 0.0, &out, 1); });
    EXPECT_NE(syrk.find("none or trans"), std::string::npos) << syrk;
    EXPECT_EQ(out, C64(5, 5));
}

}  // namespace
}  // namespace hg
