#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lapack/lu/lu_builder.hpp"
#include "lapack/lu/lu_layout.hpp"
#include "lapack/lu/panel_width.hpp"
#include "support/expected_error.hpp"
#include "support/moved_elements.hpp"
#include "support/simulated_plans.hpp"
#include <hg/lapack/getrf_program.hpp>

namespace hg {
namespace {

using test::fast_gpus;
using test::moved_elements;

/// On all devices, of which fewer may be sooner.
Program program_of(const LuProblem& problem, const Target& target) {
    return lu_program(problem, target, kernels::Database::shipped(), target.devices.size());
}

LuLayout layout_of(const LuProblem& problem, const Target& target) {
    return lu_layout(problem, target, panel_width(problem));
}

struct MatrixSize {
    std::int64_t m;
    std::int64_t n;
};
constexpr MatrixSize kShapes[] = {{1, 1},      {64, 64},     {700, 700},    {1000, 300},
                                  {300, 1000}, {2000, 2000}, {20000, 20000}};

TEST(GetrfProgram, VerifiesForAllShapesAndDevices) {
    for (const MatrixSize& shape : kShapes)
        for (std::size_t devices : {1U, 2U, 3U})
            for (Pivoting pivoting : {Pivoting::partial, Pivoting::tournament, Pivoting::none}) {
                const LuProblem problem{.m = shape.m, .n = shape.n, .pivoting = pivoting};
                EXPECT_NO_THROW(verify(program_of(problem, fast_gpus(devices))))
                    << shape.m << " x " << shape.n << " on " << devices;
            }
}

TEST(GetrfProgram, OnOneDeviceEachElementMovesOnceEachWay) {
    for (const MatrixSize& shape : kShapes)
        for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
            const Program program =
                program_of({.m = shape.m, .n = shape.n, .pivoting = pivoting}, fast_gpus(1));
            for (const Operation operation : {Operation::load, Operation::store})
                EXPECT_EQ(moved_elements(program, operation, "A"), shape.m * shape.n)
                    << shape.m << " x " << shape.n;
        }
}

/// The right-hand sides come, X leaves, and A moves once each way.
TEST(GetrfProgram, SolvesForRightHandSidesAlong) {
    for (const std::int64_t n : {1, 64, 700, 2000})
        for (const std::int64_t nrhs : {1, 3, 200})
            for (const std::size_t devices : {1U, 2U, 3U})
                for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
                    SCOPED_TRACE(std::to_string(n) + " with " + std::to_string(nrhs) + " on " +
                                 std::to_string(devices));
                    const LuProblem problem{.m = n, .n = n, .nrhs = nrhs, .pivoting = pivoting};
                    const Program program = program_of(problem, fast_gpus(devices));
                    EXPECT_NO_THROW(verify(program));
                    if (devices > 1) continue;
                    EXPECT_EQ(moved_elements(program, Operation::load, "B"), n * nrhs);
                    EXPECT_EQ(moved_elements(program, Operation::store, "B"), 0);
                    EXPECT_EQ(moved_elements(program, Operation::store, "X"), n * nrhs);
                    for (const Operation operation : {Operation::load, Operation::store})
                        EXPECT_EQ(moved_elements(program, operation, "A"), n * n);
                }
}

TEST(GetrfProgram, RightHandSidesTakeLittleTime) {
    const Target target = test::nvidia_gpus(1);
    for (const std::int64_t n : {8192, 32768})
        for (const std::int64_t nrhs : {1, 64}) {
            const auto seconds = [&](std::int64_t columns) {
                return simulate(program_of({.m = n, .n = n, .nrhs = columns}, target), target).makespan;
            };
            EXPECT_LT(seconds(nrhs), 1.06 * seconds(0)) << n << " with " << nrhs;
        }
}

TEST(GetrfProgram, RightHandSidesNeedAllOfTheMatrixOnTheDevices) {
    const LuProblem problem{.m = 1500, .n = 1500, .nrhs = 1};
    const Target small = fast_gpus(1, std::int64_t{16} << 20);
    EXPECT_FALSE(holds_all_of(problem, small));
    EXPECT_THROW((void)program_of(problem, small), Error);
    EXPECT_TRUE(holds_all_of(problem, fast_gpus(1)));
    EXPECT_FALSE(holds_all_of(problem, fast_gpus(1, 1 << 10)));
}

