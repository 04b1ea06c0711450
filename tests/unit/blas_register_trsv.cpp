#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include "support/vector_runs.hpp"
#include <hg/blas/registers/trsv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::HostVector;
using test::Matrix;
using test::VectorRun;

struct Solve {
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t n = 1;
    std::int64_t inc = 1;
    bool reversed = false;
    std::int64_t gap = 0;  ///< of A, a window then

    [[nodiscard]] std::string text() const {
        return std::string{static_cast<char>(uplo), static_cast<char>(op), static_cast<char>(diag)} +
               " n=" + std::to_string(n) + " incx=" + std::to_string(inc) + (reversed ? " reversed" : "") +
               " gap=" + std::to_string(gap);
    }
    [[nodiscard]] bool inside(std::int64_t i, std::int64_t j) const {
        if (i == j) return diag == Diag::non_unit;
        return (i > j) == (uplo == Uplo::lower);
    }
};

/// Small blocks and few work-groups: several rows of blocks for each of them.
constexpr kernels::TrsvBlocking kSmall{
    .block = 16, .inner = 4, .vector = 2, .items = 16, .ahead = 2, .groups = 3};

/// A work-item is a work-group, as on CPUs.
constexpr kernels::TrsvBlocking kAlone{
    .block = 16, .inner = 4, .vector = 2, .items = 1, .ahead = 0, .groups = 3};

class RegisterTrsv : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// A triangle that solves well, with NaN wherever it must not be read.
    template <class T>
    static Matrix<T> triangle(const Solve& s, unsigned seed) {
        Matrix<T> a(Layout::col_major, s.n, s.n, 0, seed);
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.n; ++i)
                if (!s.inside(i, j))
                    a(i, j) = std::numeric_limits<T>::quiet_NaN();
                else if (i == j)
                    a(i, j) += std::copysign(T{2}, a(i, j));
                else
                    a(i, j) /= static_cast<T>(std::sqrt(static_cast<double>(s.n)));
        return a;
    }

    template <class T>
    static HostVector<T> solved(const Solve& s, const Matrix<T>& a, HostVector<T> x,
                                const std::optional<kernels::TrsvBlocking>& blocking) {
        VectorRun run(*machine_);
        Matrix<T> around(Layout::col_major, s.n + s.gap, s.n, 0, 5);
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.n; ++i) around(i, j) = a(i, j);
        const RegisterId A = run.matrix(around.data, around.rows, around.cols);
        const RegisterId of_x = run.vector(x);
        trsv(run.builder, s.uplo, s.op, s.diag, s.gap > 0 ? run.builder.window(A, 0, 0, s.n, s.n) : A, of_x,
             {.x_reversed = s.reversed, .blocking = blocking});
        run.run();
        return x;
    }

    /// The largest |b - op(A) x| over |op(A)| |x| + |b|, element by element, in eps.
    template <class T>
    static double backward_error(const Solve& s, const Matrix<T>& a, const HostVector<T>& b,
                                 const HostVector<T>& x) {
        double worst = 0;
        const auto place = [&](std::int64_t i) { return s.reversed ? s.n - 1 - i : i; };
        for (std::int64_t i = 0; i < s.n; ++i) {
            long double residual = b[place(i)], scale = std::fabs(b[place(i)]);
            for (std::int64_t j = 0; j < s.n; ++j) {
                const bool across = s.op != Op::none;
                const bool unit = i == j && s.diag == Diag::unit;
                if (!unit && !s.inside(across ? j : i, across ? i : j)) continue;
                const long double element = unit ? 1 : across ? a(j, i) : a(i, j);
                residual -= element * x[place(j)];
                scale += std::fabs(element * x[place(j)]);
            }
            const auto error = static_cast<double>(std::fabs(residual) / scale);
            worst = std::isnan(error) ? HUGE_VAL : std::max(worst, error);
        }
        return worst / std::numeric_limits<T>::epsilon();
    }

    template <class T>
    static void check(const Solve& s, const std::optional<kernels::TrsvBlocking>& blocking) {
        const Matrix<T> a = triangle<T>(s, 3);
        const HostVector<T> b(s.n, s.inc, 4);
        HostVector<T> x = solved(s, a, b, blocking);
        EXPECT_LE(backward_error(s, a, b, x), 16) << s.text();
        for (std::int64_t i = 0; i < s.n; ++i) x[i] = b[i];
        EXPECT_EQ(x.matrix.data, b.matrix.data) << s.text() << ": wrote between elements of x";
    }

    template <class T>
    static void check_blocks(Uplo uplo, Op op) {
        const Solve s{.uplo = uplo, .op = op, .n = 75};
        Matrix<T> a(Layout::col_major, s.n, s.n, 0, 6);
        for (std::int64_t j = 0; j < s.n; ++j)
            for (std::int64_t i = 0; i < s.n; ++i)
                if (!s.inside(i, j)) a(i, j) = std::numeric_limits<T>::quiet_NaN();
        for (std::int64_t i = 0; i < 16; ++i) a(i, i) = static_cast<T>(std::ldexp(1, static_cast<int>(-i)));
        for (std::int64_t i = 16; i < 35; ++i) a(i, i) += std::copysign(T{8}, a(i, i));
        for (std::int64_t i = 35; i < s.n; ++i) a(i, i) += std::copysign(T{1}, a(i, i));
        const HostVector<T> b(s.n, 1, 4);
        const HostVector<T> x = solved(s, a, b, kSmall);
        EXPECT_LE(backward_error(s, a, b, x), 16) << s.text();
    }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterTrsv::machine_;

