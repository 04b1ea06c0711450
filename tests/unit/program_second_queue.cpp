#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/graph.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::ElementsAre;
using testing::HasSubstr;

/// A matrix M of 8 x 64 and registers r, s of 8 x 8.
Program two_queues(const std::string& statements) {
    Program program = sources::built(
        "devices gpus\nmatrix M f64 8x64\nregister r f64 8x8\nregister s f64 8x8\n" + statements);
    verify(program);
    return program;
}

TEST(SecondQueue, IsChosenForTheExecsThatFollow) {
    ProgramBuilder b{samples::target()};
    const ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    const RegisterId r = b.reg(0, ElementType::f64, 8, 8);
    EXPECT_EQ(b.exec_queue(), QueueKind::exec);
    const CommandId first = b.exec(samples::clear(), {r});
    EXPECT_EQ(b.use_queue(QueueKind::exec2), QueueKind::exec);
    EXPECT_EQ(b.exec_queue(), QueueKind::exec2);
    for (const QueueKind queue : {QueueKind::load, QueueKind::store}) {
        EXPECT_THROW(b.use_queue(queue), Error);
        EXPECT_EQ(b.exec_queue(), QueueKind::exec2);
    }
    const CommandId second = b.exec(samples::scale(), {r}, {1.0});
    const CommandId stored = b.store({m, 0, 0, 8, 8}, r);
    const CommandId third = b.exec(samples::scale(), {r}, {1.0});
    EXPECT_EQ(b.use_queue(QueueKind::exec), QueueKind::exec2);
    const CommandId fourth = b.exec(samples::scale(), {r}, {1.0});
    const Program program = std::move(b).finish();
    verify(program);
    EXPECT_THAT(program.queue({0, QueueKind::exec}), ElementsAre(first, fourth));
    EXPECT_THAT(program.queue({0, QueueKind::exec2}), ElementsAre(second, third));
    EXPECT_THAT(program.queue({0, QueueKind::store}), ElementsAre(stored));
}

TEST(Queues, HavePositionsOfTheirOwn) {
    for (std::size_t position = 0; position < 12; ++position)
        EXPECT_EQ(QueueId::at(position).index(), position);
    EXPECT_EQ(QueueId::at(6), (QueueId{1, QueueKind::exec2}));
}

TEST(SecondQueue, AwaitsTheOther) {
    const Program program =
        two_queues("EXEC clear r\nEXEC2 scale r ; 2\nEXEC2 scale r ; 2\nEXEC scale r ; 2\n");
    EXPECT_TRUE(program.awaited(CommandId{0}));
    EXPECT_FALSE(program.awaited(CommandId{1}));  // by one of its own queue alone
    EXPECT_TRUE(program.awaited(CommandId{2}));
}

TEST(SecondQueue, RegistersThatTakeTurnsInASlotWaitForBothQueues) {
    ProgramBuilder tight(samples::target(), {.extra_slots = 0});
    const ParameterId a = tight.matrix("A", ElementType::f64, 8, 8);
    const RegisterId x = tight.reg(0, ElementType::f64, 8, 8);
    const RegisterId small = tight.reg(0, ElementType::f64, 1, 1);
    Instruction look = samples::empty_instruction(
        "look", {{"X", Access::read, ElementType::f64}, {"Y", Access::read_write, ElementType::f64}});
    const auto instruction = std::make_shared<const Instruction>(look);
    const RegisterId other = tight.reg(0, ElementType::f64, 1, 1);
    tight.exec(samples::clear(), {small});
    tight.exec(samples::clear(), {other});
    tight.load(x, {a, 0, 0, 8, 8});
    tight.exec(instruction, {x, small});
    tight.use_queue(QueueKind::exec2);
    tight.exec(instruction, {x, other});
    tight.load(tight.reg(0, ElementType::f64, 8, 8), {a, 0, 0, 8, 8});
    const Program program = std::move(tight).finish();
    verify(program);
    EXPECT_EQ(sources::waited_for(program, 5), "3 (WAR s2), 4 (WAR s2)");
}

TEST(SecondQueue, IsPrintedAndReadBack) {
    ProgramBuilder b{samples::target()};
    const RegisterId r = b.reg(0, ElementType::f64, 8, 8);
    b.use_queue(QueueKind::exec2);
    b.exec(samples::clear(), {r});
    b.use_queue(QueueKind::exec);
    const CommandId scaled = b.exec(samples::scale(), {r}, {2.0});
    const CommandId mark = b.mark("scaled", std::vector{scaled}, {0, QueueKind::exec2});
    b.barrier("", {0, QueueKind::exec2});
    b.use_queue(QueueKind::exec2);
    b.exec(samples::scale(), {r}, {2.0});
    const std::string text = print(std::move(b).finish());
    EXPECT_THAT(text, HasSubstr("0: EXEC2 clear r0@gpu.s0\n"
                                "1: EXEC scale r0@gpu.s0 ; 2   after 0 (RAW s0)\n"
                                "2: MARK \"scaled\" @gpu.EXEC2   after 1\n"
                                "3: BAR \"\" @gpu.EXEC2   after 0, 1, 2\n"
                                "4: EXEC2 scale r0@gpu.s0 ; 2   after 1 (RAW s0)\n"));
    const Program read = parse(text, samples::find);
    EXPECT_EQ(print(read), text);
    EXPECT_NO_THROW(verify(read));
    EXPECT_EQ(read.queue({0, QueueKind::exec2}).size(), 4U);
    EXPECT_EQ(read.command(mark).queue, QueueKind::exec2);
}

