#include <gtest/gtest.h>

#include <numeric>

#include <hg/blas/tiling.hpp>

namespace hg {
namespace {

TEST(SplitBlocks, RegularOnesThenTwoEqual) {
    EXPECT_EQ(split_blocks(0, 100), (BlockBounds{0}));
    EXPECT_EQ(split_blocks(1, 100), (BlockBounds{0, 1}));
    EXPECT_EQ(split_blocks(99, 100), (BlockBounds{0, 99}));
    EXPECT_EQ(split_blocks(100, 100), (BlockBounds{0, 50, 100}));
    EXPECT_EQ(split_blocks(1000, 256), (BlockBounds{0, 256, 512, 756, 1000}));
    EXPECT_EQ(split_blocks(1001, 300), (BlockBounds{0, 300, 600, 801, 1001}));
    EXPECT_EQ(split_blocks(3, 1), (BlockBounds{0, 1, 2, 3}));
}

TEST(SplitBlocks, NeverEmptyNorLargerThanABlockNorTiny) {
    for (std::int64_t block : {1, 2, 3, 16, 17})
        for (std::int64_t size = 1; size < 200; ++size) {
            const BlockBounds bounds = split_blocks(size, block);
            ASSERT_EQ(bounds.front(), 0);
            ASSERT_EQ(bounds.back(), size);
            for (std::size_t i = 1; i < bounds.size(); ++i) {
                const std::int64_t width = bounds[i] - bounds[i - 1];
                ASSERT_GE(width, size < block ? size : std::max<std::int64_t>(1, block / 2))
                    << size << " by " << block;
                ASSERT_LE(width, block) << size << " by " << block;
            }
        }
}

TEST(SplitEvenly, FewestBlocksAllAboutEqual) {
    EXPECT_EQ(split_evenly(8192, 4096), (BlockBounds{0, 4096, 8192}));
    EXPECT_EQ(split_evenly(10007, 4096), (BlockBounds{0, 3336, 6672, 10007}));
    EXPECT_EQ(split_evenly(10007, 4096, 128), (BlockBounds{0, 3456, 6912, 10007}));
    EXPECT_EQ(split_evenly(100, 64, 128), (BlockBounds{0, 50, 100}))
        << "blocks that the alignment does not divide";
    EXPECT_EQ(split_evenly(5, 8), (BlockBounds{0, 5}));
    EXPECT_EQ(split_evenly(0, 8), (BlockBounds{0}));
}

TEST(SplitEvenly, NeverEmptyNorLargerThanABlock) {
    for (std::int64_t size = 1; size < 700; ++size)
        for (const auto& [block, alignment] :
             {std::pair(1, 1), std::pair(7, 1), std::pair(128, 64), std::pair(256, 128)}) {
            const BlockBounds bounds = split_evenly(size, block, alignment);
            EXPECT_EQ(bounds.front(), 0);
            EXPECT_EQ(bounds.back(), size);
            for (std::size_t i = 1; i < bounds.size(); ++i) {
                EXPECT_GT(bounds[i], bounds[i - 1]);
                EXPECT_LE(bounds[i] - bounds[i - 1], block);
            }
        }
}

TEST(SplitByRate, PartsFollowTheRates) {
    EXPECT_EQ(split_by_rate(100, {1, 1}), (BlockBounds{0, 50, 100}));
    EXPECT_EQ(split_by_rate(100, {3, 1}), (BlockBounds{0, 75, 100}));
    EXPECT_EQ(split_by_rate(10, {1, 1, 1}), (BlockBounds{0, 4, 7, 10}));
    EXPECT_EQ(split_by_rate(0, {1, 2}), (BlockBounds{0, 0, 0}));
    EXPECT_EQ(split_by_rate(7, {0, 5, 0}), (BlockBounds{0, 0, 7, 7}));
    for (std::int64_t size = 0; size < 50; ++size) {
        const BlockBounds bounds = split_by_rate(size, {0.3, 1e13, 7e12, 0.1});
        EXPECT_EQ(bounds.back(), size);
        EXPECT_TRUE(std::is_sorted(bounds.begin(), bounds.end()));
    }
}

}  // namespace
}  // namespace hg
