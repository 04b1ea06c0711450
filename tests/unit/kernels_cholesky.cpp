#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/cholesky/cholesky.hpp"
#include "support/lu_runs.hpp"

namespace hg::kernels {
namespace {

using test::InstructionRun;
using test::Matrix;

template <class T>
class KernelCholesky : public test::MachineTest {};

using RealTypes = testing::Types<double, float>;
TYPED_TEST_SUITE(KernelCholesky, RealTypes);

constexpr double kFirst = 1000;  ///< column of the matrix that blocks begin with

/// Its lower triangle is positive definite; NaN stands above.
template <class T>
Matrix<T> definite_block(std::int64_t n) {
    Matrix<T> a(Layout::col_major, n, n, 0, 1);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i <= j; ++i)
            a(i, j) = i == j ? static_cast<T>(n) : std::numeric_limits<T>::quiet_NaN();
    return a;
}

Matrix<std::int32_t> info_of(std::int32_t value) {
    Matrix<std::int32_t> info(Layout::col_major, 1, 1, 0, 1);
    info(0, 0) = value;
    return info;
}

/// Whether elements (i, j) of L L^T with j < cols are those of a.
template <class T>
void expect_product(const Matrix<T>& l, const Matrix<T>& rows_of, const Matrix<T>& a, std::int64_t cols,
                    bool triangular) {
    for (std::int64_t j = 0; j < cols; ++j)
        for (std::int64_t i = triangular ? j : 0; i < a.rows; ++i) {
            double sum = 0, size = 0;
            for (std::int64_t p = 0; p <= j; ++p) {
                sum += static_cast<double>(rows_of(i, p)) * static_cast<double>(l(j, p));
                size += std::fabs(static_cast<double>(rows_of(i, p)) * static_cast<double>(l(j, p)));
            }
            const double eps = std::numeric_limits<T>::epsilon();
            ASSERT_LE(std::fabs(sum - a(i, j)), 10 * std::sqrt(static_cast<double>(j + 1)) * eps * size)
                << i << ", " << j;
        }
}

TYPED_TEST(KernelCholesky, FactorsADiagonalBlockAndTheRowsBelow) {
    using T = TypeParam;
    for (const std::int64_t n : {std::int64_t{1}, std::int64_t{7}, std::int64_t{16}, std::int64_t{50},
                                 largest_cholesky(element_type_of<T>())}) {
        const Matrix<T> a = definite_block<T>(n);
        Matrix<T> l = a;
        Matrix<std::int32_t> info = info_of(0);
        InstructionRun(*this->machine_)
            .in_out(l)
            .in_out(info)
            .run(cholesky_diagonal(element_type_of<T>()), {kFirst});
        EXPECT_EQ(info(0, 0), 0);
        expect_product(l, l, a, n, true);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < j; ++i) ASSERT_TRUE(std::isnan(l(i, j)));
        const Matrix<T> below(Layout::col_major, 2 * n + 130, n, 1, 2);
        Matrix<T> l_below = below;
        InstructionRun(*this->machine_)
            .in(info)
            .in(l)
            .in_out(l_below)
            .run(cholesky_solve(element_type_of<T>()));
        expect_product(l, l_below, below, n, false);
    }
}

TYPED_TEST(KernelCholesky, SaysWhichPivotFailsAndKeepsWhatFollows) {
    using T = TypeParam;
    const std::int64_t n = 100;
    for (const std::int64_t at : {0, 40, 99})
        for (const T bad : {T{0}, T{-2}, std::numeric_limits<T>::quiet_NaN()}) {
            Matrix<T> a = definite_block<T>(n);
            a(at, at) = bad;
            Matrix<T> l = a;
            Matrix<std::int32_t> info = info_of(0);
            InstructionRun(*this->machine_)
                .in_out(l)
                .in_out(info)
                .run(cholesky_diagonal(element_type_of<T>()), {kFirst});
            EXPECT_EQ(info(0, 0), 1000 + at + 1);
            expect_product(l, l, a, at, true);
            EXPECT_FALSE(l(at, at) > 0);
            for (std::int64_t j = at; j < n; ++j)
                for (std::int64_t i = j + 1; i < n; ++i) ASSERT_EQ(l(i, j), a(i, j)) << i << ", " << j;
        }
}

TYPED_TEST(KernelCholesky, DoesNothingAfterAFailure) {
    using T = TypeParam;
    constexpr ElementType type = element_type_of<T>();
    const Matrix<T> a = [] {
        Matrix<T> x(Layout::col_major, 20, 20, 0, 3);
        for (std::int64_t i = 0; i < 20; ++i) x(i, i) = 9;
        return x;
    }();
    Matrix<T> got = a;
    Matrix<std::int32_t> info = info_of(3);
    InstructionRun(*this->machine_).in_out(got).in_out(info).run(cholesky_diagonal(type), {kFirst});
    EXPECT_EQ(info(0, 0), 3);
    InstructionRun(*this->machine_).in(info).in(a).in_out(got).run(cholesky_solve(type));
    EXPECT_EQ(got.data, a.data);

    Matrix<T> x = a;
    Matrix<std::int32_t> trusted(Layout::col_major, 2, 1, 0, 1);
    InstructionRun(*this->machine_).in(info).in_out(got).in_out(x).in_out(trusted).run(cholesky_skip(type));
    EXPECT_EQ(trusted.data, (std::vector<std::int32_t>{2, 2}));
    for (std::int64_t j = 0; j < 20; ++j)
        for (std::int64_t i = 0; i < 20; ++i) {
            EXPECT_EQ(got(i, j), i == j ? T{1} : T{0});
            EXPECT_EQ(x(i, j), T{0});
        }
    got = a;
    x = a;
    info = info_of(0);
    InstructionRun(*this->machine_).in(info).in_out(got).in_out(x).in_out(trusted).run(cholesky_skip(type));
    EXPECT_EQ(got.data, a.data);
    EXPECT_EQ(x.data, a.data);
}

}  // namespace
}  // namespace hg::kernels
