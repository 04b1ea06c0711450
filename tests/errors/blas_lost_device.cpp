// A device that fails in the midst of a call: the others finish it, or the host device does.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/losses.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Given;
using test::Loss;

class LostDevice : public test::LostDeviceTest {};

/// It fails at one command after the other; each time the result is right, and the next one too.
TEST_P(LostDevice, AnywhereInACall) {
    fail_everywhere();
}

constexpr auto kFailed = ErrorCode::device_failed;
constexpr std::int64_t kFewTiles = 300 << 10;
constexpr std::int64_t kFewColumns = 3 << 20;  ///< of a triangular solve: several strips of several blocks

std::vector<Loss> losses_of_gemm() {
    std::vector<Loss> losses;
    const std::string names[] = {"TheOnlyOne", "OneOfTwo", "OneOfThree"};
    for (std::size_t devices = 1; devices <= 3; ++devices) {
        Loss loss{.name = names[devices - 1], .routine = "gemm"};
        loss.given = {.op = Op::trans, .m = 210, .n = 150, .k = 90, .alpha = 1.5, .beta = 0.75, .gap = 3};
        loss.memory = kFewTiles, loss.devices = loss.failing = devices, loss.most = 1e-12;
        losses.push_back(loss);
        loss.given.beta = 0;
        loss.name += "CIsNotRead";
        losses.push_back(loss);
        loss.given.beta = devices < 3 ? 0.75 : 0;
        loss.name = "CommandsFail" + names[devices - 1], loss.codes = {kFailed};
        losses.push_back(loss);
    }
    return losses;
}
INSTANTIATE_TEST_SUITE_P(Gemm, LostDevice, testing::ValuesIn(losses_of_gemm()), test::name_of_loss);

/// The first device fails. trmm has less memory.
Loss loss_of_triangle(const char* name, const char* routine, const Given& letters, std::size_t devices,
                      int step, const std::vector<ErrorCode>& codes = {ErrorCode::device_lost}) {
    Loss loss{.name = name, .routine = routine, .given = letters, .memory = kFewColumns};
    const bool left = letters.side == Side::left;
    loss.given.m = left ? 300 : 260, loss.given.n = left ? 260 : 300;
    loss.given.alpha = -1.5, loss.given.gap = 3;
    loss.devices = devices, loss.failing = 1, loss.step = step, loss.codes = codes;
    return loss;
}
Loss on_host_alone(Loss loss) {
    loss.host = true;
    return loss;
}

INSTANTIATE_TEST_SUITE_P(
    Trsm, LostDevice,
    testing::Values(loss_of_triangle("TheOnlyOne", "trsm", {}, 1, 13),
                    loss_of_triangle("OneOfTwo", "trsm", {.op = Op::trans}, 2, 23),
                    on_host_alone(loss_of_triangle("OneOfTwoRight", "trsm",
                                                   {.side = Side::right, .diag = Diag::unit}, 2, 23)),
                    loss_of_triangle("CommandsOfTwoFail", "trsm", {.side = Side::right, .uplo = Uplo::upper},
                                     2, 31, {kFailed})),
    test::name_of_loss);

/// Rows or columns are stored from the first on. If they depend on those behind them alone, what is left of a
/// tile can always be made; else it needs what was stored.
std::vector<Loss> losses_of_trmm() {
    std::vector<Loss> losses;
    const Given behind[] = {
        {.uplo = Uplo::upper}, {.op = Op::trans, .diag = Diag::unit}, {.side = Side::right}};
    const Given before[] = {{.diag = Diag::unit}, {.side = Side::right, .uplo = Uplo::upper}};
    for (const Given& letters : behind) {
        losses.push_back(loss_of_triangle("TheOnlyOne", "trmm", letters, 1, 3));
        losses.push_back(loss_of_triangle("CommandsOfTwoFail", "trmm", letters, 2, 3, {kFailed}));
    }
    for (const Given& letters : before) {
        losses.push_back(loss_of_triangle("OldElementsAreMissed", "trmm", letters, 1, 3));
        losses.back().error = "B is partially_written";
        losses.back().elements_are_old_or_final = true;
    }
    for (std::size_t i = 0; i < losses.size(); ++i)
        losses[i].name += std::to_string(i), losses[i].memory = 2 << 20;
    return losses;
}
INSTANTIATE_TEST_SUITE_P(Trmm, LostDevice, testing::ValuesIn(losses_of_trmm()), test::name_of_loss);

