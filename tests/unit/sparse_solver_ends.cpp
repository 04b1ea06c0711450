// How solvers end, and what they refuse.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "support/solver_samples.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using namespace test;

using Numbers = std::vector<double>;
const SolverOptions kPlain{.preconditioner = Preconditioner::none};

TEST(SolveAny, EndsAtTheLimit) {
    const SparseMatrix<double> A = laplacian<double>(7, 9, 9, 9);
    const Numbers b = some_vector<double>(A.rows());
    for (const auto& [name, method] : kSolvers<double>)
        for (const std::int64_t most : {0, 1, 5, 8})
            for (const std::int64_t stride : {1, 3, 16}) {
                const auto [x, report] =
                    solved(method, A, b, {.most_iterations = most, .restart = 4, .stride = stride});
                EXPECT_EQ(report.reason, StopReason::limit) << name;
                EXPECT_EQ(report.iterations, most) << name;
                EXPECT_EQ(std::ssize(report.history), most + 1) << name;
                EXPECT_NEAR(report.residual, report.history.back(), 1e-12) << name;
                EXPECT_NEAR(report.residual, residual_of(A, b, x), 1e-12) << name;
            }
}

TEST(SolveAny, NothingToSolve) {
    const SparseMatrix<double> A = laplacian<double>(5, 4, 4);
    const Numbers zeros(16, 0.0);
    for (const auto& [name, method] : kSolvers<double>) {
        const SolveReport empty = solved(method, SparseMatrix<double>(), {}).report;
        EXPECT_EQ(empty.reason, StopReason::converged) << name;
        EXPECT_EQ(empty.iterations, 0) << name;
        for (const bool starts_from_x : {false, true}) {
            const auto [x, report] =
                solved(method, A, zeros, {.starts_from_x = starts_from_x}, 2, Numbers(16, 3.0));
            EXPECT_EQ(report.reason, StopReason::converged) << name;
            EXPECT_EQ(report.iterations, 0) << name;
            EXPECT_EQ(report.history, Numbers{0}) << name;
            EXPECT_EQ(x, zeros) << name;
        }
    }
}

TEST(SolveAny, TellsHowFarItIs) {
    const SparseMatrix<double> A = laplacian<double>(7, 5, 5, 5);
    const Numbers b = some_vector<double>(A.rows());
    for (const auto& [name, method] : kSolvers<double>) {
        std::vector<std::pair<std::int64_t, double>> told;
        SolverOptions options{.restart = 4, .stride = 3};
        options.observe = [&](std::int64_t iterations, double residual) {
            told.emplace_back(iterations, residual);
        };
        const SolveReport report = solved(method, A, b, options).report;
        ASSERT_GE(told.size(), 3u) << name;
        EXPECT_EQ(told.front().first, 0) << name;
        EXPECT_EQ(told.back().first, report.iterations) << name;
        for (std::size_t i = 1; i < told.size(); ++i) EXPECT_LT(told[i - 1].first, told[i].first) << name;
        EXPECT_LE(told.back().second, options.tolerance) << name;
        options.observe = [](std::int64_t, double) { throw Error(ErrorCode::invalid_argument, "enough"); };
        EXPECT_THROW(solved(method, A, b, options), Error) << name;
    }
}

TEST(SolveCg, TellsThatAMatrixIsIndefinite) {
    const Numbers b = some_vector<double>(50);
    for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi})
        for (const std::size_t devices : {1, 2}) {
            Numbers diagonal(50, 1.0);
            // The inverse of the diagonal takes the sign away, unless it makes r^H z negative.
            diagonal[20] = preconditioner == Preconditioner::none ? -1000 : -0.001;
            const SolveReport report = solved(&solve_cg<double>, diagonal_matrix(diagonal), b,
                                              {.preconditioner = preconditioner}, devices)
                                           .report;
            EXPECT_EQ(report.reason, StopReason::indefinite);
            EXPECT_EQ(std::ssize(report.history), report.iterations + 1);
            EXPECT_TRUE(std::isfinite(report.residual));
        }
}

TEST(SolveCg, TellsOfASingularMatrix) {
    Numbers diagonal(40, 1.0), b = some_vector<double>(40);
    diagonal[7] = 0;
    const SparseMatrix<double> A = diagonal_matrix(diagonal);
    const StopReason reason = solved(&solve_cg<double>, A, b, kPlain).report.reason;
    EXPECT_TRUE(reason == StopReason::indefinite || reason == StopReason::breakdown)
        << name(reason) << ": no x makes the residual small";
    b[7] = 0;
    const auto [x, report] = solved(&solve_cg<double>, A, b, kPlain);
    EXPECT_EQ(report.reason, StopReason::converged) << "b is in the range";
    EXPECT_LE(residual_of(A, b, x), 1e-10);
}

