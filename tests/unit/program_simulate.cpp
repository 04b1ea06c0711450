#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/simulate.hpp>

namespace {

using namespace hg;

/// Plain numbers to reckon with: 8 bytes a second each way, 1 s a transfer, 2 s a launch, 16 flop/s.
Target slow(std::size_t devices = 1) {
    Target t;
    DeviceModel d;
    d.link_in = d.link_out = 8;
    d.link_latency = 1;
    d.launch_latency = 2;
    d.rate_f64 = 16;
    d.rate_f32 = 32;
    d.shortest_kernel = 0;
    t.devices.assign(devices, d);
    t.host_copy_rate = 1000;
    t.delays = HostDelays::none();
    return t;
}

struct Simulate : testing::Test {
    ProgramBuilder b{slow(2)};
    ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    RegisterId r = b.reg(0, ElementType::f64, 4, 2);  // 8 elements: 1 + 8 s to load
    RegisterId q = b.reg(1, ElementType::f64, 4, 2);
    HostTile left{m, 0, 0, 4, 2};
    HostTile right{m, 4, 4, 4, 2};
};

TEST_F(Simulate, OneLoadTakesLatencyAndBytesOverRate) {
    b.load(r, left);
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_NEAR(s.makespan, 9, 1e-9);
    EXPECT_NEAR(s.lanes[0].busy, 9, 1e-9);
    EXPECT_EQ(s.lanes[0].bytes, 64);
    EXPECT_EQ(s.lanes[0].commands, 1U);
}

/// Copies at 4 bytes a second are slower than the link, and pinned matrices need none.
TEST_F(Simulate, TilesOfPinnedMatricesAreNotStaged) {
    Target target = slow(2);
    target.host_copy_rate = 4;
    const ParameterId exchange = b.pinned_matrix("exchange", ElementType::f64, 4, 2);
    b.load(r, left);
    b.store({exchange, 0, 0, 4, 2}, r);
    const Program program = std::move(b).finish();
    const Simulation s = simulate(program, target);
    EXPECT_NEAR(s.start[1], 17, 1e-9);
    EXPECT_NEAR(s.makespan, 17 + 9, 1e-9);
    EXPECT_NEAR(bounds(program, target).staging, 16, 1e-9);
    EXPECT_NEAR(bounds(program, target).critical_path, 17 + 9, 1e-9);
}

TEST_F(Simulate, AChainAddsUp) {
    b.load(r, left);                       // 0 .. 9
    b.exec(samples::scale(), {r}, {1.0});  // at 9: no cost but the launch, beside the load
    b.store(right, r);                     // 9 .. 18
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_NEAR(s.start[1], 9, 1e-9);
    EXPECT_NEAR(s.start[2], 9, 1e-9);
    EXPECT_NEAR(s.makespan, 18, 1e-9);
}

TEST_F(Simulate, LoadsOfOneDeviceTakeTurnsAndThoseOfTwoDoNot) {
    b.load(r, left);
    b.load(b.reg(0, ElementType::f64, 4, 2), right);
    b.load(q, left);
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_NEAR(s.end[0], 9, 1e-9);
    EXPECT_NEAR(s.end[1], 18, 1e-9);
    EXPECT_NEAR(s.end[2], 9, 1e-9);
}

TEST_F(Simulate, TransfersOfAQueueShareItsLinkIfTheyMayRunAtOnce) {
    b.load(r, left);
    b.load(b.reg(0, ElementType::f64, 4, 2), right);
    const Program program = std::move(b).finish();
    EXPECT_NEAR(simulate(program, slow(2), {.loads_at_once = 2}).makespan, 1 + 16, 1e-9);
    EXPECT_NEAR(simulate(program, slow(2), {.stores_at_once = 2}).makespan, 18, 1e-9);
    EXPECT_THROW(simulate(program, slow(2), {.loads_at_once = 0}), Error);
}

TEST_F(Simulate, TransfersShareTheHostsCopyRate) {
    b.load(r, left);
    b.load(q, right);
    Target t = slow(2);
    t.host_copy_rate = 8;  // 4 bytes/s each
    EXPECT_NEAR(simulate(std::move(b).finish(), t).makespan, 1 + 16, 1e-9);
}

TEST_F(Simulate, WhatASlowLinkLeavesOfTheHostGoesToTheOthers) {
    b.load(r, left);
    b.load(q, right);
    Target t = slow(2);
    t.host_copy_rate = 8;
    t.devices[0].link_in = 2;
    const Simulation s = simulate(std::move(b).finish(), t);
    EXPECT_NEAR(s.end[0], 1 + 64.0 / 2, 1e-9);
    EXPECT_NEAR(s.end[1], 1 + 64.0 / 6, 1e-9);
}

TEST_F(Simulate, ATransferThatEndsLeavesItsShareToTheOthers) {
    const RegisterId small = b.reg(0, ElementType::f64, 2, 1);
    b.load(small, {m, 0, 0, 2, 1});  // 16 bytes at 4 bytes/s: until 5
    b.load(q, left);                 // 16 bytes until 5, then 48 at 8 bytes/s
    Target t = slow(2);
    t.host_copy_rate = 8;
    const Simulation s = simulate(std::move(b).finish(), t);
    EXPECT_NEAR(s.end[0], 5, 1e-9);
    EXPECT_NEAR(s.end[1], 11, 1e-9);
}

TEST_F(Simulate, ASharedLoadIsCopiedOnceByTheHost) {
    const RegisterId x = b.reg(1, ElementType::f64, 4, 2);
    b.load(r, left);   // copied and sent: 4 bytes/s
    b.load(q, left);   // sent only: 8 bytes/s, 1 .. 9
    b.load(x, right);  // copied: from 10, beside the first: 4 bytes/s
    Target t = slow(2);
    t.host_copy_rate = 4;
    const Simulation s = simulate(std::move(b).finish(), t);
    EXPECT_NEAR(s.end[1], 1 + 64.0 / 8, 1e-9);
    EXPECT_NEAR(s.end[0], 1 + 9.0 + (64 - 9 * 4) / 2.0, 1e-9);
    EXPECT_NEAR(s.makespan, 1 + 128.0 / 4, 1e-9);
}

TEST_F(Simulate, BothDirectionsOfALinkShareIt) {
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.exec(samples::clear(), {other});  // 0 .. 2
    b.load(r, left);                    // 1 .. : 2 s alone, then 6 bytes/s
    b.store(right, other);              // 3 .. : 6 bytes/s
    Target t = slow(2);
    t.devices[0].link_both = 12;
    const Simulation s = simulate(std::move(b).finish(), t);
    EXPECT_NEAR(s.end[1], 3 + (64 - 2 * 8) / 6.0, 1e-9);
    EXPECT_NEAR(s.end[2], 11 + (64 - 8 * 6) / 8.0, 1e-9);
}

TEST_F(Simulate, AllLinksInShareWhatTheHostSends) {
    b.load(r, left);
    b.load(q, right);
    const Program p = std::move(b).finish();
    Target t = slow(2);
    t.links_in = 10;
    EXPECT_NEAR(simulate(p, t).makespan, 1 + 64.0 / 5, 1e-9);
    t.links_in = 100;
    t.links_both = 4;
    EXPECT_NEAR(simulate(p, t).makespan, 1 + 64.0 / 2, 1e-9);
    t.links_both = t.links_out = 16;  // all that the links can take; and nothing goes out
    EXPECT_NEAR(simulate(p, t).makespan, 9, 1e-9);
}

TEST_F(Simulate, AllLinksOutShareWhatTheHostTakes) {
    b.exec(samples::clear(), {r});
    b.exec(samples::clear(), {q});
    b.store(left, r);
    b.store(right, q);
    Target t = slow(2);
    t.links_out = 8;
    EXPECT_NEAR(simulate(std::move(b).finish(), t).makespan, 2 + 1 + 64.0 / 4, 1e-9);
}

TEST_F(Simulate, AGpuTakesWorkGroupsInWaves) {
    Instruction waves = samples::empty_instruction("waves", {{"X", Access::write, ElementType::f64}});
    waves.cost = [](const ExecShape&) { return Cost{64, 0}; };
    waves.geometry = [](const ExecShape&) { return Geometry{{52, 2, 1}, {8, 1, 1}}; };  // 7 x 2 groups
    b.exec(std::make_shared<const Instruction>(waves), {r});
    const Program p = std::move(b).finish();
    Target t = slow(2);
    const auto seconds = [&](std::int64_t units) {
        t.devices[0].traits.compute_units = units;
        return simulate(p, t).makespan - 2;
    };
    EXPECT_NEAR(seconds(2), 4, 1e-9);               // seven full waves
    EXPECT_NEAR(seconds(7), 4, 1e-9);               // two full waves
    EXPECT_NEAR(seconds(8), 4 * 16.0 / 14, 1e-9);   // two waves, 16 places for 14 groups
    EXPECT_NEAR(seconds(28), 4 * 28.0 / 14, 1e-9);  // half of the units have nothing to do
    EXPECT_NEAR(seconds(3), 4 * 15.0 / 14, 1e-9);   // five waves
    EXPECT_NEAR(seconds(1), 4, 1e-9);
    t.devices[0].is_gpu = false;
    EXPECT_NEAR(seconds(28), 4, 1e-9);
}

TEST_F(Simulate, WhereTheDriverChoosesTheWorkGroupsThereAreNoWaves) {
    Instruction i = samples::empty_instruction("free", {{"X", Access::write, ElementType::f64}});
    i.cost = [](const ExecShape&) { return Cost{64, 0}; };
    i.geometry = [](const ExecShape&) { return Geometry{{17, 2, 1}, {0, 0, 0}}; };
    b.exec(std::make_shared<const Instruction>(i), {r});
    Target t = slow(2);
    t.devices[0].traits.compute_units = 100;
    EXPECT_NEAR(simulate(std::move(b).finish(), t).makespan, 2 + 4, 1e-9);
}

TEST_F(Simulate, ShapesAndScalarsOfOneInstructionAreToldApart) {
    Instruction i = samples::empty_instruction("sized", {{"X", Access::write, ElementType::f64}},
                                               {{"s", ElementType::f64}});
    i.cost = [](const ExecShape& shape) {
        return Cost{static_cast<double>(shape.registers[0].rows) * shape.scalars[0].real * 16, 0};
    };
    const auto sized = std::make_shared<const Instruction>(i);
    double expected = 1.6 + 0.6;  // the first two wait for their launches
    for (int repeat = 0; repeat < 2; ++repeat)
        for (int rows = 1; rows <= 40; ++rows)  // more than are remembered
            for (double scalar : {1.0, 3.0}) {
                b.exec(sized, {b.reg(0, ElementType::f64, rows, 1)}, {scalar});
                expected += 0.4 + rows * scalar;
            }
    EXPECT_NEAR(simulate(std::move(b).finish(), slow(2)).makespan, expected, 1e-6);
}

TEST_F(Simulate, ExecTakesFlopsOrBytesWhicheverIsSlower) {
    auto costly = samples::empty_instruction("costly", {{"X", Access::write, ElementType::f64}});
    costly.cost = [](const ExecShape&) { return Cost{64, 100}; };
    b.exec(std::make_shared<const Instruction>(costly), {r});
    const Program p = std::move(b).finish();
    Target t = slow(2);
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 64.0 / 16, 1e-9);
    EXPECT_EQ(simulate(p, t).lanes[1].flops, 64);
    t.devices[0].memory_rate = 10;
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 100.0 / 10, 1e-9);
}

