// Calls of level 1 by programs on devices: vectors that no memory holds, and devices that are lost.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "blas/call/call_policy.hpp"
#include "support/faulty_session.hpp"
#include "support/vector_samples.hpp"
#include <hg/blas/level1.hpp>
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

struct LossyVectors : test::FaultySession<2> {
    LossyVectors() : test::FaultySession<2>(options()) {}

    static MachineOptions options() {
        MachineOptions options = test::first_test_devices(2);
        options.memory_limit = kMemory;
        return options;
    }
};

/// What was written is put back before another device does the call again.
TEST(VectorsOnDevices, ALostDeviceLeavesNoTrace) {
    LossyVectors x;
    if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there are too few devices";
    VectorSample<double> u(kCount, 1, 1), v(kCount, -2, 2);
    for (const Operation operation : test::kOperations)
        for (const int position : {0, 3}) {
            SCOPED_TRACE(testing::Message() << name(operation) << " " << position);
            const VectorSample<double> u0 = u, v0 = v;
            x.plans[0].recovers = true;
            x.fail(0, operation, position);
            const std::uint64_t failed = x.failed_runs();
            swap<double>(x.session, kCount, u.data(), 1, v.data(), -2);
            EXPECT_EQ(x.failed_runs(), failed + 1);
            for (std::int64_t i = 0; i < kCount; ++i) ASSERT_TRUE(u[i] == v0[i] && v[i] == u0[i]) << i;
        }
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
