#include <gtest/gtest.h>

#include <vector>

#include "blas/call/saved_matrix.hpp"

namespace hg {
namespace {

/// What is 1 after a matrix of ones was kept, overwritten by zeros and put back.
std::vector<int> put_back(const Shape& shape, std::int64_t ld) {
    std::vector<int> x(static_cast<std::size_t>(ld * shape.cols), 1);
    const SavedMatrix<int> kept(x.data(), ld, shape);
    x.assign(x.size(), 0);
    kept.put_back();
    return x;
}

TEST(SavedMatrix, PutsBackWhatCounts) {
    EXPECT_EQ(put_back({2, 3}, 3), (std::vector{1, 1, 0, 1, 1, 0, 1, 1, 0}));
    EXPECT_EQ(put_back(triangle(Uplo::lower, 3), 4), (std::vector{1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(put_back(triangle(Uplo::upper, 3), 4), (std::vector{1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0}));
}

TEST(SavedMatrix, TrianglesOfRectanglesBeginInTheFirstElement) {
    EXPECT_EQ(put_back({3, 2, TilePart::lower}, 3), (std::vector{1, 1, 1, 0, 1, 1}));
    EXPECT_EQ(put_back({2, 4, TilePart::lower}, 2), (std::vector{1, 1, 0, 1, 0, 0, 0, 0}));
    EXPECT_EQ(put_back({2, 4, TilePart::upper}, 2), (std::vector{1, 0, 1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(put_back({3, 2, TilePart::upper}, 3), (std::vector{1, 0, 0, 1, 1, 0}));
}

TEST(SavedMatrix, KeepsEachElementsOwnValue) {
    std::vector<int> x{1, 2, 3, 4, 5, 6, 7, 8, 9};
    const SavedMatrix<int> kept(x.data(), 3, triangle(Uplo::upper, 3));
    x = {11, 12, 13, 14, 15, 16, 17, 18, 19};
    kept.put_back();
    EXPECT_EQ(x, (std::vector{1, 12, 13, 4, 5, 16, 7, 8, 9}));
    EXPECT_NO_THROW(SavedMatrix<int>(nullptr, 1, Shape{}).put_back());
}

}  // namespace
}  // namespace hg