/// C is not read with an odd number of devices.
Loss loss_of_symmetric(std::string_view routine, const char* name, const Given& letters, std::size_t devices,
                       std::size_t failing) {
    Loss loss{.name = std::string(routine) + name, .routine = routine, .given = letters};
    loss.given.m = 210, loss.given.n = 190, loss.given.k = 90;
    loss.given.alpha = 1.5, loss.given.beta = devices % 2 == 0 ? 0.75 : 0, loss.given.gap = 3;
    loss.memory = kFewTiles, loss.devices = devices, loss.failing = failing;
    loss.most = 1e-12, loss.step = 3;
    return loss;
}
std::vector<Loss> losses_of_symmetric() {
    std::vector<Loss> losses;
    for (const std::string_view routine : {"symm", "syrk", "syr2k"}) {
        losses.push_back(loss_of_symmetric(routine, "TheOnlyOne", {}, 1, 1));
        losses.push_back(
            loss_of_symmetric(routine, "OneOfTwo", {.uplo = Uplo::upper, .op = Op::trans}, 2, 2));
        losses.push_back(on_host_alone(loss_of_symmetric(
            routine, "CommandsOfTwoFail", {.layout = Layout::row_major, .side = Side::right}, 2, 2)));
        losses.back().codes = {kFailed};
        losses.push_back(loss_of_symmetric(routine, "OneOfThree", {.side = Side::right}, 3, 1));
    }
    return losses;
}
INSTANTIATE_TEST_SUITE_P(Symmetric, LostDevice, testing::ValuesIn(losses_of_symmetric()), test::name_of_loss);

/// The real parts below the diagonal are Inf, the imaginary parts are not: a real beta keeps them apart.
void make_half_infinite(test::Problem& problem) {
    constexpr std::int64_t kOrder = 210;
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = j + 1; i < kOrder; ++i)
            problem.set("C", i, j, {std::numeric_limits<double>::infinity(), problem.was("C", i, j).imag()});
}
/// One of two devices fails, and the other one does the rest; or the only one does, and the CPU does.
std::vector<Loss> losses_of_hermitian() {
    std::vector<Loss> losses;
    for (const std::string_view routine : {"herk", "her2k"})
        for (const bool on_cpu : {false, true}) {
            Loss loss{.name = std::string(routine) + (on_cpu ? "ByTheCpu" : "ByOthers"), .routine = routine};
            loss.given = {.n = 210, .k = 60, .alpha = {1.5, -1}, .beta = 2, .gap = 3};
            loss.memory = 500 << 10, loss.devices = on_cpu ? 1 : 2, loss.failing = 1;
            loss.most = 1e-12, loss.parts = 4;
            loss.type = ElementType::c64, loss.prepare = make_half_infinite, loss.cpu_finishes = on_cpu;
            if (on_cpu) loss.codes = {ErrorCode::out_of_memory};
            losses.push_back(loss);
        }
    return losses;
}
INSTANTIATE_TEST_SUITE_P(Hermitian, LostDevice, testing::ValuesIn(losses_of_hermitian()), test::name_of_loss);

struct LossySession : test::FaultySession<2> {
    LossySession(std::size_t devices, std::int64_t memory)
        : test::FaultySession<2>([&] {
              MachineOptions options = test::first_test_devices(devices);
              options.memory_limit = memory;
              return options;
          }()) {}
};

TEST(LostDevices, AllOpsLayoutsAndScalarsOfGemm) {
    LossySession x(2, kFewTiles);
    x.plans[0].recovers = x.plans[1].recovers = true;
    DeviceIndex device = 0;
    for (const Layout layout : {Layout::col_major, Layout::row_major})
        for (const Op op : {Op::none, Op::trans})
            for (const Op op_b : {Op::none, Op::trans})
                for (const double alpha : {0.0, -1.0}) {
                    const auto problem = test::make_problem("gemm", ElementType::f64,
                                                            {.layout = layout,
                                                             .op = op,
                                                             .op_b = op_b,
                                                             .m = 200,
                                                             .n = 180,
                                                             .k = 70,
                                                             .alpha = alpha,
                                                             .beta = 0.5,
                                                             .gap = 2});
                    x.plans[device].stored_before = 1000;
                    x.fail(device, Operation::store, 0);
                    const std::uint64_t before = x.failed_runs();
                    problem->call(x.session);
                    ASSERT_TRUE(test::is_right(*problem));
                    ASSERT_EQ(x.failed_runs(), before + 1) << "the fault did not happen";
                    device ^= 1;
                }
}

}  // namespace
}  // namespace hg
