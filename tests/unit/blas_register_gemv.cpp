#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/gemv_runs.hpp"
#include "support/loaded_register.hpp"
#include "support/test_devices.hpp"
#include "support/tuned_samples.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using kernels::GemvBlocking;
using test::HostVector;
using test::HostWindow;
using test::LongSum;
using test::SignedVector;
using test::VectorRun;

/// How operands lie in memory, and what A x is multiplied by.
struct GemvForm {
    std::int64_t inc_x, inc_y, above = 0, gap = 0;
    double alpha = 1, beta = 0;
};

constexpr std::array kForms{GemvForm{1, 1, 0, 0, 1.0, 0.0}, GemvForm{2, -1, 16, 3, -0.75, 0.5},
                            GemvForm{-1, 3, 0, 7, 2.0, 0.0}, GemvForm{-3, -2, 16, 16, 1.5, -1.0}};

/// A few items, so that blocks have edges at small sizes.
GemvBlocking small_blocking(bool transpose, int split) {
    if (transpose)
        return {.row_items = 4, .column_items = 2, .vector = 2, .columns = 2, .unroll = 2, .split = split};
    return {.row_items = 4, .column_items = 4, .vector = 2, .rows = 2, .unroll = 2, .split = split};
}

class RegisterGemv : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    /// alpha op(A) x, of elements that depend on no form.
    static std::vector<double> product_of(Op op, const GemvForm& f) {
        const std::int64_t m = 131, n = 70;
        HostWindow<double> a(m, n, f.above, f.gap, 12);
        SignedVector<double> x(op == Op::none ? n : m, f.inc_x, 13), y(op == Op::none ? m : n, f.inc_y, 14);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < m; ++i) a(i, j) = std::sin(static_cast<double>(i * n + j));
        for (std::int64_t i = 0; i < x.n; ++i) x.at(i) = std::cos(static_cast<double>(i));
        VectorRun run(*machine_);
        const RegisterId ra = a.on(run), rx = run.vector(x), ry = run.vector(y);
        gemv(run.builder, op, 1.0, ra, rx, 0.0, ry,
             {.x_reversed = x.reversed,
              .y_reversed = y.reversed,
              .blocking = small_blocking(op != Op::none, 1)});
        run.run();
        std::vector<double> result;
        for (std::int64_t i = 0; i < y.n; ++i) result.push_back(y.at(i));
        return result;
    }

    template <class T>
    static void expect_product(Op op, std::int64_t m, std::int64_t n, const GemvForm& f,
                               const std::optional<GemvBlocking>& blocking) {
        const bool transpose = op != Op::none;
        const std::int64_t length = transpose ? m : n;
        const std::string text = std::string(1, static_cast<char>(op)) + " " + std::to_string(m) + " x " +
                                 std::to_string(n) + " incx=" + std::to_string(f.inc_x) +
                                 " incy=" + std::to_string(f.inc_y) + " gap=" + std::to_string(f.gap);
        HostWindow<T> a(m, n, f.above, f.gap, 1);
        SignedVector<T> x(length, f.inc_x, 2), y(transpose ? n : m, f.inc_y, 3);
        if (f.beta == 0)
            for (std::int64_t i = 0; i < y.n; ++i) y[i] = std::numeric_limits<T>::quiet_NaN();
        const auto old = y;
        VectorRun run(*machine_);
        const RegisterId ra = a.on(run), rx = run.vector(x), ry = run.vector(y);
        gemv(run.builder, op, f.alpha, ra, rx, f.beta, ry,
             {.x_reversed = x.reversed, .y_reversed = y.reversed, .blocking = blocking});
        run.run();
        auto wanted = old;
        for (std::int64_t i = 0; i < y.n; ++i) {
            LongSum sum;
            for (std::int64_t j = 0; j < length; ++j)
                sum.add(static_cast<long double>(f.alpha) * (transpose ? a(j, i) : a(i, j)) * x.at(j));
            if (f.beta != 0) sum.add(static_cast<long double>(f.beta) * old.at(i));
            ASSERT_TRUE(sum.is(y.at(i), length)) << text << ", y(" << i << ")";
            wanted.at(i) = y.at(i);
        }
        EXPECT_EQ(y.matrix.data, wanted.matrix.data) << text << ": wrote between elements of y";
    }

    using Shape = std::pair<std::int64_t, std::int64_t>;

    template <class T>
    static void check_products(const std::vector<Shape>& shapes) {
        std::size_t form = 0;
        for (const auto& [m, n] : shapes) {
            for (const Op op : {Op::none, Op::trans})
                for (const int split : {1, 3}) {
                    expect_product<T>(op, m, n, kForms[form++ % kForms.size()],
                                      small_blocking(op != Op::none, split));
                    if (HasFailure()) return;
                }
            ++form;  // other forms for the same op and split
        }
    }

    /// x := op(A) x, where NaN stands in the other triangle, and on a unit diagonal.
    template <class T>
    static void expect_triangle(Uplo uplo, Op op, Diag diag, std::int64_t n, const GemvForm& f,
                                const std::optional<GemvBlocking>& blocking) {
        const std::string text = std::string(1, static_cast<char>(uplo)) + static_cast<char>(op) +
                                 static_cast<char>(diag) + " n=" + std::to_string(n) +
                                 " incx=" + std::to_string(f.inc_x);
        HostWindow<T> a(n, n, f.above, f.gap, 4);
        SignedVector<T> x(n, f.inc_x, 5);
        for (std::int64_t j = 0; j < n; ++j)
            for (std::int64_t i = 0; i < n; ++i)
                if (i == j ? diag == Diag::unit : (i < j) != (uplo == Uplo::upper))
                    a(i, j) = std::numeric_limits<T>::quiet_NaN();
        const auto old = x;
        VectorRun run(*machine_);
        const RegisterId ra = a.on(run), rx = run.vector(x);
        trmv(run.builder, uplo, op, diag, ra, rx, {.x_reversed = x.reversed, .blocking = blocking});
        run.run();
        auto wanted = old;
        const bool first_ones = (uplo == Uplo::lower) == (op == Op::none);
        for (std::int64_t i = 0; i < n; ++i) {
            LongSum sum;
            sum.add(diag == Diag::unit ? old.at(i) : static_cast<long double>(a(i, i)) * old.at(i));
            for (std::int64_t j = first_ones ? 0 : i + 1; j < (first_ones ? i : n); ++j)
                sum.add(static_cast<long double>(op == Op::none ? a(i, j) : a(j, i)) * old.at(j));
            ASSERT_TRUE(sum.is(x.at(i), n)) << text << ", x(" << i << ")";
            wanted.at(i) = x.at(i);
        }
        EXPECT_EQ(x.matrix.data, wanted.matrix.data) << text << ": wrote between elements of x";
    }

    template <class T>
    static void check_triangles(const std::vector<std::int64_t>& orders) {
        std::size_t form = 0;
        for (const Op op : {Op::none, Op::trans})
            for (const std::int64_t n : orders) {
                for (const Uplo uplo : {Uplo::lower, Uplo::upper})
                    for (const Diag diag : {Diag::unit, Diag::non_unit}) {
                        expect_triangle<T>(uplo, op, diag, n, kForms[form++ % kForms.size()],
                                           small_blocking(op != Op::none, n > 100 ? 2 : 1));
                        if (HasFailure()) return;
                    }
                ++form;
            }
    }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterGemv::machine_;

