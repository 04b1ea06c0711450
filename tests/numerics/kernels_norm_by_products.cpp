#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/gemm_samples.hpp"
#include "support/norm_by_products.hpp"

/// The oracles of products and factorizations take their norms from here.
namespace hg::test {
namespace {

double norm_by_products_of(const Matrix<double>& R) {
    return norm_by_products(R.cols, [&](const Vector& x) {
        Vector y(static_cast<std::size_t>(R.rows));
        add_product(y, 1, R, x);
        return y;
    });
}

TEST(NormByProducts, OfFewColumnsIsExact) {
    for (std::int64_t n : {0, 1, 4}) {
        const Matrix<double> R(Layout::col_major, 9, n, 2, 3);
        EXPECT_NEAR(norm_by_products_of(R), R.norm(), 1e-14 * R.norm());
    }
}

TEST(NormByProducts, OfRandomMatricesIsNear) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Matrix<double> R(Layout::col_major, 40, 30, 0, seed);
        EXPECT_NEAR(norm_by_products_of(R), R.norm(), R.norm() / 3);
    }
}

TEST(NormByProducts, SeesOneElementAnywhere) {
    for (std::int64_t i : {0, 5, 39})
        for (std::int64_t j = 0; j < 30; ++j) {
            Matrix<double> R(Layout::col_major, 40, 30, 0, 0);
            std::fill(R.data.begin(), R.data.end(), 0.0);
            R(i, j) = 1;
            EXPECT_GT(norm_by_products_of(R), 0.25);
            EXPECT_LT(norm_by_products_of(R), 2.5);
        }
}

TEST(NormByProducts, KeepsNaN) {
    Matrix<double> R(Layout::col_major, 40, 30, 0, 0);
    R(7, 8) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(norm_by_products_of(R)));
}

}  // namespace
}  // namespace hg::test