TEST_F(Simulate, ExecsAreStrictlyInOrder) {
    b.exec(samples::clear(), {r});
    b.exec(samples::clear(), {b.reg(0, ElementType::f64, 4, 2)});
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_NEAR(s.start[1], 2, 1e-9);
}

/// Runs for 5 s on devices of 16 flop/s.
InstructionPtr five_seconds(double efficiency = 1) {
    Instruction i = samples::empty_instruction("five", {{"X", Access::write, ElementType::f64}});
    i.cost = [=](const ExecShape&) { return Cost{.flops = 80 * efficiency, .efficiency = efficiency}; };
    return std::make_shared<const Instruction>(i);
}

TEST_F(Simulate, OnAGpuLaunchesRunAheadOfKernels) {
    const InstructionPtr five = five_seconds();
    for (int i = 0; i < 3; ++i) b.exec(five, {r});
    for (int i = 0; i < 9; ++i) b.exec(samples::clear(), {r});
    const Program p = std::move(b).finish();
    Simulation s = simulate(p, slow(2));
    EXPECT_NEAR(s.end[0], 2 + 5, 1e-9);
    EXPECT_NEAR(s.start[1], 7, 1e-9);
    EXPECT_NEAR(s.end[1], 7 + 0.4 + 5, 1e-9);
    EXPECT_NEAR(s.end[2], 12.4 + 0.4 + 5, 1e-9);
    EXPECT_NEAR(s.end[8], 17.8 + 6 * 0.4, 1e-9);  // launched long before: a fifth of a launch each
    EXPECT_NEAR(s.makespan, 12 * 2, 1e-9);        // the last wait for their launches
    EXPECT_NEAR(s.lanes[1].busy, 12 * 2, 1e-9);
    Target t = slow(2);
    t.devices[0].is_gpu = false;
    s = simulate(p, t);
    EXPECT_NEAR(s.makespan, 3 * (2 + 5) + 9 * 2, 1e-9);
}