/// Columns that come late are brought up to date by panels of several steps before.
TEST(GetrfProgram, ColumnsComeWhileOthersAreFactored) {
    for (std::size_t devices : {2U, 3U, 4U}) {
        const Target target = fast_gpus(devices);
        const LuProblem problem{.m = 800, .n = 6000};
        EXPECT_TRUE(layout_of(problem, target).loads_by_need);
        const Program program = program_of(problem, target);
        verify(program);
        EXPECT_EQ(moved_elements(program, Operation::load, "A"), problem.m * problem.n);
        bool exchanged = false;
        std::int64_t after = 0;  // columns loaded behind the first panel's copies
        for (const CommandId id : program.queue({1, QueueKind::load})) {
            const HostTile& tile = program.tile(id);
            const std::string& name = program.matrices()[index(tile.parameter)].name;
            exchanged = exchanged || name == "exchange";
            if (exchanged && name == "A") after += tile.cols;
        }
        EXPECT_GT(after, 0) << devices << " devices";
    }
    EXPECT_FALSE(layout_of({.m = 800, .n = 6000}, fast_gpus(1)).loads_by_need);
}

TEST(GetrfProgram, TakesPassesWhereMemoryIsScarce) {
    const LuProblem problem{.m = 1500, .n = 1500};
    for (std::size_t devices : {1U, 2U}) {
        const Target target = fast_gpus(devices, std::int64_t{16} << 20);
        EXPECT_GT(layout_of(problem, target).passes(), 1U);
        verify(program_of(problem, target));
    }
    EXPECT_EQ(layout_of(problem, fast_gpus(1)).passes(), 1U);
}

/// With the figures: what it needs is enough, and what there is is told for the smallest device.
TEST(GetrfProgram, SaysWhereMemoryDoesNotSuffice) {
    const LuProblem problem{.m = 100000, .n = 90000};
    Target target = fast_gpus(2, 1 << 20);
    target.devices[0].memory = 1 << 21;
    const std::string message = test::expect_error(ErrorCode::out_of_memory,
                                                   {"100000 x 90000", "HG_MEMORY_LIMIT", "use 1048576 bytes",
                                                    "on " + target.devices[1].name, "at least "},
                                                   [&] { return program_of(problem, target); })
                                    .message();
    const std::string before = "at least ";
    const std::int64_t needed = std::stoll(message.substr(message.find(before) + before.size()));
    EXPECT_GT(needed, 1 << 20);
    // A narrow matrix with columns as long does with a tenth more, for what slots of a
    // few sizes leave unused.
    Target enough = fast_gpus(1, needed + needed / 10);
    enough.devices[0].largest_slot = enough.devices[0].memory;
    EXPECT_EQ(layout_of({.m = 100000, .n = 256}, enough).panel, 64);
    EXPECT_NO_THROW((void)program_of({.m = 100000, .n = 256}, enough));
}

TEST(GetrfProgram, PanelsDoNotDependOnTheDevices) {
    for (const MatrixSize& shape : kShapes) {
        const LuProblem problem{.m = shape.m, .n = shape.n};
        for (std::size_t devices : {2U, 3U, 8U}) {
            EXPECT_EQ(layout_of(problem, fast_gpus(devices)).panel, layout_of(problem, fast_gpus(1)).panel);
            EXPECT_EQ(layout_of(problem, fast_gpus(devices)).block_column,
                      layout_of(problem, fast_gpus(1)).block_column);
        }
    }
}

/// A GPU beside the CPU.
Target gpu_and_host(int nvidia_capability) {
    Target target = fast_gpus(1);
    target.devices[0].traits.nvidia_capability = nvidia_capability;
    DeviceModel host;
    host.name = "host";
    host.is_gpu = false;
    host.traits.is_host = true;
    host.memory = host.largest_slot = std::int64_t{64} << 30;
    host.rate_f64 = 500e9;
    target.devices.push_back(host);
    return target;
}

TEST(GetrfProgram, TheHostFactorsPanelsOnlyForDevicesThatDoItBadly) {
    for (const std::int64_t n : {64, 512, 1024, 1535, 4096, 20000}) {
        const LuProblem problem{.m = n, .n = n};
        EXPECT_FALSE(layout_of(problem, gpu_and_host(90)).panel_device) << n;
        EXPECT_EQ(layout_of(problem, gpu_and_host(0)).panel_device, DeviceIndex{1}) << n;
    }
}

