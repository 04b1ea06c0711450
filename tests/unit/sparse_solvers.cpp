#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/solver_samples.hpp"
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using namespace test;

/// Devices with preconditioners: each of both, and enough of the rest.
constexpr std::pair<std::size_t, Preconditioner> kCases[] = {{1, Preconditioner::none},
                                                             {1, Preconditioner::block_jacobi},
                                                             {2, Preconditioner::jacobi},
                                                             {3, Preconditioner::none},
                                                             {3, Preconditioner::block_jacobi}};

template <class T>
class Solve : public testing::Test {
  protected:
    static constexpr double kTolerance = std::is_same_v<RealOf<T>, float> ? 1e-4 : 1e-10;
};
using SolvedTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(Solve, SolvedTypes);

TYPED_TEST(Solve, ConjugateGradientsSolveDefiniteSystems) {
    using T = TypeParam;
    const SparseMatrix<T> A = definite_matrix<T>();
    const std::vector<T> b = some_vector<T>(A.rows());
    for (const auto& [devices, preconditioner] : kCases) {
        std::vector<T> x(b.size(), std::numeric_limits<RealOf<T>>::quiet_NaN());
        const SolverOptions options{
            .tolerance = this->kTolerance, .preconditioner = preconditioner, .stride = 7};
        const SolveReport report = solve_cg<T>(A, b, x, options, &solving_session(devices));
        const std::string what = std::to_string(devices) + " devices, preconditioner " +
                                 std::to_string(static_cast<int>(preconditioner));
        EXPECT_EQ(report.reason, StopReason::converged) << what;
        // The condition of the matrix is below 32: sqrt(32) / 2 ln(2 / tolerance) steps are enough.
        EXPECT_LE(report.iterations, std::ceil(2.83 * std::log(2 / this->kTolerance)) + 5) << what;
        ASSERT_EQ(std::ssize(report.history), report.iterations + 1) << what;
        EXPECT_NEAR(report.history.front(), 1, 1e-6) << what;
        EXPECT_LE(report.history.back(), this->kTolerance) << what;
        EXPECT_GT(report.history[report.history.size() - 2], this->kTolerance) << what;
        EXPECT_NEAR(report.residual, residual_of(A, b, x), 0.1 * this->kTolerance) << what;
        EXPECT_LE(report.residual, 2 * this->kTolerance) << what;
        EXPECT_GT(report.begin_seconds, 0);
        EXPECT_GT(report.iteration_seconds, 0);
        EXPECT_GE(report.seconds, report.begin_seconds + report.iteration_seconds);
    }
}

TYPED_TEST(Solve, PolynomialsTakeFewerIterations) {
    using T = TypeParam;
    const SparseMatrix<T> A = definite_matrix<T>();
    const std::vector<T> b = some_vector<T>(A.rows());
    SolverOptions options{.tolerance = this->kTolerance};
    std::vector<T> x(b.size());
    const std::int64_t by_jacobi = solve_cg<T>(A, b, x, options, &solving_session(1)).iterations;
    options.preconditioner = Preconditioner::chebyshev;
    for (const auto& [degree, devices] : {std::pair{1, 3}, {2, 1}, {5, 2}}) {
        options.degree = degree;
        const SolveReport report =
            solve_cg<T>(A, b, x, options, &solving_session(static_cast<std::size_t>(devices)));
        EXPECT_EQ(report.reason, StopReason::converged) << degree;
        // Products with A are about as many.
        EXPECT_LE(report.iterations * (degree + 1), by_jacobi * 2) << degree;
        EXPECT_LT(report.iterations, by_jacobi) << degree;
        EXPECT_NEAR(report.residual, residual_of(A, b, x), 0.1 * this->kTolerance) << degree;
        EXPECT_LE(report.residual, 2 * this->kTolerance) << degree;
    }
}

TYPED_TEST(Solve, FewEigenvaluesTakeFewIterations) {
    using T = TypeParam;
    std::vector<T> diagonal;
    for (int i = 0; i < 60; ++i) diagonal.push_back(static_cast<T>(static_cast<RealOf<T>>(1 + i % 4)));
    const SparseMatrix<T> A = diagonal_matrix(diagonal);
    const std::vector<T> b = some_vector<T>(A.rows());
    std::vector<T> x(b.size());
    SolverOptions options{.tolerance = this->kTolerance, .preconditioner = Preconditioner::none};
    SolveReport report = solve_cg<T>(A, b, x, options, &solving_session(1));
    EXPECT_EQ(report.reason, StopReason::converged);
    EXPECT_EQ(report.iterations, 4);
    options.preconditioner = Preconditioner::jacobi;
    report = solve_cg<T>(A, b, x, options, &solving_session(1));
    EXPECT_EQ(report.reason, StopReason::converged);
    EXPECT_EQ(report.iterations, 1);
}

