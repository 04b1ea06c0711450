#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/simulated_runs.hpp"

namespace {

using namespace hg;
using namespace simulated;

Target slow(std::size_t devices = 2) {
    return samples::plain_target(devices);
}

void on_slow_gpus(const std::vector<Row>& rows) {
    expect_figures(slow(),
                   "matrix M f64 8x8\ndevices gpus\nregister r f64 4x2\nregister r2 f64 4x2\n"
                   "register q f64 4x2 @ gpus[1]\nregister q2 f64 4x2 @ gpus[1]\n",
                   sources::library(), rows);
}

TEST(Simulate, ATransferTakesLatencyAndBytesOverRate) {
    on_slow_gpus({
        {"nothing takes no time", "", {makespan(0)}},
        {"one load",
         "LD r <- M[0, 0]\n",
         {makespan(9), lane(0, &LaneUse::busy, 9), lane(0, &LaneUse::bytes, 64),
          lane(0, &LaneUse::commands, 1)}},
        // The EXEC costs nothing but its launch, beside the load.
        {"a chain adds up",
         "LD r <- M[0, 0]\nEXEC scale r ; 1\nST M[4, 4] <- r\n",
         {start(1, 9), start(2, 9), makespan(18)}},
        {"loads of one device take turns, and those of two do not",
         "LD r <- M[0, 0]\nLD r2 <- M[4, 4]\nLD q <- M[0, 0]\n",
         {end(0, 9), end(1, 18), end(2, 9)}},
        {"a queue starts in order: the last load waits only for its turn",
         "EXEC clear r\nST M[0, 0] <- r\nLD r <- M[0, 0]\nLD r2 <- M[0, 6]\n",
         {start(2, 11), start(3, 20)}},
        {"a barrier holds everything",
         "LD r <- M[0, 0]\nBAR @ gpus[1].EXEC\nLD q <- M[0, 0]\n",
         {end(1, 9), start(2, 9)}},
        {"a device that is not available may have nothing to do",
         "LD r <- M[0, 0]\n",
         {makespan(9)},
         [](Target& t) { t.devices[1].available = false; }},
        {"infinite rates are harmless",
         "LD r <- M[0, 0]\n",
         {makespan(1)},
         [](Target& t) {
             t.devices[0].link_in = t.devices[0].link_both = t.host_copy_rate =
                 std::numeric_limits<double>::infinity();
         }},
    });
}

TEST(Simulate, TransfersShareLinksAndTheHostsCopyRate) {
    const std::string two_loads = "LD r <- M[0, 0]\nLD q <- M[4, 4]\n";
    on_slow_gpus({
        {"loads of a queue at once",
         "LD r <- M[0, 0]\nLD r2 <- M[4, 4]\n",
         {makespan(1 + 16)},
         [](Target&) {},
         {.loads_at_once = 2}},
        {"loads in turn where stores may run at once",
         "LD r <- M[0, 0]\nLD r2 <- M[4, 4]\n",
         {makespan(18)},
         [](Target&) {},
         {.stores_at_once = 2}},
        {"4 bytes/s each", two_loads, {makespan(1 + 16)}, [](Target& t) { t.host_copy_rate = 8; }},
        {"what a slow link leaves of the host goes to the others",
         two_loads,
         {end(0, 1 + 64.0 / 2), end(1, 1 + 64.0 / 6)},
         [](Target& t) {
             t.host_copy_rate = 8;
             t.devices[0].link_in = 2;
         }},
        // 16 bytes each until 5, then 48 at 8 bytes/s.
        {"a transfer that ends leaves its share to the others",
         "register small f64 2x1\nLD small <- M[0, 0]\nLD q <- M[0, 0]\n",
         {end(0, 5), end(1, 11)},
         [](Target& t) { t.host_copy_rate = 8; }},
        // The first is copied and sent at 4 bytes/s, the second is sent alone at 8, the third is copied from
        // 10 on.
        {"the host copies a shared load once",
         "LD r <- M[0, 0]\nLD q <- M[0, 0]\nLD q2 <- M[4, 4]\n",
         {end(1, 1 + 64.0 / 8), end(0, 1 + 9.0 + (64 - 9 * 4) / 2.0), makespan(1 + 128.0 / 4)},
         [](Target& t) { t.host_copy_rate = 4; }},
        // The load has the link for 2 s alone; then both directions have 6 bytes/s.
        {"both directions of a link share it",
         "EXEC clear r2\nLD r <- M[0, 0]\nST M[4, 4] <- r2\n",
         {end(1, 3 + (64 - 2 * 8) / 6.0), end(2, 11 + (64 - 8 * 6) / 8.0)},
         [](Target& t) { t.devices[0].link_both = 12; }},
        {"all links in", two_loads, {makespan(1 + 64.0 / 5)}, [](Target& t) { t.links_in = 10; }},
        {"all links", two_loads, {makespan(1 + 64.0 / 2)}, [](Target& t) { t.links_both = 4; }},
        {"all that the links can take, and nothing goes out",
         two_loads,
         {makespan(9)},
         [](Target& t) { t.links_both = t.links_out = 16; }},
        {"all links out",
         "EXEC clear r\nEXEC clear q\nST M[0, 0] <- r\nST M[4, 4] <- q\n",
         {makespan(2 + 1 + 64.0 / 4)},
         [](Target& t) { t.links_out = 8; }},
    });
}

TEST(Simulate, ExecsAreStrictlyInOrder) {
    on_slow_gpus({
        {"of two registers", "EXEC clear r\nEXEC clear r2\n", {start(1, 2)}},
        {"short kernels follow each other as they are launched",
         "for i in 0..5 { EXEC clear r }\n",
         {end(0, 2), end(1, 4), end(2, 6), end(3, 8), end(4, 10)}},
    });
}

/// One EXEC on the device of a slow GPU.
Program one(const InstructionPtr& instruction) {
    ProgramBuilder b{slow(1)};
    b.exec(instruction, {b.reg(0, ElementType::f64, 4, 2)});
    return std::move(b).finish();
}

struct SimulateExecs : testing::Test {
    ProgramBuilder b{slow()};
    ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    RegisterId r = b.reg(0, ElementType::f64, 4, 2);
    HostTile left{m, 0, 0, 4, 2};
    Target t = slow();
};

/// Copies at 4 bytes a second are slower than the link, and pinned matrices need none.
TEST_F(SimulateExecs, TilesOfPinnedMatricesAreNotStaged) {
    t.host_copy_rate = 4;
    const ParameterId exchange = b.pinned_matrix("exchange", ElementType::f64, 4, 2);
    b.load(r, left);
    b.store({exchange, 0, 0, 4, 2}, r);
    const Program program = std::move(b).finish();
    const Simulation s = simulate(program, t);
    EXPECT_NEAR(s.start[1], 17, 1e-9);
    EXPECT_NEAR(s.makespan, 17 + 9, 1e-9);
    EXPECT_NEAR(bounds(program, t).staging, 16, 1e-9);
    EXPECT_NEAR(bounds(program, t).critical_path, 17 + 9, 1e-9);
}

TEST_F(SimulateExecs, AGpuTakesWorkGroupsInWaves) {
    const Program p = one(samples::costing("waves", {64, 0}, {{52, 2, 1}, {8, 1, 1}}));  // 7 x 2 groups
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

TEST_F(SimulateExecs, OnlyWorkGroupsWithWorkCount) {
    const Program p =
        one(samples::costing("triangle", {.flops = 64, .work_groups = 7}, {{52, 2, 1}, {8, 1, 1}}));  // of 14
    t.devices[0].traits.compute_units = 7;
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 4, 1e-9);
    t.devices[0].traits.compute_units = 14;
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 8, 1e-9);
}

