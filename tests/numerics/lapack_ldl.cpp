// Factorizations and solves of symmetric and hermitian indefinite matrices: each type of elements, judged by
// the rules of tools/workload/rule/routines/ldl.hpp.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "blas/call/call_policy.hpp"
#include "lapack/ldl/sytrf_call.hpp"
#include "support/device_problems.hpp"
#include <hg/lapack/async.hpp>
#include <hg/lapack/routines/sysv.hpp>
#include <hg/lapack/routines/sytrs.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::data_of;
using test::Given;
using test::is_right;
using test::Problem;
using test::with_elements;
using test::works;
using test::works_in_one_run;

constexpr Uplo kTrianglesOfLdl[]{Uplo::lower, Uplo::upper};

class Ldl : public test::DeviceProblems {
  protected:
    /// Of symmetric matrices, and of complex elements of hermitian ones, too.
    static std::vector<std::string> with(const std::string& routine) {
        if (!is_complex()) return {"sy" + routine};
        return {"sy" + routine, "he" + routine};
    }
    static std::unique_ptr<Problem> factor(const std::string& routine, Uplo uplo, std::int64_t n) {
        return make(routine, {.uplo = uplo, .n = n, .gap = 3, .seed = static_cast<std::uint64_t>(n)});
    }
    static void set_both(Problem& problem, std::int64_t i, std::int64_t j, double value) {
        for (const auto& [row, col] : {std::pair{i, j}, std::pair{j, i}})
            if (problem.counts("A", row, col)) problem.set("A", row, col, value);
    }
};
/// Of sizes that are parts of kernels.
class LdlSizes : public Ldl {};

/// Panels have 56 columns in double precision, 112, 28 and 56 in the other types; a block of order 2 may
/// reach into the next one.
TEST_P(LdlSizes, AllSizes) {
    for (const std::string& routine : with("trf"))
        for (const Uplo uplo : kTrianglesOfLdl)
            for (const std::int64_t n : {0, 1, 2, 3, 29, 56, 57, 58, 113, 170, 301})
                EXPECT_TRUE(works_in_one_run(*session_, *factor(routine, uplo, n)));
}

/// Blocks of order 2 alone, at first, and of order 1 alone.
TEST_P(LdlSizes, ZeroAndLargeDiagonals) {
    constexpr std::int64_t n = 143;
    for (const std::string& routine : with("trf"))
        for (const Uplo uplo : kTrianglesOfLdl)
            for (const double diagonal : {0.0, 200.0}) {
                const auto problem = factor(routine, uplo, n);
                for (std::int64_t i = 0; i < n; ++i)
                    problem->set("A", i, i, i % 2 == 0 ? diagonal : -diagonal);
                EXPECT_TRUE(works_in_one_run(*session_, *problem));
                const std::int64_t edge = problem->pivots()[uplo == Uplo::lower ? 0 : n - 1];
                EXPECT_EQ(edge < 0, diagonal == 0.0);
            }
}

TEST_P(Ldl, PivotsAreThoseOfLapack) {
    constexpr std::int64_t n = 200;
    for (const Uplo uplo : kTrianglesOfLdl) {
        const auto problem = factor("sytrf", uplo, n), other = factor("sytrf", uplo, n);
        EXPECT_EQ(problem->call(*session_), 0);
        with_elements(GetParam(), [&]<class T>() {
            const SytrfCall<T> lapack{
                {uplo, n, data_of<T>(*other, "A"), other->ld("A"), other->pivots().data()}};
            lapack.on_cpu();
            EXPECT_EQ(lapack.info(), 0);
        });
        EXPECT_TRUE(is_right(*other));
        EXPECT_EQ(problem->pivots(), other->pivots());
    }
}

