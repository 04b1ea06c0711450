#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "runtime/program/base/host_region.hpp"

namespace hg {
namespace {

std::array<std::byte, 4096> memory;

HostRegion region(std::int64_t begin, std::int64_t column_bytes, std::int64_t columns, std::int64_t stride,
                  bool writes = true) {
    return {memory.data() + begin, column_bytes, columns, stride, writes};
}

TEST(HostRegion, TilesOfOneMatrixAreDisjointThoughTheyInterleave) {
    const HostRegion top = region(0, 10, 8, 20);
    const HostRegion bottom = region(10, 10, 8, 20);
    EXPECT_FALSE(overlap(top, bottom));
    EXPECT_TRUE(overlap(top, region(9, 10, 8, 20)));
    EXPECT_TRUE(overlap(region(9, 1, 1, 1), top));
    EXPECT_FALSE(overlap(region(19, 1, 1, 1), top)) << "behind a column, where another tile may lie";
}

TEST(HostRegion, ATileMayGoOnAtTheTopOfTheNextColumn) {
    const HostRegion first = region(0, 10, 4, 20);
    EXPECT_TRUE(overlap(first, region(15, 10, 1, 20)));
    EXPECT_FALSE(overlap(first, region(75, 10, 1, 20))) << "after the last column";
    EXPECT_FALSE(overlap(region(15, 5, 2, 20), first));
}

TEST(HostRegion, OtherStridesCountAsOneStretch) {
    EXPECT_TRUE(overlap(region(0, 10, 8, 20), region(10, 10, 4, 40)));
    EXPECT_FALSE(overlap(region(0, 10, 8, 20), region(150, 10, 4, 40)));
}

TEST(HostRegion, NothingOverlapsWithNothing) {
    const HostRegion all = region(0, 100, 10, 100);
    EXPECT_FALSE(overlap(all, region(5, 0, 10, 100)));
    EXPECT_FALSE(overlap(all, region(5, 10, 0, 100)));
    EXPECT_FALSE(overlap({nullptr, 10, 1, 10}, {nullptr, 10, 1, 10}));
}

TEST(HostRegion, ReadersDoNotConflict) {
    const std::vector<HostRegion> read{region(0, 10, 1, 10, false)};
    const std::vector<HostRegion> write{region(500, 10, 1, 10), region(5, 10, 1, 10)};
    EXPECT_FALSE(conflict(read, read));
    EXPECT_TRUE(conflict(read, write));
    EXPECT_TRUE(conflict(write, read));
    EXPECT_FALSE(conflict(read, {}));
}

TEST(HostRegion, AgreesWithCountingBytes) {
    std::mt19937 random(7);
    const auto below = [&](unsigned n) { return static_cast<std::int64_t>(random() % n); };
    int met = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::int64_t stride = 1 + below(24);
        const auto any = [&] {
            return region(below(300), 1 + below(static_cast<unsigned>(stride)), 1 + below(8), stride);
        };
        const HostRegion a = any();
        const HostRegion b = any();
        std::array<bool, 1024> touched{};
        const auto each_byte = [&](const HostRegion& r, auto act) {
            const auto begin = static_cast<const std::byte*>(r.data) - memory.data();
            for (std::int64_t j = 0; j < r.columns; ++j)
                for (std::int64_t i = 0; i < r.column_bytes; ++i)
                    act(touched[static_cast<std::size_t>(begin + j * r.stride + i)]);
        };
        each_byte(a, [](bool& byte) { byte = true; });
        bool expected = false;
        each_byte(b, [&](const bool& byte) { expected |= byte; });
        ASSERT_EQ(overlap(a, b), expected);
        ASSERT_EQ(overlap(b, a), expected);
        met += expected ? 1 : 0;
    }
    EXPECT_GT(met, 1000);
    EXPECT_LT(met, 19000);
}

}  // namespace
}  // namespace hg
