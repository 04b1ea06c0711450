#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "lapack/common/transpose.hpp"
#include "lapack/solve/safe_scale.hpp"

namespace hg {
namespace {

// What gels does with whole matrices on the host.

TEST(MatrixPasses, TransposeMovesEachElement) {
    for (const auto& [rows, cols] :
         {std::pair{0, 3}, {3, 0}, {1, 1}, {31, 33}, {32, 64}, {100, 37}, {1500, 300}}) {
        const std::int64_t ld_from = rows + 2, ld_to = cols + 1;
        std::vector<float> from(static_cast<std::size_t>(ld_from * cols), -1);
        for (std::int64_t j = 0; j < cols; ++j)
            for (std::int64_t i = 0; i < rows; ++i)
                from[static_cast<std::size_t>(i + j * ld_from)] = static_cast<float>(i * 1000 + j);
        std::vector<float> to(static_cast<std::size_t>(ld_to * rows), -2);
        transpose(rows, cols, from.data(), ld_from, to.data(), ld_to);
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < ld_to; ++j)
                ASSERT_EQ(to[static_cast<std::size_t>(j + i * ld_to)],
                          j < cols ? static_cast<float>(i * 1000 + j) : -2)
                    << i << ' ' << j;
    }
}

/// A matrix of 37 rows, and 5 more between columns.
struct Sample {
    static constexpr std::int64_t kRows = 37, kCols = 50, kLd = 42;

    explicit Sample(double value) : elements(kLd * kCols, 1e305) {
        for (std::int64_t j = 0; j < kCols; ++j)
            for (std::int64_t i = 0; i < kRows; ++i) at(i, j) = (i + j) % 2 == 0 ? value : -value / 2;
    }
    double& at(std::int64_t i, std::int64_t j) { return elements[static_cast<std::size_t>(i + j * kLd)]; }
    [[nodiscard]] SafeScale<double> scale() const { return {kRows, kCols, elements.data(), kLd}; }

    std::vector<double> elements;
};

constexpr double kSmall = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

TEST(MatrixPasses, SafeSizesStay) {
    for (const double size : {1.0, kSmall, 1 / kSmall}) {
        Sample sample(size);
        const std::vector<double> before = sample.elements;
        EXPECT_FALSE(sample.scale().is_needed());
        EXPECT_FALSE(sample.scale().all_zero());
        sample.scale().apply(Sample::kRows, Sample::kCols, sample.elements.data(), Sample::kLd);
        EXPECT_EQ(sample.elements, before);
    }
    EXPECT_TRUE(Sample(0).scale().all_zero());
    EXPECT_FALSE(Sample(0).scale().is_needed());
}

TEST(MatrixPasses, OthersBecomeSafeAndComeBack) {
    for (const auto& [size, safe] : {std::pair{1e-300, kSmall}, {1e300, 1 / kSmall}})
        // An element of any place alone: in what a register holds, and behind it.
        for (const auto& [i, j] : {std::pair{0, 0}, {15, 3}, {31, 49}, {36, 20}}) {
            Sample sample(size / 4);
            sample.at(i, j) = -size;
            const SafeScale<double> scale = sample.scale();
            ASSERT_TRUE(scale.is_needed());
            scale.apply(Sample::kRows, Sample::kCols, sample.elements.data(), Sample::kLd);
            EXPECT_NEAR(sample.at(i, j) / safe, -1, 1e-15);
            EXPECT_EQ(sample.at(Sample::kRows, 1), 1e305) << "between columns";
            scale.undo(Sample::kRows, Sample::kCols, sample.elements.data(), Sample::kLd);
            EXPECT_NEAR(sample.at(i, j) / size, -1, 1e-15);
        }
}

TEST(MatrixPasses, NanAndInfAreLeftToArithmetic) {
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        for (const double size : {0.0, 1e-300, 1e300})
            for (const auto& [i, j] : {std::pair{0, 0}, {16, 3}, {31, 49}, {36, 20}}) {
                Sample sample(size);
                sample.at(i, j) = bad;
                EXPECT_FALSE(sample.scale().is_needed()) << bad << ' ' << size;
                EXPECT_FALSE(sample.scale().all_zero());
            }
}

}  // namespace
}  // namespace hg
