// Calls of levels 1 and 2 by programs on devices: operands that no memory holds, and devices that are lost.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <concepts>
#include <limits>
#include <vector>

#include "blas/call/call_policy.hpp"
#include "support/faulty_session.hpp"
#include "support/vector_samples.hpp"
#include <hg/blas/level1.hpp>
#include <hg/blas/level2.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::VectorSample;

/// Pieces of some hundred elements.
constexpr std::int64_t kMemory = 64 << 10;
constexpr std::int64_t kCount = 3000;

TEST(VectorsOnDevices, LongOnesGoInPieces) {
    Session session(test::options_with_memory(kMemory));
    for (const auto& [incx, incy] : {std::array{1, 1}, {1, -2}, {-3, 1}}) {
        SCOPED_TRACE(testing::Message() << incx << ", " << incy);
        VectorSample<double> x(kCount, incx, 1), y(kCount, incy, 2);
        const VectorSample<double> x0 = x, y0 = y;
        double sum = 0;
        for (std::int64_t i = 0; i < kCount; ++i) sum += x[i] * y[i];
        EXPECT_NEAR(dot<double>(session, kCount, x.data(), incx, y.data(), incy), sum, 1e-12);
        swap<double>(session, kCount, x.data(), incx, y.data(), incy);
        for (std::int64_t i = 0; i < kCount; ++i) ASSERT_TRUE(x[i] == y0[i] && y[i] == x0[i]) << i;
        axpy<double>(session, kCount, 2.0, x.data(), incx, y.data(), incy);
        for (std::int64_t i = 0; i < kCount; ++i) ASSERT_EQ(y[i], 2 * y0[i] + x0[i]) << i;
        x.expect_gaps_untouched();
        y.expect_gaps_untouched();
    }
    EXPECT_GT(session.statistics().runs, 0U);
    EXPECT_EQ(session.statistics().host_calls, 0U);
}

TEST(VectorsOnDevices, SumsOfPiecesAreThoseOfTheWhole) {
    Session session(test::options_with_memory(kMemory));
    VectorSample<double> x(kCount, 2, 1);
    x[2500] = -8;
    double squares = 0, sizes = 0;
    for (std::int64_t i = 0; i < kCount; ++i) {
        squares += x[i] * x[i];
        sizes += std::abs(x[i]);
    }
    EXPECT_NEAR(nrm2<double>(session, kCount, x.data(), 2), std::sqrt(squares), 1e-12);
    EXPECT_NEAR(asum<double>(session, kCount, x.data(), 2), sizes, 1e-10);
    EXPECT_EQ(iamax<double>(session, kCount, x.data(), 2), 2500);
    for (const std::int64_t i : {100, 2900}) x[i] = 1e300;
    EXPECT_NEAR(nrm2<double>(session, kCount, x.data(), 2) / 1e300, std::sqrt(2.0), 1e-14);
    EXPECT_EQ(iamax<double>(session, kCount, x.data(), 2), 100) << "the first of them";
}

/// NaN is passed over, unless it is the first element: as in the reference BLAS.
TEST(VectorsOnDevices, PlacesBesideNan) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    Session session(test::options_with_memory(kMemory));
    VectorSample<double> x(kCount, 1, 1);
    for (std::int64_t i = 1; i < kCount; ++i)
        if (i % 10 != 5) x[i] = kNan;
    x[1205] = 3;
    EXPECT_EQ(iamax<double>(session, kCount, x.data(), 1), 1205);
    x[0] = kNan;
    EXPECT_EQ(iamax<double>(session, kCount, x.data(), 1), 0);
}

