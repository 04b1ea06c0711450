// Level 3 of BLAS: each routine with each type of elements, judged by the rule that it has in
// tools/workload/rule/routines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "support/faulty_session.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/problems.hpp"
#include "support/shared_devices.hpp"
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Given;
using test::is_right;
using test::Problem;
using test::TypedRoutine;
using test::works;
using Number = std::complex<double>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr Layout kLayouts[]{Layout::col_major, Layout::row_major};
constexpr Uplo kTriangles[]{Uplo::lower, Uplo::upper};
constexpr Op kOps[]{Op::none, Op::trans, Op::conj_trans};

class Level3 : public test::SessionSuite<testing::TestWithParam<TypedRoutine>> {
  protected:
    static testing::AssertionResult call_works(const Given& given) {
        return works(*session_, *GetParam().make(given));
    }
    static void expect_right_beyond_a_block();
    /// A triangle times something, in its place.
    static bool is_triangular() { return GetParam().is_any_of({"trmm", "trsm"}); }
    static bool has_side() { return is_triangular() || GetParam().is_any_of({"symm", "hemm"}); }
    static bool updates_triangle() {
        return GetParam().is_any_of({"syrk", "herk", "syr2k", "her2k", "gemmt"});
    }
    static bool is_complex() { return hg::is_complex(GetParam().type); }
    static bool is_wide() { return needs_f64(GetParam().type); }
    /// What C is called.
    static const char* output() { return is_triangular() ? "B" : "C"; }
    /// The rows of C for m and n.
    static std::int64_t rows(const Given& given) { return updates_triangle() ? given.n : given.m; }
};

using OptimisedLevel3 = test::Optimised<Level3>;

/// Calls act with all combinations of the letters that a routine has. Texts tell which ones are the same.
template <class Act>
void for_all_letters(const TypedRoutine& routine, const Act& act) {
    std::set<std::string> seen;
    for (const Layout layout : kLayouts)
        for (const Uplo uplo : kTriangles)
            for (const Side side : {Side::left, Side::right})
                for (const Op op : kOps)
                    for (const Op op_b : kOps)
                        for (const Diag diag : {Diag::non_unit, Diag::unit}) {
                            const Given given{.layout = layout,
                                              .side = side,
                                              .uplo = uplo,
                                              .op = op,
                                              .op_b = op_b,
                                              .diag = diag};
                            if (seen.insert(routine.make(given)->text()).second) act(given);
                        }
}

/// Each pair of ops is a kernel of gemm to compile: those of one complex type are enough.
bool is_too_slow(const TypedRoutine& routine, const Given& given) {
    return !test::on_host() && routine.is_any_of({"gemm", "gemmt"}) && routine.type == ElementType::c32 &&
           given.op != Op::conj_trans;
}

/// NaN or a number stands in triangles that do not count.
void check_cases(Session& session, const TypedRoutine& routine, std::int64_t m, std::int64_t n,
                 std::int64_t k, std::int64_t gap) {
    const bool is_complex = hg::is_complex(routine.type);
    std::uint64_t seed = 1;
    for_all_letters(routine, [&](Given given) {
        if (is_too_slow(routine, given)) return;
        for (const Number alpha : {Number(0), Number(1), is_complex ? Number(0.5, -2) : Number(2.5)})
            for (const Number beta : {Number(0), Number(1), Number(-0.5, 1)}) {
                if (beta != 0.0 && routine.is_any_of({"trmm", "trsm"})) continue;
                given.m = m, given.n = n, given.k = k, given.gap = gap;
                given.alpha = alpha, given.beta = beta, given.seed = ++seed;
                given.number_outside = seed % 2 == 0;
                ASSERT_TRUE(works(session, *routine.make(given)));
            }
    });
}

TEST(Level3Session, RunsOnTheDevicesAskedFor) {
    Session session(test::test_options());
    for (std::size_t d = 0; d < session.machine().device_count(); ++d)
        EXPECT_EQ(session.machine().device(d).is_host, test::on_host());
}

