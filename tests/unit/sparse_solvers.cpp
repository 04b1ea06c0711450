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

    /// The residuals of a solution are those that its report tells, and small.
    static void expect_solved(const SparseMatrix<T>& A, const std::vector<T>& b,
                              const Solution<T>& solution) {
        EXPECT_EQ(solution.report.reason, StopReason::converged);
        EXPECT_NEAR(solution.report.residual, residual_of(A, b, solution.x), 0.1 * kTolerance);
        EXPECT_LE(solution.report.residual, 2 * kTolerance);
    }
    /// The same in all cases, from an x that is not read, in at most so many iterations.
    static void expect_solved_in_all_cases(const char* name, Solver<T> method, const SparseMatrix<T>& A,
                                           double most) {
        const std::vector<T> b = some_vector<T>(A.rows());
        const std::vector<T> unread(b.size(), std::numeric_limits<RealOf<T>>::quiet_NaN());
        for (const auto& [devices, preconditioner] : kCases) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(devices) + " devices, preconditioner " +
                         std::to_string(static_cast<int>(preconditioner)));
            const SolverOptions options{
                .tolerance = kTolerance, .preconditioner = preconditioner, .restart = 12, .stride = 7};
            const Solution<T> solution = solved(method, A, b, options, devices, unread);
            expect_solved(A, b, solution);
            const SolveReport& report = solution.report;
            EXPECT_LE(static_cast<double>(report.iterations), most);
            ASSERT_EQ(std::ssize(report.history), report.iterations + 1);
            EXPECT_NEAR(report.history.front(), 1, 1e-6);
            EXPECT_LE(report.history.back(), kTolerance);
            EXPECT_GT(report.history[report.history.size() - 2], kTolerance);
            EXPECT_GT(report.begin_seconds, 0);
            EXPECT_GT(report.iteration_seconds, 0);
            EXPECT_GE(report.seconds, report.begin_seconds + report.iteration_seconds);
        }
    }
};
using SolvedTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(Solve, SolvedTypes);

TYPED_TEST(Solve, ConjugateGradientsSolveDefiniteSystems) {
    // The condition of the matrix is below 32: sqrt(32) / 2 ln(2 / tolerance) steps are enough.
    this->expect_solved_in_all_cases("cg", &solve_cg<TypeParam>, definite_matrix<TypeParam>(),
                                     std::ceil(2.83 * std::log(2 / this->kTolerance)) + 5);
}

TYPED_TEST(Solve, GeneralSystems) {
    for (const auto& [name, method] : {kSolvers<TypeParam>[1], kSolvers<TypeParam>[2]})
        this->expect_solved_in_all_cases(name, method, general_matrix<TypeParam>(97), 80);
}

TYPED_TEST(Solve, PolynomialsTakeFewerIterations) {
    using T = TypeParam;
    const SparseMatrix<T> A = definite_matrix<T>();
    const std::vector<T> b = some_vector<T>(A.rows());
    SolverOptions options{.tolerance = this->kTolerance};
    const std::int64_t by_jacobi = solved(&solve_cg<T>, A, b, options).report.iterations;
    options.preconditioner = Preconditioner::chebyshev;
    for (const auto& [degree, devices] : {std::pair<int, std::size_t>{1, 3}, {2, 1}, {5, 2}}) {
        SCOPED_TRACE(degree);
        options.degree = degree;
        const Solution<T> solution = solved(&solve_cg<T>, A, b, options, devices);
        this->expect_solved(A, b, solution);
        // Products with A are about as many.
        EXPECT_LE(solution.report.iterations * (degree + 1), by_jacobi * 2);
        EXPECT_LT(solution.report.iterations, by_jacobi);
    }
}

TYPED_TEST(Solve, FewEigenvaluesTakeFewIterations) {
    using T = TypeParam;
    std::vector<T> diagonal;
    for (int i = 0; i < 60; ++i) diagonal.push_back(static_cast<T>(static_cast<RealOf<T>>(1 + i % 4)));
    for (const auto& [preconditioner, iterations] :
         {std::pair{Preconditioner::none, 4}, {Preconditioner::jacobi, 1}}) {
        const SolverOptions options{.tolerance = this->kTolerance, .preconditioner = preconditioner};
        const SolveReport report =
            solved(&solve_cg<T>, diagonal_matrix(diagonal), some_vector<T>(60), options).report;
        EXPECT_EQ(report.reason, StopReason::converged);
        EXPECT_EQ(report.iterations, iterations);
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
                const auto [x, report] = solved(method, A, b, {}, devices);
                EXPECT_EQ(report.reason, StopReason::converged) << pattern;
                EXPECT_LE(residual_of(A, b, x), 2e-10) << pattern << " on " << devices << " devices";
            }
    }
}

TEST(SolveGmres, TakesAsManyVectorsAsThereAreEigenvalues) {
    std::vector<double> diagonal;
    for (int i = 0; i < 60; ++i) diagonal.push_back(i % 3 - 1.5);  // indefinite
    for (const std::int64_t restart : {3, 4, 30}) {
        const SolveReport report =
            solved(&solve_gmres<double>, diagonal_matrix(diagonal), some_vector<double>(60),
                   {.preconditioner = Preconditioner::none, .restart = restart})
                .report;
        EXPECT_EQ(report.reason, StopReason::converged);
        EXPECT_EQ(report.iterations, 3);
    }
}

TEST(SolveGmres, ResidualsFallWithinARestart) {
    const SolveReport report =
        solved(&solve_gmres<double>, general_matrix<double>(200), some_vector<double>(200), {.restart = 7}, 2)
            .report;
    EXPECT_EQ(report.reason, StopReason::converged);
    for (std::size_t i = 1; i < report.history.size(); ++i)
        EXPECT_LE(report.history[i], report.history[i - 1] * (1 + 1e-6)) << i;
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
        // The product, sums of p^H A p, the step, the update, its totals and the direction; and rz takes
        // turns.
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
    for (const auto& [preconditioner, devices] :
         {std::pair<Preconditioner, std::size_t>{Preconditioner::jacobi, 1},
          {Preconditioner::chebyshev, 2}}) {
        SolverOptions options{.preconditioner = preconditioner, .stride = 1};
        const auto [x, report] = solved(&solve_cg<double>, A, b, options, devices);
        for (const std::int64_t stride : {2, 3, 5, 16, 1000}) {
            options.stride = stride;
            const auto other = solved(&solve_cg<double>, A, b, options, devices);
            EXPECT_EQ(other.x, x) << stride;
            EXPECT_EQ(other.report.history, report.history) << stride;
            EXPECT_EQ(other.report.iterations, report.iterations) << stride;
        }
    }
}

}  // namespace
}  // namespace hg
