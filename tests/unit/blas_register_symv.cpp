#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/matrix_windows.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/symv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using kernels::SymvBlocking;
using test::HostVector;
using test::VectorRun;
using test::WindowedMatrix;

class RegisterSymv : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// A product, and the operands that it is made with.
    struct Case {
        Uplo uplo;
        std::int64_t n, inc_x, inc_y;
        double beta;
        SymvOptions options;
        bool aligned;

        [[nodiscard]] std::string text() const {
            return std::string(uplo == Uplo::upper ? "upper" : "lower") + " n=" + std::to_string(n) +
                   " incx=" + std::to_string(inc_x) + " incy=" + std::to_string(inc_y) +
                   " beta=" + std::to_string(beta) + (aligned ? " aligned" : "");
        }
    };

    template <class T>
    static void multiply(const Case& c, const Coefficient& alpha, const Coefficient& beta,
                         WindowedMatrix<T>& A, HostVector<T>& x, HostVector<T>& y) {
        VectorRun run(*machine_);
        const RegisterId ra = A.in(run), rx = run.vector(x), ry = run.vector(y);
        symv(run.builder, c.uplo, alpha, ra, rx, beta, ry, c.options);
        run.run();
    }

    /// Elements are within 64 eps of the sum of the magnitudes of their terms. Nothing but y changes. The other triangle
    /// holds NaN, and so does y if beta is 0.
    template <class T>
    static void check(const Case& c) {
        WindowedMatrix<T> A(c.n, c.n, c.aligned, 1);
        const bool upper = c.uplo == Uplo::upper;
        A.corrupt_other_triangle(upper);
        HostVector<T> x(c.n, c.inc_x, 2), y(c.n, c.inc_y, 3);
        if (c.beta == 0)
            for (std::int64_t i = 0; i < c.n; ++i) y[i] = std::numeric_limits<T>::quiet_NaN();
        const WindowedMatrix<T> old_A = A;
        const HostVector<T> old_x = x;
        HostVector<T> wanted = y;
        multiply<T>(c, 0.75, c.beta, A, x, y);
        for (std::int64_t i = 0; i < c.n; ++i) {
            const std::int64_t place = c.options.y_reversed ? c.n - 1 - i : i;
            long double sum = c.beta == 0 ? 0 : c.beta * static_cast<long double>(wanted[place]);
            long double scale = std::fabs(sum);
            for (std::int64_t j = 0; j < c.n; ++j) {
                const long double a = (upper ? i <= j : i >= j) ? A(i, j) : A(j, i);
                const long double term = 0.75L * a * x[c.options.x_reversed ? c.n - 1 - j : j];
                sum += term;
                scale += std::fabs(term);
            }
            ASSERT_NEAR(y[place], static_cast<double>(sum),
                        64 * std::numeric_limits<T>::epsilon() * static_cast<double>(scale))
                << c.text() << ", y(" << i << ")";
            wanted[place] = y[place];
        }
        EXPECT_EQ(y.matrix.data, wanted.matrix.data) << c.text() << ": wrote between elements of y";
        EXPECT_EQ(x.matrix.data, old_x.matrix.data) << c.text();
        EXPECT_TRUE(test::same_elements(A.whole.data, old_A.whole.data)) << c.text();
    }

    template <class T>
    static void check_all(const std::optional<SymvBlocking>& blocking) {
        for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
            if (sizeof(T) == 4 && uplo == Uplo::lower) continue;  // compilers take long
            for (const int n : {1, 5, 32, 33, 300}) {
                check<T>({uplo, n, 1, 1, 0, {false, false, blocking}, true});
                check<T>({uplo, n, 1, 2, -0.5, {true, false, blocking}, true});
                check<T>({uplo, n, 3, 1, 1.5, {false, true, blocking}, false});
            }
        }
    }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterSymv::machine_;

// With the blocking of the device, and with smaller tiles, alone or above each other, whose patches are loaded ahead or not.
TEST_F(RegisterSymv, MultipliesF64) {
    check_all<double>({});
}
TEST_F(RegisterSymv, MultipliesF32) {
    check_all<float>(SymvBlocking{2, 16, 1, 3, 4, 4, 1, 4});
}
TEST_F(RegisterSymv, MultipliesF32InTowers) {
    check_all<float>(SymvBlocking{4, 16, 4, 8, 4, 4, 0, 4});
}

TEST_F(RegisterSymv, CoefficientsStayOnTheDevice) {
    const std::int64_t n = 40;
    WindowedMatrix<double> A(n, n, true, 4);
    HostVector<double> x(n, 1, 5), y(n, 1, 6), z(n, 1, 7);
    const HostVector<double> old_y = y, old_z = z;
    std::vector<double> first{3}, second{-4};
    VectorRun run(*machine_);
    const RegisterId ra = A.in(run), rx = run.vector(x), ry = run.vector(y), rz = run.vector(z);
    const RegisterId a = run.matrix(first, 1, 1), b = run.matrix(second, 1, 1);
    symv(run.builder, Uplo::lower, {2.0, a, b}, ra, rx, b, ry);
    symv(run.builder, Uplo::lower, a, ra, rx, {0.5, b, a}, rz);
    run.run();
    for (std::int64_t i = 0; i < n; ++i) {
        double product = 0;
        for (std::int64_t j = 0; j < n; ++j) product += (i >= j ? A(i, j) : A(j, i)) * x[j];
        ASSERT_NEAR(y[i], -1.5 * product - 4 * old_y[i], 1e-12) << i;
        ASSERT_NEAR(z[i], 3 * product - 2.0 / 3 * old_z[i], 1e-12) << i;
    }
}