TEST(VectorsOnDevices, ComplexOnesGoInPieces) {
    using C = std::complex<double>;
    Session session(test::options_with_memory(kMemory));
    VectorSample<C> x(kCount, -1, 1), y(kCount, 2, 2);
    x[2500] = C(-5, 4);
    const VectorSample<C> x0 = x, y0 = y;
    C plain = 0, conjugated = 0;
    double squares = 0, sizes = 0;
    for (std::int64_t i = 0; i < kCount; ++i) {
        plain += x[i] * y[i];
        conjugated += std::conj(x[i]) * y[i];
        squares += std::norm(x[i]);
        sizes += std::abs(x[i].real()) + std::abs(x[i].imag());
    }
    EXPECT_LE(std::abs(dotu<C>(session, kCount, x.data(), -1, y.data(), 2) - plain), 1e-11);
    EXPECT_LE(std::abs(dotc<C>(session, kCount, x.data(), -1, y.data(), 2) - conjugated), 1e-11);
    EXPECT_NEAR(nrm2<C>(session, kCount, x.data(), 1), std::sqrt(squares), 1e-12);
    EXPECT_NEAR(asum<C>(session, kCount, x.data(), 1), sizes, 1e-10);
    EXPECT_EQ(iamax<C>(session, kCount, x.data(), 1), kCount - 1 - 2500) << "from the other end";
    scal(session, kCount, -2.0, x.data(), 1);
    axpy<C>(session, kCount, C(0, 1), x.data(), -1, y.data(), 2);
    for (std::int64_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(x[i], -2.0 * x0[i]) << i;
        ASSERT_LE(std::abs(y[i] - y0[i] - C(0, 1) * x[i]), 1e-14) << i;
    }
    y.expect_gaps_untouched();
    EXPECT_GT(session.statistics().runs, 6U);
    EXPECT_EQ(session.statistics().host_calls, 0U);
}

/// Some tiles of a matrix of this order.
constexpr std::int64_t kTiles = 400 << 10;
constexpr std::int64_t kOrder = 300;

/// A call of level 2 on operands of its own.
template <class T>
struct MatrixCall {
    using Make = void(MatrixCall&, Session&, Layout, Uplo, Op);

    MatrixCall(Layout layout, std::int64_t inc)
        : incx(inc),
          x(kOrder, inc, 1),
          y(kOrder, -1, 2),
          A(layout, kOrder, kOrder, 3, [](auto, auto) { return true; }) {
        for (std::int64_t i = 0; i < kOrder; ++i) A(i, i) += 20;
    }

    std::int64_t incx;
    VectorSample<T> x, y;
    test::MatrixSample<T> A;
};

template <class T>
void make_gemv(MatrixCall<T>& c, Session& s, Layout layout, Uplo, Op op) {
    gemv<T>(s, layout, op, kOrder, kOrder, 2, c.A.data(), c.A.ld(), c.x.data(), c.incx, -1, c.y.data(), -1);
}
template <class T>
void make_trmv(MatrixCall<T>& c, Session& s, Layout layout, Uplo uplo, Op op) {
    trmv<T>(s, layout, uplo, op, Diag::non_unit, kOrder, c.A.data(), c.A.ld(), c.x.data(), c.incx);
}
template <class T>
void make_trsv(MatrixCall<T>& c, Session& s, Layout layout, Uplo uplo, Op op) {
    trsv<T>(s, layout, uplo, op, Diag::non_unit, kOrder, c.A.data(), c.A.ld(), c.x.data(), c.incx);
}

/// The calls on real matrices and, below, on complex ones.
template <class T>
const std::vector<typename MatrixCall<T>::Make*> kMatrixCalls{
    make_gemv<T>,
    make_trmv<T>,
    make_trsv<T>,
    [](MatrixCall<T>& c, Session& s, Layout layout, Uplo uplo, Op) {
        symv<T>(s, layout, uplo, kOrder, 2, c.A.data(), c.A.ld(), c.x.data(), c.incx, -1, c.y.data(), -1);
    },
    [](MatrixCall<T>& c, Session& s, Layout layout, Uplo, Op) {
        ger<T>(s, layout, kOrder, kOrder, 2, c.x.data(), c.incx, c.y.data(), -1, c.A.data(), c.A.ld());
    },
    [](MatrixCall<T>& c, Session& s, Layout layout, Uplo uplo, Op) {
        syr<T>(s, layout, uplo, kOrder, 2, c.x.data(), c.incx, c.A.data(), c.A.ld());
    },
    [](MatrixCall<T>& c, Session& s, Layout layout, Uplo uplo, Op) {
        syr2<T>(s, layout, uplo, kOrder, 2, c.x.data(), c.incx, c.y.data(), -1, c.A.data(), c.A.ld());
    }};

using Complex = std::complex<double>;
using ComplexCall = MatrixCall<Complex>;

