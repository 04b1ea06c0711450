// A device that fails in the midst of a call: the others finish it, or the host device does.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/faulty_session.hpp"
#include "support/level3_samples.hpp"
#include "support/sanitized.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Level3;
using test::Level3Letters;
using test::Level3Sample;
using test::Matrix;

constexpr std::size_t kMostDevices = 3;

/// A call on devices whose memory holds a part of it, and how they fail.
struct Loss {
    std::string name;
    Level3Letters letters;
    std::int64_t m, n, k;
    double alpha, beta;
    std::int64_t memory;  ///< of each device: several tiles
    std::size_t devices;
    std::size_t failing;  ///< so many of the devices fail in turn; each has several commands of every kind
    ErrorCode code;
    int step;           ///< every so many EXECs; every LD and ST
    double most;        ///< difference that rounding may make
    bool host = false;  ///< on host devices alone: elsewhere a loss takes long

    [[nodiscard]] Level3Sample<double> sample() const {
        // A number outside of triangles, so that whole matrices can be compared.
        return {letters, m, n, k, alpha, beta, 3, 1, 777};
    }
};

void PrintTo(const Loss& loss, std::ostream* out) {
    *out << loss.name;
}

struct LossySession : test::FaultySession<kMostDevices> {
    LossySession(std::size_t devices, std::int64_t memory)
        : test::FaultySession<kMostDevices>([&] {
              MachineOptions options = test::first_test_devices(devices);
              options.memory_limit = memory;
              return options;
          }()) {}
};

class LostDevice : public testing::TestWithParam<Loss> {};

/// It fails at one command after the other; each time the result is right, and the next one too.
TEST_P(LostDevice, AnywhereInACall) {
    const Loss& loss = GetParam();
    LossySession x(loss.devices, loss.memory);
    if (x.session.machine().device_count() < loss.devices) GTEST_SKIP() << "there are too few devices";
    if (loss.host && !test::on_host()) return;
    const Level3Sample<double> s = loss.sample();
    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
    const Matrix<double> right = call_level3(x.session, s, a, b, c);
    ASSERT_TRUE(level3_is_right(s, a, b, c, right));
    std::array<std::array<int, 3>, kMostDevices> counts{};
    for (std::size_t d = 0; d < loss.failing; ++d)
        for (const Operation operation : test::kOperations)
            counts[d][static_cast<std::size_t>(operation)] = x.plans[d].count(operation);
    // Devices of OpenCL make new contexts after each loss; sanitizers watch every access.
    const int every = test::on_host() && !test::kIsSanitized ? 1 : 3;
    const int step = test::on_host() || loss.step == 1 ? loss.step : 2 * loss.step;
    for (DeviceIndex d = 0; d < loss.failing; ++d) {
        x.plans[d].recovers = true;
        for (const Operation operation : test::kOperations) {
            const int count = counts[d][static_cast<std::size_t>(operation)];
            ASSERT_GT(count, 1) << "device " << d << " must have several " << name(operation);
            for (int position = 0; position < count;
                 position += every * (operation == Operation::exec ? step : 1)) {
                const std::uint64_t before = x.failed_runs();
                x.plans[d].stored_before = std::array{0, 8, 8 * 70, 8 * 333, 1 << 20}[position % 5];
                x.fail(d, operation, position, loss.code);
                ASSERT_TRUE(same_but_for_rounding(right, call_level3(x.session, s, a, b, c), loss.most))
                    << name(operation) << ' ' << position << " of device " << d << " failed";
                ASSERT_EQ(x.failed_runs(), before + 1) << "the fault did not happen, or another one did";
            }
        }
    }
    x.fail(0, Operation::exec, -1);
    const Matrix<double> last = call_level3(x.session, s, a, b, c);
    EXPECT_TRUE(same_but_for_rounding(right, last, loss.most));
    EXPECT_TRUE(same_outside(s, c, last));
    for (std::size_t d = 0; d < loss.failing; ++d)
        EXPECT_GT(x.plans[d].count(Operation::store), 0) << "all devices are back";
}

constexpr auto kLost = ErrorCode::device_lost;
constexpr auto kFailed = ErrorCode::device_failed;
constexpr std::int64_t kFewTiles = 300 << 10;
constexpr std::int64_t kFewColumns = 3 << 20;  ///< of a triangular solve: several strips of several blocks

Loss gemm_loss(const std::string& name, double beta, std::size_t devices, ErrorCode code) {
    return {"gemm" + name,
            {.routine = Level3::gemm, .op = Op::trans},
            210,
            150,
            90,
            1.5,
            beta,
            kFewTiles,
            devices,
            devices,
            code,
            1,
            1e-12};
}