TEST_F(SimulateExecs, WhereTheDriverChoosesTheWorkGroupsThereAreNoWaves) {
    t.devices[0].traits.compute_units = 100;
    EXPECT_NEAR(simulate(one(samples::costing("free", {64, 0})), t).makespan, 2 + 4, 1e-9);
}

TEST_F(SimulateExecs, ShapesAndScalarsOfOneInstructionAreToldApart) {
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
    EXPECT_NEAR(simulate(std::move(b).finish(), t).makespan, expected, 1e-6);
}

TEST_F(SimulateExecs, TakeFlopsOrBytesWhicheverIsSlower) {
    const Program p = one(samples::costing("costly", {64, 100}));
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 64.0 / 16, 1e-9);
    EXPECT_EQ(simulate(p, t).lanes[1].flops, 64);
    t.devices[0].memory_rate = 10;
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 100.0 / 10, 1e-9);
}

TEST_F(SimulateExecs, OnAGpuLaunchesRunAheadOfKernels) {
    const InstructionPtr five = samples::costing("five", {.flops = 80});  // 5 s
    for (int i = 0; i < 3; ++i) b.exec(five, {r});
    for (int i = 0; i < 9; ++i) b.exec(samples::clear(), {r});
    const Program p = std::move(b).finish();
    Simulation s = simulate(p, t);
    EXPECT_NEAR(s.end[0], 2 + 5, 1e-9);
    EXPECT_NEAR(s.start[1], 7, 1e-9);
    EXPECT_NEAR(s.end[1], 7 + 0.4 + 5, 1e-9);
    EXPECT_NEAR(s.end[2], 12.4 + 0.4 + 5, 1e-9);
    EXPECT_NEAR(s.end[8], 17.8 + 6 * 0.4, 1e-9);  // launched long before: a fifth of a launch each
    EXPECT_NEAR(s.makespan, 12 * 2, 1e-9);        // the last wait for their launches
    EXPECT_NEAR(s.lanes[1].busy, 12 * 2, 1e-9);
    t.devices[0].is_gpu = false;
    EXPECT_NEAR(simulate(p, t).makespan, 3 * (2 + 5) + 9 * 2, 1e-9);
}

