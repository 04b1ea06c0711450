#include "tools/hgctl/size_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/tuner/tuning_plan.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using hg::kernels::Extents;
using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<std::string_view> kExtents{"m", "n", "k"};

std::string refusal(const std::function<void()>& call) {
    try {
        call();
    } catch (const hg::Error& error) {
        EXPECT_EQ(error.code(), hg::ErrorCode::invalid_argument);
        return error.what();
    }
    return "not refused";
}

TEST(SizeGrid, SizesAreNumbersAndRangesInAscendingOrder) {
    EXPECT_THAT(parse_sizes("512", "--sizes"), ElementsAre(512));
    EXPECT_THAT(parse_sizes("64,3,64", "--sizes"), ElementsAre(3, 64));
    EXPECT_THAT(parse_sizes("512:8192:log", "--sizes"), ElementsAre(512, 1024, 2048, 4096, 8192));
    EXPECT_THAT(parse_sizes("100:300:log", "--sizes"), ElementsAre(100, 200, 300));
    EXPECT_THAT(parse_sizes("7:7:log", "--sizes"), ElementsAre(7));
    EXPECT_THAT(parse_sizes("100:10000:log:3", "--sizes"), ElementsAre(100, 1000, 10000));
    EXPECT_THAT(parse_sizes("100:400:uniform:4,1", "--sizes"), ElementsAre(1, 100, 200, 300, 400));
}

TEST(SizeGrid, RandomSizesAreOneOfEachPartAndTheSameEachTime) {
    const auto sizes = parse_sizes("1000:100000:random:40", "--sizes");
    ASSERT_EQ(sizes.size(), 40U);
    EXPECT_GE(sizes.front(), 1000);
    EXPECT_LE(sizes.back(), 100000);
    EXPECT_EQ(std::ranges::lower_bound(sizes, 10000) - sizes.begin(), 20);
    EXPECT_EQ(parse_sizes("1000:100000:random:40:1", "--sizes"), sizes);
    EXPECT_NE(parse_sizes("1000:100000:random:40:2", "--sizes"), sizes);
    EXPECT_THAT(parse_grid("m=5:5:random:9:7:n=1", {"m", "n"}).sizes,
                ElementsAre(ElementsAre(5), ElementsAre(1)));
    for (const char* text : {"1:9:random", "1:9:random:x", "1:9:random:3:-1", "1:9:random:3:4:5"})
        EXPECT_THAT(refusal([&] { parse_sizes(text, "--sizes"); }), HasSubstr("random:COUNT")) << text;
}

TEST(SizeGrid, UnreadableSizesAreNamedWithTheFormsThereAre) {
    for (const char* text : {"", "0", "-1", "1.5", "x", "1,,2", "1048577", "1:2", "1:2:cubic", "2:1:log",
                             "1:9:uniform", "1:9:uniform:1", "1:9:log:many", "1:9:log:3:4", "0:9:log"})
        EXPECT_THAT(refusal([&] { parse_sizes(text, "--sizes"); }),
                    testing::AllOf(HasSubstr("--sizes"), HasSubstr("FIRST:LAST:uniform:COUNT")))
            << text;
}

TEST(SizeGrid, ShapesAreOneNumberOrAllOfThem) {
    const std::vector<std::string> names{"M", "N", "K"};
    EXPECT_THAT(parse_shapes("512", "--sizes", names), ElementsAre(ElementsAre(512)));
    EXPECT_THAT(parse_shapes("100000x256x3,7,7", "--sizes", names),
                ElementsAre(ElementsAre(100000, 256, 3), ElementsAre(7), ElementsAre(7)));
    EXPECT_THAT(parse_shapes("8x2,5", "--sizes", {"N", "NRHS"}),
                ElementsAre(ElementsAre(8, 2), ElementsAre(5)));
    for (const char* text : {"", "0", "1x2", "1x2x3x4", "1x2x", "x", "8,", "axbxc", "1x-2x3", "2000000"})
        EXPECT_THAT(refusal([&] { parse_shapes(text, "--sizes", names); }),
                    testing::AllOf(HasSubstr("--sizes"), HasSubstr("MxNxK")))
            << text;
}

TEST(SizeGrid, GridsAreProductsOfSizes) {
    const auto grid = parse_grid("n=8,16:k=32:64:log:m=4", kExtents);
    EXPECT_THAT(grid.sizes, ElementsAre(ElementsAre(4), ElementsAre(8, 16), ElementsAre(32, 64)));
    EXPECT_EQ(cells_of(grid).size(), 4U);
    EXPECT_EQ(cells_of(grid).back(), (Extents{4, 16, 64}));
}

TEST(SizeGrid, GridsHaveTheExtentsOfTheirRoutine) {
    EXPECT_THAT(parse_grid("n=10:1000:log:3", {"n"}).sizes, ElementsAre(ElementsAre(10, 100, 1000)));
    EXPECT_THAT(parse_grid("cols=2:rows=4,8", {"rows", "cols"}).sizes,
                ElementsAre(ElementsAre(4, 8), ElementsAre(2)));
    EXPECT_THAT(refusal([] { parse_grid("m=4", {"n"}); }), HasSubstr("'m=4' needs each of n= once; "));
    EXPECT_THAT(refusal([] { parse_grid("m=4", kExtents); }),
                HasSubstr("'m=4' needs each of m=, n=, k= once; write for example "
                          "m=512,4096:n=512:8192:log:k=64,512; sizes are"));
    EXPECT_THAT(refusal([] { parse_grid("4:m=1", kExtents); }),
                HasSubstr("'4' needs each of m=, n=, k= once; "));
}

TEST(SizeGrid, UnreadableGridsAreNamed) {
    for (const char* text :
         {"", "m=1", "m=1:n=2", "m=1:n=2:k=", "m=1:m=2:n=1:k=1", "4:m=1:n=1:k=1", "m=1:n=1:k=a"})
        EXPECT_THAT(refusal([&] { parse_grid(text, kExtents); }), HasSubstr("--grid")) << text;
    EXPECT_THAT(refusal([] { parse_grid("m=1:100:uniform:100:n=1:100:uniform:100:k=1", kExtents); }),
                HasSubstr("10000 cells"));
}

TEST(SizeGrid, TheDefaultHasSquaresAndOtherShapesThatFitADevice) {
    for (const bool is_gpu : {false, true}) {
        const auto grid = default_grid(is_gpu);
        const auto cells = cells_of(grid);
        const std::int64_t largest = is_gpu ? 8192 : 1024;
        EXPECT_THAT(cells, testing::Contains(Extents{largest, largest, largest}));
        EXPECT_THAT(cells, testing::Contains(Extents{largest, largest, largest / 16}));
        hg::DeviceModel device;
        EXPECT_NO_THROW(require_fits(grid, device, hg::ElementType::f64));
        device.memory = device.largest_slot = 1000;
        EXPECT_THAT(refusal([&] { require_fits(grid, device, hg::ElementType::f64); }),
                    HasSubstr("1000 bytes"));
    }
}

}  // namespace
}  // namespace hgctl
