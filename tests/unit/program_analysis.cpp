#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/analysis.hpp>

namespace {

using namespace hg;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

/// 9 s for each transfer of 64 bytes, 2 s for each EXEC, on two devices.
struct Analysis : testing::Test {
    static Target slow() {
        Target t;
        DeviceModel d;
        d.link_in = d.link_out = 8;
        d.link_latency = 1;
        d.launch_latency = 2;
        d.is_gpu = false;  // launches do not run ahead
        t.devices.assign(2, d);
        t.host_copy_rate = 16;
        return t;
    }

    /// Device 0: 0 LD, 1 EXEC, 2 EXEC, 3 ST; device 1: 4 LD, 5 LD, 6 EXEC of both.
    static Program program() {
        ProgramBuilder b(slow());
        const ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
        const RegisterId r = b.reg(0, ElementType::f64, 4, 2);
        const RegisterId x = b.reg(1, ElementType::f64, 4, 2);
        const RegisterId y = b.reg(1, ElementType::f64, 4, 2);
        b.load(r, {m, 0, 0, 4, 2});
        b.exec(samples::scale(), {r}, {1.0});
        b.exec(samples::scale(), {r}, {1.0});
        b.store({m, 0, 0, 4, 2}, r);
        b.load(x, {m, 4, 4, 4, 2});
        b.load(y, {m, 4, 6, 4, 2});
        b.exec(samples::copy(), {x, y});
        return std::move(b).finish();
    }
};

TEST_F(Analysis, BoundsOfASmallProgram) {
    const Bounds b = bounds(program(), slow());
    EXPECT_NEAR(b.critical_path, 9 + 2 + 2 + 9, 1e-9);
    EXPECT_NEAR(b.flops, 4, 1e-9);
    EXPECT_NEAR(b.link_in, 18, 1e-9);
    EXPECT_NEAR(b.link_out, 9, 1e-9);
    EXPECT_NEAR(b.staging, 4 * 64.0 / 16, 1e-9);
    EXPECT_NEAR(b.link_both, 128.0 / 50e9, 1e-9);
    EXPECT_NEAR(b.best(), 22, 1e-9);
    EXPECT_EQ(b.limit(), "critical path");
}

TEST_F(Analysis, OnAGpuKernelsWaitForAFifthOfALaunchAtLeast) {
    Target t = slow();
    for (DeviceModel& d : t.devices) d.is_gpu = true;
    const Bounds b = bounds(program(), t);
    EXPECT_NEAR(b.critical_path, 9 + 0.4 + 0.4 + 9, 1e-9);
    EXPECT_NEAR(b.flops, 0.8, 1e-9);
}

TEST_F(Analysis, BoundsOfLinksThatAreShared) {
    Target t = slow();
    t.devices[0].link_both = t.devices[1].link_both = 10;
    t.links_in = 4;
    t.links_out = 2;
    t.links_both = 5;
    const Bounds b = bounds(program(), t);
    EXPECT_NEAR(b.link_both, 128.0 / 10, 1e-9);
    EXPECT_NEAR(b.links_in, 3 * 64.0 / 4, 1e-9);
    EXPECT_NEAR(b.links_out, 64.0 / 2, 1e-9);
    EXPECT_NEAR(b.links_both, 4 * 64.0 / 5, 1e-9);
    EXPECT_NEAR(b.critical_path, 1 + 64.0 / 4 + 2 + 2 + 1 + 64.0 / 2, 1e-9);
    EXPECT_EQ(b.limit(), "critical path");
}

TEST_F(Analysis, ASharedLoadIsStagedOnceAndHeldUpByNoCopy) {
    ProgramBuilder b(slow());
    const HostTile tile{b.matrix("M", ElementType::f64, 8, 8), 0, 0, 4, 2};
    b.load(b.reg(0, ElementType::f64, 4, 2), tile);
    b.load(b.reg(1, ElementType::f64, 4, 2), tile);
    Target t = slow();
    t.host_copy_rate = 4;
    const Bounds bound = bounds(std::move(b).finish(), t);
    EXPECT_NEAR(bound.staging, 64.0 / 4, 1e-9);
    EXPECT_NEAR(bound.critical_path, 9, 1e-9);
}

TEST_F(Analysis, TheLargestBoundIsTheLimit) {
    EXPECT_EQ((Bounds{1, 2, 1, 1, 1}).limit(), "flops");
    EXPECT_EQ((Bounds{1, 2, 3, 1, 1}).limit(), "link in");
    EXPECT_EQ((Bounds{1, 2, 3, 4, 1}).limit(), "link out");
    EXPECT_EQ((Bounds{1, 2, 3, 4, 5}).limit(), "staging");
    EXPECT_EQ((Bounds{1, 2, 3, 4, 5}).best(), 5);
    EXPECT_EQ((Bounds{1, 2, 3, 4, 5, 6}).limit(), "link both");
    EXPECT_EQ((Bounds{1, 2, 3, 4, 5, 6, 7}).limit(), "links in");
    EXPECT_EQ((Bounds{1, 2, 3, 4, 5, 6, 7, 8}).limit(), "links out");
    EXPECT_EQ((Bounds{1, 2, 3, 4, 5, 6, 7, 8, 9}).limit(), "links both");
}

TEST_F(Analysis, CriticalPathGoesFromFirstToLast) {
    EXPECT_THAT(critical_path(program(), slow()),
                ElementsAre(CommandId{0}, CommandId{1}, CommandId{2}, CommandId{3}));
}

TEST_F(Analysis, PrioritiesAreTheTimeLeft) {
    const auto near = [](double x) { return DoubleNear(x, 1e-9); };
    EXPECT_THAT(priorities(program(), slow()),
                ElementsAre(near(22), near(13), near(11), near(9), near(11), near(11), near(2)));
}

TEST_F(Analysis, AnEmptyProgramHasNoPath) {
    const Program p = ProgramBuilder(slow()).finish();
    EXPECT_THAT(critical_path(p, slow()), IsEmpty());
    EXPECT_EQ(bounds(p, slow()).best(), 0);
}

TEST_F(Analysis, CirclesAndMissingDevicesAreErrors) {
    ProgramParts parts = program().parts();
    parts.dependencies[0].on = CommandId{3};
    EXPECT_THROW((void)critical_path(Program(std::move(parts)), slow()), Error);
    Target t = slow();
    t.devices.pop_back();
    EXPECT_THROW((void)bounds(program(), t), Error);
}

}  // namespace