template <>
const std::vector<ComplexCall::Make*> kMatrixCalls<Complex>{
    make_gemv<Complex>,
    make_trmv<Complex>,
    make_trsv<Complex>,
    [](ComplexCall& c, Session& s, Layout layout, Uplo uplo, Op) {
        hemv<Complex>(s, layout, uplo, kOrder, {2, 1}, c.A.data(), c.A.ld(), c.x.data(), c.incx, {0, -1},
                      c.y.data(), -1);
    },
    [](ComplexCall& c, Session& s, Layout layout, Uplo, Op op) {
        if (op == Op::none)
            geru<Complex>(s, layout, kOrder, kOrder, {2, 1}, c.x.data(), c.incx, c.y.data(), -1, c.A.data(),
                          c.A.ld());
        else
            gerc<Complex>(s, layout, kOrder, kOrder, {2, 1}, c.x.data(), c.incx, c.y.data(), -1, c.A.data(),
                          c.A.ld());
    },
    [](ComplexCall& c, Session& s, Layout layout, Uplo uplo, Op) {
        her<Complex>(s, layout, uplo, kOrder, 2, c.x.data(), c.incx, c.A.data(), c.A.ld());
    },
    [](ComplexCall& c, Session& s, Layout layout, Uplo uplo, Op) {
        her2<Complex>(s, layout, uplo, kOrder, {2, 1}, c.x.data(), c.incx, c.y.data(), -1, c.A.data(),
                      c.A.ld());
    }};

Session& on_the_cpu() {
    static auto* const session = [] {
        MachineOptions options = test::test_options();
        options.host_below = 1 << 20;
        return std::make_unique<Session>(options).release();
    }();
    return *session;
}

/// All operands of a call are those of the CPU's BLAS, but for rounding.
template <class T>
void expect_right(typename MatrixCall<T>::Make* make, Session& session, Layout layout, std::int64_t incx,
                  Uplo uplo, Op op) {
    MatrixCall<T> found(layout, incx), wanted(layout, incx);
    make(found, session, layout, uplo, op);
    make(wanted, on_the_cpu(), layout, uplo, op);
    const auto near = [](T a, T b) { return std::abs(a - b) <= 1e-12 * (1 + std::abs(b)); };
    for (std::int64_t j = 0; j < kOrder; ++j) {
        ASSERT_TRUE(near(found.x[j], wanted.x[j])) << "x, " << j << ": " << found.x[j] << ", " << wanted.x[j];
        ASSERT_TRUE(near(found.y[j], wanted.y[j])) << "y, " << j << ": " << found.y[j] << ", " << wanted.y[j];
        for (std::int64_t i = 0; i < kOrder; ++i)
            ASSERT_TRUE(near(found.A(i, j), wanted.A(i, j))) << i << ", " << j;
    }
    found.x.expect_gaps_untouched();
}

template <class T>
class MatricesOnDevices : public testing::Test {
  protected:
    /// Row-major calls are others if elements are complex: some need conjugates.
    static std::vector<Layout> layouts() {
        if constexpr (std::same_as<T, Complex>) return {Layout::col_major, Layout::row_major};
        return {Layout::col_major};
    }
    static constexpr Op kAdjoint = std::same_as<T, Complex> ? Op::conj_trans : Op::trans;
};
using MatrixElements = testing::Types<double, Complex>;
TYPED_TEST_SUITE(MatricesOnDevices, MatrixElements);

TYPED_TEST(MatricesOnDevices, PassThroughInTiles) {
    Session session(test::options_with_memory(kTiles));
    for (auto* const make : kMatrixCalls<TypeParam>)
        for (const Layout layout : this->layouts())
            for (const Uplo uplo : {Uplo::lower, Uplo::upper})
                for (const Op op : {Op::none, this->kAdjoint}) {
                    SCOPED_TRACE(testing::Message() << static_cast<char>(uplo) << static_cast<char>(op));
                    expect_right<TypeParam>(make, session, layout, op == Op::none ? 1 : -2, uplo, op);
                }
    EXPECT_GT(session.statistics().runs, 0U);
    EXPECT_EQ(session.statistics().host_calls, 0U);
}

