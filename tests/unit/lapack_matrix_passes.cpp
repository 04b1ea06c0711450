#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "lapack/common/transpose.hpp"
#include "lapack/refine/mixed_precision.hpp"
#include "lapack/solve/safe_scale.hpp"

namespace hg {
namespace {

// What gels, dsgesv and dsposv do with whole matrices on the host.

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

TEST(MatrixPasses, AdjoinConjugatesToo) {
    using C64 = std::complex<double>;
    constexpr std::int64_t kRows = 37, kCols = 70;
    std::vector<C64> from, to(static_cast<std::size_t>(kRows * kCols)), moved = to;
    for (std::int64_t i = 0; i < kRows * kCols; ++i)
        from.emplace_back(static_cast<double>(i), 1.0 - static_cast<double>(i % 3));
    adjoin(kRows, kCols, from.data(), kRows, to.data(), kCols);
    transpose(kRows, kCols, from.data(), kRows, moved.data(), kCols);
    for (std::int64_t i = 0; i < kRows; ++i)
        for (std::int64_t j = 0; j < kCols; ++j) {
            const C64 x = from[static_cast<std::size_t>(i + j * kRows)];
            ASSERT_EQ(moved[static_cast<std::size_t>(j + i * kCols)], x);
            ASSERT_EQ(to[static_cast<std::size_t>(j + i * kCols)], std::conj(x));
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

/// Magnitudes decide, which are larger than parts; but not those that overflow.
TEST(MatrixPasses, ComplexElementsAreScaledByTheirMagnitudes) {
    using C64 = std::complex<double>;
    const auto scaled = [](C64 x) {
        std::vector<C64> elements{0.1 * x, x, 0.5 * x};
        const SafeScale<C64> scale(3, 1, elements.data(), 3);
        scale.apply(3, 1, elements.data(), 3);
        const C64 safe = elements[1];
        scale.undo(3, 1, elements.data(), 3);
        EXPECT_LE(std::abs(elements[1] / 4.0 - x / 4.0), 1e-15 * std::abs(x / 4.0));
        return safe;
    };
    EXPECT_NEAR(std::abs(scaled({3e-300, 4e-300})) / kSmall, 1, 1e-15);
    EXPECT_NEAR(std::abs(scaled({3e300, -4e300})) * kSmall, 1, 1e-15);
    // Parts alone would call these too small, or safe.
    EXPECT_EQ(scaled({0.9 * kSmall, 0.9 * kSmall}), C64(0.9 * kSmall, 0.9 * kSmall));
    EXPECT_NEAR(std::abs(scaled({0.9 / kSmall, 0.9 / kSmall})) * kSmall, 1, 1e-15);
    constexpr double kMost = std::numeric_limits<double>::max();
    EXPECT_NEAR(scaled({0.9 * kMost, 0.9 * kMost}).real() * kSmall, 0.9, 1e-15);
    EXPECT_EQ(scaled({0, 1}), C64(0, 1));
    const C64 none{};
    EXPECT_TRUE(SafeScale<C64>(1, 1, &none, 1).all_zero());
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

/// One triangle of a symmetric matrix, NaN in the other one, and 3 more elements between columns.
struct TriangleSample {
    TriangleSample(Uplo which, std::int64_t order)
        : uplo(which), n(order), ld(order + 3), elements(static_cast<std::size_t>(ld * order), kGap) {
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                at(i, j) = counts(i, j) ? static_cast<double>((i + 3) * (j + 5) % 17) - 8 : kNoNumber;
    }
    [[nodiscard]] bool counts(std::int64_t i, std::int64_t j) const {
        return i == j || (i < j) == (uplo == Uplo::upper);
    }
    double& at(std::int64_t i, std::int64_t j) { return elements[static_cast<std::size_t>(i + j * ld)]; }

    static constexpr double kGap = 1e305;
    static constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
    Uplo uplo;
    std::int64_t n, ld;
    std::vector<double> elements;
};

/// 700 rows are more than one thread's.
TEST(MatrixPasses, NormOfASymmetricMatrixReadsOneTriangle) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const std::int64_t n : {0, 1, 2, 33, 700}) {
            TriangleSample a(uplo, n);
            double expected = 0;
            for (std::int64_t i = 0; i < n; ++i) {
                double sum = 0;
                for (std::int64_t j = 0; j < n; ++j)
                    sum += std::fabs(a.counts(i, j) ? a.at(i, j) : a.at(j, i));
                expected = std::max(expected, sum);
            }
            EXPECT_EQ(self_adjoint_norm(uplo, n, a.elements.data(), a.ld), expected) << n;
            if (n < 2) continue;
            (uplo == Uplo::lower ? a.at(n - 1, 0) : a.at(0, n - 1)) = TriangleSample::kNoNumber;
            EXPECT_TRUE(std::isnan(self_adjoint_norm(uplo, n, a.elements.data(), a.ld))) << n;
        }
}

TEST(MatrixPasses, OneTriangleIsRoundedToSinglePrecision) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const std::int64_t n : {1, 2, 33, 700}) {
            TriangleSample a(uplo, n);
            std::vector<float> rounded(static_cast<std::size_t>(n * n), -77);
            const auto round = [&] {
                return round_to_single(triangle(uplo, n), a.elements.data(), a.ld, rounded.data(), n);
            };
            EXPECT_TRUE(round());
            for (std::int64_t j = 0; j < n; ++j)
                for (std::int64_t i = 0; i < n; ++i)
                    ASSERT_EQ(rounded[static_cast<std::size_t>(i + j * n)],
                              a.counts(i, j) ? static_cast<float>(a.at(i, j)) : -77)
                        << i << ' ' << j;
            if (n > 1) {
                (uplo == Uplo::lower ? a.at(0, n - 1) : a.at(n - 1, 0)) = 1e39;
                EXPECT_TRUE(round()) << "the other triangle does not count";
            }
            (uplo == Uplo::lower ? a.at(n - 1, 0) : a.at(0, n - 1)) = -1e39;
            EXPECT_FALSE(round());
        }
}

}  // namespace
}  // namespace hg
