#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "blas/cost/flops.hpp"

namespace hg {
namespace {

constexpr std::int64_t kOrder = 400;
constexpr std::int64_t kVectors = 30;

/// What a sum over i = 0 .. count - 1 of flops comes to.
double sum(std::int64_t count, const std::function<std::int64_t(std::int64_t)>& flops) {
    double all = 0;
    for (std::int64_t i = 0; i < count; ++i) all += static_cast<double>(flops(i));
    return all;
}

/// Formulas hold the leading terms: they are right but for about 1 / order.
void expect_leading(double formula, double counted) {
    EXPECT_NEAR(formula / counted, 1, 2.0 / kOrder);
}

TEST(Flops, AreThoseOfTheLoops) {
    expect_leading(gemm_flops(kOrder, 3, 5), sum(kOrder, [](auto) { return 3 * 2 * 5; }));
    // One triangle of C: row i has i + 1 elements of k products and sums each.
    expect_leading(syrk_flops(kOrder, kVectors), sum(kOrder, [](auto i) { return (i + 1) * 2 * kVectors; }));
    expect_leading(syr2k_flops(kOrder, kVectors), sum(kOrder, [](auto i) { return (i + 1) * 4 * kVectors; }));
    expect_leading(symm_flops(kOrder, kVectors), sum(kOrder, [](auto) { return 2 * kOrder * kVectors; }));
    // Row i of a triangle has i elements off the diagonal.
    expect_leading(trmm_flops(kOrder, kVectors), sum(kOrder, [](auto i) { return (2 * i + 1) * kVectors; }));
    expect_leading(trsm_flops(kOrder, kVectors), sum(kOrder, [](auto i) { return (2 * i + 1) * kVectors; }));
}

TEST(Flops, OfFactorizationsAreThoseOfElimination) {
    for (const std::int64_t m : {kOrder / 2, kOrder, 3 * kOrder})
        expect_leading(getrf_flops(m, kOrder), sum(std::min(m, kOrder), [m](auto j) {
                           return (m - j - 1) * (1 + 2 * (kOrder - j - 1));
                       }));
    // Two triangles, one of them with divisions.
    expect_leading(getrs_flops(kOrder, kVectors), sum(kOrder, [](auto i) { return (4 * i + 1) * kVectors; }));
    EXPECT_DOUBLE_EQ(gesv_flops(kOrder, kVectors),
                     getrf_flops(kOrder, kOrder) + getrs_flops(kOrder, kVectors));
    // Column j of L: a root, divisions, and one triangle of what is behind it.
    expect_leading(potrf_flops(kOrder),
                   sum(kOrder, [](auto j) { return (kOrder - j) + (kOrder - j - 1) * (kOrder - j); }));
    EXPECT_DOUBLE_EQ(posv_flops(kOrder, kVectors), potrf_flops(kOrder) + potrs_flops(kOrder, kVectors));
}

TEST(Flops, TakeWholeNumbersAndOthers) {
    EXPECT_DOUBLE_EQ(getrf_flops(3, 3), 18);
    EXPECT_DOUBLE_EQ(getrf_flops(std::int64_t{5}, 0), 0);
    EXPECT_DOUBLE_EQ(gemm_flops(1.5, 2.0, 4.0), 24);
    // Beyond whole numbers of 64 bits.
    EXPECT_DOUBLE_EQ(gemm_flops(std::int64_t{1} << 31, std::int64_t{1} << 31, std::int64_t{1} << 31), 0x1p94);
}

}  // namespace
}  // namespace hg
