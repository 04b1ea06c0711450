// Sums of vectors on registers at the edges of their type, and coefficients that stay on the device. Against
// the rules: tests/unit/blas_register_updates.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <vector>

#include "support/complex_samples.hpp"
#include "support/test_devices.hpp"
#include "support/vector_runs.hpp"
#include <hg/blas/registers/vector.hpp>

namespace hg {
namespace {

using test::HostVector;
using test::VectorRun;

Machine& machine_of_vectors() {
    static auto* const machine = new Machine(test::test_options());
    return *machine;
}

/// The blocking that suits the device; for f32 a smaller one, since compilers take long.
template <class T>
VectorOptions sum_options() {
    if (sizeof(T) == sizeof(double)) return {};
    return {.blocking = kernels::VectorBlocking{4, 1, 16, 64}};
}

using Reduce = std::function<void(ProgramBuilder&, RegisterId x, RegisterId y, RegisterId result)>;

/// What `append` leaves as its result, of type R.
template <class R, class T>
R reduced(HostVector<T> x, HostVector<T> y, const Reduce& append) {
    VectorRun run(machine_of_vectors());
    std::vector<R> result{R{-7}};
    const RegisterId rx = run.vector(x), ry = run.vector(y);
    append(run.builder, rx, ry, run.matrix(result, 1, 1));
    run.run();
    return result[0];
}
template <class T>
HostVector<T> vector_of(const std::vector<T>& values) {
    HostVector<T> v(static_cast<std::int64_t>(values.size()), 1, 1);
    v.matrix.data = values;
    return v;
}
template <class T>
T norm_of(const std::vector<T>& values) {
    return reduced<T>(vector_of(values), vector_of(values),
                      [](auto& b, auto x, auto, auto result) { nrm2(b, x, result, sum_options<T>()); });
}
template <class T>
std::int32_t place_of(const HostVector<T>& x) {
    return reduced<std::int32_t>(
        x, x, [](auto& b, auto rx, auto, auto result) { iamax(b, rx, result, sum_options<T>()); });
}

template <class T>
class RegisterSums : public testing::Test {
  protected:
    static constexpr T kInf = std::numeric_limits<T>::infinity(), kNan = std::numeric_limits<T>::quiet_NaN();
};
using RealElements = testing::Types<double, float>;
TYPED_TEST_SUITE(RegisterSums, RealElements);

/// Norms of vectors whose squares overflow or underflow, and of what is not finite.
TYPED_TEST(RegisterSums, NormsNeitherOverflowNorUnderflow) {
    using T = TypeParam;
    using Limits = std::numeric_limits<T>;
    const T big = Limits::max() / 8, small = Limits::min(), tiny = Limits::denorm_min();
    const T inf = this->kInf, nan = this->kNan;
    const auto expect_norm = [&](const std::vector<T>& values, T norm) {
        EXPECT_NEAR(norm_of(values) / norm, T{1}, 16 * Limits::epsilon())
            << values[0] << ", ... (" << values.size() << ")";
    };
    expect_norm({big, -big, big, big}, 2 * big);
    expect_norm(std::vector<T>(10000, big / 100), big);
    expect_norm({big, 1, small}, big);
    expect_norm({3 * small, 4 * small}, 5 * small);
    expect_norm(std::vector<T>(10000, small), 100 * small);
    expect_norm({1, small, tiny}, 1);
    expect_norm({3 * tiny, 4 * tiny}, 5 * tiny);
    // What is just small beside what is just of middle size: bounds of the three sums.
    for (const int exponent : sizeof(T) == 8 ? std::vector{-511, 486} : std::vector{-63, 52}) {
        const T bound = std::ldexp(T{1}, exponent);
        expect_norm({bound * T(0.75), bound, bound * T(1.25), -bound * T(0.5)}, bound * std::sqrt(T(3.375)));
    }
    EXPECT_EQ(norm_of<T>({0, -T{0}, 0}), T{0});
    EXPECT_EQ(norm_of<T>(std::vector<T>(4, Limits::max())), inf) << "the norm itself overflows";
    EXPECT_EQ(norm_of<T>({1, -inf, small}), inf);
    for (const T other : {T{1}, big, small, inf}) {
        EXPECT_TRUE(std::isnan(norm_of<T>({other, nan}))) << other;
        EXPECT_TRUE(std::isnan(norm_of<T>({nan, other, other}))) << other;
    }
}

TYPED_TEST(RegisterSums, NaNAndInfSpreadAsInBlas) {
    using T = TypeParam;
    const T inf = this->kInf, nan = this->kNan;
    HostVector<T> x = vector_of<T>({1, nan, inf, -inf}), y = vector_of<T>({1, 2, 3, 4});
    const auto add = [&](double alpha) {
        VectorRun run(machine_of_vectors());
        const RegisterId rx = run.vector(x), ry = run.vector(y);
        axpy(run.builder, alpha, rx, ry);
        if (alpha != 0) scal(run.builder, 0.0, rx);
        run.run();
    };
    add(0);
    EXPECT_EQ(y.matrix.data, (std::vector<T>{1, 2, 3, 4})) << "alpha = 0: x does not count";
    add(2);
    EXPECT_EQ(y[0], T{3});
    EXPECT_TRUE(std::isnan(y[1]));
    EXPECT_EQ(y[2], inf);
    EXPECT_EQ(y[3], -inf);
    EXPECT_EQ(x[0], T{0});
    for (const std::int64_t i : {1, 2, 3}) EXPECT_TRUE(std::isnan(x[i])) << "0 times NaN or Inf: " << i;
    const auto dot_of = [](const std::vector<T>& a, const std::vector<T>& b) {
        return reduced<T>(vector_of(a), vector_of(b), [](auto& builder, auto rx, auto ry, auto result) {
            dot(builder, rx, ry, result, sum_options<T>());
        });
    };
    EXPECT_TRUE(std::isnan(dot_of({1, inf}, {1, 0})));
    EXPECT_TRUE(std::isnan(dot_of({1, inf, -inf}, {1, 1, 1})));
    EXPECT_EQ(dot_of({1, inf}, {1, -1}), -inf);
}

TYPED_TEST(RegisterSums, TheLargestElementIsNoNaNButInFront) {
    using T = TypeParam;
    const T inf = this->kInf, nan = this->kNan;
    EXPECT_EQ(place_of(vector_of<T>({1, nan, 3, -3})), 2) << "NaN is passed over, the first of equals counts";
    EXPECT_EQ(place_of(vector_of<T>({nan, inf, 3})), 0) << "nothing is larger than NaN in front";
    EXPECT_EQ(place_of(vector_of<T>({nan, nan})), 0);
    EXPECT_EQ(place_of(vector_of<T>({1, nan, -inf, inf})), 2);
    EXPECT_EQ(place_of(vector_of<T>({0, -T{0}, 0})), 0);
    HostVector<T> all_nan(50000, 1, 5);
    std::fill(all_nan.matrix.data.begin() + 1, all_nan.matrix.data.end(), nan);
    EXPECT_EQ(place_of(all_nan), 0);
    all_nan[49999] = 5;
    EXPECT_EQ(place_of(all_nan), 49999);
}

TEST(RegisterSumsOfStrides, HaveTheSameBits) {
    const HostVector<double> x(30011, 1, 8), y(30011, 1, 9);
    const auto bits = [&](std::int64_t inc_x, std::int64_t inc_y) {
        HostVector<double> sx(x.n, inc_x, 1), sy(x.n, inc_y, 1);
        for (std::int64_t i = 0; i < x.n; ++i) {
            sx[i] = x[i];
            sy[i] = y[i];
        }
        return std::array{
            reduced<double>(sx, sy, [](auto& b, auto rx, auto ry, auto r) { dot(b, rx, ry, r); }),
            reduced<double>(sx, sy, [](auto& b, auto rx, auto, auto r) { nrm2(b, rx, r); }),
            reduced<double>(sx, sy, [](auto& b, auto, auto ry, auto r) { asum(b, ry, r); })};
    };
    const auto first = bits(1, 1);
    EXPECT_EQ(bits(1, 1), first);
    EXPECT_EQ(bits(2, 1), first);
    EXPECT_EQ(bits(3, 5), first);
}

template <class T>
class RegisterCoefficients : public testing::Test {};
using DoubleElements = testing::Types<double, std::complex<double>>;
TYPED_TEST_SUITE(RegisterCoefficients, DoubleElements);

/// A step as of a solver, by numbers of the device alone: y += a x with a = (x, y) / (y, y); y *= 2 |y| /
/// |y|; x *= 2 a; x += 3 (x, y) y; and x and y are turned by |y| times numbers.
TYPED_TEST(RegisterCoefficients, StayOnTheDevice) {
    using T = TypeParam;
    constexpr std::int64_t n = 3000;
    HostVector<T> x(n, 1, 6), y(n, 2, 7);
    std::vector<T> u(n), v(n);
    T xy = 0, yy = 0;
    const auto conjugate = [](T z) { return test::element_of<T>(std::conj(test::wide(z))); };
    for (std::int64_t i = 0; i < n; ++i) {
        u[static_cast<std::size_t>(i)] = x[i];
        v[static_cast<std::size_t>(i)] = y[i];
        xy += conjugate(x[i]) * y[i];
        yy += conjugate(y[i]) * y[i];
    }
    VectorRun run(machine_of_vectors());
    ProgramBuilder& b = run.builder;
    const RegisterId rx = run.vector(x), ry = run.vector(y);
    const auto number = [&](ElementType type) { return b.reg(0, type, 1, 1); };
    const RegisterId of_xy = number(element_type_of<T>()), of_yy = number(element_type_of<T>());
    const RegisterId norm = number(ElementType::f64), same = number(ElementType::f64);
    constexpr bool kIsReal = RealElement<T>;
    const auto product = [&](RegisterId left, RegisterId right, RegisterId result) {
        if (kIsReal)
            dot(b, left, right, result);
        else
            dotc(b, left, right, result);
    };
    product(rx, ry, of_xy);
    product(ry, ry, of_yy);
    axpy(b, {1.0, of_xy, of_yy}, rx, ry);
    nrm2(b, ry, norm);
    asum(b, norm, same);
    if (kIsReal)
        scal(b, {2.0, same, norm}, ry);
    else
        real_scal(b, {2.0, same, norm}, ry);
    scal(b, {2.0, of_xy, of_yy}, rx);
    axpy(b, {3.0, of_xy}, ry, rx);
    rot(b, rx, ry, {0.75, norm}, {-0.5, norm});
    run.run();
    double squares = 0, largest = 0;
    for (std::size_t i = 0; i < u.size(); ++i) squares += std::norm(v[i] += xy / yy * u[i]);
    const double length = std::sqrt(squares);
    for (std::size_t i = 0; i < u.size(); ++i) {
        v[i] *= 2;
        u[i] = 2.0 * (xy / yy) * u[i] + 3.0 * xy * v[i];
        largest = std::max({largest, std::abs(u[i]), std::abs(v[i])});
    }
    const double most = 100 * std::numeric_limits<double>::epsilon() * length * largest;
    for (std::int64_t i = 0; i < n; ++i) {
        const T turned_x = u[static_cast<std::size_t>(i)], turned_y = v[static_cast<std::size_t>(i)];
        ASSERT_LE(std::abs(x[i] - length * (0.75 * turned_x - 0.5 * turned_y)), most) << i;
        ASSERT_LE(std::abs(y[i] - length * (0.75 * turned_y + 0.5 * turned_x)), most) << i;
    }
}

}  // namespace
}  // namespace hg