TEST_F(Simulate, ShortKernelsFollowEachOtherAsTheyAreLaunched) {
    for (int i = 0; i < 5; ++i) b.exec(samples::clear(), {r});
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(s.end[i], 2.0 * static_cast<double>(i + 1), 1e-9);
}

TEST_F(Simulate, EfficiencyIsOfAGpusRate) {
    b.exec(five_seconds(0.5), {r});
    const Program p = std::move(b).finish();
    Target t = slow(2);
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 5, 1e-9);
    EXPECT_NEAR(simulate(p, t).lanes[1].flops, 40, 1e-9);
    t.devices[0].is_gpu = false;
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 2.5, 1e-9);
}

TEST_F(Simulate, AnEfficiencyThatIsNoneCountsAsOne) {
    for (const double efficiency : {0.0, -1.0, 1.5, std::nan("")}) {
        Instruction i = samples::empty_instruction("odd", {{"X", Access::write, ElementType::f64}});
        i.cost = [=](const ExecShape&) { return Cost{.flops = 80, .efficiency = efficiency}; };
        ProgramBuilder builder{slow()};
        builder.exec(std::make_shared<const Instruction>(i), {builder.reg(0, ElementType::f64, 4, 2)});
        EXPECT_NEAR(simulate(std::move(builder).finish(), slow()).makespan, 2 + 5, 1e-9);
    }
}