TEST_P(Level3, AllCases) {
    if (is_wide())
        check_cases(*session_, GetParam(), 37, 23, 29, 3);
    else
        check_cases(*session_, GetParam(), 19, 34, 17, 0);
}
TEST_P(Level3, AllCasesOfOneElement) {
    if (GetParam().type == ElementType::f64) check_cases(*session_, GetParam(), 1, 1, 1, 1);
}

TEST_P(Level3, SizesOfZeroOneAndMore) {
    if (!is_wide()) return;
    for (const std::int64_t m : {0, 1, 66})
        for (const std::int64_t n : {0, 1, 70})
            for (const std::int64_t k : {0, 1, 130})
                for (const double beta : {0.0, 1.0, -0.5})
                    ASSERT_TRUE(call_works({.side = Side::right,
                                            .op_b = Op::conj_trans,
                                            .m = m,
                                            .n = n,
                                            .k = k,
                                            .alpha = Number(1.5, 1),
                                            .beta = beta,
                                            .gap = 1}));
}

void Level3::expect_right_beyond_a_block() {
    if (GetParam().is("gemm") && is_wide()) {
        ASSERT_TRUE(call_works({.op = Op::conj_trans,
                                .op_b = Op::trans,
                                .m = is_complex() ? 300 : 700,
                                .n = is_complex() ? 260 : 130,
                                .k = is_complex() ? 290 : 530,
                                .alpha = Number(1, 1),
                                .beta = Number(1, 0.5),
                                .gap = 5}));
        return;
    }
    if (GetParam().is("gemm")) {
        ASSERT_TRUE(call_works(
            {.layout = Layout::row_major, .op = Op::conj_trans, .m = 90, .n = 1100, .k = 600, .beta = -0.5}));
        return;
    }
    for (const Uplo uplo : kTriangles) {
        if (is_wide())
            ASSERT_TRUE(call_works({.uplo = uplo,
                                    .op = Op::trans,
                                    .m = 330,
                                    .n = 290,
                                    .k = 150,
                                    .alpha = Number(1, is_complex() ? 1 : 0),
                                    .beta = 0.5,
                                    .gap = 5}));
        else
            ASSERT_TRUE(call_works({.layout = Layout::row_major,
                                    .side = Side::right,
                                    .uplo = uplo,
                                    .m = 90,
                                    .n = 310,
                                    .k = 330,
                                    .alpha = -1}));
    }
}

/// Without PoCL's optimiser large products take longer than with it; with it kernels of triangles do.
TEST_P(Level3, TrianglesLargerThanABlock) {
    if (is_triangular()) expect_right_beyond_a_block();
}
TEST_P(OptimisedLevel3, ProductsLargerThanABlock) {
    if (!is_triangular()) expect_right_beyond_a_block();
}

/// Without beta, C holds NaN already, but for that of a triangle's product.
TEST_P(Level3, BetaZeroNeverReadsC) {
    for (const double alpha : {0.0, 1.0}) {
        const Given given{.m = 70, .n = 50, .k = 20, .alpha = alpha, .gap = 1};
        const auto problem = GetParam().make(given);
        if (!is_triangular() || alpha == 0) {
            ASSERT_TRUE(std::isnan(problem->was(output(), 3, 3).real()));
        }
        EXPECT_TRUE(works(*session_, *problem));
    }
}

/// With alpha = 0, the factors hold NaN already.
TEST_P(Level3, AlphaZeroReadsNoFactor) {
    const Given given{.m = 70, .n = 50, .k = 20, .alpha = 0, .beta = -0.5};
    const auto problem = GetParam().make(given);
    ASSERT_TRUE(std::isnan(problem->was("A", 3, 3).real()));
    problem->call(*session_);
    const double beta = is_triangular() ? 0 : -0.5;
    for (std::int64_t j = 0; j < given.n; ++j)
        for (std::int64_t i = 0; i < rows(given); ++i) {
            if (!problem->counts(output(), i, j)) continue;
            const Number before = problem->was(output(), i, j), now = problem->now(output(), i, j);
            ASSERT_EQ(now.real(), beta == 0 ? 0 : beta * before.real()) << i << ", " << j;
            // The diagonal of a hermitian matrix is real.
            const bool is_real =
                !is_complex() || beta == 0 || (i == j && GetParam().is_any_of({"herk", "her2k"}));
            ASSERT_EQ(now.imag(), is_real ? 0 : beta * before.imag()) << i << ", " << j;
        }
    EXPECT_TRUE(is_right(*problem));
}

