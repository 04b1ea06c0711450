#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>

#include "runtime/machine/opencl/work_group_limit.hpp"

namespace hg {
namespace {

using Size = std::array<std::size_t, 3>;

TEST(WorkGroupLimit, NamesTheLimitThatASizeExceeds) {
    const WorkGroupLimit limit{.of_dimension = {64, 64, 1}, .work_items = 128};
    EXPECT_EQ(work_group_fault({64, 2, 1}, limit), "");
    EXPECT_EQ(work_group_fault({0, 0, 0}, limit), "");
    EXPECT_EQ(work_group_fault({64, 4, 1}, limit), "the device runs this kernel with at most 128 in all");
    EXPECT_EQ(work_group_fault({1, 1, 2}, limit), "the device takes at most 1 in dimension 2");
    EXPECT_EQ(work_group_fault({0, 2, 1}, limit), "give every dimension a size, or none");
}

TEST(WorkGroupLimit, ShrinksTheFirstDimensionLast) {
    const Geometry any{{128, 8, 1}, {64, 4, 1}, true};
    const auto local = [&](std::size_t items, std::size_t multiple) {
        return fitted(any, {.of_dimension = {1024, 1024, 1}, .work_items = items, .multiple = multiple})
            .local;
    };
    EXPECT_EQ(local(256, 32), (Size{64, 4, 1}));
    EXPECT_EQ(local(128, 32), (Size{64, 2, 1}));
    EXPECT_EQ(local(100, 32), (Size{64, 1, 1}));
    EXPECT_EQ(local(60, 32), (Size{32, 1, 1}));
    EXPECT_EQ(local(8, 32), (Size{8, 1, 1})) << "no multiple of 32 fits";
    EXPECT_EQ(local(1, 1), (Size{1, 1, 1}));
}

TEST(WorkGroupLimit, KeepsMultiplesAndFixedSizes) {
    const WorkGroupLimit limit{.of_dimension = {64, 1, 1}, .work_items = 48, .multiple = 8};
    const Geometry odd = fitted({{240, 6, 1}, {120, 3, 1}, true}, limit);
    EXPECT_EQ(odd.local, (Size{40, 1, 1})) << "the largest divisor of 120 up to 48 that 8 divides";
    EXPECT_EQ(odd.global, (Size{240, 6, 1}));
    EXPECT_EQ(fitted({{240, 6, 1}, {120, 3, 1}}, limit).local, (Size{120, 3, 1}));
}

}  // namespace
}  // namespace hg
