// Level 2 of BLAS: what is read and what NaN and Inf reach, on devices and on the CPU. Against the rules:
// tests/unit/blas_vectors.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "support/complex_samples.hpp"
#include "support/test_devices.hpp"
#include "support/two_sessions.hpp"
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

template <class T>
class Level2 : public testing::Test {};
TYPED_TEST_SUITE(Level2, test::ElementsOfBlas);

/// A NaN, of complex elements in one part, reaches the elements that the formula takes it for, and no others.
TYPED_TEST(Level2, ANaNSpreadsAsInTheSums) {
    using T = TypeParam;
    for (const bool devices : {true, false})
        for (const Layout layout : {Layout::col_major, Layout::row_major})
            for (const Op op : {Op::none, Op::trans, Op::conj_trans}) {
                test::Matrix<T> A(layout, 6, 6, 2, 1);
                A(2, 4) = test::not_a_number<T>();
                const test::Matrix<T> x(layout, 6, 1, 0, 2);
                test::Matrix<T> y(layout, 6, 1, 0, 3);
                gemv<T>(test::session_on(devices), layout, op, 6, 6, test::element_of<T>({1, 1}),
                        A.data.data(), A.ld, x.data.data(), 1, T(2), y.data.data(), 1);
                for (std::int64_t i = 0; i < 6; ++i) {
                    const T found = y(i, 0);
                    const bool is_nan =
                        std::isnan(std::real(found)) && (RealElement<T> || std::isnan(std::imag(found)));
                    EXPECT_EQ(is_nan, i == (op == Op::none ? 2 : 4)) << i;
                }
            }
}

TYPED_TEST(Level2, AlphaOfZeroReadsNoFactor) {
    using T = TypeParam;
    for (const bool devices : {true, false})
        for (const T beta : {T(0), T(2)}) {
            const auto expect = [&](const auto& multiply) {
                const test::Matrix<T> before(Layout::col_major, 5, 1, 0, 1);
                test::Matrix<T> y = before;
                if (beta == T(0)) y(0, 0) = test::not_a_number<T>();
                multiply(test::session_on(devices), y.data.data());
                for (std::int64_t i = 0; i < 5; ++i) EXPECT_EQ(y(i, 0), beta * before(i, 0)) << i;
            };
            expect([&](Session& session, T* y) {
                gemv<T>(session, Layout::col_major, Op::none, 5, 3, T(0), nullptr, 5, nullptr, 1, beta, y, 1);
            });
            expect([&](Session& session, T* y) {
                if constexpr (RealElement<T>)
                    symv<T>(session, Layout::col_major, Uplo::lower, 5, T(0), nullptr, 5, nullptr, 1, beta, y,
                            1);
                else
                    hemv<T>(session, Layout::col_major, Uplo::lower, 5, T(0), nullptr, 5, nullptr, 1, beta, y,
                            1);
            });
        }
}

template <class T>
class HermitianLevel2 : public testing::Test {};
using HermitianTypes = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(HermitianLevel2, HermitianTypes);

/// A real factor, as alpha of her is, does not multiply as a complex number would: an infinite part stays in
/// its part.
TYPED_TEST(HermitianLevel2, RealFactorsMultiplyEachPart) {
    using T = TypeParam;
    using Part = RealOf<T>;
    constexpr Part kInf = std::numeric_limits<Part>::infinity();
    for (const Layout layout : {Layout::col_major, Layout::row_major}) {
        const std::vector<T> x{T(kInf, 1), T(1)};
        std::vector<T> A(4, T(1));
        her<T>(test::session_on(true), layout, Uplo::lower, 2, Part{2}, x.data(), 1, A.data(), 2);
        const T below = A[layout == Layout::col_major ? 1 : 2];
        EXPECT_EQ(below.real(), kInf) << "2 conj(x(0)) is (Inf, -2)";
    }
}

TEST(Level2Names, AreThoseOfBlas) {
    const std::vector<double> A{1, 2, 3, 4}, x{1, 1};
    std::vector<double> y{0, 0};
    hg::dgemv(Layout::col_major, Op::none, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<double>{4, 6}));
    hg::dgemv(Layout::row_major, Op::none, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<double>{3, 7}));
    std::vector<float> B{0, 0, 0, 0};
    const std::vector<float> u{1, 2}, v{3, 4};
    hg::sger(Layout::row_major, 2, 2, 1, u.data(), 1, v.data(), 1, B.data(), 2);
    EXPECT_EQ(B, (std::vector<float>{3, 4, 6, 8}));
}

TEST(Level2Names, OfComplexElementsToo) {
    using Z = std::complex<double>;
    using C = std::complex<float>;
    const std::vector<Z> A{1, {0, 2}, 3, 4}, x{1, {0, 1}};
    std::vector<Z> y{0, 0};
    hg::zgemv(Layout::col_major, Op::conj_trans, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<Z>{3, {3, 4}}));
    hg::zgemv(Layout::row_major, Op::conj_trans, 2, 2, 1, A.data(), 2, x.data(), 1, 0, y.data(), 1);
    EXPECT_EQ(y, (std::vector<Z>{{1, 3}, {0, 2}}));
    std::vector<C> B{0, 0, 0, 0};
    const std::vector<C> u{1, 2}, v{3, {0, 4}};
    hg::cgerc(Layout::row_major, 2, 2, 1, u.data(), 1, v.data(), 1, B.data(), 2);
    EXPECT_EQ(B, (std::vector<C>{3, {0, -4}, 6, {0, -8}}));
}

}  // namespace
}  // namespace hg
