#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/matrix_windows.hpp"
#include "support/test_devices.hpp"
#include <hg/blas/registers/rank_update.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using kernels::RankUpdate;
using test::HostVector;
using test::VectorRun;
using test::WindowedMatrix;

class RegisterRankUpdate : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// An update, and the operands that it is made with.
    struct Case {
        RankUpdate operation;
        bool upper;
        std::int64_t m, n, inc_x, inc_y;
        RankUpdateOptions options;
        bool aligned;

        [[nodiscard]] bool has(std::int64_t i, std::int64_t j) const {
            return operation == RankUpdate::ger || (upper ? i <= j : i >= j);
        }
        [[nodiscard]] std::string text() const {
            return std::string(kernels::name(operation)) + (upper ? " upper " : " ") + std::to_string(m) +
                   "x" + std::to_string(n) + " incx=" + std::to_string(inc_x) +
                   " incy=" + std::to_string(inc_y) + (aligned ? " aligned" : "");
        }
    };

    template <class T>
    static void update(const Case& c, const Coefficient& alpha, HostVector<T>& x, HostVector<T>& y,
                       WindowedMatrix<T>& A) {
        VectorRun run(*machine_);
        const RegisterId rx = run.vector(x), ry = run.vector(y), ra = A.in(run);
        const Uplo uplo = c.upper ? Uplo::upper : Uplo::lower;
        if (c.operation == RankUpdate::ger)
            ger(run.builder, alpha, rx, ry, ra, c.options);
        else if (c.operation == RankUpdate::syr)
            syr(run.builder, uplo, alpha, rx, ra, c.options);
        else
            syr2(run.builder, uplo, alpha, rx, ry, ra, c.options);
        run.run();
    }

    /// Elements of the update are within 4 eps of the sum of the magnitudes of their terms. All others stay.
    template <class T>
    static void check(const Case& c) {
        HostVector<T> x(c.m, c.inc_x, 1), y(c.n, c.inc_y, 2);
        WindowedMatrix<T> A(c.m, c.n, c.aligned, 3);
        if (c.operation != RankUpdate::ger) A.corrupt_other_triangle(c.upper);
        WindowedMatrix<T> wanted = A;
        update<T>(c, 0.75, x, y, A);
        const auto of_x = [&](std::int64_t i) -> long double {
            return x[c.options.x_reversed ? c.m - 1 - i : i];
        };
        const auto of_y = [&](std::int64_t i) -> long double {
            return c.operation == RankUpdate::syr ? of_x(i) : y[c.options.y_reversed ? c.n - 1 - i : i];
        };
        for (std::int64_t j = 0; j < c.n; ++j)
            for (std::int64_t i = 0; i < c.m; ++i) {
                if (!c.has(i, j)) continue;
                const long double first = 0.75L * of_x(i) * of_y(j);
                const long double second = c.operation == RankUpdate::syr2 ? 0.75L * of_y(i) * of_x(j) : 0.0L;
                const long double value = wanted(i, j) + first + second;
                const long double scale = std::fabs(wanted(i, j)) + std::fabs(first) + std::fabs(second);
                ASSERT_NEAR(A(i, j), static_cast<double>(value),
                            4 * std::numeric_limits<T>::epsilon() * static_cast<double>(scale))
                    << c.text() << ", A(" << i << ", " << j << ")";
                wanted(i, j) = A(i, j);
            }
        EXPECT_TRUE(test::same_elements(A.whole.data, wanted.whole.data)) << c.text() << ": wrote elsewhere";
    }

    template <class T>
    static void check_all(const RankUpdateOptions& options) {
        const RankUpdateOptions x_reversed{true, false, options.blocking};
        const RankUpdateOptions both_reversed{true, true, options.blocking};
        for (const auto& [m, n] : {std::pair{1, 1}, {3, 70}, {128, 64}, {300, 131}}) {
            check<T>({RankUpdate::ger, false, m, n, 1, 1, options, true});
            check<T>({RankUpdate::ger, false, m, n, 2, 1, x_reversed, true});
            check<T>({RankUpdate::ger, false, m, n, 1, 3, both_reversed, false});
        }
        for (const auto operation : {RankUpdate::syr, RankUpdate::syr2})
            for (const bool upper : {false, true}) {
                if (sizeof(T) == 4 && upper != (operation == RankUpdate::syr))
                    continue;  // compilers take long
                for (const int n : {1, 33, 256, 301}) {
                    check<T>({operation, upper, n, n, 1, 1, options, true});
                    check<T>({operation, upper, n, n, 3, 2, x_reversed, false});
                }
            }
    }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterRankUpdate::machine_;

