#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "support/test_devices.hpp"
#include "support/vector_runs.hpp"
#include <hg/blas/registers/vector.hpp>

namespace hg {
namespace {

using test::HostVector;
using test::VectorCase;
using test::VectorRun;

class RegisterSums : public testing::Test {
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

    /// The blocking that suits the device; for f32 a smaller one, since compilers take long.
    template <class T>
    static VectorOptions options(bool reversed = false) {
        if (sizeof(T) == sizeof(double)) return {.reversed = reversed};
        return {.reversed = reversed, .blocking = kernels::VectorBlocking{4, 1, 16, 64}};
    }

    using Reduce = std::function<void(ProgramBuilder&, RegisterId x, RegisterId y, RegisterId result)>;

    /// The result of a reduction. R: its type.
    template <class R, class T>
    static R reduced(HostVector<T> x, HostVector<T> y, const Reduce& append) {
        VectorRun run(*machine_);
        std::vector<R> result{R{-7}};
        const RegisterId rx = run.vector(x);
        const RegisterId ry = run.vector(y);
        append(run.builder, rx, ry, run.matrix(result, 1, 1));
        run.run();
        return result[0];
    }
    template <class T>
    static T norm_of(const std::vector<T>& values) {
        return reduced<T>(
            vector_of(values), vector_of(values),
            [](ProgramBuilder& b, RegisterId x, RegisterId, RegisterId r) { nrm2(b, x, r, options<T>()); });
    }
    template <class T>
    static std::int32_t place_of(const HostVector<T>& x) {
        return reduced<std::int32_t>(x, x, [](ProgramBuilder& b, RegisterId rx, RegisterId, RegisterId r) {
            iamax(b, rx, r, options<T>());
        });
    }
    template <class T>
    static HostVector<T> vector_of(const std::vector<T>& values) {
        HostVector<T> v(static_cast<std::int64_t>(values.size()), 1, 1);
        v.matrix.data = values;
        return v;
    }

    template <class T>
    static void check_reductions() {
        const double eps = std::numeric_limits<T>::epsilon();
        for (const VectorCase& c : test::vector_cases()) {
            const HostVector<T> x(c.n, c.inc_x, 3), y(c.n, c.inc_y, 4);
            long double product = 0, products = 0, squares = 0, sizes = 0;
            std::int64_t largest = 0;
            for (std::int64_t i = 0; i < c.n; ++i) {
                const long double term = static_cast<long double>(x[i]) * y[c.reversed ? c.n - 1 - i : i];
                product += term;
                products += std::fabs(term);
                squares += static_cast<long double>(x[i]) * x[i];
                sizes += std::fabs(static_cast<long double>(x[i]));
                if (std::fabs(x[i]) > std::fabs(x[largest])) largest = i;
            }
            const VectorOptions o = options<T>(c.reversed);
            const T got_dot = reduced<T>(
                x, y,
                [&](ProgramBuilder& b, RegisterId rx, RegisterId ry, RegisterId r) { dot(b, rx, ry, r, o); });
            const T got_norm = reduced<T>(
                x, y, [&](ProgramBuilder& b, RegisterId rx, RegisterId, RegisterId r) { nrm2(b, rx, r, o); });
            const T got_sum = reduced<T>(
                x, y, [&](ProgramBuilder& b, RegisterId rx, RegisterId, RegisterId r) { asum(b, rx, r, o); });
            EXPECT_NEAR(got_dot, static_cast<double>(product), 64 * eps * static_cast<double>(products))
                << c.text();
            const auto norm = static_cast<double>(std::sqrt(squares));
            EXPECT_NEAR(got_norm, norm, 64 * eps * norm) << c.text();
            EXPECT_NEAR(got_sum, static_cast<double>(sizes), 64 * eps * static_cast<double>(sizes))
                << c.text();
            EXPECT_EQ(place_of(x), largest) << c.text();
            if (HasFailure()) return;
        }
    }