INSTANTIATE_TEST_SUITE_P(
    Gemm, LostDevice,
    testing::Values(gemm_loss("TheOnlyOne", 0.75, 1, kLost), gemm_loss("TheOnlyOneCIsNotRead", 0, 1, kLost),
                    gemm_loss("OneOfTwo", 0.75, 2, kLost), gemm_loss("OneOfTwoCIsNotRead", 0, 2, kLost),
                    gemm_loss("OneOfThree", 0.75, 3, kLost), gemm_loss("OneOfThreeCIsNotRead", 0, 3, kLost),
                    gemm_loss("CommandsFail", 0.75, 1, kFailed),
                    gemm_loss("CommandsOfTwoFail", 0.75, 2, kFailed),
                    gemm_loss("CommandsOfThreeFail", 0, 3, kFailed)),
    [](const auto& loss) { return loss.param.name; });

/// The first device fails.
Loss trsm_loss(const std::string& name, Level3Letters letters, std::size_t devices, ErrorCode code,
               int step) {
    letters.routine = Level3::trsm;
    const bool left = letters.side == Side::left;
    return {
        "trsm" + name, letters, left ? 300 : 260, left ? 260 : 300, 0, -1.5, 0, kFewColumns, devices, 1, code,
        step,          1e-11};
}

Loss on_host_alone(Loss loss) {
    loss.host = true;
    return loss;
}

INSTANTIATE_TEST_SUITE_P(
    Trsm, LostDevice,
    testing::Values(
        trsm_loss("TheOnlyOne", {}, 1, kLost, 13), trsm_loss("OneOfTwo", {.op = Op::trans}, 2, kLost, 23),
        on_host_alone(trsm_loss("OneOfTwoRight", {.side = Side::right, .diag = Diag::unit}, 2, kLost, 23)),
        trsm_loss("CommandsOfTwoFail", {.side = Side::right, .uplo = Uplo::upper}, 2, kFailed, 31)),
    [](const auto& loss) { return loss.param.name; });

/// `busy` devices fail in turn. beta = 0 with an odd number of devices.
Loss loss_of(Level3 routine, const std::string& name, Level3Letters letters, std::size_t devices,
             std::size_t busy, ErrorCode code) {
    letters.routine = routine;
    return {test::name_of(routine) + name,
            letters,
            210,
            190,
            90,
            1.5,
            devices % 2 == 0 ? 0.75 : 0,
            kFewTiles,
            devices,
            busy,
            code,
            3,
            1e-12};
}

std::vector<Loss> symmetric_losses() {
    std::vector<Loss> losses;
    for (const Level3 routine : {Level3::symm, Level3::syrk, Level3::syr2k}) {
        losses.push_back(loss_of(routine, "TheOnlyOne", {}, 1, 1, kLost));
        losses.push_back(loss_of(routine, "OneOfTwo", {.uplo = Uplo::upper, .op = Op::trans}, 2, 2, kLost));
        losses.push_back(
            on_host_alone(loss_of(routine, "CommandsOfTwoFail",
                                  {.layout = Layout::row_major, .side = Side::right}, 2, 2, kFailed)));
        losses.push_back(loss_of(routine, "OneOfThree", {.side = Side::right}, 3, 1, kLost));
    }
    return losses;
}

INSTANTIATE_TEST_SUITE_P(Symmetric, LostDevice, testing::ValuesIn(symmetric_losses()),
                         [](const auto& loss) { return loss.param.name; });

TEST(LostDevices, AllOpsLayoutsAndScalarsOfGemm) {
    LossySession x(2, kFewTiles);
    x.plans[0].recovers = x.plans[1].recovers = true;
    DeviceIndex device = 0;
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Op op : {Op::none, Op::trans})
            for (const Op op_b : {Op::none, Op::trans})
                for (const double alpha : {0.0, -1.0}) {
                    const Level3Sample<double> s{
                        {.layout = layout, .op = op, .op_b = op_b}, 200, 180, 70, alpha, 0.5, 2};
                    const Matrix<double> a = s.make_a(), b = s.make_b(), c = s.make_c();
                    x.plans[device].stored_before = 1000;
                    x.fail(device, Operation::store, 0);
                    const std::uint64_t before = x.failed_runs();
                    ASSERT_TRUE(level3_is_right(s, a, b, c, call_level3(x.session, s, a, b, c)));
                    ASSERT_EQ(x.failed_runs(), before + 1) << "the fault did not happen";
                    device ^= 1;
                }
}

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
    LossySession x(2, kFewTiles);
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

TEST(LostDevices, StoreAPinnedSolutionHalfway) {
    LossySession x(1, kFewColumns);
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
