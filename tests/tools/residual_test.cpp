#include "tools/workload/rule/residual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "tools/workload/rule/row_sums.hpp"

namespace hgctl {
namespace {

/// An m x n matrix of random elements whose diagonal is larger by `shift`.
SeededMatrix<double> seeded(std::int64_t m, std::int64_t n, double shift) {
    return {{{6}, m, shift}, m, n, m};
}

TEST(SeededMatrix, HasALargerDiagonalAndNothingElse) {
    for (const auto& [m, n] : {std::pair{7, 5}, {5, 13}, {1, 4}})
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i)
                EXPECT_EQ(seeded(m, n, 3)(i, j), seeded(m, n, 0)(i, j) + (i == j ? 3 : 0)) << i << ", " << j;
}

TEST(StoredMatrix, CountsNothingOutsideItsPart) {
    const std::vector<double> data{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const std::vector<long double> ones{1, 1, 1};
    const auto rows = [&](Part part) {
        return multiply<double>(StoredMatrix<double>{data.data(), 3, 3, 3, part}, ones);
    };
    EXPECT_EQ(rows(Part::all).values, (std::vector<long double>{12, 15, 18}));
    EXPECT_EQ(rows(Part::lower).values, (std::vector<long double>{1, 7, 18}));
    EXPECT_EQ(rows(Part::unit_lower).values, (std::vector<long double>{1, 3, 10}));
    EXPECT_EQ(rows(Part::upper).values, (std::vector<long double>{12, 13, 9}));
    EXPECT_EQ(rows(Part::upper).norm, 13);
}

TEST(Residual, IsTheDifferenceInUnitsOfItsScale) {
    const std::vector<double> data{2, 0, 0, 4};
    const StoredMatrix<double> A{data.data(), 2, 2, 2};
    EXPECT_EQ(scaled_residual<double>(A, {1, 1}, {2, 4}), 0);
    // |A| = 4, |x| = 1, |b| = 4.5, |A x - b| = 0.5.
    EXPECT_DOUBLE_EQ(backward_error<double>(A, {1, 1}, {2, 4.5}), 0.5 / 8.5 / 0x1p-52);
    EXPECT_DOUBLE_EQ(scaled_residual<double>(A, {1, 1}, {2, 4.5}), 0.25 / 8.5 / 0x1p-52);
    for (const long double bad :
         {std::numeric_limits<long double>::quiet_NaN(), std::numeric_limits<long double>::infinity()})
        EXPECT_FALSE(scaled_residual<double>(A, {bad, 1}, {2, 4}) < kGoodResidual);
}

TEST(Residual, OfLeastSquaresIsWhatIsNotOrthogonalToTheColumns) {
    const std::vector<double> data{1, 1, 1, 1, 0, 0, 0, 2};  // two columns of four rows
    const StoredMatrix<double> A{data.data(), 4, 2, 4};
    const std::vector<long double> b{3, 1, 5, 9};
    const auto error = [&](const std::vector<long double>& x) {
        return least_squares_error(A, multiply<double>(A, x), x, b);
    };
    // b - A x = (0, -2, 2, 0) is orthogonal to both columns.
    EXPECT_EQ(error({3, 3}), 0);
    EXPECT_DOUBLE_EQ(relative_residual(multiply<double>(A, {3, 3}), b), std::sqrt(8.0 / 116));
    // r = (0, -2, 2, -1), |A^T r| = 2, |A^T| = 4, |A| = 3, |x| = 3.5, |b| = 9.
    EXPECT_DOUBLE_EQ(error({3, 3.5}), 2 / (4 * (3 * 3.5 + 9)) / 0x1p-52);
    EXPECT_FALSE(error({3, std::numeric_limits<long double>::quiet_NaN()}) < kGoodResidual);
    EXPECT_EQ(relative_residual(multiply<double>(A, {0, 0}), {0, 0, 0, 0}), 0);
}

/// A = P L U with known factors: what solves with them solves A x = b. Sizes beside the blocks of the solver.
TEST(Residual, SolvesWithFactors) {
    for (const std::int64_t n : {1, 5, 512, 513, 1300}) {
        // Dominant, so that neither factor is badly conditioned.
        const SeededMatrix<double> lu = seeded(n, n, static_cast<double>(n));
        std::vector<double> data;
        for (std::int64_t i = 0; i < n * n; ++i) data.push_back(lu.data[i]);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = j + 1; i < n; ++i)
                data[static_cast<std::size_t>(i + j * n)] /= static_cast<double>(n);
        std::vector<std::int64_t> ipiv(static_cast<std::size_t>(n));
        for (std::int64_t i = 0; i < n; ++i) ipiv[static_cast<std::size_t>(i)] = (i + n) / 2 + 1;
        ipiv.back() = n;

        using Stored = StoredMatrix<double>;
        const std::vector<long double> wanted = random_signs<double>(n);
        const auto Ux = multiply<double>(Stored{data.data(), n, n, n, Part::upper}, wanted).values;
        const auto product = multiply<double>(Stored{data.data(), n, n, n, Part::unit_lower}, Ux).values;
        std::vector<double> x(product.begin(), product.end());
        for (std::int64_t i = n - 1; i >= 0; --i)
            std::swap(x[static_cast<std::size_t>(i)],
                      x[static_cast<std::size_t>(ipiv[static_cast<std::size_t>(i)] - 1)]);
        solve_with_factors(data.data(), n, n, ipiv.data(), x);
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_NEAR(x[i], static_cast<double>(wanted[i]), 1e-11) << n;
    }
}

}  // namespace
}  // namespace hgctl
