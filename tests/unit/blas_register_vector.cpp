#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/loaded_register.hpp"
#include "support/test_devices.hpp"
#include "support/tuned_samples.hpp"
#include "support/vector_runs.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::HostVector;
using test::VectorCase;
using test::VectorRun;

class RegisterVector : public testing::Test {
  protected:
    static void SetUpTestSuite() { machine_ = std::make_unique<Machine>(test::test_options()); }
    static void TearDownTestSuite() { machine_.reset(); }

    using Append = std::function<void(ProgramBuilder&, RegisterId, RegisterId)>;

    template <class T>
    static void on_vectors(HostVector<T>& x, HostVector<T>& y, const Append& append) {
        VectorRun run(*machine_);
        const RegisterId rx = run.vector(x);
        const RegisterId ry = run.vector(y);
        append(run.builder, rx, ry);
        run.run();
    }

    /// Runs `append` on random vectors; x and y are then within `roundings` eps of what `change` makes of each pair
    /// in long double, the sum of the magnitudes of its terms being `scale`. Nothing else has changed.
    template <class T>
    static void expect_map(const VectorCase& c, const Append& append,
                           const std::function<void(long double&, long double&)>& change, double roundings) {
        HostVector<T> x(c.n, c.inc_x, 1), y(c.n, c.inc_y, 2);
        HostVector<T> wanted_x = x, wanted_y = y;
        on_vectors(x, y, append);
        const double bound = roundings * std::numeric_limits<T>::epsilon() * 4;  // elements are below 1
        for (std::int64_t i = 0; i < c.n; ++i) {
            const std::int64_t j = c.reversed ? c.n - 1 - i : i;
            long double of_x = wanted_x[i], of_y = wanted_y[j];
            change(of_x, of_y);
            EXPECT_NEAR(x[i], static_cast<double>(of_x), bound) << c.text() << ", x(" << i << ")";
            EXPECT_NEAR(y[j], static_cast<double>(of_y), bound) << c.text() << ", y(" << j << ")";
            if (HasFailure()) return;
            wanted_x[i] = x[i];
            wanted_y[j] = y[j];
        }
        EXPECT_EQ(x.matrix.data, wanted_x.matrix.data) << c.text() << ": wrote between elements of x";
        EXPECT_EQ(y.matrix.data, wanted_y.matrix.data) << c.text() << ": wrote between elements of y";
    }

    template <class T>
    static void check_maps() {
        for (const VectorCase& c : test::vector_cases()) {
            const VectorOptions o{.reversed = c.reversed};
            expect_map<T>(
                c, [&](ProgramBuilder& b, RegisterId x, RegisterId y) { copy(b, x, y, o); },
                [](long double& x, long double& y) { y = x; }, 0);
            expect_map<T>(
                c, [&](ProgramBuilder& b, RegisterId x, RegisterId y) { swap(b, x, y, o); },
                [](long double& x, long double& y) { std::swap(x, y); }, 0);
            expect_map<T>(
                c, [&](ProgramBuilder& b, RegisterId x, RegisterId) { scal(b, -0.75, x); },
                [](long double& x, long double&) { x *= -0.75L; }, 1);
            expect_map<T>(
                c, [&](ProgramBuilder& b, RegisterId x, RegisterId y) { axpy(b, 1.5, x, y, o); },
                [](long double& x, long double& y) { y += 1.5L * x; }, 2);
            expect_map<T>(
                c, [&](ProgramBuilder& b, RegisterId x, RegisterId y) { rot(b, x, y, 0.625, -0.75, o); },
                [](long double& x, long double& y) {
                    const long double turned = 0.625L * x - 0.75L * y;
                    y = 0.625L * y + 0.75L * x;
                    x = turned;
                },
                2);
            if (HasFailure()) return;
        }
    }