TYPED_TEST(Solve, GeneralSystems) {
    using T = TypeParam;
    const SparseMatrix<T> A = general_matrix<T>(97);
    const std::vector<T> b = some_vector<T>(A.rows());
    for (const auto& [solver, method] :
         {std::pair{"bicgstab", &solve_bicgstab<T>}, std::pair{"gmres", &solve_gmres<T>}})
        for (const auto& [devices, preconditioner] : kCases) {
            std::vector<T> x(b.size(), std::numeric_limits<RealOf<T>>::quiet_NaN());
            const SolverOptions options{
                .tolerance = this->kTolerance, .preconditioner = preconditioner, .restart = 12, .stride = 5};
            const SolveReport report = method(A, b, x, options, &solving_session(devices));
            const std::string what = std::string(solver) + ", " + std::to_string(devices) +
                                     " devices, preconditioner " +
                                     std::to_string(static_cast<int>(preconditioner));
            EXPECT_EQ(report.reason, StopReason::converged) << what;
            EXPECT_LE(report.iterations, 80) << what;
            ASSERT_EQ(std::ssize(report.history), report.iterations + 1) << what;
            EXPECT_NEAR(report.history.front(), 1, 1e-6) << what;
            EXPECT_LE(report.history.back(), this->kTolerance) << what;
            EXPECT_NEAR(report.residual, residual_of(A, b, x), 0.1 * this->kTolerance) << what;
            EXPECT_LE(report.residual, 2 * this->kTolerance) << what;
        }
}

/// What devices exchange follows from where nonzeros are.
TEST(SolveAny, SystemsOfAnyPattern) {
    const std::pair<const char*, SparseMatrix<double>> patterns[] = {
        {"random rows", random_rows_matrix<double>(150, 150, 0, 4, 1)},
        {"few far ones", random_rows_matrix<double>(20000, 20000, 0, 1, 2)},
        {"arrow", arrow_matrix<double>(99, 3)},
        {"band", banded_matrix<double>(120, 9, 4)},
        {"blocks", block_diagonal_matrix<double>(100, 7, 5)},
        {"a full row", dense_row_matrix<double>(130, 130, 0, 3, 6)}};
    for (const auto& [pattern, matrix] : patterns) {
        const SparseMatrix<double> A = dominant_matrix(matrix);
        const std::vector<double> b = some_vector<double>(A.rows());
        for (const auto method : {&solve_bicgstab<double>, &solve_gmres<double>})
            for (const std::size_t devices : {2, 3}) {
                std::vector<double> x(b.size());
                const SolveReport report = method(A, b, x, {}, &solving_session(devices));
                EXPECT_EQ(report.reason, StopReason::converged) << pattern;
                EXPECT_LE(residual_of(A, b, x), 2e-10) << pattern << " on " << devices << " devices";
            }
    }
}

TEST(SolveGmres, TakesAsManyVectorsAsThereAreEigenvalues) {
    std::vector<double> diagonal;
    for (int i = 0; i < 60; ++i) diagonal.push_back(i % 3 - 1.5);  // indefinite
    const SparseMatrix<double> A = diagonal_matrix(diagonal);
    const std::vector<double> b = some_vector<double>(60);
    for (const std::int64_t restart : {3, 4, 30}) {
        std::vector<double> x(60);
        const SolveReport report = solve_gmres<double>(
            A, b, x, {.preconditioner = Preconditioner::none, .restart = restart}, &solving_session(1));
        EXPECT_EQ(report.reason, StopReason::converged);
        EXPECT_EQ(report.iterations, 3);
    }
}

TEST(SolveGmres, ResidualsFallWithinARestart) {
    const SparseMatrix<double> A = general_matrix<double>(200);
    const std::vector<double> b = some_vector<double>(200);
    std::vector<double> x(200);
    const SolveReport report = solve_gmres<double>(A, b, x, {.restart = 7}, &solving_session(2));
    EXPECT_EQ(report.reason, StopReason::converged);
    for (std::size_t i = 1; i < report.history.size(); ++i)
        EXPECT_LE(report.history[i], report.history[i - 1] * (1 + 1e-6)) << i;
}

TEST(SolveGmres, BreaksDownOnASingularMatrix) {
    // e_1 -> e_2 -> 0: the basis ends, and the least squares problem is singular.
    const std::vector<std::int32_t> start{0, 0, 1}, column{0};
    const std::vector<double> value{1.0}, b{1.0, 0.0};
    const SparseMatrix<double> A = SparseMatrix<double>::from_csr(2, 2, start, column, value);
    std::vector<double> x(2);
    for (const std::size_t devices : {1, 2}) {
        const SolveReport report =
            solve_gmres<double>(A, b, x, {.preconditioner = Preconditioner::none}, &solving_session(devices));
        EXPECT_EQ(report.reason, StopReason::breakdown);
        EXPECT_TRUE(std::isfinite(report.residual));
        EXPECT_EQ(std::ssize(report.history), report.iterations + 1);
    }
}

TEST(SolveBicgstab, BreaksDownIfAnInnerProductIsZero) {
    // A turns by 90 degrees: r_hat^H A p is 0 at once.
    const std::vector<std::int32_t> start{0, 1, 2}, column{1, 0};
    const std::vector<double> value{1.0, -1.0}, b{1.0, 1.0};
    const SparseMatrix<double> A = SparseMatrix<double>::from_csr(2, 2, start, column, value);
    std::vector<double> x(2);
    const SolveReport report =
        solve_bicgstab<double>(A, b, x, {.preconditioner = Preconditioner::none}, &solving_session(1));
    EXPECT_EQ(report.reason, StopReason::breakdown);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(x, std::vector<double>(2, 0.0));
}