TEST_F(Simulate, AQueueStartsInOrder) {
    b.exec(samples::clear(), {r});                              // 0 .. 2
    b.store(left, r);                                           // 2 .. 11
    b.load(r, left);                                            // waits for the store
    b.load(b.reg(0, ElementType::f64, 4, 2), {m, 0, 6, 4, 2});  // waits only for its turn
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_NEAR(s.start[2], 11, 1e-9);
    EXPECT_NEAR(s.start[3], 20, 1e-9);
}

TEST_F(Simulate, MarkHoldsItsQueueButNeedsNoLink) {
    b.load(r, left);                                                                                // 0 .. 9
    b.mark("now", {}, {0, QueueKind::load});                                                        // at 0
    const CommandId late = b.mark("r is there", std::vector{CommandId{0}}, {0, QueueKind::store});  // at 9
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.exec(samples::clear(), {other});
    b.store(right, other);
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_EQ(s.end[1], 0);
    EXPECT_NEAR(s.start[index(late)], 9, 1e-9);
    EXPECT_NEAR(s.start[4], 9, 1e-9);
    EXPECT_NEAR(s.makespan, 18, 1e-9);
}

TEST_F(Simulate, BarrierHoldsEverything) {
    b.load(r, left);
    const CommandId barrier = b.barrier("", {1, QueueKind::exec});
    b.load(q, left);
    const Simulation s = simulate(std::move(b).finish(), slow(2));
    EXPECT_NEAR(s.end[index(barrier)], 9, 1e-9);
    EXPECT_NEAR(s.start[2], 9, 1e-9);
}