TEST_F(RegisterTrsv, SolvesWithEveryTriangle) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : {Op::none, Op::trans})
            for (const Diag diag : {Diag::non_unit, Diag::unit})
                for (const Solve& s : {Solve{uplo, op, diag, 1}, Solve{uplo, op, diag, 13, 2, true},
                                       Solve{uplo, op, diag, 16, 1}, Solve{uplo, op, diag, 19, 3, false, 2},
                                       Solve{uplo, op, diag, 64, 1, true},
                                       Solve{uplo, op, diag, 171, 2, true, 3}, Solve{uplo, op, diag, 203}}) {
                    check<double>(s, kSmall);
                    if (op == Op::none) check<float>(s, kSmall);  // compilers take long
                    if (s.n == 171) check<double>(s, kAlone);
                    if (HasFailure()) return;
                }
}

// Inverses of random triangles are not good enough as they are: what is in between 64 and the limit is refined, and of
// what is above it, here single blocks with a diagonal that falls by powers of two, substitution takes care.
TEST_F(RegisterTrsv, IsAsGoodAsSubstitutionWhateverTheDiagonalBlocks) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : {Op::none, Op::trans}) {
            check_blocks<double>(uplo, op);
            if (op == Op::none) check_blocks<float>(uplo, op);
        }
}

// As in the reference BLAS: a zero on the diagonal gives Inf if x is not zero, and zeros in x meet nothing unless
// op(A) is A^T. What does not depend on such an element is right.
TEST_F(RegisterTrsv, SpreadsInfAndNanAsSubstitutionDoes) {
    const Solve s{.n = 40};
    Matrix<double> a = triangle<double>(s, 3);
    a(20, 20) = 0;
    a(37, 3) = std::numeric_limits<double>::quiet_NaN();
    HostVector<double> b(s.n, 1, 4);
    for (std::int64_t i = 0; i < s.n; ++i) b[i] = i < 4 || i == 18 ? 0 : 1;
    for (const kernels::TrsvBlocking& blocking : {kSmall, kAlone}) {
        const HostVector<double> x = solved(s, a, b, blocking);
        for (std::int64_t i = 0; i < 4; ++i) EXPECT_EQ(x[i], 0) << i;
        for (std::int64_t i = 4; i < 20; ++i) EXPECT_TRUE(std::isfinite(x[i])) << i;
        EXPECT_TRUE(std::isinf(x[20]));
        for (std::int64_t i = 21; i < s.n; ++i) EXPECT_FALSE(std::isfinite(x[i])) << i;

        HostVector<double> zeros = b;
        for (std::int64_t i = 0; i < s.n; ++i) zeros[i] = i < 21 ? 0 : 1;
        const HostVector<double> y = solved(s, a, zeros, blocking);
        for (std::int64_t i = 0; i < s.n; ++i) EXPECT_TRUE(std::isfinite(y[i])) << i;
        for (std::int64_t i = 0; i < 21; ++i) EXPECT_EQ(y[i], 0) << i;

        const HostVector<double> across =
            solved({.uplo = Uplo::lower, .op = Op::trans, .n = s.n}, a, b, blocking);
        for (std::int64_t i = 21; i < s.n; ++i) EXPECT_TRUE(std::isfinite(across[i])) << i;
        EXPECT_TRUE(std::isnan(across[3])) << "zero times NaN is NaN";
        for (std::int64_t i = 0; i <= 20; ++i) EXPECT_FALSE(std::isfinite(across[i])) << i;
    }
}