TEST_F(RegisterGemv, ProductsF64) {
    check_products<double>({{1, 37}, {37, 1}, {5, 3}, {64, 64}, {63, 65}, {131, 70}, {1003, 20}, {20, 1003}});
}
// Fewer kernels: compilers take long.
TEST_F(RegisterGemv, ProductsF32) {
    check_products<float>({{131, 70}});
}

TEST_F(RegisterGemv, TrianglesF64) {
    check_triangles<double>({1, 2, 17, 64, 131, 200});
}
TEST_F(RegisterGemv, TrianglesF32) {
    check_triangles<float>({17, 64, 93});
}

// What suits the device: long parts of sums and of vectors, and sums that several work-groups share.
TEST_F(RegisterGemv, BlockingThatSuitsTheDevice) {
    for (const Op op : {Op::none, Op::trans}) {
        expect_product<double>(op, 700, 300, kForms[1], {});
        expect_product<double>(op, 1, 3000, kForms[2], {});
        // Fewer rows than a piece has by default.
        expect_product<float>(op, 3, 20, kForms[0],
                              GemvBlocking{.row_items = 2, .column_items = 2, .unroll = 1});
        expect_triangle<double>(Uplo::upper, op, Diag::non_unit, 601, kForms[0], {});
    }
}

TEST_F(RegisterGemv, SumsHaveTheSameBitsHoweverOperandsLie) {
    for (const Op op : {Op::none, Op::trans}) {
        const std::vector<double> first = product_of(op, {.inc_x = 1, .inc_y = 1, .gap = 5});
        EXPECT_EQ(product_of(op, {.inc_x = 1, .inc_y = 1, .gap = 0}), first) << "columns beside boundaries";
        EXPECT_EQ(product_of(op, {.inc_x = -2, .inc_y = 3, .above = 16, .gap = 5}), first) << "increments";
    }
}

