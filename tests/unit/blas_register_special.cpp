// What routines of level 2 on registers make of numbers that are not finite and of triangles that are hard to
// solve with, and that their sums have the same bits each time. Against the rules:
// tests/unit/blas_registers.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/complex_samples.hpp"
#include "support/matrix_windows.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>

namespace hg {
namespace {

using kernels::SymvBlocking;
using test::HostVector;
using test::Matrix;
using test::VectorRun;
using test::WindowedMatrix;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(),
                 kInfinity = std::numeric_limits<double>::infinity();

Machine& machine_of_registers() {
    static auto* const machine = new Machine(test::test_options());
    return *machine;
}

/// A few items, so that blocks have edges at small sizes.
kernels::GemvBlocking small_blocking(bool transpose, int split) {
    if (transpose)
        return {.row_items = 4, .column_items = 2, .vector = 2, .columns = 2, .unroll = 2, .split = split};
    return {.row_items = 4, .column_items = 4, .vector = 2, .rows = 2, .unroll = 2, .split = split};
}

TEST(RegisterGemv, SumsHaveTheSameBitsHoweverOperandsLie) {
    constexpr std::int64_t m = 131, n = 70;
    const auto product = [](Op op, std::int64_t inc_x, std::int64_t inc_y, bool aligned) {
        WindowedMatrix<double> A(m, n, aligned, 12);
        HostVector<double> x(op == Op::none ? n : m, std::abs(inc_x), 13),
            y(op == Op::none ? m : n, inc_y, 14);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i) A(i, j) = std::sin(static_cast<double>(i * n + j));
        for (std::int64_t i = 0; i < x.n; ++i)
            x[inc_x < 0 ? x.n - 1 - i : i] = std::cos(static_cast<double>(i));
        VectorRun run(machine_of_registers());
        const RegisterId ra = A.in(run), rx = run.vector(x), ry = run.vector(y);
        gemv(run.builder, op, 1.0, ra, rx, 0.0, ry,
             {.x_reversed = inc_x < 0, .blocking = small_blocking(op != Op::none, 1)});
        run.run();
        std::vector<double> result;
        for (std::int64_t i = 0; i < y.n; ++i) result.push_back(y[i]);
        return result;
    };
    for (const Op op : {Op::none, Op::trans}) {
        const std::vector<double> first = product(op, 1, 1, false);
        EXPECT_EQ(product(op, 1, 1, true), first) << "columns on boundaries";
        EXPECT_EQ(product(op, -2, 3, true), first) << "increments";
    }
}

// alpha = 0 leaves A and x out, and NaN spreads otherwise, zeros in x or not.
TEST(RegisterGemv, NaNSpreadsAsInBlas) {
    for (const int split : {1, 2})
        for (const bool is_known : {true, false}) {
            Matrix<double> a(Layout::col_major, 9, 8, 0, 9);
            HostVector<double> x(8, 1, 10), y(9, 1, 11);
            a(3, 5) = kNaN;
            x[5] = 0;
            const auto old = y;
            const auto multiply = [&](bool by_zero, double beta) {
                VectorRun run(machine_of_registers());
                std::vector<double> zero{0.0};
                const RegisterId ra = run.matrix(a.data, 9, 8), rx = run.vector(x), ry = run.vector(y);
                const RegisterId number = run.matrix(zero, 1, 1);
                const Coefficient alpha = !by_zero ? Coefficient(1.0) : is_known ? Coefficient(0.0) : number;
                gemv(run.builder, Op::none, alpha, ra, rx, beta, ry,
                     {.blocking = small_blocking(false, split)});
                run.run();
            };
            multiply(true, 2.0);
            for (std::int64_t i = 0; i < 9; ++i) ASSERT_EQ(y[i], 2 * old[i]) << "split " << split;
            multiply(false, 0.0);
            for (std::int64_t i = 0; i < 9; ++i) ASSERT_EQ(std::isnan(y[i]), i == 3) << "split " << split;
        }
}

template <class T>
void multiply_symmetric(Uplo uplo, double alpha, double beta, WindowedMatrix<T>& A, HostVector<T>& x,
                        HostVector<T>& y, const SymvOptions& options = {}) {
    VectorRun run(machine_of_registers());
    const RegisterId ra = A.in(run), rx = run.vector(x), ry = run.vector(y);
    symv(run.builder, uplo, alpha, ra, rx, beta, ry, options);
    run.run();
}

// As in the reference BLAS. Inf in x must not meet the zeros that stand for elements of the other triangle.
TEST(RegisterSymv, NaNAndInfSpreadAsInBlas) {
    const std::int64_t n = 45;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        WindowedMatrix<double> A(n, n, true, 8);
        HostVector<double> x(n, 1, 9), y(n, 1, 10);
        const auto expect = [&](double alpha, double beta, const std::string& what, const auto& is_right) {
            multiply_symmetric(uplo, alpha, beta, A, x, y);
            for (std::int64_t i = 0; i < n; ++i)
                EXPECT_TRUE(is_right(i, y[i]))
                    << what << ", " << static_cast<char>(uplo) << ", y(" << i << ")";
        };
        for (double& a : A.whole.data) a = 1 + std::fabs(a);
        x[10] = kInfinity;
        expect(1, 0, "Inf in x", [](auto, double y_i) { return y_i == kInfinity; });
        x[10] = 1;
        A(20, 20) = kNaN;
        expect(1, 0, "NaN in A", [](auto i, double y_i) { return std::isnan(y_i) == (i == 20); });
        for (std::int64_t i = 0; i < n; ++i) y[i] = i < 9 ? kNaN : 2;
        expect(0, 0.5, "alpha = 0", [](auto i, double y_i) { return i < 9 ? std::isnan(y_i) : y_i == 1; });
        expect(0, 0, "beta = 0", [](auto, double y_i) { return y_i == 0; });
    }
}

