// Inverses by Cholesky's factorization: each type of elements, judged by the rule of
// tools/workload/rule/routines/cholesky.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/device_problems.hpp"
#include <hg/lapack/async.hpp>

namespace hg {
namespace {

using test::data_of;
using test::is_right;
using test::Problem;
using test::works;
using test::works_in_one_run;

constexpr Uplo kEachUplo[]{Uplo::lower, Uplo::upper};

class Inverse : public test::DeviceProblems {
  protected:
    static std::unique_ptr<Problem> potri(Uplo uplo, std::int64_t n, std::int64_t gap = 3) {
        return make("potri", {.uplo = uplo,
                              .n = n,
                              .gap = gap,
                              .seed = static_cast<std::uint64_t>(n),
                              .number_outside = n % 2 == 0});
    }
};
/// Of sizes that are parts of kernels.
class InverseSizes : public Inverse {
  protected:
    [[nodiscard]] bool optimises() const override { return false; }
};

TEST_P(InverseSizes, AllSizes) {
    std::vector<std::int64_t> sizes{1, 33, 200};
    if (GetParam() == ElementType::f64) sizes = {0, 1, 2, 17, 64, 65, 127, 128, 129, 300};
    if (GetParam() == ElementType::f32) sizes = {1, 33, 191, 257};
    for (const Uplo uplo : kEachUplo) {
        for (const std::int64_t n : sizes) EXPECT_TRUE(works_in_one_run(*session_, *potri(uplo, n)));
    }
    if (GetParam() == ElementType::f64) {
        EXPECT_TRUE(works_in_one_run(*session_, *potri(Uplo::upper, 450, 1)));
    }
    if (GetParam() == ElementType::f32) {
        EXPECT_TRUE(works_in_one_run(*session_, *potri(Uplo::lower, 699, 14)));
    }
}

/// Inverses of triangles are not to be trusted then: they are refined, or replaced by substitution. Rows of
/// ones and a constant below them grow by (1 - constant)^n in substitution.
TEST_P(Inverse, IllConditionedFactors) {
    if (!is_double()) return;
    for (const Uplo uplo : kEachUplo)
        for (const double below : {-1.0, -0.5, 0.25}) {
            const auto problem = potri(uplo, 150, 1);
            for (std::int64_t j = 0; j < 150; ++j)
                for (std::int64_t i = j; i < 150; ++i)
                    problem->set("A", uplo == Uplo::lower ? i : j, uplo == Uplo::lower ? j : i,
                                 i == j       ? 1
                                 : i - j < 30 ? below
                                              : 0);
            EXPECT_TRUE(works(*session_, *problem)) << below;
        }
}

TEST_P(Inverse, NoScaleIsTooLargeOrTooSmall) {
    for (const double factor :
         is_double() ? std::vector{1e-125, 1e-75, 1e75, 1e125} : std::vector{1e-15, 1e15})
        for (const Uplo uplo : kEachUplo) {
            const auto problem = potri(uplo, 100);
            DeviceProblems::scale(*problem, 100, 100, factor);
            EXPECT_TRUE(works_in_one_run(*session_, *problem)) << factor;
        }
}

TEST_P(Inverse, ZeroOnTheDiagonalLeavesTheFactorAsItWas) {
    for (const Uplo uplo : kEachUplo)
        for (const std::int64_t at : {0, 64, 149}) {
            const auto problem = potri(uplo, 150);
            problem->set("A", 149, 149, 0);
            problem->set("A", at, at, -0.0);
            const auto before = problem->result_bits();
            EXPECT_EQ(problem->call(*session_), at + 1);
            EXPECT_EQ(problem->result_bits(), before);
        }
}

/// Rows and columns from the first one on that a NaN of the factor enters.
TEST_P(Inverse, NaNSpreads) {
    const std::int64_t n = 100, at = 80;
    for (const Uplo uplo : kEachUplo) {
        const auto problem = potri(uplo, n);
        problem->set("A", at, at, std::numeric_limits<double>::quiet_NaN());
        EXPECT_EQ(problem->call(*session_), 0);
        EXPECT_TRUE(std::isnan(problem->now("A", at, at).real()));
        EXPECT_TRUE(std::isnan(problem->now("A", 0, 0).real()));
        for (std::int64_t i = at + 1; i < n; ++i)
            EXPECT_FALSE(std::isnan(problem->now("A", i, i).real())) << i;
    }
}

TEST_P(Inverse, ByHalvesWhatNoDeviceHolds) {
    const std::int64_t n = GetParam() == ElementType::f64 ? 400 : 200;
    Session small = with_memory(size_of(GetParam()) * n * n * 2 / 5);
    for (const Uplo uplo : kEachUplo) EXPECT_TRUE(works(small, *potri(uplo, n, 0)));
}

TEST_P(Inverse, DoesNotDependOnTheNumberOfDevices) {
    expect_same_bits_on_fewer(*potri(Uplo::upper, 300));
}

TEST_P(Inverse, ByTheCpusLapack) {
    MachineOptions options = test::test_options();
    options.host_below = 100000;
    Session session(options);
    for (const Uplo uplo : kEachUplo) {
        const auto problem = potri(uplo, is_double() ? 200 : 101);
        EXPECT_EQ(problem->call(session), 0);
        EXPECT_TRUE(is_right(*problem));
    }
    EXPECT_EQ(session.statistics().runs, 0u);
    EXPECT_EQ(session.statistics().host_calls, 2u);
}

TEST_P(Inverse, AsynchronouslyAfterTheFactorization) {
    const auto potrf = [] { return test::make_problem("potrf", GetParam(), {.n = 150, .gap = 3}); };
    const auto chain = potrf(), factor = potrf(), inverse = potri(Uplo::lower, 150);
    EXPECT_EQ(factor->call(*session_), 0);
    for (std::int64_t j = 0; j < 150; ++j)
        for (std::int64_t i = j; i < 150; ++i) inverse->set("A", i, j, factor->now("A", i, j));
    EXPECT_TRUE(works(*session_, *inverse));
    test::with_elements(GetParam(), [&]<class T>() {
        T* const A = data_of<T>(*chain, "A");
        const std::int64_t ld = chain->ld("A");
        const Call factored = potrf_async<T>(*session_, Layout::col_major, Uplo::lower, 150, A, ld);
        const Call inverted = potri_async<T>(*session_, Layout::col_major, Uplo::lower, 150, A, ld);
        EXPECT_EQ(inverted.wait(), 0);
        EXPECT_EQ(factored.wait(), 0);
        for (std::int64_t j = 0; j < 150; ++j)
            for (std::int64_t i = j; i < 150; ++i) ASSERT_EQ(chain->now("A", i, j), inverse->now("A", i, j));
        A[70 + 70 * ld] = 0;
        EXPECT_EQ(potri_async<T>(*session_, Layout::col_major, Uplo::lower, 150, A, ld).wait(), 71);
    });
}

INSTANTIATE_TEST_SUITE_P(All, InverseSizes, testing::ValuesIn(test::all_types()), test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, Inverse, testing::ValuesIn(test::types_worth_compiling()), test::name_of_type);

}  // namespace
}  // namespace hg
