// LU factorizations and solves by them: each type of elements, judged by the rules of
// tools/workload/rule/routines/lu.hpp. lapack_getrf.cpp has what is exact.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lapack/lu/getrf_call.hpp"
#include "support/device_problems.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrs.hpp>

namespace hg {
namespace {

using test::data_of;
using test::Given;
using test::is_right;
using test::Problem;
using test::with_elements;
using test::works;
using Number = std::complex<double>;

constexpr std::array kPivotings{Pivoting::partial, Pivoting::tournament, Pivoting::none};

class Lu : public test::DeviceProblems {
  protected:
    static std::unique_ptr<Problem> getrf(std::int64_t m, std::int64_t n,
                                          Pivoting pivoting = Pivoting::partial) {
        return make("getrf", {.pivoting = pivoting,
                              .m = m,
                              .n = n,
                              .gap = 3,
                              .seed = static_cast<std::uint64_t>(1000 * m + n)});
    }
    static testing::AssertionResult factors(Session& session, std::int64_t m, std::int64_t n,
                                            Pivoting pivoting = Pivoting::partial) {
        const std::uint64_t runs = session.statistics().runs;
        const auto result = works(session, *getrf(m, n, pivoting));
        if (result && m > 0 && n > 0 && session.statistics().runs == runs)
            return testing::AssertionFailure() << "the devices must do it";
        return result;
    }
};
/// Of sizes that are parts of kernels.
class LuSizes : public Lu {};
class LuSolves : public Lu {
  protected:
    [[nodiscard]] bool optimises() const override { return false; }
};

TEST(LuSession, RunsOnTheDevicesAskedFor) {
    Session session(test::test_options());
    for (std::size_t d = 0; d < session.machine().device_count(); ++d)
        EXPECT_EQ(session.machine().device(d).is_host, test::on_host());
}

TEST_P(LuSizes, SquareMatricesOfAllSizes) {
    std::vector<std::int64_t> sizes{0, 1, 2, 3, 17, 31, 32, 33, 64, 65, 129, 200};
    if (GetParam() == ElementType::f64) sizes = {1, 2, 3, 17, 32, 63, 64, 65, 128, 129, 200, 257};
    if (GetParam() == ElementType::f32) sizes = {1, 2, 31, 127, 130, 260};
    for (const std::int64_t n : sizes) EXPECT_TRUE(factors(*session_, n, n));
}

TEST_P(LuSizes, TallAndWideMatrices) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{1, 9},    {9, 1},     {300, 20},
                                                             {20, 300}, {300, 130}, {130, 300}};
    if (GetParam() == ElementType::f32) sizes = {{301, 64}, {64, 301}};
    for (const auto& [m, n] : sizes) EXPECT_TRUE(factors(*session_, m, n));
}

TEST_P(LuSizes, SeveralPanels) {
    const std::int64_t m = is_complex() ? (is_double() ? 530 : 520) : is_double() ? 700 : 650;
    const std::int64_t n = is_complex() ? 540 : is_double() ? 700 : 900;
    EXPECT_TRUE(factors(*session_, m, n));
}

/// Products by integers. Kernels of them take OpenCL's compiler long.
TEST_P(Lu, ByIntegers) {
    if (!is_complex()) return;
    if (!test::on_host() && !is_double()) GTEST_SKIP() << "in double precision there";
    const ArithmeticScope scope(Arithmetic::emulated);
    EXPECT_TRUE(factors(*session_, 200, 200));
}

TEST_P(Lu, OtherWaysOfPivoting) {
    for (const auto& [m, n] : {std::pair{1, 1}, {5, 5}, {65, 65}, {300, 300}, {500, 100}, {70, 300}})
        for (const Pivoting pivoting : {Pivoting::tournament, Pivoting::none})
            EXPECT_TRUE(factors(*session_, m, n, pivoting));
}

