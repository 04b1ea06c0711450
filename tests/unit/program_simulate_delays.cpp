#include <gtest/gtest.h>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/simulate.hpp>

namespace hg {
namespace {

/// A GPU of plain numbers: 8 bytes a second each way, 1 s a transfer, 2 s a launch. The host copies 32 bytes a second, and
/// adds nothing if a test does not say so.
Target plain_gpu() {
    DeviceModel device;
    device.link_in = device.link_out = 8;
    device.link_latency = 1;
    device.launch_latency = 2;
    device.shortest_kernel = 0;
    Target target{.devices = {device}};
    target.host_copy_rate = 32;
    target.delays = HostDelays::none();
    return target;
}

struct SimulateDelays : testing::Test {
    Target target = plain_gpu();
    ProgramBuilder b{target};
    ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    RegisterId r = b.reg(0, ElementType::f64, 4, 2);  // 64 bytes: 1 + 8 s
    HostTile tile{m, 0, 0, 4, 2};

    Simulation run() { return simulate(std::move(b).finish(), target); }
    /// The same machine with a CPU as its device.
    Simulation run_on_cpu() {
        target.devices[0].is_gpu = false;
        return run();
    }
};

TEST_F(SimulateDelays, AnExecIsLaunchedBesideTheLoadThatItWaitsFor) {
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.exec(samples::clear(), {other});     // launched from 0 to 2
    b.load(r, tile);                       // 0 .. 9
    b.exec(samples::scale(), {r}, {1.0});  // launched from 2 to 4
    b.exec(samples::clear(), {other});     // behind it: launched from 4 to 6, a gap of 0.4
    const Simulation s = run();
    EXPECT_DOUBLE_EQ(s.start[2], 9);
    EXPECT_DOUBLE_EQ(s.end[2], 9);
    EXPECT_DOUBLE_EQ(s.end[3], 9.4);
}

TEST_F(SimulateDelays, OnACpuItIsLaunchedAfterwards) {
    b.load(r, tile);
    b.exec(samples::scale(), {r}, {1.0});
    EXPECT_DOUBLE_EQ(run_on_cpu().end[1], 11);
}

TEST_F(SimulateDelays, WhatStandsBehindAMarkIsLaunchedWhenThatHasEnded) {
    b.exec(samples::clear(), {r});  // launched from 0 to 2
    b.mark("done", {}, {0, QueueKind::exec});
    b.exec(samples::clear(), {r});
    const Simulation s = run();
    EXPECT_DOUBLE_EQ(s.end[1], 2);
    EXPECT_DOUBLE_EQ(s.end[2], 4);
}

TEST_F(SimulateDelays, AKernelBeginsLaterIfItsQueueIsIdle) {
    target.delays.start = 10;
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.exec(samples::clear(), {r});      // launched at 2, begins at 12
    b.exec(samples::clear(), {other});  // launched at 4: it follows after a gap
    const Simulation s = run();
    EXPECT_DOUBLE_EQ(s.end[0], 12);
    EXPECT_DOUBLE_EQ(s.end[1], 12.4);
}

TEST_F(SimulateDelays, ALaunchTakesLongerIfOthersWaitForItsEnd) {
    target.delays.awaited = 6;
    b.exec(samples::clear(), {r});  // 2 + 6
    b.store(tile, r);               // 8 .. 17
    EXPECT_DOUBLE_EQ(run().makespan, 17);
}

TEST_F(SimulateDelays, NoKernelIsShorterThanTheShortest) {
    target.devices[0].shortest_kernel = 3;
    b.exec(samples::clear(), {r});
    EXPECT_DOUBLE_EQ(run().makespan, 5);
}

TEST_F(SimulateDelays, ThreadsWake) {
    target.delays.wake = 7;
    b.load(r, tile);
    EXPECT_DOUBLE_EQ(run().makespan, 16);
}

TEST_F(SimulateDelays, TheFirstPieceIsCopiedBeforeAnIdleLinkGetsIt) {
    target.delays.first_piece = 16;
    target.delays.piece_alone = 2;
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.load(r, tile);                 // 2 * 16 / 32 s, then 9
    b.load(other, {m, 4, 4, 4, 2});  // copied beside the one before
    EXPECT_DOUBLE_EQ(run().makespan, 19);
}

TEST_F(SimulateDelays, TheLastPieceOfTheLastStoreIsCopiedAfterwards) {
    target.delays.last_piece = 32;
    target.delays.piece_alone = 2;
    const HostTile other_tile{m, 4, 4, 4, 2};
    const RegisterId other = b.reg(0, ElementType::f64, 4, 2);
    b.load(r, tile);             // 0 .. 9
    b.load(other, other_tile);   // 9 .. 18
    b.store(tile, r);            // 9 .. 18
    b.store(other_tile, other);  // 18 .. 27, then 2 * 32 / 32
    const Simulation s = run();
    EXPECT_DOUBLE_EQ(s.end[2], 18);
    EXPECT_DOUBLE_EQ(s.end[3], 29);
}

/// A column of 32 bytes takes the copy of 256 more, beside the link.
TEST_F(SimulateDelays, EachColumnIsCopiedByItself) {
    target.delays.next_column = 256;
    b.load(r, tile);
    EXPECT_DOUBLE_EQ(run().makespan, 1 + 2 * (32.0 + 256.0) / 32);
}

TEST_F(SimulateDelays, ShortColumnsAreCopiedWhileTheLinkIsBusy) {
    target.delays.next_column = 64;
    b.load(r, tile);
    EXPECT_DOUBLE_EQ(run().makespan, 9);
}

/// Of 7 s to wake, threads take 0.4 to begin with a piece, and an ST takes 0.8.
TEST_F(SimulateDelays, EachPieceHasItsOwnCost) {
    target.delays.wake = 7;
    target.delays.next_column = 256;
    b.load(r, tile);  // 7 + 18 + 2.8, in which the link's latency is hidden
    b.store({m, 4, 4, 4, 2}, r);
    const Simulation s = run();
    EXPECT_DOUBLE_EQ(s.end[0], 7 + 18 + 2.8);
    EXPECT_DOUBLE_EQ(s.end[1], 7 + 18 + 2.8 + 18);
}

TEST_F(SimulateDelays, TheLinkCarriesAllOfATriangle) {
    target.delays.wake = 7;
    const HostTile square{m, 0, 0, 4, 4, TilePart::lower};
    const RegisterId all = b.reg(0, ElementType::f64, 4, 4);
    b.load(all, square);  // 128 bytes in place of 80
    EXPECT_DOUBLE_EQ(run().makespan, 7 + 1 + 16);
}

TEST_F(SimulateDelays, PinnedMemoryIsNotCopied) {
    target.host_copy_rate = 1e30;
    target.delays.next_column = 64;
    target.delays.first_piece = target.delays.last_piece = 64;
    target.delays.piece_alone = 2;
    b.load(r, tile);
    b.store({m, 4, 4, 4, 2}, r);
    EXPECT_NEAR(run().makespan, 18, 1e-9);
}

TEST_F(SimulateDelays, ACpuHasNoneOfThem) {
    target.delays = {.wake = 5, .next_column = 64};
    target.delays.first_piece = target.delays.last_piece = 64;
    b.load(r, tile);                       // 9
    b.exec(samples::scale(), {r}, {1.0});  // 2
    b.store({m, 4, 4, 4, 2}, r);           // 9
    EXPECT_DOUBLE_EQ(run_on_cpu().makespan, 20);
}

}  // namespace
}  // namespace hg
