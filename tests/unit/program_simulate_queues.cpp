#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace {

using namespace hg;

constexpr double kNear = 1e-9;

/// A GPU of 10 compute units whose launches take no time: 8 bytes a second each way, 1 s a transfer.
Target ten_units() {
    Target target;
    DeviceModel device;
    device.link_in = device.link_out = 8;
    device.link_latency = 1;
    device.launch_latency = 0;
    device.shortest_kernel = 0;
    device.rate_f64 = 16;
    device.traits.compute_units = 10;
    target.devices.assign(1, device);
    target.host_copy_rate = 1000;
    target.delays = HostDelays::none();
    return target;
}

/// Runs for so many seconds alone, in so many work-groups.
InstructionPtr kernel(double seconds, std::size_t groups) {
    static std::map<std::pair<double, std::size_t>, InstructionPtr> known;
    InstructionPtr& made = known[{seconds, groups}];
    if (made) return made;
    Instruction i = samples::empty_instruction("k" + std::to_string(seconds) + "s." + std::to_string(groups),
                                               {{"X", Access::write, ElementType::f64}});
    i.cost = [=](const ExecShape&) { return Cost{.seconds = seconds}; };
    i.geometry = [=](const ExecShape&) { return Geometry{{groups, 1, 1}, {1, 1, 1}}; };
    made = std::make_shared<const Instruction>(std::move(i));
    return made;
}

struct SimulateQueues : testing::Test {
    Target target = ten_units();
    ProgramBuilder b{target};

    RegisterId new_register() { return b.reg(0, ElementType::f64, 3, 1); }
    /// An EXEC that shares no register with others.
    CommandId in(QueueKind queue, const InstructionPtr& instruction) {
        b.use_queue(queue);
        return b.exec(instruction, {new_register()});
    }
};

TEST_F(SimulateQueues, SmallKernelsRunAtTheSameTime) {
    in(QueueKind::exec, kernel(5, 4));
    in(QueueKind::exec2, kernel(3, 6));
    const Program program = std::move(b).finish();
    const Simulation s = simulate(program, target);
    EXPECT_NEAR(s.end[0], 5, kNear);
    EXPECT_NEAR(s.start[1], 0, kNear);
    EXPECT_NEAR(s.end[1], 3, kNear);
    EXPECT_NEAR(s.lanes[1].busy, 5, kNear);
    EXPECT_NEAR(s.lanes[2].busy, 3, kNear);
    EXPECT_NEAR(bounds(program, target).flops, 5, kNear);
}

TEST_F(SimulateQueues, KernelsThatFillTheDeviceTakeTheSumOfTheirTimes) {
    in(QueueKind::exec, kernel(5, 10));
    in(QueueKind::exec2, kernel(3, 20));
    const Program program = std::move(b).finish();
    const Simulation s = simulate(program, target);
    EXPECT_NEAR(s.end[1], 6, kNear);  // both at half their speed
    EXPECT_NEAR(s.end[0], 8, kNear);
    EXPECT_NEAR(bounds(program, target).flops, 8, kNear);
}

TEST_F(SimulateQueues, AKernelIsAsFastAsAloneWhenItsNeighbourHasEnded) {
    in(QueueKind::exec, kernel(10, 8));
    in(QueueKind::exec2, kernel(2, 6));  // together 14 units of 10
    const Simulation s = simulate(std::move(b).finish(), target);
    EXPECT_NEAR(s.end[1], 2 * 1.4, kNear);
    EXPECT_NEAR(s.end[0], 2 * 1.4 + 8, kNear);
}

TEST_F(SimulateQueues, AKernelUnderWayIsSlowedByOneThatBegins) {
    in(QueueKind::exec, kernel(10, 10));
    const RegisterId late = new_register();
    const ParameterId m = b.matrix("M", ElementType::f64, 3, 1);
    b.load(late, {m, 0, 0, 3, 1});  // 24 bytes: until 4
    b.use_queue(QueueKind::exec2);
    b.exec(kernel(3, 10), {late});  // 4 .. 10
    const Simulation s = simulate(std::move(b).finish(), target);
    EXPECT_NEAR(s.start[2], 4, kNear);
    EXPECT_NEAR(s.end[2], 10, kNear);
    EXPECT_NEAR(s.end[0], 13, kNear);
}

TEST_F(SimulateQueues, EachQueueRunsItsKernelsOneAfterTheOther) {
    for (int i = 0; i < 3; ++i) in(QueueKind::exec, kernel(2, 3));
    in(QueueKind::exec2, kernel(5, 3));
    in(QueueKind::exec2, kernel(2, 3));
    const Simulation s = simulate(std::move(b).finish(), target);
    EXPECT_NEAR(s.end[1], 4, kNear);
    EXPECT_NEAR(s.end[2], 6, kNear);
    EXPECT_NEAR(s.end[3], 5, kNear);
    EXPECT_NEAR(s.start[4], 5, kNear);
    EXPECT_NEAR(s.makespan, 7, kNear);
}

TEST_F(SimulateQueues, AKernelThatWaitsForTheOtherQueueIsLaunchedAhead) {
    target.devices[0].launch_latency = 1;
    b.use_queue(QueueKind::exec);
    const RegisterId r = new_register();
    b.exec(kernel(5, 2), {r});  // 1 .. 6
    b.use_queue(QueueKind::exec2);
    b.exec(samples::scale(), {r}, {1.0});  // launched from 1 to 2, at 6
    in(QueueKind::exec, kernel(2, 2));     // launched long before: 6.2 .. 8.2
    const Simulation s = simulate(std::move(b).finish(), target);
    EXPECT_NEAR(s.end[0], 6, kNear);
    EXPECT_NEAR(s.start[1], 6, kNear);
    EXPECT_NEAR(s.end[1], 6, kNear);
    EXPECT_NEAR(s.end[2], 8.2, kNear);
}