TEST_P(Lu, ZeroMatricesAndColumns) {
    for (const Pivoting pivoting : kPivotings) {
        const auto zero = getrf(90, 70, pivoting);
        for (std::int64_t j = 0; j < 70; ++j)
            for (std::int64_t i = 0; i < 90; ++i) zero->set("A", i, j, 0);
        EXPECT_EQ(zero->call(*session_), 1);
        EXPECT_TRUE(is_right(*zero, 1));
        const auto columns = getrf(130, 130, pivoting);
        for (std::int64_t i = 0; i < 130; ++i) {
            if (pivoting != Pivoting::none) columns->set("A", i, i, columns->was("A", i, i) + 130.0);
            columns->set("A", i, 66, 0);
            if (pivoting == Pivoting::partial) columns->set("A", i, 90, 0);
        }
        EXPECT_EQ(columns->call(*session_), 67);
        EXPECT_TRUE(is_right(*columns, 67));
    }
}

TEST_P(Lu, GradedMatrices) {
    for (const int range : {40, -40}) {
        const auto problem = getrf(260, 260);
        for (std::int64_t j = 0; j < 260; ++j)
            for (std::int64_t i = 0; i < 260; ++i)
                problem->set(
                    "A", i, j,
                    problem->was("A", i, j) * std::ldexp(1.0, static_cast<int>(range * (i + 2 * j) / 260)));
        EXPECT_TRUE(works(*session_, *problem));
    }
}

/// Multipliers by numbers whose squares overflow or underflow.
TEST_P(Lu, NoScaleIsTooLargeOrTooSmall) {
    const double large = is_double() ? 1e150 : 1e18;
    const double tiny = 64 * (is_double() ? std::numeric_limits<double>::min()
                                          : static_cast<double>(std::numeric_limits<float>::min()));
    for (const double factor : {large, 1 / large, tiny}) {
        const auto problem = getrf(90, 90);
        DeviceProblems::scale(*problem, 90, 90, factor);
        EXPECT_TRUE(works(*session_, *problem)) << factor;
    }
}

/// The pivot is not the element of the largest modulus: |re| + |im| counts, and of several the first.
TEST_P(Lu, PivotsAreChosenAsLapackDoes) {
    if (!is_complex()) return;
    const auto problem = getrf(5, 5);
    const std::array column{Number(0, 0), Number(0, 5), Number(3, -3), Number(-6, 0), Number(4, 2)};
    for (std::int64_t i = 0; i < 5; ++i) problem->set("A", i, 0, column[static_cast<std::size_t>(i)]);
    EXPECT_TRUE(works(*session_, *problem));
    EXPECT_EQ(problem->pivots()[0], 3) << "sums 0, 5, 6, 6, 6; moduli 0, 5, 4.2, 6, 4.5";
}

double size_of_pivot(Number x) {
    return std::fabs(x.real()) + std::fabs(x.imag());
}

/// The choice at every step, beside one that the definition makes; no two candidates are close.
TEST_P(Lu, PivotsAreThoseOfTheDefinition) {
    constexpr std::size_t n = 40;
    const auto problem = getrf(n, n);
    std::array<std::array<Number, n>, n> A;
    for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i)
            A[i][j] = problem->was("A", static_cast<std::int64_t>(i), static_cast<std::int64_t>(j));
    problem->call(*session_);
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < n; ++i)
            if (size_of_pivot(A[i][k]) > size_of_pivot(A[pivot][k])) pivot = i;
        ASSERT_EQ(problem->pivots()[k], static_cast<std::int64_t>(pivot) + 1) << k;
        std::swap(A[k], A[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) {
            A[i][k] /= A[k][k];
            for (std::size_t j = k + 1; j < n; ++j) A[i][j] -= A[i][k] * A[k][j];
        }
    }
}

TEST_P(Lu, NaNInEitherPartIsNoPivot) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Number bad : {Number(nan, 1), Number(1, nan)}) {
        if (!is_complex() && !std::isnan(bad.real())) continue;
        const auto problem = getrf(70, 70);
        problem->set("A", 40, 0, bad);
        problem->call(*session_);
        EXPECT_NE(problem->pivots()[0], 41);
        for (std::int64_t j = 0; j < 41; ++j) ASSERT_TRUE(std::isfinite(problem->now("A", 0, j).real()));
        EXPECT_TRUE(std::isnan(problem->now("A", 69, 69).real())) << "it spreads as in arithmetic";
    }
}