TEST(RegisterSymv, SumsHaveTheSameBitsForAllStrides) {
    const std::int64_t n = 100;
    const HostVector<float> x(n, 1, 11);
    const auto bits = [&](std::int64_t inc_x, bool aligned, const SymvBlocking& blocking) {
        WindowedMatrix<float> A(n, n, aligned, 12);
        HostVector<float> sx(n, inc_x, 1), y(n, 1, 13);
        for (std::int64_t i = 0; i < n; ++i) {
            sx[i] = x[i];
            for (std::int64_t j = 0; j < n; ++j) A(i, j) = static_cast<float>(std::sin(double(i + n * j)));
        }
        multiply_symmetric(Uplo::lower, 1.0, 0.0, A, sx, y, {.blocking = blocking});
        return y.matrix.data;
    };
    const SymvBlocking ahead{2, 16, 2, 4, 4, 4, 1, 4}, alone{8, 32, 1, 2, 1, 1, 0, 1};
    SymvBlocking later = ahead;
    later.prefetch = 0;
    for (const SymvBlocking& blocking : {ahead, alone}) {
        const auto first = bits(1, true, blocking);
        EXPECT_EQ(bits(1, true, blocking), first);
        EXPECT_EQ(bits(3, false, blocking), first);
    }
    EXPECT_EQ(bits(1, true, later), bits(1, true, ahead)) << "loads ahead change no sum";
}

// As in the reference BLAS: columns whose factor is 0 stay, whatever the other vector holds, and so does all
// with alpha = 0.
TEST(RegisterRankUpdate, NaNAndInfSpreadAsInBlas) {
    using kernels::RankUpdate;
    const std::int64_t n = 150;
    for (const auto operation : kernels::kRankUpdates) {
        SCOPED_TRACE(kernels::name(operation));
        HostVector<double> x(n, 1, 7), y(n, 1, 8);
        x[140] = kNaN;
        x[141] = kInfinity;
        x[3] = y[3] = 0;
        y[100] = 0;
        WindowedMatrix<double> A(n, n, true, 9);
        const WindowedMatrix<double> old = A;
        const auto update = [&](double alpha) {
            VectorRun run(machine_of_registers());
            const RegisterId rx = run.vector(x), ry = run.vector(y), ra = A.in(run);
            if (operation == RankUpdate::ger)
                ger(run.builder, alpha, rx, ry, ra);
            else if (operation == RankUpdate::syr)
                syr(run.builder, Uplo::lower, alpha, rx, ra);
            else
                syr2(run.builder, Uplo::lower, alpha, rx, ry, ra);
            run.run();
        };
        update(0);
        EXPECT_EQ(A.whole.data, old.whole.data);
        update(1);
        EXPECT_EQ(A(140, 3), old(140, 3));
        EXPECT_EQ(A(141, 3), old(141, 3));
        EXPECT_TRUE(std::isnan(A(140, 4)));
        EXPECT_TRUE(std::isinf(A(141, 4)));
        EXPECT_FALSE(std::isnan(A(139, 4)));
        if (operation == RankUpdate::ger)
            EXPECT_EQ(A(140, 100), old(140, 100)) << "y(100) is 0";
        else
            EXPECT_TRUE(std::isnan(A(140, 100))) << "x(100) is not 0";
    }
}