TEST(GetrfProgram, DevicesShareTheWork) {
    const auto seconds = [](std::int64_t n, std::size_t devices) {
        const Target target = test::nvidia_gpus(devices);
        return simulate(program_of({.m = n, .n = n}, target), target).makespan;
    };
    EXPECT_LT(seconds(16384, 2), 0.75 * seconds(16384, 1));
    EXPECT_LT(seconds(32768, 2), 0.6 * seconds(32768, 1));
    EXPECT_LT(seconds(32768, 4), 0.45 * seconds(32768, 1));
    EXPECT_LT(seconds(65536, 4), seconds(65536, 1) / 3);
}

TEST(GetrfProgram, ADeviceMoreNeverSlowsACall) {
    for (const std::int64_t n : {512, 2048, 4096, 16384}) {
        const LuProblem problem{.m = n, .n = n};
        test::expect_more_devices_are_no_slower(
            problem.key(), {1, 2, 4},
            [&](const Target& target) {
                return getrf_program(problem, target, kernels::Database::shipped());
            },
            test::nvidia_gpus);
    }
}

/// Sums over k are the same on any number of devices, so what is updated by pairs must be, too.
TEST(GetrfProgram, FarColumnsAreUpdatedByTwoPanelsAtOnce) {
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none})
        for (std::size_t devices : {1U, 2U, 3U}) {
            const LuProblem problem{.m = 5120, .n = 5120, .pivoting = pivoting};
            const std::int64_t panel = panel_width(problem);
            const Program program = program_of(problem, fast_gpus(devices));
            std::vector<std::int64_t> elements(12, 0);  // so updated, by panel
            for (std::uint32_t c = 0; c < program.size(); ++c) {
                const auto id = static_cast<CommandId>(c);
                if (program.command(id).operation != Operation::exec) continue;
                if (!program.instruction(id).name.starts_with("gemm")) continue;
                const auto operands = program.operands(id);
                if (program.reg(operands[0]).cols != 2 * panel) continue;
                const std::int64_t row_of_u = program.reg(operands[1]).first_row();
                const Register& updated = program.reg(operands[2]);
                elements[static_cast<std::size_t>(row_of_u / panel)] += updated.rows * updated.cols;
            }
            std::vector<std::int64_t> expected(12, 0);
            for (std::int64_t first = 0; first < 6; first += 2)
                expected[static_cast<std::size_t>(first)] =
                    (problem.m - (first + 2) * panel) * (3072 - first * panel);
            EXPECT_EQ(elements, expected) << devices << " devices";
        }
}

/// With row interchanges, all rows change until the last panel.
TEST(GetrfProgram, WithoutPivotingColumnsLeaveAsTheyAreFactored) {
    const LuProblem problem{.m = 16384, .n = 16384, .pivoting = Pivoting::none};
    const Target target = fast_gpus(1);
    const Program program = program_of(problem, target);
    const Simulation run = simulate(program, target);
    double last_kernel = 0;
    for (const QueueKind queue : {QueueKind::exec, QueueKind::exec2})
        last_kernel = std::max(last_kernel, run.end[index(program.queue({0, queue}).back())]);
    std::int64_t late = 0;
    for (const CommandId id : program.queue({0, QueueKind::store}))
        if (run.end[index(id)] > last_kernel) late += program.tile(id).rows * program.tile(id).cols;
    EXPECT_LT(late, problem.m * problem.n / 5);
}

TEST(GetrfProgram, HidesTransfers) {
    const LuProblem problem{.m = 16384, .n = 16384};
    const Target target = fast_gpus(1);
    const Simulation run = simulate(program_of(problem, target), target);
    Target free = target;
    free.host_copy_rate = free.links_in = free.links_out = free.links_both = 1e30;
    for (DeviceModel& device : free.devices) device.link_in = device.link_out = device.link_both = 1e30;
    const Simulation without = simulate(program_of(problem, target), free);
    EXPECT_LT(run.makespan, 1.35 * without.makespan);
}

}  // namespace
}  // namespace hg
