#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/analysis.hpp>
#include <hg/runtime/program/bounds.hpp>

namespace {

using namespace hg;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

/// 9 s for each transfer of 64 bytes, 2 s for each EXEC, on two devices.
struct Analysis : testing::Test {
    static Target slow() {
        Target t = samples::plain_cpus(2);
        t.host_copy_rate = 16;
        return t;
    }

    /// Device 0: 0 LD, 1 EXEC, 2 EXEC, 3 ST; device 1: 4 LD, 5 LD, 6 EXEC of both.
    static Program program() {
        return sources::built(
            "devices all\nmatrix M f64 8x8\nregister r f64 4x2\nregister x f64 4x2 @ all[1]\n"
            "register y f64 4x2 @ all[1]\nLD r <- M[0, 0]\nEXEC scale r ; 1\nEXEC scale r ; 1\n"
            "ST M[0, 0] <- r\nLD x <- M[4, 4]\nLD y <- M[4, 6]\nEXEC copy x y\n",
            {}, slow());
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
    const CriticalPath path = critical_path(program(), slow());
    EXPECT_NEAR(path.seconds, 22, 1e-9);
    EXPECT_THAT(path.commands, ElementsAre(CommandId{0}, CommandId{1}, CommandId{2}, CommandId{3}));
}

TEST_F(Analysis, SlackIsWhatACommandMayTakeLonger) {
    const auto near = [](double x) { return DoubleNear(x, 1e-9); };
    EXPECT_THAT(critical_path(program(), slow()).slack,
                ElementsAre(0, 0, 0, 0, near(11), near(11), near(11)));
    const std::vector<double> seconds{1, 1, 1, 1, 6, 2, 3};
    const CriticalPath path = critical_path(program(), seconds);
    EXPECT_EQ(path.seconds, 9);
    EXPECT_THAT(path.commands, ElementsAre(CommandId{4}, CommandId{6}));
    EXPECT_THAT(path.slack, ElementsAre(5, 5, 5, 5, 0, 4, 0));
    EXPECT_THROW((void)critical_path(program(), std::vector<double>(6)), Error);
}

TEST_F(Analysis, PrioritiesAreTheTimeLeft) {
    const auto near = [](double x) { return DoubleNear(x, 1e-9); };
    EXPECT_THAT(priorities(program(), slow()),
                ElementsAre(near(22), near(13), near(11), near(9), near(11), near(11), near(2)));
}

TEST_F(Analysis, PartsAreIndependentUnlessACommandJoinsThem) {
    EXPECT_THAT(independent_parts(program()), ElementsAre(0, 0, 0, 0, 1, 1, 1));
    const Program joined = sources::built(
        "devices all\nregister x f64 4x2\nregister y f64 4x2 @ all[1]\nEXEC clear x\nEXEC clear y\n"
        "EXEC scale x ; 1\nBAR\n",
        {}, slow());
    EXPECT_THAT(independent_parts(joined), ElementsAre(0, 0, 0, 0));
}

/// A chain 0 <- 1 <- 2 <- 3 whose barrier, 4, waits for all of them.
Program chain() {
    return sources::built(
        "matrix M f64 4x2\nregister r f64 4x2\nLD r <- M[0, 0]\nEXEC scale r ; 1\nEXEC scale r ; 1\n"
        "ST M[0, 0] <- r\nBAR \"end\"\n");
}

TEST_F(Analysis, ReductionLeavesOutWhatOtherEdgesImply) {
    const auto edge = [](std::uint32_t from, std::uint32_t to) {
        return Edge{static_cast<CommandId>(from), static_cast<CommandId>(to)};
    };
    EXPECT_GT(chain().dependency_count(), 4U);
    EXPECT_THAT(transitive_reduction(chain()), ElementsAre(edge(0, 1), edge(1, 2), edge(2, 3), edge(3, 4)));
    EXPECT_THAT(transitive_reduction(program()),
                ElementsAre(edge(0, 1), edge(1, 2), edge(2, 3), edge(4, 6), edge(5, 6)));
}

TEST_F(Analysis, ReductionRefusesLargePrograms) {
    ProgramBuilder b(slow());
    for (std::size_t i = 0; i <= kMostReduced; ++i) b.mark("m");
    const Program p = std::move(b).finish();
    EXPECT_THROW((void)transitive_reduction(p), Error);
    EXPECT_EQ(independent_parts(p).back(), kMostReduced);
}

TEST_F(Analysis, PictureShowsTheText) {
    std::ostringstream out;
    print_dot(chain(), out);
    EXPECT_EQ(out.str(),
              "digraph G {\n"
              "node [shape=box, style=filled]\n"
              "0[label=\"0: LD r0@gpu.s0 <- M[0,0] 4x2 f64\", fillcolor=\"lightblue\"];\n"
              "1[label=\"1: EXEC scale r0@gpu.s0 ; 1\", fillcolor=\"palegreen\"];\n"
              "2[label=\"2: EXEC scale r0@gpu.s0 ; 1\", fillcolor=\"palegreen\"];\n"
              "3[label=\"3: ST M[0,0] 4x2 f64 <- r0@gpu.s0\", fillcolor=\"lightsalmon\"];\n"
              "4[label=\"4: BAR \\\"end\\\" @gpu.EXEC\", fillcolor=\"palegreen\"];\n"
              "0->1 ;\n"
              "1->2 ;\n"
              "2->3 ;\n"
              "3->4 ;\n"
              "}\n");
}

TEST_F(Analysis, AnEmptyProgramHasNoPath) {
    const Program p = ProgramBuilder(slow()).finish();
    EXPECT_THAT(critical_path(p, slow()).commands, IsEmpty());
    EXPECT_THAT(transitive_reduction(p), IsEmpty());
    EXPECT_THAT(independent_parts(p), IsEmpty());
    EXPECT_EQ(bounds(p, slow()).best(), 0);
}

TEST_F(Analysis, CirclesAndMissingDevicesAreErrors) {
    ProgramParts parts = program().parts();
    parts.dependencies[0].on = CommandId{3};
    const Program circle(std::move(parts));
    EXPECT_THROW((void)critical_path(circle, slow()), Error);
    EXPECT_THROW((void)independent_parts(circle), Error);
    EXPECT_THROW((void)transitive_reduction(circle), Error);
    Target t = slow();
    t.devices.pop_back();
    EXPECT_THROW((void)bounds(program(), t), Error);
}

}  // namespace
