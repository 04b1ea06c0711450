#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "support/faulty_session.hpp"
#include "support/sanitized.hpp"
#include "support/trmm_calls.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::FaultySession;
using test::Matrix;
using test::TrmmSample;
using test::TrsmCase;

/// Memory for few columns of B at once: several strips of several blocks.
constexpr std::int64_t kFewStrips = 2 << 20;

TrmmSample<double> product_of(const TrsmCase& which) {
    TrmmSample<double> s{{which}};
    s.m = s.side == Side::left ? 300 : 260;
    s.n = s.side == Side::left ? 260 : 300;
    s.alpha = -1.5;
    s.gap = 2;
    return s;
}

/// Whether each element of got is that of `before` or that of `after`, but for rounding.
testing::AssertionResult old_or_final(const Matrix<double>& before, const Matrix<double>& after,
                                      const Matrix<double>& got) {
    for (std::size_t i = 0; i < got.data.size(); ++i)
        if (got.data[i] != before.data[i] && !(std::fabs(got.data[i] - after.data[i]) <= 1e-11))
            return testing::AssertionFailure() << "element " << i << " is " << got.data[i];
    return testing::AssertionSuccess();
}

/// What calls after faults came to.
struct Outcomes {
    int finished = 0;
    int spoilt = 0;  ///< threw an error that says so
};

template <std::size_t Devices>
void call_after_fault(FaultySession<Devices>& x, const TrmmSample<double>& s, const Matrix<double>& a,
                      const Matrix<double>& b, const Matrix<double>& right, Outcomes& outcomes) {
    const std::uint64_t before = x.failed_runs();
    Matrix<double> got = b;
    try {
        trmm<double>(x.session, s.layout, s.side, s.uplo, s.op, s.diag, s.m, s.n, s.alpha, a.data.data(),
                     a.ld, got.data.data(), got.ld);
        ++outcomes.finished;
        ASSERT_TRUE(same_but_for_rounding(right, got, 1e-11));
    } catch (const Error& error) {
        ++outcomes.spoilt;
        EXPECT_TRUE(error.context().spoilt) << error.what();
        EXPECT_NE(error.message().find("B is spoilt"), std::string::npos) << error.what();
        ASSERT_TRUE(old_or_final(b, right, got));
    }
    EXPECT_GT(x.failed_runs(), before) << "the fault did not happen";
}

/// A device fails at one command after the other, at each that stores; each time the others finish the call, or the host.
template <std::size_t Devices>
Outcomes after_faults(const TrsmCase& which, ErrorCode code, Operation operation) {
    Outcomes outcomes;
    FaultySession<Devices> x(test::options_with_memory(kFewStrips));
    if (x.session.machine().device_count() < Devices) return outcomes;
    const TrmmSample<double> s = product_of(which);
    const Matrix<double> a = s.make_a(), b = s.make_b();
    const Matrix<double> right = call_trmm(x.session, s, a, b);
    EXPECT_TRUE(trmm_is_right(s, a, b, right));
    const int count = x.plans[0].count(operation);
    EXPECT_GT(count, 2) << "there must be several " << name(operation);
    x.plans[0].recovers = true;
    // Devices of OpenCL make new contexts after each loss; sanitizers watch every access.
    const int every = test::on_host() && !test::kIsSanitized ? 1 : 3;
    const int step = every * (operation == Operation::store ? 1 : 3);
    for (int position = 0; position < count; position += step) {
        x.plans[0].stored_before = std::array{0, 8, 8 * 70, 8 * 333, 1 << 20}[position % 5];
        x.fail(0, operation, position, code);
        call_after_fault(x, s, a, b, right, outcomes);
    }
    x.fail(0, Operation::exec, -1);
    EXPECT_TRUE(same_but_for_rounding(right, call_trmm(x.session, s, a, b), 1e-11));
    return outcomes;
}

/// Rows or columns are stored from the first on. If they depend on those behind them alone, what is left of a
/// tile can always be made.
constexpr std::array kDependOnThoseBehind{TrsmCase{Side::left, Uplo::upper, Op::none, Diag::non_unit},
                                          TrsmCase{Side::left, Uplo::lower, Op::trans, Diag::unit},
                                          TrsmCase{Side::right, Uplo::lower, Op::none, Diag::non_unit}};
/// What is left of a tile that was stored in part needs what was stored.
constexpr std::array kDependOnThoseBefore{TrsmCase{Side::left, Uplo::lower, Op::none, Diag::unit},
                                          TrsmCase{Side::right, Uplo::upper, Op::none, Diag::non_unit}};

TEST(TrmmFaults, AProductGoesOnWithoutTheDeviceThatFailed) {
    for (const TrsmCase& which : kDependOnThoseBehind)
        for (const Operation operation : test::kOperations) {
            EXPECT_EQ(after_faults<1>(which, ErrorCode::device_lost, operation).spoilt, 0);
            EXPECT_EQ(after_faults<2>(which, ErrorCode::device_failed, operation).spoilt, 0);
        }
}

TEST(TrmmFaults, OldElementsThatAreOverwrittenAreMissed) {
    for (const TrsmCase& which : kDependOnThoseBefore)
        for (const Operation operation : test::kOperations) {
            const Outcomes outcomes = after_faults<1>(which, ErrorCode::device_lost, operation);
            EXPECT_GT(outcomes.finished, 0);
            EXPECT_EQ(outcomes.spoilt > 0, operation == Operation::store) << name(operation);
        }
}

}  // namespace
}  // namespace hg
