// How conjugate gradients end, and what they refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

#include "support/solver_samples.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using namespace test;

TEST(SolveCg, EndsAtTheLimit) {
    const SparseMatrix<double> A = laplacian<double>(7, 9, 9, 9);
    const std::vector<double> b = some_vector<double>(A.rows());
    for (const std::int64_t most : {0, 1, 5, 8})
        for (const std::int64_t stride : {1, 3, 16}) {
            std::vector<double> x(b.size());
            const SolveReport report =
                solve_cg<double>(A, b, x, {.most_iterations = most, .stride = stride}, &solving_session(1));
            EXPECT_EQ(report.reason, StopReason::limit);
            EXPECT_EQ(report.iterations, most);
            EXPECT_EQ(std::ssize(report.history), most + 1);
            EXPECT_NEAR(report.residual, report.history.back(), 1e-12);
            EXPECT_NEAR(report.residual, residual_of(A, b, x), 1e-12);
        }
}

TEST(SolveCg, TellsThatAMatrixIsIndefinite) {
    const std::vector<double> b = some_vector<double>(50);
    for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi})
        for (const std::size_t devices : {1, 2}) {
            std::vector<double> diagonal(50, 1.0);
            // The inverse of the diagonal takes the sign away, unless it makes r^H z negative.
            diagonal[20] = preconditioner == Preconditioner::none ? -1000 : -0.001;
            const SparseMatrix<double> A = diagonal_matrix(diagonal);
            std::vector<double> x(b.size());
            const SolveReport report =
                solve_cg<double>(A, b, x, {.preconditioner = preconditioner}, &solving_session(devices));
            EXPECT_EQ(report.reason, StopReason::indefinite);
            EXPECT_EQ(std::ssize(report.history), report.iterations + 1);
            EXPECT_TRUE(std::isfinite(report.residual));
        }
}

TEST(SolveCg, TellsOfASingularMatrix) {
    std::vector<double> diagonal(40, 1.0);
    diagonal[7] = 0;
    const SparseMatrix<double> A = diagonal_matrix(diagonal);
    std::vector<double> b = some_vector<double>(A.rows());
    std::vector<double> x(b.size());
    SolveReport report =
        solve_cg<double>(A, b, x, {.preconditioner = Preconditioner::none}, &solving_session(1));
    EXPECT_TRUE(report.reason == StopReason::indefinite || report.reason == StopReason::breakdown)
        << name(report.reason) << ": no x makes the residual small";
    b[7] = 0;
    report = solve_cg<double>(A, b, x, {.preconditioner = Preconditioner::none}, &solving_session(1));
    EXPECT_EQ(report.reason, StopReason::converged) << "b is in the range";
    EXPECT_LE(residual_of(A, b, x), 1e-10);
}

TEST(SolveCg, StartsFromX) {
    const SparseMatrix<double> A = laplacian<double>(7, 5, 5, 5);
    const std::vector<double> b = some_vector<double>(A.rows());
    std::vector<double> x(b.size());
    const SolveReport cold = solve_cg<double>(A, b, x, {}, &solving_session(2));
    SolveReport warm =
        solve_cg<double>(A, b, x, {.tolerance = 1e-9, .starts_from_x = true}, &solving_session(2));
    EXPECT_EQ(warm.reason, StopReason::converged);
    EXPECT_EQ(warm.iterations, 0);
    for (double& element : x) element *= 1 + 1e-6;
    warm = solve_cg<double>(A, b, x, {.starts_from_x = true}, &solving_session(2));
    EXPECT_EQ(warm.reason, StopReason::converged);
    EXPECT_GT(warm.iterations, 0);
    EXPECT_LT(warm.iterations, cold.iterations);
    EXPECT_LE(residual_of(A, b, x), 2e-10);
}

TEST(SolveCg, NothingToSolve) {
    std::vector<double> none;
    const SolveReport empty = solve_cg<double>(SparseMatrix<double>(), none, none, {}, &solving_session(1));
    EXPECT_EQ(empty.reason, StopReason::converged);
    EXPECT_EQ(empty.iterations, 0);
    const SparseMatrix<double> A = laplacian<double>(5, 4, 4);
    const std::vector<double> b(16, 0.0);
    std::vector<double> x(16, 3.0);
    for (const bool starts_from_x : {false, true}) {
        const SolveReport report =
            solve_cg<double>(A, b, x, {.starts_from_x = starts_from_x}, &solving_session(2));
        EXPECT_EQ(report.reason, StopReason::converged);
        EXPECT_EQ(report.iterations, 0);
        EXPECT_EQ(report.history, std::vector<double>{0});
        EXPECT_EQ(x, std::vector<double>(16, 0.0));
    }
}

TEST(SolveCg, BreaksDownOnNumbersThatAreNone) {
    const SparseMatrix<double> A = laplacian<double>(5, 4, 4);
    std::vector<double> b(16, 1.0), x(16);
    b[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(solve_cg<double>(A, b, x, {}, &solving_session(1)).reason, StopReason::breakdown);
    std::vector<double> diagonal(16, 2.0);
    diagonal[5] = std::numeric_limits<double>::infinity();
    b[3] = 1;
    EXPECT_EQ(solve_cg<double>(diagonal_matrix(diagonal), b, x, {}, &solving_session(1)).reason,
              StopReason::breakdown);
}

TEST(SolveCg, FewRowsOnManyDevices) {
    for (const std::int64_t n : {1, 2, 3}) {
        const SparseMatrix<double> A = banded_matrix<double>(n, 0, 3);
        std::vector<double> squares;
        for (const double a : A.values()) squares.push_back(1 + a * a);
        const SparseMatrix<double> D = diagonal_matrix(squares);
        const std::vector<double> b = some_vector<double>(n);
        std::vector<double> x(b.size());
        const SolveReport report = solve_cg<double>(D, b, x, {}, &solving_session(3));
        EXPECT_EQ(report.reason, StopReason::converged) << n;
        EXPECT_LE(residual_of(D, b, x), 1e-10) << n;
    }
}

TEST(SolveCg, RefusesWhatDoesNotFit) {
    const SparseMatrix<double> A = laplacian<double>(5, 3, 3);
    const auto refused = [&](const SparseMatrix<double>& matrix, std::size_t b, std::size_t x,
                             const SolverOptions& options) -> std::string {
        std::vector<double> of_b(b, 1.0), of_x(x, 1.0);
        try {
            solve_cg<double>(matrix, of_b, of_x, options, &solving_session(1));
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            EXPECT_EQ(of_x, std::vector<double>(x, 1.0));
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
    std::vector<double> both(9, 1.0);
    EXPECT_THROW(solve_cg<double>(A, both, both, {}, &solving_session(1)), Error);
}

}  // namespace
}  // namespace hg