/// Small blocks and few work-groups, so that each has several rows of blocks; and a work-item that is a
/// work-group, as on CPUs.
constexpr kernels::TrsvBlocking kSmallSolve{
    .block = 16, .inner = 4, .vector = 2, .items = 16, .ahead = 2, .groups = 3};
constexpr kernels::TrsvBlocking kAloneSolve{
    .block = 16, .inner = 4, .vector = 2, .items = 1, .ahead = 0, .groups = 3};

/// A triangle of element(i, j, x), with x a random number, and NaN in the other triangle.
template <class T, class Element>
Matrix<T> triangle_of(Uplo uplo, std::int64_t n, unsigned seed, const Element& element) {
    Matrix<T> a(Layout::col_major, n, n, 0, seed);
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < n; ++i)
            a(i, j) =
                i == j || (i > j) == (uplo == Uplo::lower) ? element(i, j, a(i, j)) : test::not_a_number<T>();
    return a;
}

/// One that solves well.
template <class T>
Matrix<T> good_triangle(Uplo uplo, std::int64_t n) {
    return triangle_of<T>(uplo, n, 3, [n](auto i, auto j, T a) {
        const double real = std::real(a);
        return i == j ? a + test::element_of<T>(std::copysign(2, real))
                      : a / test::element_of<T>(std::sqrt(static_cast<double>(n)));
    });
}

template <class T>
HostVector<T> solution_of(Uplo uplo, Op op, Matrix<T> a, HostVector<T> x,
                          const std::optional<kernels::TrsvBlocking>& blocking) {
    VectorRun run(machine_of_registers());
    const RegisterId A = run.matrix(a.data, a.rows, a.cols), of_x = run.vector(x);
    trsv(run.builder, uplo, op, Diag::non_unit, A, of_x, {.blocking = blocking});
    run.run();
    return x;
}

/// Blocks of a triangle with a diagonal that falls by powers of two, one that solves well and a random one;
/// the largest |b - op(A) x| over |op(A)| |x| + |b|, element by element, in eps.
template <class T>
double error_of_blocks(Uplo uplo, Op op) {
    constexpr std::int64_t n = 75;
    const Matrix<T> a = triangle_of<T>(uplo, n, 6, [](auto i, auto j, T x) {
        if (i != j) return x;
        return i < 16 ? static_cast<T>(std::ldexp(1, static_cast<int>(-i)))
                      : x + std::copysign(T(i < 35 ? 8 : 1), x);
    });
    const HostVector<T> b(n, 1, 4), x = solution_of(uplo, op, a, b, kSmallSolve);
    double worst = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        long double residual = b[i], scale = std::fabs(b[i]);
        for (std::int64_t j = 0; j < n; ++j) {
            const long double element = op == Op::none ? a(i, j) : a(j, i);
            if (std::isnan(element)) continue;
            residual -= element * x[j];
            scale += std::fabs(element * x[j]);
        }
        const auto error = static_cast<double>(std::fabs(residual) / scale);
        worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
    }
    return worst / std::numeric_limits<T>::epsilon();
}

// Inverses of random triangles are not good enough as they are: what is in between 64 and the limit is
// refined, and of what is above it, here single blocks with a diagonal that falls by powers of two,
// substitution takes care.
TEST(RegisterTrsv, IsAsGoodAsSubstitutionWhateverTheDiagonalBlocks) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : {Op::none, Op::trans}) {
            EXPECT_LE(error_of_blocks<double>(uplo, op), 16)
                << static_cast<char>(uplo) << static_cast<char>(op);
            if (op == Op::none) {
                EXPECT_LE(error_of_blocks<float>(uplo, op), 16) << static_cast<char>(uplo);
            }
        }
}

