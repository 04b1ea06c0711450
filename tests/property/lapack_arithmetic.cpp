#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/element_arithmetic.hpp"
#include "support/fast_gpus.hpp"
#include "support/gemm_samples.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/rank_k_program.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/trmm_program.hpp>
#include <hg/blas/trsm_program.hpp>
#include <hg/lapack/gesv.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

/// A device on which emulated products are faster than native ones.
Target integer_gpu() {
    Target target = test::fast_gpus(1);
    target.devices[0].traits = {.product = "NVIDIA H200",
                                .vendor = "NVIDIA",
                                .architecture = "sm_90",
                                .nvidia_capability = 90,
                                .local_memory = std::int64_t{227} << 10,
                                .max_work_group = 1024,
                                .compute_units = 132};
    return target;
}

/// The key of a routine's problem and the text of its program.
using Made = std::pair<std::string, std::string>;
struct RoutineUnderTest {
    const char* name;
    std::function<Made(ElementType, Arithmetic, const Target&)> make;
};

template <class Problem, class BuildProgram>
RoutineUnderTest routine(const char* name, Problem problem, BuildProgram build) {
    return {name, [=](ElementType type, Arithmetic arithmetic, const Target& target) mutable {
                problem.type = type;
                problem.arithmetic = arithmetic;
                return Made{problem.key(), print(build(problem, target, kernels::Database::shipped()))};
            }};
}

using BuildProgram = decltype([](const auto& problem, const Target& target,
                                 const kernels::Database& database) {
    using Problem = std::remove_cvref_t<decltype(problem)>;
    if constexpr (std::is_same_v<Problem, GemmProblem>) return gemm_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, RankKProblem>) return rank_k_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, TrmmProblem>) return trmm_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, TrsmProblem>) return trsm_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, LuProblem>) return getrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, CholeskyProblem>) return potrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, QrProblem>) return geqrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, QProductProblem>) return ormqr_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, QColumnsProblem>) return orgqr_program(problem, target, database);
});

std::vector<RoutineUnderTest> routines(std::int64_t n) {
    const BuildProgram build;
    return {
        routine("gemm", GemmProblem{.m = n, .n = n, .k = n}, build),
        routine("symm", GemmProblem{.m = n, .n = n, .k = n, .symmetric_a = Uplo::lower}, build),
        routine("syrk", RankKProblem{.n = n, .k = n}, build),
        routine("syr2k", RankKProblem{.n = n, .k = n, .rank_2k = true}, build),
        routine("trmm", TrmmProblem{.m = n, .n = n}, build),
        routine("trsm", TrsmProblem{.m = n, .n = n}, build),
        routine("getrf", LuProblem{.m = n, .n = n}, build),
        routine("gesv", LuProblem{.m = n, .n = n, .nrhs = n}, build),
        routine("potrf", CholeskyProblem{.n = n}, build),
        routine("geqrf", QrProblem{.m = n, .n = n}, build),
        routine("gels", QrProblem{.m = n, .n = n / 2, .nrhs = n}, build),
        routine("ormqr", QProductProblem{.m = n, .n = n, .k = n}, build),
        routine("orgqr", QColumnsProblem{.m = n, .n = n, .k = n}, build),
    };
}

/// Emulated products have a bound for rows and columns, none for elements: nobody gets them without asking.
TEST(AutomaticArithmetic, IsThatOfNativeProgramsForEveryRoutine) {
    const Target target = integer_gpu();
    for (const auto& [name, make] : routines(4096))
        for (const ElementType type : kernels::kFloatingTypes) {
            const Made native = make(type, Arithmetic::native, target);
            const std::string what = std::string(name) + " " + std::string(hg::name(type));
            EXPECT_TRUE(make(type, Arithmetic::automatic, target) == native) << what;
            EXPECT_FALSE(make(type, Arithmetic::emulated, target) == native) << what;
        }
}

class GradedMatrices : public testing::Test {
  protected:
    static constexpr std::int64_t kOrder = 384;
    static constexpr std::int64_t kLargeRows = 200;

    static MachineOptions options(Arithmetic arithmetic) {
        MachineOptions options = test::test_options();
        options.arithmetic = arithmetic;
        return options;
    }

    /// The largest error of x in A x = b, whose elements are ones, and x. The last rows of A are 1e-20 as
    /// large as the first ones, and one block of columns has pivots of both kinds.
    static std::pair<double, std::vector<double>> solve(Session& session) {
        test::Matrix<double> A(Layout::col_major, kOrder, kOrder, 0, 42);
        std::vector<double> x(kOrder);
        std::vector<std::int64_t> ipiv(kOrder);
        for (std::int64_t i = 0; i < kOrder; ++i) {
            long double sum = 0;
            for (std::int64_t j = 0; j < kOrder; ++j) {
                if (i >= kLargeRows) A(i, j) *= 1e-20;
                sum += A(i, j);
            }
            x[static_cast<std::size_t>(i)] = static_cast<double>(sum);
        }
        EXPECT_EQ(gesv<double>(session, kOrder, 1, A.data.data(), A.ld, ipiv.data(), x.data(), kOrder), 0);
        double error = 0;
        for (const double element : x) error = std::max(error, std::fabs(element - 1));
        return {error, x};
    }

    Session native_{options(Arithmetic::native)};
    Session automatic_{options(Arithmetic::automatic)};
    Session emulated_{options(Arithmetic::emulated)};
};

TEST_F(GradedMatrices, AreSolvedAutomaticallyAsNatively) {
    const auto [error, x] = solve(native_);
    EXPECT_LT(error, 1e-8);
    EXPECT_EQ(solve(automatic_).second, x);
    const auto [lost, wrong] = solve(emulated_);
    EXPECT_NE(wrong, x) << "by integers it has other bits";
    std::cout << "largest error of x, native and emulated: " << error << ", " << lost << '\n';
}

/// Elements of a row differ by many orders, and so do those of a column.
TEST_F(GradedMatrices, AreMultipliedAutomaticallyAsNatively) {
    constexpr std::int64_t kSize = 96;
    test::Matrix<double> a(Layout::col_major, kSize, kSize, 0, 1), b(Layout::col_major, kSize, kSize, 0, 2);
    for (std::int64_t j = 0; j < kSize; ++j)
        for (std::int64_t i = 0; i < kSize; ++i) {
            a(i, j) *= std::pow(10.0, static_cast<double>((7 * i + 3 * j) % 41 - 20));
            b(i, j) *= std::pow(10.0, static_cast<double>((5 * i + j) % 37 - 18));
        }
    const auto product = [&](Session& session) {
        std::vector<double> c(kSize * kSize);
        gemm<double>(session, Layout::col_major, Op::none, Op::none, kSize, kSize, kSize, 1.0, a.data.data(),
                     a.ld, b.data.data(), b.ld, 0.0, c.data(), kSize);
        return c;
    };
    const std::vector<double> c = product(native_);
    EXPECT_EQ(product(automatic_), c);
    EXPECT_NE(product(emulated_), c);
}

}  // namespace
}  // namespace hg