/// Sums are made in one order, whoever makes them.
TYPED_TEST(MatricesOnDevices, HaveTheSameBitsOnOneAndOnThree) {
    const auto options_for = [](std::size_t devices) {
        MachineOptions options = test::first_test_devices(devices);
        options.memory_limit = kTiles;
        return options;
    };
    Session one(options_for(1)), three(options_for(3));
    if (three.machine().device_count() < 3) GTEST_SKIP() << "there are too few devices";
    for (auto* const make : kMatrixCalls<TypeParam>)
        for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
            const Layout layout = this->layouts().back();
            MatrixCall<TypeParam> by_one(layout, 1), by_three(layout, 1);
            make(by_one, one, layout, uplo, Op::none);
            make(by_three, three, layout, uplo, Op::none);
            for (std::int64_t j = 0; j < kOrder; ++j) {
                ASSERT_EQ(by_one.x[j], by_three.x[j]) << j;
                ASSERT_EQ(by_one.y[j], by_three.y[j]) << j;
                for (std::int64_t i = 0; i < kOrder; ++i)
                    ASSERT_EQ(by_one.A(i, j), by_three.A(i, j)) << i << ", " << j;
            }
        }
    EXPECT_GT(three.statistics().runs, 0U);
    EXPECT_EQ(three.statistics().host_calls, 0U);
}

struct LossyVectors : test::FaultySession<2> {
    explicit LossyVectors(std::int64_t memory = kMemory) : test::FaultySession<2>(options(memory)) {}

    static MachineOptions options(std::int64_t memory) {
        MachineOptions options = test::first_test_devices(2);
        options.memory_limit = memory;
        return options;
    }
};

/// What was written is put back before another device does the call again.
template <class T>
void lose_devices_in_swaps() {
    LossyVectors x;
    if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there are too few devices";
    VectorSample<T> u(kCount, 1, 1), v(kCount, -2, 2);
    for (const Operation operation : test::kOperations)
        for (const int position : {0, 3}) {
            SCOPED_TRACE(testing::Message() << name(operation) << " " << position);
            const VectorSample<T> u0 = u, v0 = v;
            x.plans[0].recovers = true;
            x.fail(0, operation, position);
            const std::uint64_t failed = x.failed_runs();
            swap<T>(x.session, kCount, u.data(), 1, v.data(), -2);
            EXPECT_EQ(x.failed_runs(), failed + 1);
            for (std::int64_t i = 0; i < kCount; ++i) ASSERT_TRUE(u[i] == v0[i] && v[i] == u0[i]) << i;
        }
}

TEST(VectorsOnDevices, ALostDeviceLeavesNoTrace) {
    lose_devices_in_swaps<double>();
    lose_devices_in_swaps<std::complex<float>>();
}

/// What is stored of a matrix stays, and another device does the rest.
TYPED_TEST(MatricesOnDevices, ALostDeviceLeavesTheRestToOthers) {
    LossyVectors x(kTiles);
    if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there are too few devices";
    for (auto* const make : kMatrixCalls<TypeParam>)
        for (const Operation operation : test::kOperations)
            for (const int position : {0, 2, 5}) {
                SCOPED_TRACE(testing::Message() << name(operation) << " " << position);
                x.plans[0].recovers = true;
                x.fail(0, operation, position);
                expect_right<TypeParam>(make, x.session, this->layouts().back(), -2, Uplo::upper,
                                        this->kAdjoint);
                if (this->HasFailure()) return;
            }
    EXPECT_GT(x.failed_runs(), 3U * kMatrixCalls<TypeParam>.size());
}

TEST(VectorsOnDevices, TheCpuFinishesWhatNoDeviceDoes) {
    LossyVectors x;
    if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there are too few devices";
    VectorSample<double> u(kCount, 1, 1);
    const VectorSample<double> u0 = u;
    x.fail(0, Operation::store, 2, ErrorCode::out_of_memory);
    EXPECT_THROW(scal<double>(x.session, kCount, 2.0, u.data(), 1), Error);
    for (std::int64_t i = 0; i < kCount; ++i) ASSERT_EQ(u[i], u0[i]) << "what was written is put back: " << i;
    const CallPolicy policy({.cpu_finishes = true});
    x.fail(0, Operation::store, 2, ErrorCode::out_of_memory);
    scal<double>(x.session, kCount, 2.0, u.data(), 1);
    for (std::int64_t i = 0; i < kCount; ++i) ASSERT_EQ(u[i], 2 * u0[i]) << i;
}

}  // namespace
}  // namespace hg