// As in the reference BLAS. Inf in x must not meet the zeros that stand for elements of the other triangle.
TEST_F(RegisterSymv, NaNAndInfSpreadAsInBlas) {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    const std::int64_t n = 45;
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        const Case c{uplo, n, 1, 1, 0, {}, true};
        WindowedMatrix<double> A(n, n, true, 8);
        HostVector<double> x(n, 1, 9), y(n, 1, 10);
        for (double& a : A.whole.data) a = 1 + std::fabs(a);
        x[10] = inf;
        multiply<double>(c, 1.0, 0.0, A, x, y);
        for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(y[i], inf) << c.text() << ", y(" << i << ")";
        x[10] = 1;
        A(20, 20) = nan;
        multiply<double>(c, 1.0, 0.0, A, x, y);
        for (std::int64_t i = 0; i < n; ++i)
            EXPECT_EQ(std::isnan(y[i]), i == 20) << c.text() << ", y(" << i << ")";
        for (std::int64_t i = 0; i < n; ++i) y[i] = i < 9 ? nan : 2;
        multiply<double>(c, 0.0, 0.5, A, x, y);
        for (std::int64_t i = 0; i < n; ++i)
            EXPECT_TRUE(i < 9 ? std::isnan(y[i]) : y[i] == 1) << c.text() << ": alpha = 0, y(" << i << ")";
        multiply<double>(c, 0.0, 0.0, A, x, y);
        for (std::int64_t i = 0; i < n; ++i) EXPECT_EQ(y[i], 0) << c.text() << ": beta = 0, y(" << i << ")";
    }
}

TEST_F(RegisterSymv, SumsHaveTheSameBitsForAllStrides) {
    const std::int64_t n = 100;
    const HostVector<float> x(n, 1, 11);
    const auto bits = [&](std::int64_t inc_x, bool aligned, const SymvBlocking& blocking) {
        WindowedMatrix<float> A(n, n, aligned, 12);
        HostVector<float> sx(n, inc_x, 1), y(n, 1, 13);
        for (std::int64_t i = 0; i < n; ++i) {
            sx[i] = x[i];
            for (std::int64_t j = 0; j < n; ++j) A(i, j) = static_cast<float>(std::sin(double(i + n * j)));
        }
        multiply<float>({Uplo::lower, n, inc_x, 1, 0, {false, false, blocking}, aligned}, 1.0, 0.0, A, sx, y);
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

TEST_F(RegisterSymv, RefusesWhatDoesNotFit) {
    ProgramBuilder builder(machine_->target());
    const auto reg = [&](ElementType type, std::int64_t rows, std::int64_t cols) {
        return builder.reg(0, type, rows, cols);
    };
    const RegisterId A = reg(ElementType::f64, 32, 32), x = reg(ElementType::f64, 32, 1);
    const RegisterId y = reg(ElementType::f64, 1, 32), flat = reg(ElementType::f64, 32, 5);
    const RegisterId shorter = reg(ElementType::f64, 31, 1), number = reg(ElementType::f64, 1, 1);
    const RegisterId f32 = reg(ElementType::f32, 32, 1), column = builder.window(A, 0, 1, 32, 1);
    const auto code = [&](const Coefficient& alpha, RegisterId a, RegisterId rx, const Coefficient& beta,
                          RegisterId ry) {
        try {
            symv(builder, Uplo::lower, alpha, a, rx, beta, ry);
        } catch (const Error& error) {
            return error.code();
        }
        return ErrorCode::io;
    };
    const std::size_t before = builder.size();
    EXPECT_EQ(code(1.0, flat, x, 0.0, y), ErrorCode::invalid_program);
    EXPECT_EQ(code(1.0, A, shorter, 0.0, y), ErrorCode::invalid_program);
    EXPECT_EQ(code(1.0, A, x, 0.0, shorter), ErrorCode::invalid_program);
    EXPECT_EQ(code(0.0, A, x, 1.0, shorter), ErrorCode::invalid_program);
    EXPECT_EQ(code(1.0, A, x, x, y), ErrorCode::invalid_program) << "a coefficient is 1 x 1";
    EXPECT_EQ(code(1.0, A, x, 0.0, f32), ErrorCode::invalid_argument);
    EXPECT_EQ(code(1.0, A, x, 0.0, x), ErrorCode::invalid_argument);
    EXPECT_EQ(code(1.0, A, x, 0.0, column), ErrorCode::invalid_argument) << "y overlaps A";
    EXPECT_EQ(code(1.0, number, number, y, number), ErrorCode::invalid_argument);
    EXPECT_EQ(code({1.0, kNoRegister, number}, A, x, 0.0, y), ErrorCode::invalid_argument);
    EXPECT_EQ(builder.size(), before);
    EXPECT_EQ(code(1.0, A, column, number, y), ErrorCode::io) << "x may be part of A";
    EXPECT_EQ(builder.size(), before + 2);
}

}  // namespace
}  // namespace hg