TEST_F(RegisterGemv, CoefficientsStayOnTheDevice) {
    for (const int split : {1, 2}) {
        HostWindow<double> a(40, 30, 0, 0, 6);
        HostVector<double> x(30, 1, 7), y(40, 1, 8);
        const auto old = y;
        std::vector<double> three{3.0}, six{6.0};
        VectorRun run(*machine_);
        const RegisterId ra = a.on(run), rx = run.vector(x), ry = run.vector(y);
        const RegisterId of_three = run.matrix(three, 1, 1), of_six = run.matrix(six, 1, 1);
        gemv(run.builder, Op::none, {2.0, of_three, of_six}, ra, rx, of_three, ry,
             {.blocking = small_blocking(false, split)});  // y := A x + 3 y
        run.run();
        for (std::int64_t i = 0; i < 40; ++i) {
            LongSum sum;
            for (std::int64_t j = 0; j < 30; ++j) sum.add(static_cast<long double>(a(i, j)) * x[j]);
            sum.add(3.0L * old[i]);
            ASSERT_TRUE(sum.is(y[i], 30)) << "split " << split << ", y(" << i << ")";
        }
    }
}

// alpha = 0 leaves A and x out, and NaN spreads otherwise, zeros in x or not.
TEST_F(RegisterGemv, NaNSpreadsAsInBlas) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const int split : {1, 2})
        for (const bool is_known : {true, false}) {
            HostWindow<double> a(9, 8, 0, 0, 9);
            HostVector<double> x(8, 1, 10), y(9, 1, 11);
            a(3, 5) = nan;
            x[5] = 0;
            const auto old = y;
            VectorRun run(*machine_);
            const RegisterId ra = a.on(run), rx = run.vector(x), ry = run.vector(y);
            const GemvOptions options{.blocking = small_blocking(false, split)};
            std::vector<double> zero{0.0};
            const RegisterId number = run.matrix(zero, 1, 1);
            gemv(run.builder, Op::none, is_known ? Coefficient(0.0) : Coefficient(number), ra, rx, 2.0, ry,
                 options);
            run.run();
            for (std::int64_t i = 0; i < 9; ++i) ASSERT_EQ(y[i], 2 * old[i]) << "split " << split;
            VectorRun again(*machine_);
            const RegisterId same_a = a.on(again), same_x = again.vector(x), same_y = again.vector(y);
            gemv(again.builder, Op::none, 1.0, same_a, same_x, 0.0, same_y, options);
            again.run();
            for (std::int64_t i = 0; i < 9; ++i) ASSERT_EQ(std::isnan(y[i]), i == 3) << "split " << split;
        }
}

TEST_F(RegisterGemv, RefusesWhatDoesNotFit) {
    ProgramBuilder builder(machine_->target());
    const auto reg = [&](ElementType type, std::int64_t rows, std::int64_t cols) {
        return builder.reg(0, type, rows, cols);
    };
    const RegisterId a = reg(ElementType::f64, 6, 5), square = reg(ElementType::f64, 32, 32);
    const RegisterId x = reg(ElementType::f64, 5, 1), y = reg(ElementType::f64, 1, 6);
    const RegisterId single = reg(ElementType::f32, 6, 1), number = reg(ElementType::f64, 1, 1);
    const RegisterId column = builder.window(square, 0, 8, 32, 1), places = reg(ElementType::i32, 6, 5);
    const RegisterId row = builder.window(square, 0, 0, 1, 32);
    const auto code = [](const auto& append) {
        try {
            append();
        } catch (const Error& error) {
            return error.code();
        }
        return ErrorCode::io;
    };
    const auto code_of_gemv = [&](RegisterId A, RegisterId of_x, RegisterId of_y,
                                  const Coefficient& alpha = 1.0, int split = 1) {
        return code([&] {
            gemv(builder, Op::none, alpha, A, of_x, 1.0, of_y,
                 {.blocking = GemvBlocking{.row_items = 4, .vector = 1, .split = split}});
        });
    };
    const std::size_t before = builder.size();
    for (const int split : {1, 2}) {
        EXPECT_EQ(code_of_gemv(a, y, x, 1.0, split), ErrorCode::invalid_program);
        EXPECT_EQ(code_of_gemv(a, x, square, 1.0, split), ErrorCode::invalid_program);
        EXPECT_EQ(code_of_gemv(a, x, single, 1.0, split), ErrorCode::invalid_argument);
        EXPECT_EQ(code_of_gemv(a, x, y, x, split), ErrorCode::invalid_program);
        EXPECT_EQ(code_of_gemv(a, x, y, {1.0, kNoRegister, number}, split), ErrorCode::invalid_argument);
        EXPECT_EQ(code_of_gemv(square, column, column, 1.0, split), ErrorCode::invalid_argument);
        EXPECT_EQ(code_of_gemv(square, reg(ElementType::f64, 32, 1), row, 1.0, split),
                  ErrorCode::invalid_argument);
    }
    EXPECT_EQ(code_of_gemv(number, number, number), ErrorCode::invalid_argument) << "y overlaps A and x";
    EXPECT_EQ(code_of_gemv(places, x, y), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of_gemv(a, x, y, 1.0, 1025), ErrorCode::invalid_argument) << "split is 1024 at most";
    EXPECT_EQ(code([&] { trmv(builder, Uplo::lower, Op::none, Diag::unit, a, x); }),
              ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { trmv(builder, Uplo::lower, Op::none, Diag::unit, square, row); }),
              ErrorCode::invalid_argument);
    EXPECT_EQ(builder.size(), before);
}