TEST(SolveCg, StartsFromX) {
    const SparseMatrix<double> A = laplacian<double>(7, 5, 5, 5);
    const Numbers b = some_vector<double>(A.rows());
    auto [x, cold] = solved(&solve_cg<double>, A, b, {}, 2);
    const auto again = solved(&solve_cg<double>, A, b, {.tolerance = 1e-9, .starts_from_x = true}, 2, x);
    EXPECT_EQ(again.report.reason, StopReason::converged);
    EXPECT_EQ(again.report.iterations, 0);
    for (double& element : x) element *= 1 + 1e-6;
    const auto warm = solved(&solve_cg<double>, A, b, {.starts_from_x = true}, 2, x);
    EXPECT_EQ(warm.report.reason, StopReason::converged);
    EXPECT_GT(warm.report.iterations, 0);
    EXPECT_LT(warm.report.iterations, cold.iterations);
    EXPECT_LE(residual_of(A, b, warm.x), 2e-10);
}

TEST(SolveCg, BreaksDownOnNumbersThatAreNone) {
    Numbers b(16, 1.0), with_nan = b, diagonal(16, 2.0);
    with_nan[3] = std::numeric_limits<double>::quiet_NaN();
    diagonal[5] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(solved(&solve_cg<double>, laplacian<double>(5, 4, 4), with_nan).report.reason,
              StopReason::breakdown);
    EXPECT_EQ(solved(&solve_cg<double>, diagonal_matrix(diagonal), b).report.reason, StopReason::breakdown);
}

TEST(SolveCg, FewRowsOnManyDevices) {
    for (const std::int64_t n : {1, 2, 3}) {
        const SparseMatrix<double> A = banded_matrix<double>(n, 0, 3);
        Numbers squares;
        for (const double a : A.values()) squares.push_back(1 + a * a);
        const SparseMatrix<double> D = diagonal_matrix(squares);
        const Numbers b = some_vector<double>(n);
        const auto [x, report] = solved(&solve_cg<double>, D, b, {}, 3);
        EXPECT_EQ(report.reason, StopReason::converged) << n;
        EXPECT_LE(residual_of(D, b, x), 1e-10) << n;
    }
}

TEST(SolveGmres, BreaksDownOnASingularMatrix) {
    // e_1 -> e_2 -> 0: the basis ends, and the least squares problem is singular.
    const auto A = dense_as_sparse<double>(2, {0, 0, 1, 0});
    for (const std::size_t devices : {1, 2}) {
        const SolveReport report = solved(&solve_gmres<double>, A, {1.0, 0.0}, kPlain, devices).report;
        EXPECT_EQ(report.reason, StopReason::breakdown);
        EXPECT_TRUE(std::isfinite(report.residual));
        EXPECT_EQ(std::ssize(report.history), report.iterations + 1);
    }
}

TEST(SolveBicgstab, BreaksDownIfAnInnerProductIsZero) {
    // A turns by 90 degrees: r_hat^H A p is 0 at once.
    const auto [x, report] =
        solved(&solve_bicgstab<double>, dense_as_sparse<double>(2, {0, 1, -1, 0}), {1.0, 1.0}, kPlain);
    EXPECT_EQ(report.reason, StopReason::breakdown);
    EXPECT_EQ(report.iterations, 0);
    EXPECT_EQ(x, Numbers(2, 0.0));
}

TEST(SolveCg, RefusesWhatDoesNotFit) {
    const SparseMatrix<double> A = laplacian<double>(5, 3, 3);
    const auto refused = [&](const SparseMatrix<double>& matrix, std::size_t b, std::size_t x,
                             const SolverOptions& options) -> std::string {
        Numbers of_b(b, 1.0), of_x(x, 1.0);
        try {
            solve_cg<double>(matrix, of_b, of_x, options, &solving_session(1));
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(of_x, Numbers(x, 1.0));
            return error.context().argument_name;
        }
        return "nothing";
    };
    EXPECT_EQ(refused(random_rows_matrix<double>(9, 8, 1, 2, 1), 9, 8, {}), "A");
    EXPECT_EQ(refused(A, 8, 9, {}), "b");
    EXPECT_EQ(refused(A, 9, 10, {}), "x");
    EXPECT_EQ(refused(A, 9, 9, {.tolerance = -1}), "tolerance");
    EXPECT_EQ(refused(A, 9, 9, {.most_iterations = -1}), "most_iterations");
    EXPECT_EQ(refused(A, 9, 9, {.block = 0}), "block");
    EXPECT_EQ(refused(A, 9, 9, {.block = 33}), "block");
    EXPECT_EQ(refused(A, 9, 9, {.degree = 0}), "degree");
    EXPECT_EQ(refused(A, 9, 9, {.degree = 33}), "degree");
    EXPECT_EQ(refused(A, 9, 9, {.stride = 0}), "stride");
    EXPECT_EQ(refused(A, 9, 9, {}), "nothing");
    Numbers both(9, 1.0);
    EXPECT_THROW(solve_cg<double>(A, both, both, {}, &solving_session(1)), Error);
}

}  // namespace
}  // namespace hg