TEST_F(SimulateQueues, QueuesShareTheHostsLaunches) {
    target.devices[0].launch_latency = 2;
    in(QueueKind::exec, kernel(0, 1));
    in(QueueKind::exec2, kernel(0, 1));
    const Simulation s = simulate(std::move(b).finish(), target);
    EXPECT_NEAR(s.makespan, 4, kNear);
}

TEST_F(SimulateQueues, LaunchesTakeLongerBesideTransfers) {
    target.delays.beside_one_way = 2;
    DeviceModel& device = target.devices[0];
    device.launch_latency = 2;
    device.link_latency = 0;
    device.link_in = 64;
    const ParameterId m = b.matrix("loaded", ElementType::f64, 8, 24);
    const RegisterId small = b.reg(0, ElementType::f64, 8, 8), large = b.reg(0, ElementType::f64, 8, 16);
    b.load(small, {m, 0, 0, 8, 8});   // 512 bytes at half the rate: 0 .. 16
    b.load(large, {m, 0, 8, 8, 16});  // 1024 bytes: 0 .. 24
    const CommandId moved = b.mark("moved", std::array{CommandId{0}}, {0, QueueKind::exec});
    in(QueueKind::exec, kernel(1, 1));  // launched from 16 to 20
    b.mark("all moved", std::array{CommandId{1}}, {0, QueueKind::exec});
    in(QueueKind::exec, kernel(1, 1));  // launched from 24 to 26
    const Simulation s = simulate(std::move(b).finish(), target, {.loads_at_once = 2});
    EXPECT_NEAR(s.end[index(moved)], 16, kNear);
    EXPECT_NEAR(s.end[3], 21, kNear);
    EXPECT_NEAR(s.end[5], 27, kNear);
}

TEST_F(SimulateQueues, WhoseWorkGroupsAreNotKnownUsesTheWholeDevice) {
    Instruction any = *kernel(5, 1);
    any.geometry = [](const ExecShape&) { return Geometry{{17, 1, 1}, {0, 0, 0}}; };
    in(QueueKind::exec, std::make_shared<const Instruction>(any));
    in(QueueKind::exec2, kernel(5, 10));
    EXPECT_NEAR(simulate(std::move(b).finish(), target).makespan, 10, kNear);
}

TEST_F(SimulateQueues, ADeviceThatIsNoGpuIsShared) {
    target.devices[0].is_gpu = false;
    Instruction flops = *kernel(0, 1);
    flops.cost = [](const ExecShape&) { return Cost{.flops = 80}; };  // 5 s
    const auto five = std::make_shared<const Instruction>(flops);
    in(QueueKind::exec, five);
    in(QueueKind::exec2, five);
    EXPECT_NEAR(simulate(std::move(b).finish(), target).makespan, 10, kNear);
}

TEST_F(SimulateQueues, OneQueueOfTwoIsAsFastAsTheOnlyOne) {
    target.devices[0].launch_latency = 2;
    // All in EXEC, with and without a command in EXEC2; all in EXEC2.
    const auto times = [&](QueueKind queue, bool marks) {
        ProgramBuilder builder(target);
        builder.use_queue(queue);
        const RegisterId r = builder.reg(0, ElementType::f64, 3, 1);
        const RegisterId other = builder.reg(0, ElementType::f64, 3, 1);
        const ParameterId m = builder.matrix("M", ElementType::f64, 3, 1);
        for (int i = 0; i < 3; ++i) builder.exec(kernel(5, 4), {r});
        for (int i = 0; i < 9; ++i) builder.exec(kernel(0, 20), {r});
        builder.load(other, {m, 0, 0, 3, 1});
        builder.exec(samples::scale(), {other}, {1.0});
        builder.mark("done", {}, {0, queue});
        builder.exec(kernel(1, 30), {r});
        builder.store({m, 0, 0, 3, 1}, other);
        if (marks) builder.mark("beside", {}, {0, QueueKind::exec2});
        return simulate(std::move(builder).finish(), target);
    };
    const Simulation alone = times(QueueKind::exec, false);
    for (const auto& [queue, marks] :
         {std::pair{QueueKind::exec, true}, std::pair{QueueKind::exec2, false}}) {
        const Simulation other = times(queue, marks);
        for (std::size_t c = 0; c < alone.end.size(); ++c) {
            EXPECT_NEAR(other.start[c], alone.start[c], kNear) << "command " << c;
            EXPECT_NEAR(other.end[c], alone.end[c], kNear) << "command " << c;
        }
        EXPECT_NEAR(other.makespan, alone.makespan, kNear);
    }
}

TEST_F(SimulateQueues, NoRunIsFasterThanItsBounds) {
    for (const std::size_t groups : {1U, 3U, 7U, 10U, 25U}) {
        ProgramBuilder builder(target);
        for (int i = 0; i < 12; ++i) {
            builder.use_queue(i % 3 == 0 ? QueueKind::exec2 : QueueKind::exec);
            builder.exec(kernel(1 + i % 4, i % 2 == 0 ? groups : 5),
                         {builder.reg(0, ElementType::f64, 3, 1)});
        }
        const Program program = std::move(builder).finish();
        EXPECT_GE(simulate(program, target).makespan, bounds(program, target).best() - kNear) << groups;
    }
}

}  // namespace
