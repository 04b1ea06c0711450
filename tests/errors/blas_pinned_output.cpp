// A device that fails in the midst of a call whose output stands in pinned memory, which it stores to itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "support/faulty_session.hpp"
#include "support/level3_samples.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Level3;
using test::Level3Letters;
using test::Level3Sample;
using test::Matrix;

/// Several tiles of each device or, of a triangular solve, several strips of several blocks.
constexpr std::int64_t kMemoryOfTiles = 300 << 10, kMemoryOfColumns = 3 << 20;

struct PinnedSession : test::FaultySession<2> {
    PinnedSession(std::size_t devices, std::int64_t memory)
        : test::FaultySession<2>([&] {
              MachineOptions options = test::first_test_devices(devices);
              options.memory_limit = memory;
              return options;
          }()) {}
};

/// The output of a call in pinned memory, what it reads not.
struct PinnedOutput {
    PinnedOutput(Session& in, const Level3Sample<double>& sample)
        : session(in), s(sample), c(in, static_cast<std::int64_t>(before.data.size())) {
        std::copy(before.data.begin(), before.data.end(), c.begin());
    }
    testing::AssertionResult works() {
        const Matrix<double> a = s.make_a(), b = s.make_b();
        Matrix<double> got = before;
        test::Level3Arguments<double> arguments = s.arguments(a, b, got);
        arguments.C = c.data();
        arguments.call(session);
        std::copy(c.begin(), c.end(), got.data.begin());
        return level3_is_right(s, a, b, before, got);
    }

    Session& session;
    Level3Sample<double> s;
    Matrix<double> before = s.make_c();
    HostBuffer<double> c;
};

/// Letters of routines with beta.
class PinnedOutputOfALostDevice : public testing::TestWithParam<Level3Letters> {};

TEST_P(PinnedOutputOfALostDevice, IsAnErrorIfItIsReadAndStoredHalfway) {
    PinnedSession x(2, kMemoryOfTiles);
    Level3Sample<double> s{GetParam(), 210, 150, 90, 1.5, 0.75};
    x.plans[1].stored_before = 500 * 8;
    x.plans[1].recovers = true;
    // Of a triangle, which the host copies, is known what is stored: the first tile of an update is one.
    const bool updates = GetParam().routine == Level3::syrk || GetParam().routine == Level3::syr2k;
    x.fail(1, Operation::store, updates ? 1 : 0);
    try {
        EXPECT_TRUE(PinnedOutput(x.session, s).works());
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device_lost);
        EXPECT_NE(error.message().find("pinned memory"), std::string::npos) << error.what();
    }
    x.fail(1, Operation::exec, 1);
    EXPECT_TRUE(PinnedOutput(x.session, s).works()) << "no store was under way on the lost device";
    EXPECT_EQ(x.failed_runs(), 2U);
    s.beta = 0;
    x.fail(1, Operation::store, 0);
    EXPECT_TRUE(PinnedOutput(x.session, s).works()) << "C is not read: its tile is computed again";
    EXPECT_EQ(x.failed_runs(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Gemm, PinnedOutputOfALostDevice,
                         testing::Values(Level3Letters{.routine = Level3::gemm, .op = Op::trans}),
                         [](const auto& letters) { return test::name_of(letters.param.routine); });

INSTANTIATE_TEST_SUITE_P(Symmetric, PinnedOutputOfALostDevice,
                         testing::Values(Level3Letters{.routine = Level3::symm},
                                         Level3Letters{.routine = Level3::syrk, .uplo = Uplo::upper},
                                         Level3Letters{.routine = Level3::syr2k, .op = Op::trans}),
                         [](const auto& letters) { return test::name_of(letters.param.routine); });

TEST(PinnedOutputs, OfSolutionsThatAreStoredHalfway) {
    PinnedSession x(1, kMemoryOfColumns);
    const Level3Sample<double> s{{.routine = Level3::trsm}, 300, 260, 0, -1.5};
    x.plans[0].stored_before = 500 * 8;
    x.fail(0, Operation::store, 0);
    try {
        static_cast<void>(PinnedOutput(x.session, s).works());
        EXPECT_TRUE(test::on_host()) << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device_lost);
        EXPECT_NE(error.message().find("pinned memory"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace hg
