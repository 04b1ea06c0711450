// Systems on which the residual that a solver updates drifts from that of x.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/solver_samples.hpp"
#include "support/true_residual.hpp"
#include <hg/sparse/solvers.hpp>

namespace hg {
namespace {

using namespace test;

double peak(const SolveReport& report) {
    return *std::ranges::max_element(report.history);
}

TEST(SolveBicgstab, GoesOnFromTheTrueResidual) {
    int mended = 0;
    for (const double flow : {0.8, 0.84, 0.96, 1.1, 1.14, 1.22})
        for (const std::size_t devices : {1, 3})
            for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi}) {
                const SparseMatrix<double> A = flow_matrix<double>(60, flow);
                const std::vector<double> b(60, 1.0), first(60, 0.01);
                const SolverOptions options{.preconditioner = preconditioner, .starts_from_x = devices == 3};
                const auto [x, report] = solved(&solve_bicgstab<double>, A, b, options, devices, first);
                const std::string what =
                    "flow " + std::to_string(flow) + ", " + std::to_string(devices) + " devices";
                EXPECT_TRUE(report.reason == StopReason::converged || report.reason == StopReason::breakdown)
                    << what;
                expect_truth(report, options, A, b, x, what);
                // Rounding of such residuals is a thousandth of b.
                mended += report.reason == StopReason::converged && peak(report) > 1e13 ? 1 : 0;
            }
    EXPECT_GE(mended, 4);
}

/// Condition 1.2 to 2: one step has a divisor that is nearly 0.
TEST(SolveBicgstab, SolvesSmallSystemsOfIntegers) {
    const std::pair<std::vector<double>, std::vector<double>> systems[] = {
        {{-1, -1, -3, 3, 2, -1, -2, 3, 0}, {-3, 0, 3}},
        {{-1, 3, -1, -3, -2, -1, 1, -1, -3}, {1, -1, 1}},
        {{-3, 2, 1, 1, 0, 3, -2, -2, 0}, {2, 2, 2}},
        {{3, 1, -2, 1, -2, -2, -2, 1, -1}, {1, 1, -1}}};
    int mended = 0;
    for (const auto& [matrix, b] : systems) {
        const SparseMatrix<double> A = dense_as_sparse(3, matrix);
        const SolverOptions options;
        const auto [x, report] = solved(&solve_bicgstab<double>, A, b, options);
        expect_truth(report, options, A, b, x, "A begins with " + std::to_string(matrix[0]));
        mended += report.reason == StopReason::converged && peak(report) > 1e13 ? 1 : 0;
    }
    EXPECT_GE(mended, 2);
}

/// Singular matrices, one of them not Hermitian. Rounding gives them solutions of 10^16, whose updated
/// residuals are small.
TEST(SolveAny, SystemsWithoutSolutionsDoNotConverge) {
    const std::pair<std::vector<double>, std::vector<double>> systems[] = {
        {{3, 3, 3, 3}, {-1, 3}}, {{3, -3, -3, 3}, {1, 3}}, {{1, 0, 0, 1, 3, -3, 0, -3, 3}, {0, 1, 3}}};
    for (const auto& [matrix, b] : systems)
        for (const auto& [name, method] : kSolvers<double>)
            for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi}) {
                const SparseMatrix<double> A = dense_as_sparse(std::ssize(b), matrix);
                const SolverOptions options{.preconditioner = preconditioner};
                const auto [x, report] = solved(method, A, b, options);
                EXPECT_NE(report.reason, StopReason::converged) << name;
                expect_truth(report, options, A, b, x, "order " + std::to_string(b.size()));
            }
}

template <class T>
class SolveInSingle : public testing::Test {};
using SingleTypes = testing::Types<float, std::complex<float>>;
TYPED_TEST_SUITE(SolveInSingle, SingleTypes);

/// H D H for a reflection H and eigenvalues D from 1 to 10^-4.
template <Element T>
SparseMatrix<T> matrix_of_condition_10000(std::int64_t n) {
    const auto h = [n](std::int64_t i, std::int64_t j) {
        return (i == j ? 1 : 0) - 2.0 / static_cast<double>(n);
    };
    return band_of<T>(n, n, [=](std::int64_t i, std::int64_t j) {
        double sum = 0;
        for (std::int64_t k = 0; k < n; ++k)
            sum +=
                h(i, k) * h(j, k) * std::pow(10, -4.0 * static_cast<double>(k) / static_cast<double>(n - 1));
        return static_cast<RealOf<T>>(sum);
    });
}

/// An x of single precision makes no residual below some 10^-5, whatever the method believes.
TYPED_TEST(SolveInSingle, StagnatesWhereRoundingOfXIsAboveTheTolerance) {
    using T = TypeParam;
    const SparseMatrix<T> A = matrix_of_condition_10000<T>(16);
    const std::vector<T> b = some_vector<T>(16);
    for (const auto& [name, method] : kSolvers<T>)
        for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::block_jacobi}) {
            const SolverOptions options{.tolerance = 1e-6, .preconditioner = preconditioner};
            const auto [x, report] = solved(method, A, b, options);
            EXPECT_EQ(report.reason, StopReason::stagnated) << name << ", " << report.residual;
            EXPECT_LT(report.residual, 1e-3);
            EXPECT_EQ(report.history.back(), report.residual);
            expect_truth(report, options, A, b, x, "single precision");
        }
}

TYPED_TEST(SolveInSingle, CgTellsTheTruthOfMatricesThatAreNotHermitian) {
    using T = TypeParam;
    for (const double flow : {0.01, 0.05, 0.2}) {
        const SparseMatrix<T> A = flow_matrix<T>(60, flow);
        const std::vector<T> b = some_vector<T>(60);
        const SolverOptions options{.tolerance = 1e-6};
        const auto [x, report] = solved(&solve_cg<T>, A, b, options, 2);
        expect_truth(report, options, A, b, x, "flow " + std::to_string(flow));
    }
}

TYPED_TEST(SolveInSingle, TakesAllDigitsThatXHas) {
    using T = TypeParam;
    const SparseMatrix<T> A = definite_matrix<T>();
    const std::vector<T> b = some_vector<T>(A.rows());
    for (const auto& [name, method] : kSolvers<T>) {
        const SolverOptions options{.tolerance = 3e-7, .restart = 10};
        const auto [x, report] = solved(method, A, b, options, 2);
        EXPECT_EQ(report.reason, StopReason::converged) << name << ", " << report.residual;
        expect_truth(report, options, A, b, x, "single precision");
    }
}

}  // namespace
}  // namespace hg
