#include <gtest/gtest.h>

#include <complex>
#include <vector>

#include "support/sparse_samples.hpp"
#include <hg/runtime/program/error.hpp>
#include <hg/sparse/generate.hpp>

namespace hg {
namespace {

TEST(SparseGenerate, LaplaciansHaveTheNeighboursOfTheirPoints) {
    struct Case {
        int points;
        std::int64_t nx, ny, nz, nonzeros;
    };
    // Of 27 points each axis has 3 n - 2 pairs of neighbours; of 5 and 7 each axis has 2 (n - 1) beside the
    // diagonal.
    for (const Case& c :
         {Case{5, 6, 4, 1, 24 + 10 * 4 + 6 * 6}, Case{7, 3, 4, 5, 60 + 4 * 20 + 6 * 15 + 8 * 12},
          Case{27, 4, 3, 5, 10 * 7 * 13}, Case{27, 1, 1, 1, 1}, Case{7, 0, 4, 5, 0}}) {
        const auto A = laplacian<double>(c.points, c.nx, c.ny, c.nz);
        EXPECT_EQ(A.rows(), c.nx * c.ny * c.nz);
        EXPECT_EQ(A.nonzeros(), c.nonzeros) << c.points;
        EXPECT_TRUE(test::same_matrix(A, A.transposed()));
        if (A.rows() > 0) {
            EXPECT_EQ(A.values()[0], c.points - 1);
        }
    }
}

TEST(SparseGenerate, RowsAreAsLongAsTheRuleSays) {
    const auto random = random_rows_matrix<float>(3000, 900, 2, 200, 1).structure();
    EXPECT_EQ(random.shortest, 2);
    EXPECT_EQ(random.longest, 200);
    EXPECT_NEAR(random.mean, 101, 5);
    EXPECT_EQ(dense_row_matrix<float>(300, 900, 1, 9, 1).structure().longest, 900);
    const auto gaps = empty_rows_matrix<float>(3000, 900, 1, 9, 1).structure();
    EXPECT_NEAR(static_cast<double>(gaps.empty_rows), 2000, 150);
    const auto arrow = arrow_matrix<float>(50, 1).structure();
    EXPECT_EQ(arrow.nonzeros, 50 + 2 * 49);
    EXPECT_EQ(banded_matrix<float>(10, 2, 1).nonzeros(), 50 - 6);
    EXPECT_EQ(banded_matrix<float>(3, 20, 1).nonzeros(), 9);
    EXPECT_EQ(block_diagonal_matrix<float>(10, 4, 1).nonzeros(), 16 + 16 + 4);
    EXPECT_EQ(rmat_matrix<float>(0, 5, 1).nonzeros(), 1);
}

TEST(SparseGenerate, SeedsDecideTheElements) {
    using C32 = std::complex<float>;
    EXPECT_TRUE(test::same_matrix(rmat_matrix<C32>(9, 5, 4), rmat_matrix<C32>(9, 5, 4)));
    EXPECT_FALSE(test::same_matrix(rmat_matrix<C32>(9, 5, 4), rmat_matrix<C32>(9, 5, 5)));
    EXPECT_FALSE(test::same_matrix(banded_matrix<C32>(9, 5, 4), banded_matrix<C32>(9, 5, 5)));
    const auto A = banded_matrix<C32>(100, 5, 4);
    for (const C32 x : A.values()) {
        EXPECT_LE(std::abs(x.real()), 1);
        EXPECT_LE(std::abs(x.imag()), 1);
        EXPECT_NE(x.real(), x.imag());
    }
}

TEST(SparseGenerate, RefusesWhatMakesNoMatrix) {
    EXPECT_THROW((void)laplacian<double>(9, 2, 2), Error);
    EXPECT_THROW((void)laplacian<double>(5, 2, 2, 2), Error);
    EXPECT_THROW((void)laplacian<double>(7, -1, 2, 2), Error);
    EXPECT_THROW((void)rmat_matrix<double>(31, 1, 1), Error);
    EXPECT_THROW((void)rmat_matrix<double>(3, -1, 1), Error);
    EXPECT_THROW((void)arrow_matrix<double>(-1, 1), Error);
    EXPECT_THROW((void)banded_matrix<double>(5, -1, 1), Error);
    EXPECT_THROW((void)block_diagonal_matrix<double>(5, 0, 1), Error);
    EXPECT_THROW((void)random_rows_matrix<double>(5, 4, 2, 5, 1), Error);
    EXPECT_THROW((void)random_rows_matrix<double>(5, 4, 3, 2, 1), Error);
}

}  // namespace
}  // namespace hg
