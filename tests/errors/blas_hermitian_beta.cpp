// The real beta of herk and her2k in what other devices or the CPU finish.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>

#include "blas/call/call_policy.hpp"
#include "support/complex_samples.hpp"
#include "support/faulty_session.hpp"
#include <hg/blas/hermitian.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Hermitian = test::Matrix<std::complex<double>>;
using HermitianCall = std::function<void(Session&, Hermitian&)>;

constexpr std::int64_t kHermitianOrder = 210;
constexpr std::int64_t kHermitianDepth = 60;

/// The real parts below the diagonal are Inf, the imaginary parts are not.
Hermitian half_infinite() {
    Hermitian c(Layout::col_major, kHermitianOrder, kHermitianOrder, 3, 5);
    for (std::int64_t j = 0; j < kHermitianOrder; ++j)
        for (std::int64_t i = j + 1; i < kHermitianOrder; ++i)
            c(i, j).real(std::numeric_limits<double>::infinity());
    return c;
}

testing::AssertionResult is_half_infinite(const Hermitian& c, const Hermitian& expected) {
    for (std::int64_t j = 0; j < kHermitianOrder; ++j)
        for (std::int64_t i = j + 1; i < kHermitianOrder; ++i)
            if (!std::isinf(c(i, j).real()) || !(std::fabs(c(i, j).imag() - expected(i, j).imag()) < 1e-12))
                return testing::AssertionFailure() << i << ", " << j << ": " << c(i, j);
    return testing::AssertionSuccess();
}

/// One of two devices fails, and the other one does the rest; or both do, and the CPU does.
void expect_parts_to_stay_apart(const HermitianCall& call, bool both_fail) {
    test::FaultySession<2> x(test::options_with_memory(500 << 10));
    for (test::FaultPlan& plan : x.plans) plan.recovers = true;
    Hermitian expected = half_infinite();
    call(x.session, expected);
    int finished = 0;
    const CallPolicy policy({.cpu_finishes = both_fail});
    for (const auto operation : test::kOperations)
        for (int position = 0; position < 12; position += 3) {
            x.fail(0, operation, position, both_fail ? ErrorCode::out_of_memory : ErrorCode::device_lost);
            if (both_fail) {
                x.plans[1].operation = operation;
                x.plans[1].position = position;
                x.plans[1].code = ErrorCode::out_of_memory;
            }
            Hermitian got = half_infinite();
            const std::uint64_t before = x.failed_runs();
            call(x.session, got);
            finished += x.failed_runs() > before ? 1 : 0;
            EXPECT_TRUE(is_half_infinite(got, expected)) << static_cast<int>(operation) << " at " << position;
        }
    EXPECT_GT(finished, 0) << "no fault happened";
}

const Hermitian kFactorA(Layout::col_major, kHermitianOrder, kHermitianDepth, 0, 1);
const Hermitian kFactorB(Layout::col_major, kHermitianOrder, kHermitianDepth, 0, 2);

void update_by_herk(Session& session, Hermitian& c) {
    herk<std::complex<double>>(session, Layout::col_major, Uplo::lower, Op::none, kHermitianOrder,
                               kHermitianDepth, 1.5, kFactorA.data.data(), kFactorA.ld, 2.0, c.data.data(),
                               c.ld);
}

void update_by_her2k(Session& session, Hermitian& c) {
    her2k<std::complex<double>>(session, Layout::col_major, Uplo::lower, Op::none, kHermitianOrder,
                                kHermitianDepth, {1.5, -1}, kFactorA.data.data(), kFactorA.ld,
                                kFactorB.data.data(), kFactorB.ld, 2.0, c.data.data(), c.ld);
}

TEST(HermitianBeta, KeepsPartsApartWhenOtherDevicesFinish) {
    expect_parts_to_stay_apart(update_by_herk, false);
    expect_parts_to_stay_apart(update_by_her2k, false);
}

TEST(HermitianBeta, KeepsPartsApartWhenTheCpuFinishes) {
    expect_parts_to_stay_apart(update_by_herk, true);
    expect_parts_to_stay_apart(update_by_her2k, true);
}

}  // namespace
}  // namespace hg
