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
    // Column j of L^-1, and row j of L^-T L^-1: j + 1 elements of kOrder - j products each.
    expect_leading(potri_flops(kOrder), sum(kOrder, [](auto j) {
                       return (kOrder - j - 1) * (kOrder - j) + (j + 1) * (2 * (kOrder - j) - 1);
                   }));
    // Column j of U^-1 and of L^-1, and that of their product: j + 1 elements of kOrder - j products each,
    // and fewer and fewer below.
    expect_leading(getri_flops(kOrder), sum(kOrder, [](auto j) {
                       return j * (j + 1) + (kOrder - j - 1) * (kOrder - j) + 2 * (j + 1) * (kOrder - j) +
                              (kOrder - j - 1) * (kOrder - j);
                   }));
    EXPECT_DOUBLE_EQ(posv_flops(kOrder, kVectors), potrf_flops(kOrder) + potrs_flops(kOrder, kVectors));
}

/// A reflector of `rows` elements and a vector: a product and a sum for each, twice.
std::int64_t reflector_flops(std::int64_t rows, std::int64_t vectors) {
    return 4 * rows * vectors;
}

TEST(Flops, OfOrthogonalFactorsAreThoseOfReflectors) {
    for (const std::int64_t m : {kOrder / 2, kOrder, 3 * kOrder})
        expect_leading(geqrf_flops(m, kOrder), sum(std::min(m, kOrder), [m](auto j) {
                           return reflector_flops(m - j, kOrder - j - 1);
                       }));
    for (const std::int64_t k : {kOrder / 3, kOrder})
        expect_leading(ormqr_flops(kOrder, kVectors, k),
                       sum(k, [](auto j) { return reflector_flops(kOrder - j, kVectors); }));
    for (const std::int64_t n : {kOrder / 2, kOrder})
        for (const std::int64_t k : {n / 2, n})
            // From the last reflector to the first, each for what is behind it.
            expect_leading(orgqr_flops(kOrder, n, k),
                           sum(k, [n](auto j) { return reflector_flops(kOrder - j, n - j - 1); }));
    EXPECT_DOUBLE_EQ(gels_flops(kOrder, 50, 3),
                     geqrf_flops(kOrder, 50) + ormqr_flops(kOrder, 3, 50) + trsm_flops(50, 3));
    EXPECT_DOUBLE_EQ(gels_flops(50, kOrder, 3), gels_flops(kOrder, 50, 3));
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