/// All of A but one diagonal from corner to corner is zero, with powers of 2: nothing is rounded.
TEST_P(Ldl, SolvesExactlyWhatBlocksOfTwoSolve) {
    constexpr std::int64_t n = 130;
    for (const Uplo uplo : kTrianglesOfLdl) {
        const auto problem = make("sysv", {.uplo = uplo, .n = n, .nrhs = 2});
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                if (problem->counts("A", i, j))
                    problem->set("A", i, j,
                                 i + j == n - 1 ? std::ldexp(1.0, static_cast<int>(i % 2 + j % 2)) : 0.0);
        for (std::int64_t j = 0; j < 2; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                problem->set("B", i, j, static_cast<double>(8 * (i - 60 * j)));
        EXPECT_EQ(problem->call(*session_), 0);
        for (std::int64_t j = 0; j < 2; ++j)
            for (std::int64_t i = 0; i < n; ++i) {
                const double scale = std::ldexp(1.0, static_cast<int>(i % 2 + (n - 1 - i) % 2));
                ASSERT_EQ(problem->now("B", i, j), static_cast<double>(8 * (n - 1 - i - 60 * j)) / scale)
                    << i << ", " << j;
            }
    }
}

TEST_P(Ldl, InfoIsTheFirstZeroOfD) {
    constexpr std::int64_t n = 120;
    for (const std::string& routine : with("sv"))
        for (const Uplo uplo : kTrianglesOfLdl)
            for (const std::int64_t zero : {0, 55, 119}) {
                const auto problem = make(routine, {.uplo = uplo, .n = n, .nrhs = 2, .gap = 1});
                for (std::int64_t i = 0; i < n; ++i) set_both(*problem, i, zero, 0);
                const std::int64_t info = problem->call(*session_);
                EXPECT_GT(info, 0);
                EXPECT_TRUE(is_right(*problem, info)) << zero;
            }
}

TEST_P(Ldl, EveryPivotOfAZeroMatrixIsZero) {
    constexpr std::int64_t n = 70;
    for (const Uplo uplo : kTrianglesOfLdl) {
        const auto problem = factor("sytrf", uplo, n);
        DeviceProblems::scale(*problem, n, n, 0);
        EXPECT_EQ(problem->call(*session_), uplo == Uplo::lower ? 1 : n);
        for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(problem->pivots()[static_cast<std::size_t>(i)], i + 1);
    }
}

TEST_P(Ldl, NaNMakesAPivotFail) {
    constexpr std::int64_t n = 120;
    for (const Uplo uplo : kTrianglesOfLdl)
        for (const std::int64_t at : {0, 60, 119}) {
            const auto problem = factor("sytrf", uplo, n);
            set_both(*problem, at, 70, std::numeric_limits<double>::quiet_NaN());
            EXPECT_GT(problem->call(*session_), 0) << at;
        }
}

TEST_P(Ldl, NoScaleIsTooLargeOrTooSmall) {
    const double large = is_double() ? 1e300 : 1e35;
    for (const Uplo uplo : kTrianglesOfLdl)
        for (const double factor_of_a : {large, 1 / large}) {
            const auto problem = factor("sytrf", uplo, 80);
            DeviceProblems::scale(*problem, 80, 80, factor_of_a / 80);
            EXPECT_TRUE(works_in_one_run(*session_, *problem));
        }
}

TEST_P(LdlSizes, SolvesSystems) {
    for (const char* const back : {"trs", "sv"})
        for (const std::string& routine : with(back))
            for (const Uplo uplo : kTrianglesOfLdl)
                for (const auto& [n, nrhs] :
                     {std::pair{1, 1}, std::pair{2, 3}, std::pair{150, 1}, std::pair{90, 40}})
                    EXPECT_TRUE(
                        works(*session_, *make(routine, {.uplo = uplo, .n = n, .nrhs = nrhs, .gap = 2})));
}

/// Interchanges of no factorization would write anywhere.
TEST_P(Ldl, RefusesOtherInterchanges) {
    for (const Uplo uplo : kTrianglesOfLdl)
        for (const std::int64_t wrong : {std::int64_t{0}, std::int64_t{41}, std::int64_t{-41},
                                         std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
            const auto problem = make("sytrs", {.uplo = uplo, .n = 40, .nrhs = 2});
            const auto before = problem->result_bits();
            problem->pivots()[20] = wrong;
            problem->pivots()[19] = problem->pivots()[21] = 20;
            try {
                problem->call(*session_);
                ADD_FAILURE() << wrong << " passed";
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
                EXPECT_EQ(error.context().argument, 7);
            }
            EXPECT_EQ(problem->result_bits(), before);
        }
}

/// A device has to hold the matrix; the CPU's LAPACK does the call where it finishes what devices cannot.
TEST_P(Ldl, MatricesLargerThanTheDevice) {
    constexpr std::int64_t n = 200;
    Session small = with_memory(size_of(GetParam()) * n * n / 2);
    for (const std::string& routine : with("trf")) {
        const auto problem = factor(routine, Uplo::lower, n);
        const auto before = problem->result_bits();
        try {
            problem->call(small);
            ADD_FAILURE() << "half of A held A";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::out_of_memory);
        }
        EXPECT_EQ(problem->result_bits(), before);
        CallPolicy::Overrides overrides = CallPolicy::current();
        overrides.cpu_finishes = true;
        const CallPolicy policy(overrides);
        EXPECT_EQ(problem->call(small), 0);
        EXPECT_TRUE(is_right(*problem));
    }
    EXPECT_EQ(small.statistics().runs, 0u);
}

TEST_P(Ldl, AsynchronousCallsKeepTheirOrder) {
    const auto problem = make("sysv", {.uplo = Uplo::upper, .n = 120, .nrhs = 3});
    with_elements(GetParam(), [&]<class T>() {
        T* const A = data_of<T>(*problem, "A");
        std::int64_t* const ipiv = problem->pivots().data();
        const Call factoring =
            sytrf_async<T>(*session_, Layout::col_major, Uplo::upper, 120, A, problem->ld("A"), ipiv);
        const Call solving =
            sytrs_async<T>(*session_, Layout::col_major, Uplo::upper, 120, 3, A, problem->ld("A"), ipiv,
                           data_of<T>(*problem, "B"), problem->ld("B"));
        EXPECT_EQ(solving.wait(), 0);
        EXPECT_EQ(factoring.wait(), 0);
    });
    EXPECT_TRUE(is_right(*problem));
}

INSTANTIATE_TEST_SUITE_P(All, LdlSizes, testing::ValuesIn(test::all_types()), test::name_of_type);
INSTANTIATE_TEST_SUITE_P(All, Ldl, testing::ValuesIn(test::types_worth_compiling()), test::name_of_type);

}  // namespace
}  // namespace hg