TEST_F(SimulateExecs, EfficiencyIsOfAGpusRate) {
    const Program p = one(samples::costing("five", {.flops = 40, .efficiency = 0.5}));
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 5, 1e-9);
    EXPECT_NEAR(simulate(p, t).lanes[1].flops, 40, 1e-9);
    t.devices[0].is_gpu = false;
    EXPECT_NEAR(simulate(p, t).makespan, 2 + 2.5, 1e-9);
}

TEST_F(SimulateExecs, AnEfficiencyThatIsNoneCountsAsOne) {
    for (const double efficiency : {0.0, -1.0, 1.5, std::nan("")}) {
        const Program p = one(samples::costing("odd", {.flops = 80, .efficiency = efficiency}));
        EXPECT_NEAR(simulate(p, t).makespan, 2 + 5, 1e-9);
    }
}

TEST_F(SimulateExecs, MarkHoldsItsQueueButNeedsNoLink) {
    b.load(r, left);                                                                                // 0 .. 9
    b.mark("now", {}, {0, QueueKind::load});                                                        // at 0
    const CommandId late = b.mark("r is there", std::vector{CommandId{0}}, {0, QueueKind::store});  // at 9
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.exec(samples::clear(), {other});
    b.store({m, 4, 4, 4, 2}, other);
    const Simulation s = simulate(std::move(b).finish(), t);
    EXPECT_EQ(s.end[1], 0);
    EXPECT_NEAR(s.start[index(late)], 9, 1e-9);
    EXPECT_NEAR(s.start[4], 9, 1e-9);
    EXPECT_NEAR(s.makespan, 18, 1e-9);
}

TEST_F(SimulateExecs, TargetsThatDoNotFitAreRefused) {
    b.load(r, left);
    const Program p = std::move(b).finish();
    EXPECT_THROW((void)simulate(p, slow(1)), Error);
    EXPECT_THROW((void)simulate(p, t, {.loads_at_once = 0}), Error);
    const auto refused = [&](auto change) {
        Target wrong = slow();
        change(wrong);
        EXPECT_THROW((void)simulate(p, wrong), Error);
    };
    refused([](Target& w) { w.devices[1].link_in = 0; });
    refused([](Target& w) { w.devices[1].link_both = 0; });
    refused([](Target& w) { w.devices[1].launch_latency = -1; });
    for (double Target::*rate :
         {&Target::host_copy_rate, &Target::links_in, &Target::links_out, &Target::links_both})
        for (double wrong : {0.0, -1.0, std::nan("")}) refused([=](Target& w) { w.*rate = wrong; });
}

TEST_F(SimulateExecs, ALostDeviceRunsNoCommand) {
    b.load(r, left);
    const Program p = std::move(b).finish();
    t.devices[0].available = false;
    try {
        (void)simulate(p, t);
        FAIL() << "a lost device ran a command";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::invalid_argument);
        EXPECT_NE(std::string(e.what()).find("gpu"), std::string::npos);
    }
}

TEST_F(SimulateExecs, ACircleIsAnErrorAndNotAHang) {
    b.load(r, left);
    b.exec(samples::scale(), {r}, {1.0});
    ProgramParts parts = std::move(b).finish().parts();
    parts.dependencies[0].on = CommandId{1};
    EXPECT_THROW((void)simulate(Program(std::move(parts)), t), Error);
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