// Which work-group takes a row, and when, changes no bit.
TEST_F(RegisterTrsv, HasTheSameBitsEachTime) {
    const Solve s{.uplo = Uplo::upper, .n = 300};
    const Matrix<double> a = triangle<double>(s, 3);
    const HostVector<double> b(s.n, 1, 4);
    const HostVector<double> first = solved(s, a, b, kSmall);
    for (int groups = 1; groups <= 20; ++groups) {
        kernels::TrsvBlocking other = kSmall;
        other.groups = groups % 2 == 0 ? 3 : 7;
        EXPECT_EQ(solved(s, a, b, other).matrix.data, first.matrix.data) << groups;
    }
}

TEST_F(RegisterTrsv, RefusesWhatDoesNotFit) {
    ProgramBuilder builder(machine_->target());
    const auto reg = [&](ElementType type, std::int64_t rows, std::int64_t cols) {
        return builder.reg(0, type, rows, cols);
    };
    const RegisterId A = reg(ElementType::f64, 16, 16), wide = reg(ElementType::f64, 16, 17);
    const RegisterId x = reg(ElementType::f64, 16, 1), longer = reg(ElementType::f64, 17, 1);
    const RegisterId floats = reg(ElementType::f32, 16, 1), numbers = reg(ElementType::i32, 16, 16);
    const RegisterId row = builder.window(wide, 0, 1, 1, 16), left = builder.window(wide, 0, 0, 16, 16);
    const auto code = [&](RegisterId matrix, RegisterId vector) {
        try {
            trsv(builder, Uplo::lower, Op::none, Diag::unit, matrix, vector);
        } catch (const Error& error) {
            return error.code();
        }
        return ErrorCode::io;
    };
    const std::size_t before = builder.size();
    EXPECT_EQ(code(A, longer), ErrorCode::invalid_program);
    EXPECT_EQ(code(wide, x), ErrorCode::invalid_program);
    EXPECT_EQ(code(A, wide), ErrorCode::invalid_program);
    EXPECT_EQ(code(A, floats), ErrorCode::invalid_argument);
    EXPECT_EQ(code(numbers, x), ErrorCode::invalid_argument);
    EXPECT_EQ(code(A, A), ErrorCode::invalid_argument);
    EXPECT_EQ(code(left, row), ErrorCode::invalid_argument);
    EXPECT_EQ(builder.size(), before);
    EXPECT_EQ(code(left, builder.window(wide, 0, 16, 16, 1)), ErrorCode::io) << "it lies beside A";
}

TEST_F(RegisterTrsv, SolvesWithTheDefaultBlocking) {
    for (const Op op : {Op::none, Op::conj_trans})
        for (const std::int64_t n : {40, 500}) {
            check<double>({Uplo::lower, op, Diag::non_unit, n}, {});
            check<float>({Uplo::upper, op, Diag::unit, n, 1, true, 1}, {});
        }
}

}  // namespace
}  // namespace hg