TEST(RegisterGemvChoice, TheDatabaseSaysHowKernelsDivideTheirWork) {
    Target target;
    target.devices.push_back(test::model("A"));
    kernels::Database database;
    database.merge(
        {test::tuned_kernel(target.devices[0], "gemv", "gemv_n_f64_i16x8_v2_r1_u2_s1", {1000, 10}, 1e9, "n"),
         test::tuned_kernel(target.devices[0], "gemv", "gemv_n_f64_i8x8_v2_r2_u2_s4", {10, 1000}, 1e9, "n"),
         test::tuned_kernel(target.devices[0], "gemv", "gemv_t_f64_i64x1_v2_c2_u2_s1", {100, 100}, 1e9, "t"),
         test::tuned_kernel(target.devices[0], "trmv", "trmv_n_f64_i4x8_v2_r1_u4_s2", {100}, 1e9, "n")},
        kernels::Rung::device);
    const auto name_of_first = [&](Op op, std::int64_t m, std::int64_t n, const GemvOptions& options) {
        ProgramBuilder builder(target);
        const RegisterId a = test::loaded_register(builder, m, n);
        const RegisterId in = test::loaded_register(builder, op == Op::none ? n : m, 1);
        const RegisterId out = test::loaded_register(builder, op == Op::none ? m : n, 1);
        gemv(builder, op, 1.0, a, in, 2.0, out, options);
        const Program program = std::move(builder).finish();
        return program.instructions()[0]->name;
    };
    const GemvOptions tuned{.database = &database};
    EXPECT_EQ(name_of_first(Op::none, 500, 20, tuned), "gemv_n_f64_i16x8_v2_r1_u2_s1");
    EXPECT_EQ(name_of_first(Op::none, 20, 500, tuned), "gemv_n_f64_i8x8_v2_r2_u2_s4");
    EXPECT_EQ(name_of_first(Op::none, 1, 500, tuned), "gemv_n_f64_i8x8_v1_r2_u2_s4") << "A has one row";
    EXPECT_EQ(name_of_first(Op::trans, 20, 500, tuned), "gemv_t_f64_i64x1_v2_c2_u2_s1");
    EXPECT_NE(name_of_first(Op::trans, 20, 500, {.database = nullptr}), "gemv_t_f64_i64x1_v2_c2_u2_s1");
    const auto name_of_triangle = [&](const GemvOptions& options) {
        ProgramBuilder builder(target);
        const RegisterId a = test::loaded_register(builder, 200, 200);
        trmv(builder, Uplo::upper, Op::none, Diag::unit, a, test::loaded_register(builder, 200, 1), options);
        const Program program = std::move(builder).finish();
        return program.instructions()[0]->name;
    };
    EXPECT_EQ(name_of_triangle(tuned), "trmv_n_f64_i4x8_v2_r1_u4_s2");
    EXPECT_NE(name_of_triangle({.database = nullptr}), "trmv_n_f64_i4x8_v2_r1_u4_s2");
}

}  // namespace
}  // namespace hg