TEST(SolveAny, EndsAtTheLimitAndNeedsNothingForZero) {
    const SparseMatrix<double> A = laplacian<double>(7, 9, 9, 9);
    const std::vector<double> b = some_vector<double>(A.rows()), zeros(b.size());
    for (const auto method : {&solve_bicgstab<double>, &solve_gmres<double>}) {
        for (const std::int64_t most : {0, 1, 7}) {
            std::vector<double> x(b.size());
            const SolveReport report =
                method(A, b, x, {.most_iterations = most, .restart = 4, .stride = 3}, &solving_session(1));
            EXPECT_EQ(report.reason, StopReason::limit);
            EXPECT_EQ(report.iterations, most);
            EXPECT_EQ(std::ssize(report.history), most + 1);
            EXPECT_NEAR(report.residual, report.history.back(), 1e-12);
        }
        std::vector<double> x(b.size(), 2.0);
        EXPECT_EQ(method(A, zeros, x, {}, &solving_session(1)).reason, StopReason::converged);
        EXPECT_EQ(x, zeros);
    }
}

TEST(SolveAny, TellsHowFarItIs) {
    const SparseMatrix<double> A = laplacian<double>(7, 5, 5, 5);
    const std::vector<double> b = some_vector<double>(A.rows());
    for (const auto method : {&solve_cg<double>, &solve_bicgstab<double>, &solve_gmres<double>}) {
        std::vector<double> x(b.size());
        std::vector<std::pair<std::int64_t, double>> told;
        SolverOptions options{.restart = 4, .stride = 3};
        options.observe = [&](std::int64_t iterations, double residual) {
            told.emplace_back(iterations, residual);
        };
        const SolveReport report = method(A, b, x, options, &solving_session(1));
        ASSERT_GE(told.size(), 3u);
        EXPECT_EQ(told.front().first, 0);
        EXPECT_EQ(told.back().first, report.iterations);
        for (std::size_t i = 1; i < told.size(); ++i) EXPECT_LT(told[i - 1].first, told[i].first);
        EXPECT_LE(told.back().second, options.tolerance);
        options.observe = [](std::int64_t, double) { throw Error(ErrorCode::invalid_argument, "enough"); };
        EXPECT_THROW(method(A, b, x, options, &solving_session(1)), Error);
    }
}

/// How often the commands of the first run after the beginning are EXEC and ST.
struct CommandsOfIterations : Observer {
    void on_begin(std::uint64_t, const Program& program) noexcept override {
        if (++runs != 2) return;
        for (const Command& command : program.commands()) {
            kernels += command.operation == Operation::exec ? 1 : 0;
            stores += command.operation == Operation::store ? 1 : 0;
        }
    }
    int runs = 0;
    std::int64_t kernels = 0, stores = 0;
};

TEST(SolveCg, AnIterationHasFewKernelsAndTwoExchangesOfSums) {
    constexpr std::int64_t kIterations = 5, kLooks = 2;
    const SparseMatrix<double> A = laplacian<double>(7, 20, 20, 20);
    const std::vector<double> b = some_vector<double>(A.rows());
    std::vector<double> x(b.size());
    for (const std::int64_t devices : {1, 2}) {
        CommandsOfIterations seen;
        Session& session = solving_session(static_cast<std::size_t>(devices));
        session.observe(&seen);
        solve_cg<double>(A, b, x, {.most_iterations = 2 * kIterations, .stride = kIterations}, &session);
        session.observe(nullptr);
        // The product, sums of p^H A p, the step, the update, its totals and the direction; and rz takes turns.
        const std::int64_t most = devices == 1 ? 6 * kIterations + 1 : devices * (10 * kIterations + 1);
        EXPECT_LE(seen.kernels, most) << devices;
        EXPECT_GE(seen.kernels, devices * 5 * kIterations) << devices;
        // Each device stores elements of p, and two rows of sums.
        EXPECT_EQ(seen.stores, kLooks + (devices == 1 ? 0 : devices * 3 * kIterations)) << devices;
    }
}

TEST(SolveCg, DoesNotDependOnWhenTheHostLooks) {
    const SparseMatrix<double> A = laplacian<double>(27, 6, 5, 4);
    const std::vector<double> b = some_vector<double>(A.rows());
    std::vector<double> first;
    SolveReport before;
    for (const std::int64_t stride : {1, 2, 5, 16, 1000}) {
        std::vector<double> x(b.size());
        const SolveReport report = solve_cg<double>(A, b, x, {.stride = stride}, &solving_session(1));
        if (first.empty()) first = x, before = report;
        EXPECT_EQ(x, first) << stride;
        EXPECT_EQ(report.history, before.history) << stride;
        EXPECT_EQ(report.iterations, before.iterations) << stride;
    }
}

}  // namespace
}  // namespace hg