// With the blocking of the device, and with one like those of GPUs.
TEST_F(RegisterRankUpdate, AddsProductsF64) {
    check_all<double>({});
}
TEST_F(RegisterRankUpdate, AddsProductsF32) {
    check_all<float>({.blocking = kernels::RankUpdateBlocking{2, 16, 8, 2}});
}

TEST_F(RegisterRankUpdate, CoefficientsStayOnTheDevice) {
    HostVector<double> x(40, 1, 4), y(40, 1, 5);
    WindowedMatrix<double> A(40, 40, true, 6);
    const WindowedMatrix<double> old = A;
    std::vector<double> first{73}, second{8.5};
    VectorRun run(*machine_);
    const RegisterId rx = run.vector(x), ry = run.vector(y), ra = A.in(run);
    const RegisterId a = run.matrix(first, 1, 1), b = run.matrix(second, 1, 1);
    ger(run.builder, a, rx, ry, ra);
    ger(run.builder, {-2.0, a, b}, rx, ry, ra);
    run.run();
    for (std::int64_t j = 0; j < 40; ++j)
        for (std::int64_t i = 0; i < 40; ++i)
            ASSERT_NEAR(A(i, j), old(i, j) + (73 - 2 * 73 / 8.5) * x[i] * y[j], 1e-13) << i << ", " << j;
}

// As in the reference BLAS: columns whose factor is 0 stay, whatever the other vector holds, and so does all with alpha = 0.
TEST_F(RegisterRankUpdate, NaNAndInfSpreadAsInBlas) {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    const std::int64_t n = 150;
    for (const auto operation : kernels::kRankUpdates) {
        const Case c{operation, false, n, n, 1, 1, {}, true};
        HostVector<double> x(n, 1, 7), y(n, 1, 8);
        x[140] = nan;
        x[141] = inf;
        x[3] = y[3] = 0;
        y[100] = 0;
        WindowedMatrix<double> A(n, n, true, 9);
        const WindowedMatrix<double> old = A;
        update<double>(c, 0.0, x, y, A);
        EXPECT_EQ(A.whole.data, old.whole.data) << c.text();
        update<double>(c, 1.0, x, y, A);
        EXPECT_EQ(A(140, 3), old(140, 3)) << c.text();
        EXPECT_EQ(A(141, 3), old(141, 3)) << c.text();
        EXPECT_TRUE(std::isnan(A(140, 4))) << c.text();
        EXPECT_TRUE(std::isinf(A(141, 4))) << c.text();
        EXPECT_FALSE(std::isnan(A(139, 4))) << c.text();
        if (operation == RankUpdate::ger)
            EXPECT_EQ(A(140, 100), old(140, 100)) << "y(100) is 0";
        else
            EXPECT_TRUE(std::isnan(A(140, 100))) << c.text() << ": x(100) is not 0";
    }
}

TEST_F(RegisterRankUpdate, RefusesWhatDoesNotFit) {
    ProgramBuilder builder(machine_->target());
    const auto reg = [&](ElementType type, std::int64_t rows, std::int64_t cols) {
        return builder.reg(0, type, rows, cols);
    };
    const RegisterId x = reg(ElementType::f64, 32, 1), y = reg(ElementType::f64, 1, 5);
    const RegisterId A = reg(ElementType::f64, 32, 5), square = reg(ElementType::f64, 32, 32);
    const RegisterId number = reg(ElementType::f64, 1, 1), f32 = reg(ElementType::f32, 32, 5);
    const RegisterId column = builder.window(square, 0, 1, 32, 1);
    const auto code = [](const auto& append) {
        try {
            append();
        } catch (const Error& error) {
            return error.code();
        }
        return ErrorCode::io;
    };
    const std::size_t before = builder.size();
    EXPECT_EQ(code([&] { ger(builder, 1.0, y, x, A); }), ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { ger(builder, A, x, y, A); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { ger(builder, x, x, x, square); }), ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { ger(builder, 1.0, x, y, f32); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { ger(builder, {1.0, kNoRegister, number}, x, y, A); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { ger(builder, 1.0, number, number, number); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { syr(builder, Uplo::lower, 1.0, x, A); }), ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { syr(builder, Uplo::lower, 1.0, column, square); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { syr2(builder, Uplo::upper, 1.0, x, y, square); }), ErrorCode::invalid_program);
    EXPECT_EQ(builder.size(), before);
    ger(builder, 1.0, x, x, square);
    syr2(builder, Uplo::upper, 1.0, x, x, square);
    EXPECT_EQ(builder.size(), before + 2) << "x may be y";
}

}  // namespace
}  // namespace hg