    /// Norms of vectors whose squares overflow or underflow, and of what is not finite.
    template <class T>
    static void check_norms_at_edges() {
        using Limits = std::numeric_limits<T>;
        const T big = Limits::max() / 8, small = Limits::min(), tiny = Limits::denorm_min();
        const T eps = Limits::epsilon(), inf = Limits::infinity(), nan = Limits::quiet_NaN();
        const auto expect_norm = [&](const std::vector<T>& values, T norm) {
            EXPECT_NEAR(norm_of(values) / norm, T{1}, 16 * eps)
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
            expect_norm({bound * T(0.75), bound, bound * T(1.25), -bound * T(0.5)},
                        bound * std::sqrt(T(3.375)));
        }
        EXPECT_EQ(norm_of<T>({0, -T{0}, 0}), T{0});
        EXPECT_EQ(norm_of<T>(std::vector<T>(4, Limits::max())), inf) << "the norm itself overflows";
        EXPECT_EQ(norm_of<T>({1, -inf, small}), inf);
        for (const T other : {T{1}, big, small, inf}) {
            EXPECT_TRUE(std::isnan(norm_of<T>({other, nan}))) << other;
            EXPECT_TRUE(std::isnan(norm_of<T>({nan, other, other}))) << other;
        }
    }

    template <class T>
    static void check_not_finite() {
        const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
        HostVector<T> x = vector_of<T>({1, nan, inf, -inf}), y = vector_of<T>({1, 2, 3, 4});
        on_vectors(x, y, [](ProgramBuilder& b, RegisterId rx, RegisterId ry) { axpy(b, 0.0, rx, ry); });
        EXPECT_EQ(y.matrix.data, (std::vector<T>{1, 2, 3, 4})) << "alpha = 0: x does not count";
        on_vectors(x, y, [](ProgramBuilder& b, RegisterId rx, RegisterId ry) {
            axpy(b, 2.0, rx, ry);
            scal(b, 0.0, rx);
        });
        EXPECT_EQ(y[0], T{3});
        EXPECT_TRUE(std::isnan(y[1]));
        EXPECT_EQ(y[2], inf);
        EXPECT_EQ(y[3], -inf);
        EXPECT_EQ(x[0], T{0});
        for (const std::int64_t i : {1, 2, 3}) EXPECT_TRUE(std::isnan(x[i])) << "0 times NaN or Inf: " << i;
        const auto dot_of = [](const std::vector<T>& a, const std::vector<T>& b) {
            return reduced<T>(vector_of(a), vector_of(b),
                              [](ProgramBuilder& builder, RegisterId rx, RegisterId ry, RegisterId r) {
                                  dot(builder, rx, ry, r, options<T>());
                              });
        };
        EXPECT_TRUE(std::isnan(dot_of({1, inf}, {1, 0})));
        EXPECT_TRUE(std::isnan(dot_of({1, inf, -inf}, {1, 1, 1})));
        EXPECT_EQ(dot_of({1, inf}, {1, -1}), -inf);
        EXPECT_EQ(place_of(vector_of<T>({1, nan, 3, -3})), 2)
            << "NaN is passed over, the first of equals counts";
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

    static std::unique_ptr<Machine> machine_;
};
std::unique_ptr<Machine> RegisterSums::machine_;

TEST_F(RegisterSums, SumsF64) {
    check_reductions<double>();
}
TEST_F(RegisterSums, SumsF32) {
    check_reductions<float>();
}

TEST_F(RegisterSums, NormsNeitherOverflowNorUnderflowF64) {
    check_norms_at_edges<double>();
}
TEST_F(RegisterSums, NormsNeitherOverflowNorUnderflowF32) {
    check_norms_at_edges<float>();
}

TEST_F(RegisterSums, NaNAndInfSpreadAsInBlas) {
    check_not_finite<double>();
    check_not_finite<float>();
}

TEST_F(RegisterSums, SumsHaveTheSameBitsForAllStrides) {
    const HostVector<double> x(30011, 1, 8), y(30011, 1, 9);
    const auto bits = [&](std::int64_t inc_x, std::int64_t inc_y) {
        HostVector<double> sx(x.n, inc_x, 1), sy(x.n, inc_y, 1);
        for (std::int64_t i = 0; i < x.n; ++i) {
            sx[i] = x[i];
            sy[i] = y[i];
        }
        std::array<double, 3> sums{};
        sums[0] = reduced<double>(
            sx, sy, [](ProgramBuilder& b, RegisterId rx, RegisterId ry, RegisterId r) { dot(b, rx, ry, r); });
        sums[1] = reduced<double>(
            sx, sy, [](ProgramBuilder& b, RegisterId rx, RegisterId, RegisterId r) { nrm2(b, rx, r); });
        sums[2] = reduced<double>(
            sx, sy, [](ProgramBuilder& b, RegisterId, RegisterId ry, RegisterId r) { asum(b, ry, r); });
        return sums;
    };
    const auto first = bits(1, 1);
    EXPECT_EQ(bits(1, 1), first);
    EXPECT_EQ(bits(2, 1), first);
    EXPECT_EQ(bits(3, 5), first);
}

}  // namespace
}  // namespace hg