/// A NaN in one part of an element of A reaches what the formula takes it for, and nothing else.
TEST_P(Level3, ANaNSpreadsAsInTheSums) {
    if (!is_wide()) return;
    const Given given{.m = 150, .n = 140, .k = 150, .beta = 1, .gap = 1, .number_outside = true};
    const auto problem = GetParam().make(given);
    constexpr std::int64_t row = 130, col = 7;
    problem->set("A", row, col, is_complex() ? Number(1, kUnknown) : Number(kUnknown));
    problem->call(*session_);
    for (std::int64_t j = 0; j < given.n; ++j)
        for (std::int64_t i = 0; i < rows(given); ++i) {
            if (!problem->counts(output(), i, j)) continue;
            const bool in_row = i == row;
            const bool mirrors = updates_triangle() && !GetParam().is("gemmt");
            const bool spreads = GetParam().is("trsm") ? i >= row
                                 : is_triangular()     ? in_row
                                 : mirrors             ? in_row || j == row
                                 : has_side()          ? in_row || i == col
                                                       : in_row;
            ASSERT_EQ(std::isnan(problem->now(output(), i, j).real()), spreads) << i << ", " << j;
        }
}

/// Zeros of the other triangle, times Inf, must not give NaN, and neither must an inverse.
TEST_P(OptimisedLevel3, InfInBStaysInItsColumn) {
    if (!is_triangular() || !is_wide()) return;
    const auto problem = GetParam().make({.m = 90, .n = 20, .number_outside = true});
    constexpr std::int64_t row = 50, col = 5;
    problem->set("B", row, col, {std::numeric_limits<double>::infinity(), 1});
    problem->call(*session_);
    for (std::int64_t j = 0; j < 20; ++j)
        for (std::int64_t i = 0; i < 90; ++i) {
            const Number x = problem->now("B", i, j);
            ASSERT_EQ(std::isfinite(x.real()) && std::isfinite(x.imag()), j != col || i < row)
                << i << ", " << j;
        }
}

/// A triangle whose inverse cannot be trusted: a solve by substitution leaves a small residual all the same.
TEST_P(Level3, IllConditionedTrianglesAreSolvedBySubstitution) {
    if (!GetParam().is("trsm") || !is_wide()) return;
    for (const Op op : kOps) {
        const auto problem = GetParam().make({.op = op, .m = 96, .n = 33});
        for (std::int64_t j = 0; j < 96; ++j)
            for (std::int64_t i = j; i < 96; ++i)
                problem->set("A", i, j, i == j ? Number(is_complex() ? 0 : 1, 1) : Number(-0.9, 0.4));
        EXPECT_TRUE(works(*session_, *problem));
    }
}

TEST_P(Level3, ByIntegers) {
    if (!is_complex()) return;  // the real ones are in blas_emulated_errors.cpp and kernels_emulated.cpp
    const ArithmeticScope scope(Arithmetic::emulated);
    for_all_letters(GetParam(), [&](Given given) {
        if (given.layout == Layout::row_major || given.diag == Diag::unit) return;
        // Plain OpenCL C multiplies residues slowly, and each pair has a native kernel to compile, too.
        const bool is_one_of_few = given.uplo == Uplo::lower && given.op != Op::none &&
                                   given.op_b != Op::trans && given.side == Side::left && is_wide();
        if (!test::on_host() && !is_one_of_few) return;
        given.m = 70, given.n = 90, given.k = 40;
        given.alpha = {0.5, -2}, given.beta = {-0.5, 1};
        ASSERT_TRUE(call_works(given));
    });
}

/// Matrices for a part of which there is memory: a few tiles, or with a triangle a strip of B and a block of
/// A.
MachineOptions little_memory(MachineOptions options, const TypedRoutine& routine) {
    const std::int64_t parts = is_complex(routine.type) ? 2 : 1;
    options.memory_limit = routine.is_any_of({"trmm", "trsm"})
                               ? parts * (routine.is("trsm") ? 3 << 20 : 1200 << 10)
                               : parts * (300 << 10);
    return options;
}

