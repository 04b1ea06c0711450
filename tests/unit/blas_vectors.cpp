// Levels 1 and 2 of BLAS with all types of elements, on devices and on the CPU, against the routines' rules.
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/problems.hpp"
#include "support/test_devices.hpp"
#include "support/two_sessions.hpp"
#include <hg/blas/session.hpp>

namespace hg {
namespace {

using test::Given;
using test::Problem;
using test::TypedRoutine;

void expect_right(bool devices, Problem& problem, bool is_empty = false) {
    Session& session = test::session_on(devices);
    if (devices && !is_empty)
        EXPECT_TRUE(test::works(session, problem));
    else
        EXPECT_TRUE(test::is_right(problem, problem.call(session)));
}

class Level1Calls : public testing::TestWithParam<TypedRoutine> {};

TEST_P(Level1Calls, IsRightWithAllIncrements) {
    const bool forward = GetParam().is_any_of({"scal", "real_scal", "nrm2", "asum", "iamax"});
    for (const bool devices : {false, true}) {
        // Elsewhere kernels take long to compile.
        if (devices && !test::on_host() && !needs_f64(GetParam().type)) continue;
        for (const std::int64_t n : {0, 1, 2, 1000})
            for (const auto& [incx, incy] : {std::array{1, 1}, {3, -2}, {-1, 1}, {-2, -3}}) {
                const auto problem = GetParam().make({.n = n,
                                                      .alpha = {-1.7, 0.75},
                                                      .beta = {-0.6, 0.5},
                                                      .incx = forward ? std::abs(incx) : incx,
                                                      .incy = incy});
                expect_right(devices, *problem, n == 0);
            }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Level1Calls, testing::ValuesIn(test::typed(hgctl::level1_routines())),
                         testing::PrintToStringParamName());

class Level2Calls : public testing::TestWithParam<TypedRoutine> {
  protected:
    /// Letters in all ways, with sizes, increments and coefficients in turn. The last size is of several
    /// parts of conjugated vectors.
    template <class Act>
    static void for_each_problem(const Act& act) {
        constexpr std::array<std::array<std::int64_t, 2>, 5> kSizes{
            {{1, 1}, {5, 3}, {33, 40}, {3, 70}, {520, 290}}};
        constexpr std::array<std::array<std::int64_t, 2>, 3> kIncrements{{{1, 1}, {2, -1}, {-3, 2}}};
        constexpr std::array<std::array<std::complex<double>, 2>, 8> kNumbers{
            {{std::complex<double>(1.5, -1), 0},
             {std::complex<double>(-0.5, 2), 1},
             {0, std::complex<double>(-2, 1)},
             {std::complex<double>(2, 1), std::complex<double>(0.5, -0.25)},
             {std::complex<double>(0, 2), std::complex<double>(0.5, -0.25)},
             {0, 0},
             {-1, std::complex<double>(0.5, 1)},
             {2, 0}}};
        std::size_t turn = 0;
        for (const Layout layout : {Layout::col_major, Layout::row_major})
            for (const Uplo uplo : {Uplo::lower, Uplo::upper})
                for (const Op op : {Op::none, Op::trans, Op::conj_trans})
                    for (const Diag diag : {Diag::non_unit, Diag::unit})
                        for (const auto& [m, n] : kSizes) {
                            const auto& [incx, incy] = kIncrements[turn % kIncrements.size()];
                            const auto& [alpha, beta] = kNumbers[turn++ % kNumbers.size()];
                            act(Given{.layout = layout,
                                      .uplo = uplo,
                                      .op = op,
                                      .diag = diag,
                                      .m = m,
                                      .n = n,
                                      .alpha = alpha,
                                      .beta = beta,
                                      .incx = incx,
                                      .incy = incy,
                                      .gap = 2});
                        }
    }
    /// Elsewhere each shape has kernels of its own, which take long to compile: of real ones one shape stands
    /// for all.
    static bool compiles(std::int64_t m) {
        const ElementType type = GetParam().type;
        return test::on_host() ||
               (is_complex(type) ? m < 500 || needs_f64(type) : m == 33 && needs_f64(type));
    }
};

/// OpenBLAS's ssymv for processors that it does not know multiplies zeros by what calls before left in the
/// buffers of its threads, NaN of other routines' operands too. These calls leave numbers there.
void leave_numbers_in_buffers(Uplo uplo) {
    for (const std::int64_t n : {300, 70})
        for (const std::int64_t inc : {1, 2})
            (void)test::make_problem(
                "symv", ElementType::f32,
                {.uplo = uplo, .n = n, .beta = 1, .incx = inc, .incy = inc, .number_outside = true})
                ->call(test::session_on(false));
}

TEST_P(Level2Calls, IsRightWithAllLetters) {
    std::size_t turn = 0;
    for_each_problem([&](const Given& given) {
        if (given.m > 500 && given.diag == Diag::unit) return;
        // Of complex elements every fourth call is the CPU's.
        const bool cpu = !is_complex(GetParam().type) || turn % 4 == 0;
        const bool devices = !is_complex(GetParam().type) || turn % 4 != 0;
        ++turn;
        const auto problem = GetParam().make(given);
        if (cpu && GetParam().text() == "symv_f32") leave_numbers_in_buffers(given.uplo);
        if (cpu) expect_right(false, *problem);
        problem->restore();
        if (devices && compiles(given.m)) expect_right(true, *problem);
    });
}

INSTANTIATE_TEST_SUITE_P(All, Level2Calls, testing::ValuesIn(test::typed(hgctl::level2_routines())),
                         testing::PrintToStringParamName());

TEST(VectorCalls, AreOnDevicesAlone) {
    const auto problem = test::make_problem("gemv", ElementType::f64, {.m = 33, .n = 40});
    expect_right(true, *problem);
    EXPECT_GT(test::session_on(true).statistics().runs, 0U);
    EXPECT_EQ(test::session_on(true).statistics().host_calls, 0U);
}

}  // namespace
}  // namespace hg
