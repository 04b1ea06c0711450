#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "support/faulty_session.hpp"
#include "support/gemm_calls.hpp"
#include "support/problems.hpp"
#include "support/sanitized.hpp"
#include "support/trsm_samples.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::FaultySession;
using test::Problem;
using test::TrsmCase;

/// Memory for few columns of B at once: several strips of several blocks.
constexpr std::int64_t kFewStrips = 2 << 20;

std::unique_ptr<Problem> product_of(const TrsmCase& which) {
    const bool left = which.side == Side::left;
    return test::make_problem("trmm", ElementType::f64,
                              {.side = which.side,
                               .uplo = which.uplo,
                               .op = which.op,
                               .diag = which.diag,
                               .m = left ? 300 : 260,
                               .n = left ? 260 : 300,
                               .alpha = -1.5,
                               .gap = 2});
}

/// B, or B before the call.
using Elements = std::vector<double>;
Elements elements_of(const Problem& problem, const TrsmCase& which, bool before = false) {
    const bool left = which.side == Side::left;
    Elements b;
    for (std::int64_t j = 0; j < (left ? 260 : 300); ++j)
        for (std::int64_t i = 0; i < (left ? 300 : 260); ++i)
            b.push_back((before ? problem.was("B", i, j) : problem.now("B", i, j)).real());
    return b;
}

/// Whether each element of got is that of `before` or that of `after`, but for rounding.
testing::AssertionResult old_or_final(const Elements& before, const Elements& after, const Elements& got) {
    for (std::size_t i = 0; i < got.size(); ++i)
        if (got[i] != before[i] && !(std::fabs(got[i] - after[i]) <= 1e-11))
            return testing::AssertionFailure() << "element " << i << " is " << got[i];
    return testing::AssertionSuccess();
}
testing::AssertionResult is_final(const Elements& after, const Elements& got) {
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(std::fabs(got[i] - after[i]) <= 1e-11))
            return testing::AssertionFailure() << "element " << i << " is " << got[i];
    return testing::AssertionSuccess();
}

/// What calls after faults came to.
struct Outcomes {
    int finished = 0;
    int partially_written = 0;  ///< threw an error that says so
};

template <std::size_t Devices>
void call_after_fault(FaultySession<Devices>& x, Problem& problem, const TrsmCase& which,
                      const Elements& right, Outcomes& outcomes) {
    const std::uint64_t before = x.failed_runs();
    problem.restore();
    try {
        problem.call(x.session);
        ++outcomes.finished;
        ASSERT_TRUE(is_final(right, elements_of(problem, which)));
    } catch (const Error& error) {
        ++outcomes.partially_written;
        EXPECT_TRUE(error.context().partially_written) << error.what();
        EXPECT_NE(error.message().find("B is partially_written"), std::string::npos) << error.what();
        ASSERT_TRUE(old_or_final(elements_of(problem, which, true), right, elements_of(problem, which)));
    }
    EXPECT_EQ(problem.judged().fault.find("wrote"), std::string::npos) << problem.judged().fault;
    EXPECT_GT(x.failed_runs(), before) << "the fault did not happen";
}

/// A device fails at one command after the other, at each that stores; each time the others finish the call,
/// or the host.
template <std::size_t Devices>
Outcomes after_faults(const TrsmCase& which, ErrorCode code, Operation operation) {
    Outcomes outcomes;
    FaultySession<Devices> x(test::options_with_memory(kFewStrips));
    if (x.session.machine().device_count() < Devices) return outcomes;
    const auto problem = product_of(which);
    EXPECT_TRUE(test::works(x.session, *problem));
    const Elements right = elements_of(*problem, which);
    const int count = x.plans[0].count(operation);
    EXPECT_GT(count, 2) << "there must be several " << name(operation);
    x.plans[0].recovers = true;
    // Devices of OpenCL make new contexts after each loss; sanitizers watch every access.
    const int every = test::on_host() && !test::kIsSanitized ? 1 : 3;
    const int step = every * (operation == Operation::store ? 1 : 3);
    for (int position = 0; position < count; position += step) {
        x.plans[0].stored_before = std::array{0, 8, 8 * 70, 8 * 333, 1 << 20}[position % 5];
        x.fail(0, operation, position, code);
        call_after_fault(x, *problem, which, right, outcomes);
    }
    x.fail(0, Operation::exec, -1);
    problem->restore();
    EXPECT_TRUE(test::works(x.session, *problem));
    EXPECT_TRUE(is_final(right, elements_of(*problem, which)));
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
            EXPECT_EQ(after_faults<1>(which, ErrorCode::device_lost, operation).partially_written, 0);
            EXPECT_EQ(after_faults<2>(which, ErrorCode::device_failed, operation).partially_written, 0);
        }
}

TEST(TrmmFaults, OldElementsThatAreOverwrittenAreMissed) {
    for (const TrsmCase& which : kDependOnThoseBefore)
        for (const Operation operation : test::kOperations) {
            const Outcomes outcomes = after_faults<1>(which, ErrorCode::device_lost, operation);
            EXPECT_GT(outcomes.finished, 0);
            EXPECT_EQ(outcomes.partially_written > 0, operation == Operation::store) << name(operation);
        }
}

}  // namespace
}  // namespace hg