TEST_P(Level3, BeyondDeviceMemoryTheOtherTriangleStaysUntouched) {
    if (GetParam().type != ElementType::f64) return;
    Session session(little_memory(test::test_options(), GetParam()));
    for (const Layout layout : kLayouts)
        for (const Uplo uplo : kTriangles)
            for (const bool number_outside : {false, true})
                for (const double beta : {0.0, -0.5})
                    ASSERT_TRUE(works(session, *GetParam().make({.layout = layout,
                                                                 .uplo = uplo,
                                                                 .m = 260,
                                                                 .n = is_triangular() ? 500 : 250,
                                                                 .k = 120,
                                                                 .beta = beta,
                                                                 .gap = 3,
                                                                 .number_outside = number_outside})));
}

/// Sessions on so many devices, with little memory so that all of them have work.
TEST_P(Level3, AnyNumberOfDevicesGivesTheSameBits) {
    if (!is_wide()) return;
    for (const Op op : {Op::none, Op::conj_trans}) {
        const auto problem = GetParam().make({.op = op,
                                              .op_b = op,
                                              .m = 230,
                                              .n = 250,
                                              .k = 170,
                                              .alpha = Number(1.5, 1),
                                              .beta = -0.5,
                                              .gap = 1,
                                              .number_outside = true});
        const auto on = [&](std::size_t devices) {
            test::FaultySession<8> x(little_memory(test::first_test_devices(devices), GetParam()));
            EXPECT_TRUE(works(x.session, *problem));
            const auto bits = problem->result_bits();
            const auto busy = std::count_if(x.plans.begin(), x.plans.end(), [](const test::FaultPlan& plan) {
                return plan.count(Operation::exec) > 0;
            });
            EXPECT_GE(busy, devices > 1 ? 2 : 1) << "of " << devices << " devices";
            problem->restore();
            problem->call(x.session);
            EXPECT_EQ(problem->result_bits(), bits) << "timing does not matter";
            problem->restore();
            return bits;
        };
        const auto one = on(1);
        for (const std::size_t devices : {2U, 3U, 8U}) {
            ASSERT_EQ(on(devices), one) << devices << " devices";
            if (!test::on_host()) break;
        }
    }
}

/// A device is lost at one command after the other: the others finish the call.
TEST_P(Level3, OthersFinishWhatALostDeviceLeaves) {
    if (!is_wide() || !is_complex() || GetParam().is("gemm"))
        return;  // real ones: errors/blas_lost_device.cpp
    const auto problem = GetParam().make(
        {.op = Op::conj_trans, .m = 150, .n = 170, .k = 60, .alpha = Number(1.5, 1), .beta = -0.5});
    int finished = 0;
    for (const Operation operation : test::kOperations)
        for (const int position : {0, 1, 3}) {
            test::FaultySession<2> x(test::options_with_memory(6 << 20));
            if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there is one device";
            x.fail(0, operation, position);
            problem->restore();
            try {
                problem->call(x.session);
            } catch (const Error& error) {
                // A product in place may have overwritten what it needs.
                EXPECT_TRUE(GetParam().is("trmm")) << error.what();
                EXPECT_TRUE(error.context().partially_written) << error.what();
                continue;
            }
            if (x.failed_runs() > 0) ++finished;
            EXPECT_TRUE(is_right(*problem)) << position;
        }
    EXPECT_GT(finished, 0);
}

TEST_P(Level3, WithoutWaiting) {
    const auto problem = GetParam().make({.m = 60, .n = 50, .k = 40, .alpha = Number(1, 1)});
    EXPECT_EQ(problem->submit(*session_).wait(), 0);
    EXPECT_TRUE(is_right(*problem));
}

auto all_routines() {
    return testing::ValuesIn(test::typed(hgctl::level3_routines()));
}
std::string text_of(const testing::TestParamInfo<TypedRoutine>& routine) {
    return routine.param.text();
}
INSTANTIATE_TEST_SUITE_P(All, Level3, all_routines(), text_of);
INSTANTIATE_TEST_SUITE_P(All, OptimisedLevel3, all_routines(), text_of);

}  // namespace
}  // namespace hg