/// Devices of which all together hold a part of A only.
TEST_P(Lu, MatricesLargerThanTheDevices) {
    for (const std::int64_t devices : {1, 2}) {
        if (devices > 1 && GetParam() != ElementType::f64) continue;
        MachineOptions options = test::first_test_devices(static_cast<std::size_t>(devices));
        options.memory_limit = std::int64_t{6} << 20;
        Session small(options);
        const std::int64_t n = is_complex() ? (is_double() ? 700 : 980) : is_double() ? 900 : 1300;
        ASSERT_LT(options.memory_limit, n * n * size_of(GetParam()));
        if (devices == 1) {
            EXPECT_TRUE(factors(small, n, n));
        }
        if (GetParam() == ElementType::f64) {
            EXPECT_TRUE(factors(small, 550, 1000 + 1000 * devices));
        }
    }
}

/// The same bits whatever the number of devices.
TEST_P(Lu, DoesNotDependOnTheNumberOfDevices) {
    if (session_->machine().device_count() < 2) GTEST_SKIP() << "there is one device";
    std::vector<std::tuple<std::int64_t, std::int64_t, Pivoting>> cases{{550, 550, Pivoting::partial}};
    // Two have columns that come to the devices while others are factored.
    if (GetParam() == ElementType::f64)
        cases = {{600, 600, Pivoting::partial},
                 {800, 1900, Pivoting::partial},
                 {800, 1900, Pivoting::tournament},
                 {600, 600, Pivoting::none}};
    for (const auto& [m, n, pivoting] : cases) {
        const auto problem = getrf(m, n, pivoting);
        EXPECT_TRUE(works(*session_, *problem));
        const auto expected = problem->result_bits();
        const auto pivots = problem->pivots();
        for (std::size_t devices = 1; devices < session_->machine().device_count(); ++devices) {
            Session fewer(test::first_test_devices(devices));
            ASSERT_EQ(fewer.machine().device_count(), devices);
            problem->restore();
            problem->call(fewer);
            EXPECT_EQ(problem->result_bits(), expected) << devices << " devices";
            EXPECT_EQ(problem->pivots(), pivots);
        }
    }
}

using Sizes = std::vector<std::pair<std::int64_t, std::int64_t>>;

TEST_P(LuSolves, FactorsSolveAllThreeSystems) {
    Sizes sizes{{1, 1}, {130, 1}, {130, 5}, {300, 3}, {90, 300}};
    if (GetParam() == ElementType::f64) sizes = {{1, 1}, {50, 3}, {130, 1}, {200, 70}, {60, 300}};
    if (GetParam() == ElementType::f32) sizes = {{150, 40}};
    for (const auto& [n, nrhs] : sizes)
        for (const Op op : {Op::none, Op::trans, Op::conj_trans})
            EXPECT_TRUE(works(*session_, *make("getrs", {.op = op, .n = n, .nrhs = nrhs, .gap = 2})));
}

TEST_P(LuSolves, GesvFactorsAndSolves) {
    Sizes sizes{{1, 1}, {90, 4}, {550, 1}, {60, 0}, {70, 260}};
    if (GetParam() == ElementType::f64) sizes = {{1, 1}, {180, 65}};
    if (GetParam() == ElementType::f32) sizes = {{140, 20}};
    for (const Pivoting pivoting : kPivotings)
        for (const auto& [n, nrhs] : sizes)
            EXPECT_TRUE(
                works(*session_, *make("gesv", {.pivoting = pivoting, .n = n, .nrhs = nrhs, .gap = 1})));
}

/// One right-hand side has kernels of its own, and many are a solve of their own.
TEST_P(LuSizes, GesvOfSeveralPanels) {
    if (is_complex()) return;  // above
    const Sizes sizes = is_double() ? Sizes{{600, 1}, {600, 3}, {600, 5}, {600, 257}} : Sizes{{700, 1}};
    for (const auto& [n, nrhs] : sizes) EXPECT_TRUE(works(*session_, *make("gesv", {.n = n, .nrhs = nrhs})));
}