// As in the reference BLAS: a zero on the diagonal gives Inf if x is not zero, and zeros in x meet nothing
// unless op(A) is A^T. What does not depend on such an element is right.
TEST(RegisterTrsv, SpreadsInfAndNanAsSubstitutionDoes) {
    constexpr std::int64_t n = 40;
    Matrix<double> a = good_triangle<double>(Uplo::lower, n);
    a(20, 20) = 0;
    a(37, 3) = kNaN;
    HostVector<double> b(n, 1, 4);
    for (std::int64_t i = 0; i < n; ++i) b[i] = i < 4 || i == 18 ? 0 : 1;
    for (const kernels::TrsvBlocking& blocking : {kSmallSolve, kAloneSolve}) {
        const HostVector<double> x = solution_of(Uplo::lower, Op::none, a, b, blocking);
        for (std::int64_t i = 0; i < 4; ++i) EXPECT_EQ(x[i], 0) << i;
        for (std::int64_t i = 4; i < 20; ++i) EXPECT_TRUE(std::isfinite(x[i])) << i;
        EXPECT_TRUE(std::isinf(x[20]));
        for (std::int64_t i = 21; i < n; ++i) EXPECT_FALSE(std::isfinite(x[i])) << i;

        HostVector<double> zeros = b;
        for (std::int64_t i = 0; i < n; ++i) zeros[i] = i < 21 ? 0 : 1;
        const HostVector<double> y = solution_of(Uplo::lower, Op::none, a, zeros, blocking);
        for (std::int64_t i = 0; i < n; ++i) EXPECT_TRUE(std::isfinite(y[i])) << i;
        for (std::int64_t i = 0; i < 21; ++i) EXPECT_EQ(y[i], 0) << i;

        const HostVector<double> across = solution_of(Uplo::lower, Op::trans, a, b, blocking);
        for (std::int64_t i = 21; i < n; ++i) EXPECT_TRUE(std::isfinite(across[i])) << i;
        EXPECT_TRUE(std::isnan(across[3])) << "zero times NaN is NaN";
        for (std::int64_t i = 0; i <= 20; ++i) EXPECT_FALSE(std::isfinite(across[i])) << i;
    }
}

template <class T>
class RegisterTrsvOfComplex : public testing::Test {};
using ComplexElements = testing::Types<std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(RegisterTrsvOfComplex, ComplexElements);

/// Zeros in x meet nothing unless op(A) is A^T, and a NaN in one part of x reaches what depends on it.
TYPED_TEST(RegisterTrsvOfComplex, MeetsNaNAsBlasDoes) {
    constexpr std::int64_t n = 40;
    const Matrix<TypeParam> good = good_triangle<TypeParam>(Uplo::lower, n);
    Matrix<TypeParam> a = good;
    for (std::int64_t i = 3; i < n; ++i) a(i, 2) = TypeParam(kNaN, 0);
    HostVector<TypeParam> b(n, 1, 2), c(n, 1, 3);
    b[0] = b[1] = b[2] = 0;
    c[20].imag(kNaN);
    const auto x = solution_of(Uplo::lower, Op::none, a, b, {}),
               y = solution_of(Uplo::lower, Op::none, good, c, {});
    for (std::int64_t i = 0; i < n; ++i) {
        EXPECT_FALSE(std::isnan(x[i].real()) || std::isnan(x[i].imag())) << i;
        EXPECT_EQ(std::isnan(y[i].real()) && std::isnan(y[i].imag()), i >= 20) << i;
    }
}

// Which work-group takes a row, and when, changes no bit.
TEST(RegisterTrsv, HasTheSameBitsEachTime) {
    constexpr std::int64_t n = 300;
    const Matrix<double> a = good_triangle<double>(Uplo::upper, n);
    const HostVector<double> b(n, 1, 4), first = solution_of(Uplo::upper, Op::none, a, b, kSmallSolve);
    for (int groups = 1; groups <= 20; ++groups) {
        kernels::TrsvBlocking other = kSmallSolve;
        other.groups = groups % 2 == 0 ? 3 : 7;
        EXPECT_EQ(solution_of(Uplo::upper, Op::none, a, b, other).matrix.data, first.matrix.data) << groups;
    }
}

}  // namespace
}  // namespace hg
