#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/graph.hpp>

namespace {

using namespace hg;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

/// Devices on which a transfer of 64 bytes takes 9 s and an EXEC 2 s.
Target slow_target(std::size_t devices = 1) {
    return samples::plain_cpus(devices);
}

/// 0 LD, 1 LD, 2 EXEC of both, 3 EXEC, 4 ST, 5 MARK "first" in ST, 6 LD, 7 BAR "" in EXEC, 8 EXEC.
Program marked_program() {
    ProgramBuilder b(slow_target());
    const ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    const RegisterId x = b.reg(0, ElementType::f64, 4, 2);
    const RegisterId y = b.reg(0, ElementType::f64, 4, 2);
    const RegisterId z = b.reg(0, ElementType::f64, 4, 2);
    b.load(x, {m, 0, 0, 4, 2});
    b.load(y, {m, 0, 2, 4, 2});
    b.exec(samples::copy(), {x, y});
    b.exec(samples::scale(), {y}, {1.0});
    const CommandId stored = b.store({m, 4, 0, 4, 2}, y);
    b.mark("first", {&stored, 1}, {0, QueueKind::store});
    b.load(z, {m, 4, 4, 4, 2});
    b.barrier();
    b.exec(samples::scale(), {z}, {1.0});
    return std::move(b).finish();
}

struct GraphOfARun : testing::Test {
    Program program = marked_program();
    Simulation run = simulate(program, slow_target());
    CriticalChain chain = critical_chain(program, run);
};

TEST_F(GraphOfARun, TurnsInQueuesAreOnTheChain) {
    // Three transfers in one after the other take 27 s; the results of the first two leave at 31 s.
    ASSERT_THAT(run.makespan, DoubleNear(33, 1e-9));
    EXPECT_THAT(chain.commands, ElementsAre(CommandId{0}, CommandId{1}, CommandId{2}, CommandId{3},
                                            CommandId{4}, CommandId{7}, CommandId{8}));
    const auto near = [](double x) { return DoubleNear(x, 1e-9); };
    EXPECT_THAT(chain.slack,
                ElementsAre(near(0), near(0), near(0), near(0), near(0), near(0), near(4), near(0), near(0)));
}

TEST(Chain, ATransferWaitsForTheMarkBeforeIt) {
    // 0 LD, 1 EXEC, 2 MARK in LD that waits for it, 3 LD of something else.
    ProgramBuilder b(slow_target());
    const ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    const RegisterId x = b.reg(0, ElementType::f64, 4, 2);
    const RegisterId y = b.reg(0, ElementType::f64, 4, 2);
    b.load(x, {m, 0, 0, 4, 2});
    const CommandId scaled = b.exec(samples::scale(), {x}, {1.0});
    b.mark("scaled", {&scaled, 1}, {0, QueueKind::load});
    b.load(y, {m, 4, 0, 4, 2});
    const Program program = std::move(b).finish();
    const CriticalChain chain = critical_chain(program, simulate(program, slow_target()));
    EXPECT_THAT(chain.commands, ElementsAre(CommandId{0}, CommandId{1}, CommandId{3}));
    EXPECT_THAT(chain.slack, testing::Each(DoubleNear(0, 1e-9)));
}

TEST(Chain, TurnsPassSlackOn) {
    // Device 1 computes for 26 s. Device 0: LD to 9 s, which nobody reads, LD to 18 s, EXEC of it to 20 s.
    const Program program = sources::built(
        "devices all\nmatrix M f64 8x8\nregister x f64 4x2\nregister y f64 4x2\nregister z f64 4x2 @ all[1]\n"
        "LD x <- M[0, 0]\nLD y <- M[4, 0]\nEXEC scale y ; 1\nfor i in 0..13 { EXEC clear z }\n",
        {}, slow_target(2));
    const CriticalChain chain = critical_chain(program, simulate(program, slow_target(2)));
    EXPECT_EQ(chain.commands.size(), 13U);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(chain.slack[c], 6, 1e-9);
}

TEST(ImpliedDependencies, OneOfTwoEqualOnesIsNeeded) {
    ProgramParts parts = samples::gemm(samples::target(), 1, 1, 1, 8).parts();
    ASSERT_FALSE(implied_dependencies(Program(parts)).back());
    parts.dependencies.push_back(parts.dependencies.back());
    ++parts.first_dependency.back();
    const std::vector<bool> implied = implied_dependencies(Program(std::move(parts)));
    EXPECT_TRUE(implied.back());
    EXPECT_FALSE(implied[implied.size() - 2]);
}

TEST_F(GraphOfARun, QueuesImplyDependencies) {
    const std::vector<bool> implied = implied_dependencies(program);
    std::vector<std::pair<std::size_t, std::size_t>> needed;
    std::size_t position = 0;
    for (std::size_t c = 0; c < program.size(); ++c)
        for (const Dependency& d : program.dependencies(static_cast<CommandId>(c)))
            if (!implied[position++]) needed.emplace_back(index(d.on), c);
    EXPECT_THAT(needed, ElementsAre(std::pair(0, 2), std::pair(1, 2), std::pair(3, 4), std::pair(4, 5),
                                    std::pair(5, 7), std::pair(6, 7)));
}

TEST_F(GraphOfARun, MarksEndPhases) {
    const auto is = [](const char* name, std::uint32_t first, std::uint32_t count) {
        return testing::AllOf(testing::Field(&Phase::name, name), testing::Field(&Phase::first, first),
                              testing::Field(&Phase::count, count));
    };
    EXPECT_THAT(phases(program, 10), ElementsAre(is("first", 0, 6), is("mark 7", 6, 2), is("end", 8, 1)));
    EXPECT_THAT(phases(program, 2), ElementsAre(is("first", 0, 6), is("mark 7 to end", 6, 3)));
    EXPECT_THAT(phases(samples::gemm(samples::target(), 1, 1, 2, 8), 3),
                ElementsAre(is("0 to 1", 0, 2), is("2 to 4", 2, 3), is("5 to 7", 5, 3)));
    EXPECT_THROW((void)phases(program, 0), Error);
}

TEST_F(GraphOfARun, APhaseIsANodeForEachQueue) {
    const PhaseGraph graph = fold(program, phases(program, 10), run, chain, implied_dependencies(program));
    ASSERT_EQ(graph.nodes.size(), 6U);
    const PhaseNode& loads = graph.nodes[0];
    EXPECT_EQ(loads.queue, (QueueId{0, QueueKind::load}));
    EXPECT_THAT(loads.commands, ElementsAre(2, 0, 0, 0, 0));
    EXPECT_NEAR(loads.busy, 18, 1e-9);
    EXPECT_NEAR(loads.end, 18, 1e-9);
    EXPECT_TRUE(loads.critical);
    const PhaseNode& later = graph.nodes[3];
    EXPECT_EQ(later.first, CommandId{6});
    EXPECT_FALSE(later.critical);
    EXPECT_NEAR(later.slack, 4, 1e-9);
    ASSERT_EQ(graph.edges.size(), 4U);
    EXPECT_EQ(graph.edges[0].dependencies, 2U);
    EXPECT_EQ(graph.edges[0].example.hazard, Hazard::raw);
    EXPECT_TRUE(graph.edges[0].critical);
}

TEST_F(GraphOfARun, WhatDoesNotBelongTogetherIsRefused) {
    const std::vector<bool> implied = implied_dependencies(program);
    EXPECT_THROW((void)critical_chain(program, Simulation{}), Error);
    EXPECT_THROW((void)fold(program, {}, run, chain, implied), Error);
    EXPECT_THROW((void)fold(program, phases(program, 2), run, chain, {}), Error);
    ProgramParts parts = program.parts();
    parts.dependencies[0].on = CommandId{8};
    EXPECT_THROW((void)implied_dependencies(Program(std::move(parts))), Error);
}

TEST(GraphOfNothing, IsEmpty) {
    const Program p = ProgramBuilder(slow_target()).finish();
    EXPECT_THAT(phases(p, 3), IsEmpty());
    EXPECT_THAT(critical_chain(p, simulate(p, slow_target())).commands, IsEmpty());
    EXPECT_THAT(implied_dependencies(p), IsEmpty());
}

}  // namespace