TEST_P(Lu, GesvDoesNotDependOnTheNumberOfDevices) {
    if (GetParam() != ElementType::f64) return;
    for (const std::int64_t nrhs : {1, 3, 7})
        expect_same_bits_on_fewer(*make("gesv", {.n = 600, .nrhs = nrhs}));
}

TEST_P(Lu, SingularSystemsAreNotSolved) {
    const auto problem = make("gesv", {.n = 20, .nrhs = 2});
    for (std::int64_t i = 0; i < 20; ++i) problem->set("A", i, 5, 0);
    EXPECT_EQ(problem->call(*session_), 6);
    EXPECT_TRUE(is_right(*problem, 6)) << "B is as it was";
}

TEST_P(Lu, WithoutRightHandSidesNothingIsRead) {
    with_elements(GetParam(), [&]<class T>() {
        const T* const none = nullptr;
        getrs<T>(*session_, Layout::col_major, Op::none, 5, 0, none, 5, nullptr, nullptr, 5);
        getrs<T>(*session_, Layout::col_major, Op::trans, 0, 5, none, 1, nullptr, nullptr, 1);
        EXPECT_EQ(gesv<T>(*session_, Layout::col_major, 0, 5, nullptr, 1, nullptr, nullptr, 1), 0);
    });
}

TEST_P(Lu, WithoutPivotingGesvNeedsNoIpiv) {
    const auto problem = make("gesv", {.pivoting = Pivoting::none, .n = 70, .nrhs = 4, .gap = 3});
    for (std::int64_t i = 0; i < 70; ++i)
        problem->pivots()[static_cast<std::size_t>(i)] = i + 1;  // for the rule
    with_elements(GetParam(), [&]<class T>() {
        EXPECT_EQ(gesv<T>(*session_, Layout::col_major, 70, 4, data_of<T>(*problem, "A"), problem->ld("A"),
                          nullptr, data_of<T>(*problem, "B"), problem->ld("B"), {Pivoting::none}),
                  0);
    });
    EXPECT_TRUE(is_right(*problem));
}

TEST_P(Lu, AsynchronousCallsKeepTheirOrder) {
    const auto problem = make("gesv", {.n = 120, .nrhs = 3});
    with_elements(GetParam(), [&]<class T>() {
        T *const A = data_of<T>(*problem, "A"), *const B = data_of<T>(*problem, "B");
        std::int64_t* const ipiv = problem->pivots().data();
        const Call factoring =
            getrf_async<T>(*session_, Layout::col_major, 120, 120, A, problem->ld("A"), ipiv);
        const Call solving = getrs_async<T>(*session_, Layout::col_major, Op::none, 120, 3, A,
                                            problem->ld("A"), ipiv, B, problem->ld("B"));
        EXPECT_EQ(solving.wait(), 0);
        EXPECT_TRUE(factoring.test());
    });
    EXPECT_TRUE(is_right(*problem));
}

/// By the CPU's LAPACK, and without pivoting by hg's own recursion.
TEST_P(Lu, OnTheCpu) {
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
        const auto problem = getrf(80, 50, pivoting);
        with_elements(GetParam(), [&]<class T>() {
            const GetrfCall<T> call{
                80, 50, data_of<T>(*problem, "A"), problem->ld("A"), problem->pivots().data(), {pivoting}};
            call.on_cpu();
            EXPECT_TRUE(is_right(*problem, call.info()));
            EXPECT_EQ(call.info(), 0);
        });
    }
}

INSTANTIATE_TEST_SUITE_P(All, LuSizes, testing::ValuesIn(test::all_types()), test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, LuSolves, testing::ValuesIn(test::all_types()), test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, Lu, testing::ValuesIn(test::types_worth_compiling()), test::name_of_type);

}  // namespace
}  // namespace hg