TEST_F(Simulate, NothingTakesNoTime) {
    EXPECT_EQ(simulate(std::move(b).finish(), slow(2)).makespan, 0);
}

TEST_F(Simulate, RefusesTargetsThatDoNotFit) {
    b.load(r, left);
    const Program p = std::move(b).finish();
    EXPECT_THROW((void)simulate(p, slow(1)), Error);
    Target t = slow(2);
    t.devices[1].link_in = 0;
    EXPECT_THROW((void)simulate(p, t), Error);
    t = slow(2);
    t.devices[1].launch_latency = -1;
    EXPECT_THROW((void)simulate(p, t), Error);
    for (double Target::*rate :
         {&Target::host_copy_rate, &Target::links_in, &Target::links_out, &Target::links_both})
        for (double wrong : {0.0, -1.0, std::nan("")}) {
            t = slow(2);
            t.*rate = wrong;
            EXPECT_THROW((void)simulate(p, t), Error);
        }
    t = slow(2);
    t.devices[1].link_both = 0;
    EXPECT_THROW((void)simulate(p, t), Error);
}

TEST_F(Simulate, ADeviceThatIsNotAvailableRunsNothing) {
    b.load(r, left);
    const Program p = std::move(b).finish();
    Target t = slow(2);
    t.devices[1].available = false;
    EXPECT_NEAR(simulate(p, t).makespan, 9, 1e-9);
    t.devices[0].available = false;
    try {
        (void)simulate(p, t);
        FAIL() << "a lost device ran a command";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::invalid_argument);
        EXPECT_NE(std::string(e.what()).find("gpu"), std::string::npos);
    }
}

TEST_F(Simulate, InfiniteRatesAreHarmless) {
    b.load(r, left);
    Target t = slow(2);
    t.devices[0].link_in = t.devices[0].link_both = t.host_copy_rate =
        std::numeric_limits<double>::infinity();
    EXPECT_NEAR(simulate(std::move(b).finish(), t).makespan, 1, 1e-9);
}

TEST_F(Simulate, ACircleIsAnErrorAndNotAHang) {
    b.load(r, left);
    b.exec(samples::scale(), {r}, {1.0});
    ProgramParts parts = std::move(b).finish().parts();
    parts.dependencies[0].on = CommandId{1};
    EXPECT_THROW((void)simulate(Program(std::move(parts)), slow(2)), Error);
}

/// Out-of-core C += A B whose transfers in take nine tenths of its arithmetic.
double overlap(std::int64_t extra_slots) {
    Target t = samples::target();
    t.delays = HostDelays::none();
    constexpr double kTile = 2048;
    const double exec = 2 * kTile * kTile * kTile / t.devices[0].rate_f64;
    t.devices[0].link_in = 2 * kTile * kTile * 8 / (0.9 * exec);
    const Program p = samples::gemm(t, 4, 4, 16, 2048, {.extra_slots = extra_slots});
    return bounds(p, t).flops / simulate(p, t).makespan;
}

TEST(SimulateOverlap, OutOfCoreGemmHidesItsTransfersWithSixExtraSlots) {
    EXPECT_GT(overlap(6), 0.97);
    EXPECT_LT(overlap(0), 0.60);  // no room to run ahead: load and multiply take turns
}

}  // namespace
