#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "sparse/solve/chebyshev.hpp"
#include "support/solver_samples.hpp"
#include <hg/sparse/solvers.hpp>

namespace hg::sparse {
namespace {

/// x p(x) of the polynomial that the steps make, for D A = x and D = 1.
double image_of(double x, const std::vector<ChebyshevStep>& steps) {
    double z = 1, previous = 0;
    for (const ChebyshevStep& step : steps) {
        const double next = step.of_z * z + (step.of_r + step.of_w * x * z) + step.of_previous * previous;
        previous = z;
        z = next;
    }
    return x * z;
}

TEST(Chebyshev, PolynomialsArePositiveAndEven) {
    for (const int degree : {1, 2, 3, 8, 32})
        for (const double largest : {0.25, 2.0}) {
            const std::vector<ChebyshevStep> steps = chebyshev_steps(degree, largest);
            ASSERT_EQ(std::ssize(steps), degree);
            double least = 1e300, most = 0;
            for (int i = 1; i <= 1100; ++i) {
                const double image = image_of(largest * i / 1000, steps);
                ASSERT_GT(image, 0) << degree << ", " << i;
                if (i < 34) continue;
                least = std::min(least, image);
                most = std::max(most, image);
            }
            // |1 - x p(x)| is at most 1 / T(middle / radius).
            const double middle = (1.1 + 1.0 / 30) / (1.1 - 1.0 / 30);
            const double bound = 1 / std::cosh((degree + 1) * std::acosh(middle));
            EXPECT_LE(most / least, (1 + bound) / (1 - bound) * (1 + 1e-9)) << degree;
            EXPECT_GE(most / least, ((1 + bound) / (1 - bound) - 1) * 0.95 + 1) << degree;
        }
}

TEST(Chebyshev, LargestEigenvalueOfATridiagonalMatrix) {
    EXPECT_NEAR(largest_of_tridiagonal({3}, {}), 3, 1e-12);
    EXPECT_NEAR(largest_of_tridiagonal({1, 1}, {2}), 3, 1e-12);
    const double wanted = 2 + 2 * std::cos(std::numbers::pi / 21);
    EXPECT_NEAR(largest_of_tridiagonal(std::vector<double>(20, 2), std::vector<double>(19, -1)), wanted,
                1e-12);
}

TEST(Chebyshev, TheLargestEigenvalueIsFoundToSomePercent) {
    const SparseMatrix<double> A = laplacian<double>(7, 12, 11, 10);
    const auto side = [](double n) { return std::cos(std::numbers::pi / (n + 1)); };
    const double wanted = 1 + (side(12) + side(11) + side(10)) / 3;
    for (const std::size_t devices : {1, 3}) {
        SolverSystem system(A, {}, test::solving_session(devices));
        const double found = largest_eigenvalue<double>(system);
        EXPECT_LE(found, wanted * (1 + 1e-10)) << devices;
        EXPECT_GE(found, wanted / 1.1) << devices;
    }
}

TEST(Chebyshev, PolynomialsOfMatricesThatHaveNoSteps) {
    const std::vector<double> b = test::some_vector<double>(50);
    const SolverOptions options{.preconditioner = Preconditioner::chebyshev, .stride = 3};
    const auto solution = [&](double element, std::size_t devices) {
        return test::solved(&solve_cg<double>, test::diagonal_matrix(std::vector<double>(50, element)), b,
                            options, devices);
    };
    for (const std::size_t devices : {1, 2}) {
        // Lanczos' method ends after a step: D A is the identity.
        const auto [x, report] = solution(2, devices);
        EXPECT_EQ(report.reason, StopReason::converged);
        EXPECT_EQ(report.iterations, 1);
        for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], b[i] / 2, 1e-10);
        EXPECT_EQ(solution(-2, devices).report.reason, StopReason::indefinite);
    }
}

}  // namespace
}  // namespace hg::sparse