TEST(SecondQueue, IsKeptByOtherOrders) {
    const Program program = two_queues(
        "register t[4] f64 8x8\nfor i in 0..4 {\nLD t[i] <- M[0, 8 * i]\n"
        "if i % 2 == 0 { EXEC scale t[i] ; 2 } else { EXEC2 scale t[i] ; 2 }\nST M[0, 8 * i] <- t[i]\n}\n");
    const std::vector<double> last_first{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    const Program other = reordered(program, samples::target(), last_first);
    verify(other);
    ASSERT_EQ(other.size(), program.size());
    EXPECT_EQ(other.command(CommandId{0}).operation, Operation::load);
    const std::size_t first_element = 2;  // r and s come before them
    EXPECT_EQ(index(other.operands(CommandId{0})[0]), first_element + 3);
    for (std::size_t c = 0; c < other.size(); ++c) {
        const Command& command = other.commands()[c];
        if (command.operation != Operation::exec) continue;
        const std::size_t position = index(other.operands(static_cast<CommandId>(c))[0]) - first_element;
        EXPECT_EQ(command.queue, position % 2 == 0 ? QueueKind::exec : QueueKind::exec2) << position;
    }
}

/// Commands 1, 2, 3 and 4 wait for the one before; the queues imply it of 1 and 3.
TEST(SecondQueue, ItsOrderImpliesNothingOfTheOther) {
    EXPECT_THAT(implied_dependencies(two_queues("EXEC clear r\nEXEC scale r ; 2\nEXEC2 scale r ; 2\n"
                                                "EXEC2 scale r ; 2\nEXEC scale r ; 2\n")),
                ElementsAre(true, false, true, false));
}

TEST(SecondQueueOfSources, IsNamedLikeTheFirst) {
    const Program program = sources::built(
        "devices gpus\nregister r f64 16x16\nregister t[2] f64 16x16\nMARK \"m\" @ gpus[0].EXEC2\n"
        "EXEC2 clear r\nEXEC scale r ; 2\nEXEC2 scale r ; 3 after \"m\"\n"
        "for i in 0..count(t) { EXEC2 copy r t[i] }\nEXEC copy t[0] t[1]\nBAR @ gpus[0].EXEC2\n");
    EXPECT_EQ(
        sources::commands(program),
        "0: MARK \"m\" @gpu.EXEC2\n1: EXEC2 clear r0@gpu.s0\n2: EXEC scale r0@gpu.s0 ; 2\n"
        "3: EXEC2 scale r0@gpu.s0 ; 3\n4: EXEC2 copy r0@gpu.s0 r1@gpu.s1\n"
        "5: EXEC2 copy r0@gpu.s0 r2@gpu.s2\n6: EXEC copy r1@gpu.s1 r2@gpu.s2\n7: BAR \"\" @gpu.EXEC2\n");
    EXPECT_THAT(program.dependencies(CommandId{3}),
                testing::Contains(Dependency{.on = CommandId{0}, .hazard = Hazard::explicit_}));
    verify(program);
}

/// Two kernels whose work-groups wait for each other could keep compute units from each other for ever.
TEST(SecondQueue, KernelsThatGatherStandInOneQueueOfADevice) {
    Instruction gathering = *samples::copy();
    gathering.name = "gathering_copy";
    gathering.needs.compute_units = 2;
    const auto instruction = std::make_shared<const Instruction>(gathering);
    ProgramBuilder b{samples::target()};
    const RegisterId r = b.reg(0, ElementType::f64, 8, 8);
    b.exec(samples::clear(), {r});
    b.use_queue(QueueKind::exec2);
    for (int i = 0; i < 2; ++i) b.exec(instruction, {r, b.reg(0, ElementType::f64, 8, 8)});
    ProgramBuilder both = b;
    EXPECT_NO_THROW(verify(std::move(b).finish()));
    both.use_queue(QueueKind::exec);
    both.exec(instruction, {r, both.reg(0, ElementType::f64, 8, 8)});
    EXPECT_THROW(verify(std::move(both).finish()), Error);
}

}  // namespace