    /// A step as of a solver: a = -(x, x) / (x, y); y += a x; then y *= |y|, x += 3 a, by numbers of the device alone.
    template <class T>
    static void check_coefficients() {
        HostVector<T> x(5000, 1, 6), y(5000, 2, 7);
        const HostVector<T> old_x = x, old_y = y;
        std::vector<T> numbers(3);
        VectorRun run(*machine_);
        const RegisterId rx = run.vector(x), ry = run.vector(y);
        std::vector<RegisterId> results;
        for (int i = 0; i < 3; ++i) results.push_back(run.builder.reg(0, element_type_of<T>(), 1, 1));
        dot(run.builder, rx, rx, results[0]);
        dot(run.builder, rx, ry, results[1]);
        axpy(run.builder, {-1.0, results[0], results[1]}, rx, ry);
        nrm2(run.builder, ry, results[2]);
        scal(run.builder, results[2], ry);
        scal(run.builder, {2.0, results[0], results[2]}, rx);
        axpy(run.builder, {3.0, results[2]}, ry, rx);
        rot(run.builder, rx, ry, {1.0, results[0]}, {-1.0, results[1]});
        run.run();
        long double xx = 0, xy = 0, squares = 0;
        for (std::int64_t i = 0; i < x.n; ++i) {
            xx += static_cast<long double>(old_x[i]) * old_x[i];
            xy += static_cast<long double>(old_x[i]) * old_y[i];
        }
        const auto stepped = [&](std::int64_t i) { return old_y[i] - xx / xy * old_x[i]; };
        for (std::int64_t i = 0; i < x.n; ++i) squares += stepped(i) * stepped(i);
        const long double norm = std::sqrt(squares);
        const long double largest = 4 * (xx + std::fabs(xy)) * (2 * xx / norm + norm * norm);
        const auto bound =
            static_cast<double>(largest * 1000 * std::numeric_limits<T>::epsilon() * std::fabs(xx / xy));
        for (std::int64_t i = 0; i < x.n; ++i) {
            const long double of_y = stepped(i) * norm;
            const long double of_x = 2 * xx / norm * old_x[i] + 3 * norm * of_y;
            ASSERT_NEAR(x[i], static_cast<double>(xx * of_x - xy * of_y), bound) << i;
            ASSERT_NEAR(y[i], static_cast<double>(xx * of_y + xy * of_x), bound) << i;
        }
    }

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterVector::machine_;

TEST_F(RegisterVector, ChangesElementsF64) {
    check_maps<double>();
}
TEST_F(RegisterVector, ChangesElementsF32) {
    check_maps<float>();
}

TEST_F(RegisterVector, CoefficientsStayOnTheDevice) {
    check_coefficients<double>();
}

/// y += a x with a = (x, y) / (y, y); then y *= 2 |y| / |y|, and x and y are turned by |y| times numbers.
TEST_F(RegisterVector, ComplexCoefficientsStayOnTheDevice) {
    using C = std::complex<double>;
    constexpr std::int64_t n = 3000;
    HostVector<C> x(n, 1, 6), y(n, 2, 7);
    for (std::int64_t i = 0; i < n; ++i) {
        x[i].imag(y[n - 1 - i].real());
        y[i].imag(x[i].real() / 2);
    }
    std::vector<C> of_x(n), of_y(n);
    for (std::int64_t i = 0; i < n; ++i) {
        of_x[static_cast<std::size_t>(i)] = x[i];
        of_y[static_cast<std::size_t>(i)] = y[i];
    }
    VectorRun run(*machine_);
    ProgramBuilder& b = run.builder;
    const RegisterId rx = run.vector(x), ry = run.vector(y);
    const RegisterId xy = b.reg(0, ElementType::c64, 1, 1), yy = b.reg(0, ElementType::c64, 1, 1);
    const RegisterId norm = b.reg(0, ElementType::f64, 1, 1), same = b.reg(0, ElementType::f64, 1, 1);
    dotc(b, rx, ry, xy);
    dotc(b, ry, ry, yy);
    axpy(b, {1.0, xy, yy}, rx, ry);
    nrm2(b, ry, norm);
    asum(b, norm, same);
    real_scal(b, {2.0, same, norm}, ry);
    rot(b, rx, ry, {0.75, norm}, {-0.5, norm});
    run.run();
    C of_xy = 0, of_yy = 0;
    for (std::size_t i = 0; i < of_x.size(); ++i) {
        of_xy += std::conj(of_x[i]) * of_y[i];
        of_yy += std::conj(of_y[i]) * of_y[i];
    }
    double squares = 0;
    for (std::size_t i = 0; i < of_x.size(); ++i) squares += std::norm(of_y[i] += of_xy / of_yy * of_x[i]);
    const double length = std::sqrt(squares), most = 1000 * std::numeric_limits<double>::epsilon() * length;
    for (std::int64_t i = 0; i < n; ++i) {
        const C turned_x = of_x[static_cast<std::size_t>(i)],
                turned_y = 2.0 * of_y[static_cast<std::size_t>(i)];
        ASSERT_LE(std::abs(x[i] - length * (0.75 * turned_x - 0.5 * turned_y)), most) << i;
        ASSERT_LE(std::abs(y[i] - length * (0.75 * turned_y + 0.5 * turned_x)), most) << i;
    }
}

TEST_F(RegisterVector, RefusesWhatDoesNotFit) {
    ProgramBuilder builder(machine_->target());
    const auto reg = [&](ElementType type, std::int64_t rows, std::int64_t cols) {
        return builder.reg(0, type, rows, cols);
    };
    const RegisterId x = reg(ElementType::f64, 5, 1), row = reg(ElementType::f64, 1, 5);
    const RegisterId matrix = reg(ElementType::f64, 5, 5), longer = reg(ElementType::f64, 6, 1);
    const RegisterId number = reg(ElementType::f64, 1, 1), place = reg(ElementType::i32, 1, 1);
    const auto code = [](const auto& append) {
        try {
            append();
        } catch (const Error& error) {
            return error.code();
        }
        return ErrorCode::io;
    };
    const std::size_t before = builder.size();
    EXPECT_EQ(code([&] { axpy(builder, 1.0, x, longer); }), ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { scal(builder, 1.0, matrix); }), ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { dot(builder, number, number, number); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { scal(builder, number, number); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { dot(builder, x, row, longer); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { scal(builder, longer, x); }), ErrorCode::invalid_program);
    EXPECT_EQ(code([&] { iamax(builder, x, number); }), ErrorCode::invalid_argument) << "places are i32";
    EXPECT_EQ(code([&] { swap(builder, x, x); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { scal(builder, 2.0, place); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { dotc(builder, x, row, number); }), ErrorCode::invalid_argument) << "x is real";
    EXPECT_EQ(code([&] { real_scal(builder, 2.0, x); }), ErrorCode::invalid_argument);
    const RegisterId complex = reg(ElementType::c64, 5, 1), complex_number = reg(ElementType::c64, 1, 1);
    EXPECT_EQ(code([&] { nrm2(builder, complex, complex_number); }), ErrorCode::invalid_argument)
        << "norms are real";
    EXPECT_EQ(code([&] { rot(builder, x, row, 1.0, number); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code([&] { scal(builder, {1.0, kNoRegister, number}, x); }), ErrorCode::invalid_argument);
    EXPECT_EQ(builder.size(), before);
}

TEST(RegisterVectorChoice, TheDatabaseSaysHowKernelsDivideTheirWork) {
    Target target;
    target.devices.push_back(test::model("A"));
    kernels::Database database;
    database.merge(
        {test::tuned_kernel(target.devices[0], "scal", "vector_scal_f64_v2_w1_i32_g8", {100}),
         test::tuned_kernel(target.devices[0], "scal", "vector_scal_f64_v4_w2_i128_g264", {100000}),
         test::tuned_kernel(target.devices[0], "dot", "vector_dot_f64_v1_w1_i64_g16", {1000})},
        kernels::Rung::device);
    const auto names = [&](std::int64_t n, const VectorOptions& options) {
        ProgramBuilder builder(target);
        const RegisterId x = test::loaded_register(builder, n, 1);
        const RegisterId y = test::loaded_register(builder, 1, n, 2);
        const RegisterId result = test::loaded_register(builder, 1, 1);
        scal(builder, {2.0, result}, x, options);
        dot(builder, x, y, result, options);
        asum(builder, x, result, options);
        std::vector<std::string> list;
        const Program program = std::move(builder).finish();
        for (const InstructionPtr& instruction : program.instructions()) list.push_back(instruction->name);
        return list;
    };
    using Names = std::vector<std::string>;
    const VectorOptions tuned{.database = &database};
    EXPECT_EQ(names(2000, tuned), (Names{"vector_scal_f64_a_v2_w1_i32_g8", "vector_dot_f64_v1_w1_i64_g16",
                                         "vector_dot_total_f64_i64", "vector_asum_f64_v2_w4_i256_g1"}));
    EXPECT_EQ(names(200, tuned)[1], "vector_dot_f64_v1_w1_i64_g1") << "one work-group is enough";
    EXPECT_EQ(names(4000, tuned)[0], "vector_scal_f64_a_v4_w2_i128_g264");
    EXPECT_EQ(names(4000, {.blocking = kernels::VectorBlocking{1, 1, 16, 2}, .database = &database})[0],
              "vector_scal_f64_a_v1_w1_i16_g2");
    EXPECT_EQ(names(4000, {.database = nullptr})[0], "vector_scal_f64_a_v2_w1_i256_g1048576");
}

}  // namespace
}  // namespace hg
