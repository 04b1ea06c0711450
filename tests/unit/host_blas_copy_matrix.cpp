#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "host_blas/copy_matrix.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg {
namespace {

/// A matrix of LAPACK with a gap behind each column; each element differs from all others.
template <class T>
struct CopySample {
    CopySample(std::int64_t rows, std::int64_t cols, float first)
        : m(rows), n(cols), ld(rows + 3), elements(static_cast<std::size_t>(ld * cols)) {
        for (T& element : elements) {
            element = static_cast<PartOf<T>>(first++);
            if constexpr (is_complex(element_type_of<T>())) element.imag(0.5F);
        }
    }

    T& operator()(std::int64_t i, std::int64_t j) { return elements[static_cast<std::size_t>(i + j * ld)]; }
    bool operator==(const CopySample&) const = default;

    std::int64_t m, n, ld;
    std::vector<T> elements;
};

template <class T>
T expected_copy(CpuOperation op, CopySample<T>& a, std::int64_t i, std::int64_t j) {
    if (op == CpuOperation::none) return a(i, j);
    if constexpr (is_complex(element_type_of<T>()))
        if (op == CpuOperation::conj_trans) return std::conj(a(j, i));
    return a(j, i);
}

bool has_element(TilePart part, std::int64_t i, std::int64_t j) {
    return part == TilePart::whole || (part == TilePart::lower ? i >= j : i <= j);
}

template <class T>
class CopyMatrix : public testing::Test {};

using Elements = testing::Types<float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(CopyMatrix, Elements);

/// Sizes below, at and above those of tiles and blocks, in both directions.
constexpr std::array kCopyShapes{std::pair{1, 1},   std::pair{5, 3},      std::pair{32, 32},
                                 std::pair{33, 65}, std::pair{1025, 140}, std::pair{140, 2100}};
constexpr std::array kCopyParts{TilePart::whole, TilePart::lower, TilePart::upper};
constexpr std::array kCopyOps{CpuOperation::none, CpuOperation::trans, CpuOperation::conj_trans};

TYPED_TEST(CopyMatrix, CopiesThePartAndNothingElse) {
    for (const auto& [m, n] : kCopyShapes)
        for (const TilePart part : kCopyParts)
            for (const CpuOperation op : kCopyOps) {
                const bool is_transposed = op != CpuOperation::none;
                CopySample<TypeParam> a(is_transposed ? n : m, is_transposed ? m : n, 1000), b(m, n, 1);
                CopySample<TypeParam> expected = b;
                for (std::int64_t j = 0; j < n; ++j)
                    for (std::int64_t i = 0; i < m; ++i)
                        if (has_element(part, i, j)) expected(i, j) = expected_copy(op, a, i, j);
                copy_matrix(part, op, m, n, &a(0, 0), a.ld, &b(0, 0), b.ld);
                EXPECT_TRUE(b == expected) << m << " x " << n << name(part) << static_cast<char>(op);
            }
}

TYPED_TEST(CopyMatrix, MirrorsATriangleInPlace) {
    constexpr std::int64_t kOrder = 150;
    for (const TilePart part : {TilePart::lower, TilePart::upper}) {
        CopySample<TypeParam> a(kOrder, kOrder, 1);
        for (std::int64_t i = 0; i < kOrder; ++i) a(i, i) = static_cast<PartOf<TypeParam>>(i);
        CopySample<TypeParam> expected = a;
        for (std::int64_t j = 0; j < kOrder; ++j)
            for (std::int64_t i = 0; i < kOrder; ++i)
                if (has_element(part, i, j))
                    expected(i, j) = expected_copy(CpuOperation::conj_trans, a, i, j);
        copy_matrix(part, CpuOperation::conj_trans, kOrder, kOrder, &a(0, 0), a.ld, &a(0, 0), a.ld);
        EXPECT_TRUE(a == expected) << name(part);
    }
}

TYPED_TEST(CopyMatrix, FindsWhatIsNotFinite) {
    using Part = PartOf<TypeParam>;
    for (const auto& [m, n] : kCopyShapes) {
        CopySample<TypeParam> a(m, n, 1);
        EXPECT_TRUE(all_finite(m, n, &a(0, 0), a.ld));
        a.elements.back() = std::numeric_limits<Part>::quiet_NaN();  // in the gap behind the last column
        EXPECT_TRUE(all_finite(m, n, &a(0, 0), a.ld));
        for (const Part value :
             {std::numeric_limits<Part>::infinity(), -std::numeric_limits<Part>::infinity(),
              std::numeric_limits<Part>::quiet_NaN()}) {
            TypeParam& element = a(m - 1, n / 2);
            const TypeParam before = element;
            if constexpr (is_complex(element_type_of<TypeParam>()))
                element.imag(value);
            else
                element = value;
            EXPECT_FALSE(all_finite(m, n, &a(0, 0), a.ld)) << value;
            element = before;
        }
    }
}

}  // namespace
}  // namespace hg
