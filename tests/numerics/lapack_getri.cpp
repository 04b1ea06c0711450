// Inverses by LU factors: each type of elements, judged by the rule of tools/workload/rule/routines/lu.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "lapack/inverse/getri_program.hpp"
#include "support/device_problems.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/routines/getri.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::data_of;
using test::is_right;
using test::Problem;
using test::works;
using test::works_in_one_run;

class GeneralInverse : public test::DeviceProblems {
  protected:
    static std::unique_ptr<Problem> getri(std::int64_t n, std::int64_t gap = 3) {
        return make("getri", {.n = n, .gap = gap, .seed = static_cast<std::uint64_t>(n)});
    }
};
/// Of sizes that are parts of kernels.
class GeneralInverseSizes : public GeneralInverse {
  protected:
    [[nodiscard]] bool optimises() const override { return false; }
};

TEST_P(GeneralInverseSizes, AllSizes) {
    std::vector<std::int64_t> sizes{1, 33, 200};
    if (GetParam() == ElementType::f64) sizes = {0, 1, 2, 17, 127, 128, 129, 257};
    if (GetParam() == ElementType::f32) sizes = {1, 33, 191, 530};
    for (const std::int64_t n : sizes) EXPECT_TRUE(works_in_one_run(*session_, *getri(n)));
}

/// Inverses of triangles are not to be trusted then: they are refined, or replaced by substitution. Rows of
/// ones and a constant beside them grow by (1 - constant)^n in substitution.
TEST_P(GeneralInverse, IllConditionedFactors) {
    if (!is_double()) return;
    for (const bool of_lower : {true, false})
        for (const double constant : {-1.0, -0.5, 0.25}) {
            const std::int64_t n = 150;
            const auto problem = getri(n, 1);
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < n; ++i) {
                    const std::int64_t distance = of_lower ? i - j : j - i;
                    problem->set("A", i, j, i == j ? 1 : distance > 0 && distance < 30 ? constant : 0);
                }
            EXPECT_TRUE(works(*session_, *problem)) << of_lower << ' ' << constant;
        }
}

TEST_P(GeneralInverse, ZeroOnTheDiagonalLeavesTheFactorsAsTheyWere) {
    for (const std::int64_t at : {0, 64, 149}) {
        const auto problem = getri(150);
        problem->set("A", 149, 149, 0);
        problem->set("A", at, at, -0.0);
        const auto before = problem->result_bits();
        EXPECT_EQ(problem->call(*session_), at + 1);
        EXPECT_EQ(problem->result_bits(), before);
    }
}

/// Inf or NaN of a factor ends in NaN or Inf, not in numbers.
TEST_P(GeneralInverse, NaNSpreads) {
    const auto problem = getri(100);
    problem->set("A", 80, 80, std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(problem->call(*session_), 0);
    const auto column = static_cast<std::int64_t>(99);
    EXPECT_TRUE(std::isnan(problem->now("A", 80, column).real()));
    EXPECT_TRUE(std::isnan(problem->now("A", 0, column).real()));
}

TEST_P(GeneralInverse, WrongInterchangesAreRefused) {
    for (const std::int64_t row : {0, 41, -3}) {
        const auto problem = getri(40);
        problem->pivots()[7] = row;
        const auto before = problem->result_bits();
        try {
            problem->call(*session_);
            ADD_FAILURE() << row;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_NE(error.message().find("argument 5 (ipiv)"), std::string::npos) << error.message();
            EXPECT_NE(error.message().find("holds " + std::to_string(row) + " at 7"), std::string::npos);
        }
        EXPECT_EQ(problem->result_bits(), before);
    }
}

/// As factors without pivoting.
TEST_P(GeneralInverse, NullIsNoInterchange) {
    const std::int64_t n = 130;
    const auto problem = getri(n);
    std::iota(problem->pivots().begin(), problem->pivots().end(), 1);
    problem->keep();
    EXPECT_TRUE(works(*session_, *problem));
    const auto expected = problem->result_bits();
    problem->restore();
    test::with_elements(GetParam(), [&]<class T>() {
        EXPECT_EQ(hg::getri<T>(*session_, Layout::col_major, n, data_of<T>(*problem, "A"), problem->ld("A"),
                               nullptr),
                  0);
    });
    EXPECT_EQ(problem->result_bits(), expected);
}

TEST_P(GeneralInverse, BySubstitutionWhatNoDeviceHolds) {
    const std::int64_t n = 200;
    Session small = with_memory(12 * size_of(GetParam()) * n * n);
    EXPECT_FALSE(holds_inverse(LuInverseProblem{.type = GetParam(), .n = n}, small.machine().target()));
    EXPECT_TRUE(works(small, *getri(n, 0)));
}

TEST_P(GeneralInverse, ByTheCpusLapack) {
    MachineOptions options = test::test_options();
    options.host_below = 100000;
    Session session(options);
    const auto problem = getri(is_double() ? 200 : 101);
    EXPECT_EQ(problem->call(session), 0);
    EXPECT_TRUE(is_right(*problem));
    EXPECT_EQ(session.statistics().runs, 0U);
    EXPECT_EQ(session.statistics().host_calls, 1U);
}

TEST_P(GeneralInverse, AsynchronouslyAfterTheFactorization) {
    const std::int64_t n = 150;
    const auto chain = make("getrf", {.m = n, .n = n, .gap = 3}),
               one = make("getrf", {.m = n, .n = n, .gap = 3});
    test::with_elements(GetParam(), [&]<class T>() {
        T* const A = data_of<T>(*one, "A");
        const std::int64_t ld = one->ld("A");
        EXPECT_EQ(one->call(*session_), 0);
        EXPECT_EQ(hg::getri<T>(*session_, Layout::col_major, n, A, ld, one->pivots().data()), 0);
        T* const B = data_of<T>(*chain, "A");
        std::vector<std::int64_t> ipiv(n);
        const Call factored = getrf_async<T>(*session_, Layout::col_major, n, n, B, ld, ipiv.data());
        const Call inverted = getri_async<T>(*session_, Layout::col_major, n, B, ld, ipiv.data());
        EXPECT_EQ(inverted.wait(), 0);
        EXPECT_EQ(factored.wait(), 0);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(A[i + j * ld], B[i + j * ld]);
        B[70 + 70 * ld] = 0;
        EXPECT_EQ(getri_async<T>(*session_, Layout::col_major, n, B, ld, ipiv.data()).wait(), 71);
    });
}

INSTANTIATE_TEST_SUITE_P(All, GeneralInverseSizes, testing::ValuesIn(test::all_types()), test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, GeneralInverse, testing::ValuesIn(test::types_worth_compiling()),
                         test::name_of_type);

}  // namespace
}  // namespace hg
