#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "support/faulty_session.hpp"
#include "support/trsm_calls.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::FaultySession;
using test::Matrix;
using test::TrsmCase;
using test::TrsmSample;

/// Memory for few columns of B at once: several strips of several blocks.
constexpr std::int64_t kFewColumns = 3 << 20;

TrsmSample<double> sample_of(const TrsmCase& which) {
    TrsmSample<double> s{which};
    s.m = s.side == Side::left ? 300 : 260;
    s.n = s.side == Side::left ? 260 : 300;
    s.alpha = -1.5;
    s.gap = 2;
    return s;
}

/// A device fails at one command after the other; each time the others finish the call, or the host.
template <std::size_t Devices>
void survives_faults(const TrsmCase& which, ErrorCode code, int step) {
    FaultySession<Devices> x(test::options_with_memory(kFewColumns));
    if (x.session.machine().device_count() < Devices)
        GTEST_SKIP() << "there are " << x.session.machine().device_count() << " devices, not " << Devices;
    const TrsmSample<double> s = sample_of(which);
    const Matrix<double> a = s.make_a(), b = s.make_b();
    const Matrix<double> right = call_trsm(x.session, s, a, b);
    ASSERT_TRUE(trsm_is_right(s, a, b, right));
    if (!test::on_host()) step *= 4;  // each loss makes new contexts there
    int faults = 0;
    for (Operation operation : test::kOperations) {
        const int count = x.plans[0].count(operation);
        x.plans[0].recovers = true;
        ASSERT_GT(count, 2) << "there must be several " << name(operation);
        for (int position = 0; position < count; position += operation == Operation::exec ? step : 1) {
            const std::uint64_t before = x.failed_runs();
            x.plans[0].stored_before = std::array{0, 8, 8 * 70, 8 * 333, 1 << 20}[position % 5];
            x.fail(0, operation, position, code);
            ASSERT_TRUE(same_but_for_rounding(right, call_trsm(x.session, s, a, b), 1e-11))
                << s.text() << ": " << name(operation) << ' ' << position << " failed";
            faults += x.failed_runs() > before;
            ASSERT_GT(x.failed_runs(), before) << "the fault did not happen";
        }
        x.fail(0, Operation::exec, -1);
        ASSERT_TRUE(same_but_for_rounding(right, call_trsm(x.session, s, a, b), 1e-11));
    }
    EXPECT_GT(faults, 6);
}

TEST(TrsmFaults, TheOnlyDeviceLostAnywhere) {
    survives_faults<1>({Side::left, Uplo::lower, Op::none, Diag::non_unit}, ErrorCode::device_lost, 13);
}

TEST(TrsmFaults, OneOfTwoLostAnywhere) {
    survives_faults<2>({Side::left, Uplo::lower, Op::trans, Diag::non_unit}, ErrorCode::device_lost, 23);
    if (test::on_host())
        survives_faults<2>({Side::right, Uplo::lower, Op::none, Diag::unit}, ErrorCode::device_lost, 23);
}

TEST(TrsmFaults, CommandsThatFailAreDoneByOtherDevices) {
    survives_faults<2>({Side::right, Uplo::upper, Op::none, Diag::non_unit}, ErrorCode::device_failed, 31);
}

TEST(TrsmFaults, AStoreIntoPinnedMemoryThatFailsHalfwayIsAnError) {
    FaultySession<1> x(test::options_with_memory(kFewColumns));
    TrsmSample<double> s = sample_of({});
    s.gap = 0;
    const Matrix<double> a = s.make_a(), b = s.make_b();
    HostBuffer<double> pinned(x.session, s.m * s.n);
    std::copy(b.data.begin(), b.data.end(), pinned.begin());
    x.plans[0].stored_before = 500 * 8;
    x.fail(0, Operation::store, 0);
    try {
        trsm<double>(x.session, s.layout, s.side, s.uplo, s.op, s.diag, s.m, s.n, s.alpha, a.data.data(),
                     a.ld, pinned.data(), s.m);
        EXPECT_TRUE(test::on_host()) << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device_lost);
        EXPECT_NE(error.message().find("pinned memory"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace hg
