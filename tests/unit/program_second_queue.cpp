#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/support/program_faults.hpp"
#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/graph.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using test::expect_fault;
using testing::ElementsAre;
using testing::HasSubstr;

Dependency on_slot_0(std::uint32_t on, Hazard hazard) {
    return {static_cast<CommandId>(on), 0, hazard, false};
}

/// A matrix M of 8 x 64 and registers of 8 x 8, the first of which stands in slot 0.
struct SecondQueue : testing::Test {
    ProgramBuilder b{samples::target()};
    ParameterId m = b.matrix("M", ElementType::f64, 8, 64);
    RegisterId r = new_register();

    RegisterId new_register() { return b.reg(0, ElementType::f64, 8, 8); }
    HostTile tile(std::int64_t position) const { return {m, 0, 8 * position, 8, 8}; }
    CommandId in(QueueKind queue, const InstructionPtr& instruction,
                 std::initializer_list<RegisterId> registers, std::initializer_list<Scalar> scalars = {}) {
        b.use_queue(queue);
        return b.exec(instruction, registers, scalars);
    }
    CommandId scale_in(QueueKind queue) { return in(queue, samples::scale(), {r}, {2.0}); }
    CommandId copy_in(QueueKind queue) { return in(queue, samples::copy(), {r, new_register()}); }
    Program finish() {
        Program program = std::move(b).finish();
        verify(program);
        return program;
    }
};

/// The parts without an edge on which `to` waits for `from`.
ProgramParts without_edge(const Program& program, CommandId from, CommandId to) {
    ProgramParts parts = program.parts();
    test::remove_edge(parts, from, to);
    return parts;
}

TEST_F(SecondQueue, IsChosenForTheExecsThatFollow) {
    EXPECT_EQ(b.exec_queue(), QueueKind::exec);
    const CommandId first = b.exec(samples::clear(), {r});
    EXPECT_EQ(b.use_queue(QueueKind::exec2), QueueKind::exec);
    EXPECT_EQ(b.exec_queue(), QueueKind::exec2);
    const CommandId second = b.exec(samples::scale(), {r}, {1.0});
    const CommandId stored = b.store(tile(0), r);
    const CommandId third = b.exec(samples::scale(), {r}, {1.0});
    EXPECT_EQ(b.use_queue(QueueKind::exec), QueueKind::exec2);
    const CommandId fourth = b.exec(samples::scale(), {r}, {1.0});
    const Program program = finish();
    EXPECT_THAT(program.queue({0, QueueKind::exec}), ElementsAre(first, fourth));
    EXPECT_THAT(program.queue({0, QueueKind::exec2}), ElementsAre(second, third));
    EXPECT_THAT(program.queue({0, QueueKind::store}), ElementsAre(stored));
}

TEST_F(SecondQueue, IsNoQueueOfTransfers) {
    for (const QueueKind queue : {QueueKind::load, QueueKind::store}) {
        EXPECT_THROW(b.use_queue(queue), Error);
        EXPECT_EQ(b.exec_queue(), QueueKind::exec);
    }
}

TEST(Queues, HavePositionsOfTheirOwn) {
    for (std::size_t position = 0; position < 12; ++position)
        EXPECT_EQ(QueueId::at(position).index(), position);
    EXPECT_EQ(QueueId::at(6), (QueueId{1, QueueKind::exec2}));
}

TEST_F(SecondQueue, WaitsForTheOther) {
    const CommandId first = in(QueueKind::exec, samples::clear(), {r});
    const CommandId second = scale_in(QueueKind::exec2);
    const CommandId third = scale_in(QueueKind::exec2);
    const CommandId fourth = scale_in(QueueKind::exec);
    const Program program = finish();
    EXPECT_THAT(program.dependencies(second), ElementsAre(on_slot_0(0, Hazard::raw)));
    EXPECT_THAT(program.dependencies(third), ElementsAre(on_slot_0(1, Hazard::raw)));
    EXPECT_THAT(program.dependencies(fourth), ElementsAre(on_slot_0(2, Hazard::raw)));
    EXPECT_TRUE(program.awaited(first));
    EXPECT_FALSE(program.awaited(second));  // by one of its own queue alone
    EXPECT_TRUE(program.awaited(third));
}

TEST_F(SecondQueue, AWriteWaitsForTheLastReaderInEachQueue) {
    b.load(r, tile(0));
    copy_in(QueueKind::exec);   // 1: the other of its queue stands for it
    copy_in(QueueKind::exec2);  // 2
    b.store(tile(1), r);        // 3
    copy_in(QueueKind::exec);   // 4
    const CommandId write = b.load(r, tile(2));
    EXPECT_THAT(finish().dependencies(write),
                ElementsAre(on_slot_0(2, Hazard::war), on_slot_0(3, Hazard::war), on_slot_0(4, Hazard::war)));
}

TEST_F(SecondQueue, AnExecThatWritesWaitsForReadersOfBothQueues) {
    b.load(r, tile(0));
    copy_in(QueueKind::exec2);
    copy_in(QueueKind::exec);
    const CommandId write = in(QueueKind::exec, samples::clear(), {r});
    EXPECT_THAT(finish().dependencies(write),
                ElementsAre(on_slot_0(1, Hazard::war), on_slot_0(2, Hazard::war)));
}

TEST_F(SecondQueue, WhoHasWaitedForTheOtherStandsForIt) {
    in(QueueKind::exec, samples::clear(), {r});
    scale_in(QueueKind::exec2);
    const CommandId store = b.store(tile(0), r);
    EXPECT_THAT(finish().dependencies(store), ElementsAre(on_slot_0(1, Hazard::raw)));
}

TEST_F(SecondQueue, RegistersThatTakeTurnsInASlotWaitForBothQueues) {
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
    const CommandId in_first = tight.exec(instruction, {x, small});
    tight.use_queue(QueueKind::exec2);
    const CommandId in_second = tight.exec(instruction, {x, other});
    const CommandId next = tight.load(tight.reg(0, ElementType::f64, 8, 8), {a, 0, 0, 8, 8});
    const Program program = std::move(tight).finish();
    verify(program);
    std::vector<CommandId> waited_for;
    for (const Dependency& edge : program.dependencies(next)) waited_for.push_back(edge.on);
    EXPECT_THAT(waited_for, ElementsAre(in_first, in_second));
}

TEST_F(SecondQueue, IsPrintedAndReadBack) {
    in(QueueKind::exec2, samples::clear(), {r});
    const CommandId scaled = scale_in(QueueKind::exec);
    const CommandId mark = b.mark("scaled", std::vector{scaled}, {0, QueueKind::exec2});
    b.barrier("", {0, QueueKind::exec2});
    scale_in(QueueKind::exec2);
    const Program program = finish();
    const std::string text = print(program);
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

TEST_F(SecondQueue, VerifyFindsAnUnorderedConflict) {
    const CommandId first = in(QueueKind::exec, samples::clear(), {r});
    const CommandId second = scale_in(QueueKind::exec2);
    const Program program = finish();
    expect_fault(without_edge(program, first, second),
                 "not ordered after command 0, though both touch slot s0 and one of them writes",
                 "1: EXEC2 scale");
}

TEST_F(SecondQueue, VerifyFindsAWriteThatDoesNotWaitForReadersOfOneQueue) {
    b.load(r, tile(0));
    const CommandId readers[] = {copy_in(QueueKind::exec), copy_in(QueueKind::exec2)};
    const CommandId write = b.load(r, tile(1));
    const Program program = finish();
    for (const CommandId reader : readers)
        expect_fault(without_edge(program, reader, write),
                     "not ordered after command " + std::to_string(index(reader)), "3: LD");
}

TEST_F(SecondQueue, VerifyKnowsThatItIsStrictlyInOrder) {
    const CommandId first = in(QueueKind::exec2, samples::clear(), {r});
    const CommandId second = scale_in(QueueKind::exec2);
    EXPECT_NO_THROW(verify(Program(without_edge(finish(), first, second))));
}

TEST_F(SecondQueue, ABarrierOrdersItToo) {
    const CommandId first = in(QueueKind::exec2, samples::clear(), {r});
    const CommandId barrier = b.barrier();
    const CommandId other = in(QueueKind::exec2, samples::clear(), {new_register()});
    const CommandId second = scale_in(QueueKind::exec);
    const Program program = finish();
    EXPECT_NO_THROW(verify(Program(without_edge(program, first, second))));
    expect_fault(without_edge(program, first, barrier), "the barrier does not wait for command 0", "1: BAR");
    expect_fault(without_edge(program, barrier, other), "does not wait for the barrier, command 1",
                 "2: EXEC2");
}

TEST_F(SecondQueue, VerifyFindsTransfersInIt) {
    b.load(r, tile(0));
    scale_in(QueueKind::exec2);
    ProgramParts parts = finish().parts();
    parts.commands[0].queue = QueueKind::exec2;
    expect_fault(std::move(parts), "LD stands in the LD queue only", "0: LD");
}

TEST_F(SecondQueue, IsKeptByOtherOrders) {
    for (std::int64_t i = 0; i < 4; ++i) {
        r = new_register();
        b.load(r, tile(i));
        scale_in(i % 2 == 0 ? QueueKind::exec : QueueKind::exec2);
        b.store(tile(i), r);
    }
    const Program program = finish();
    const std::vector<double> last_first{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    const Program other = reordered(program, samples::target(), last_first);
    verify(other);
    ASSERT_EQ(other.size(), program.size());
    EXPECT_EQ(other.command(CommandId{0}).operation, Operation::load);
    EXPECT_EQ(other.operands(CommandId{0})[0], r);
    for (std::size_t c = 0; c < other.size(); ++c) {
        const Command& command = other.commands()[c];
        if (command.operation != Operation::exec) continue;
        const std::size_t position =
            index(other.operands(static_cast<CommandId>(c))[0]) - 1;  // r itself is 0
        EXPECT_EQ(command.queue, position % 2 == 0 ? QueueKind::exec : QueueKind::exec2) << position;
    }
}

TEST_F(SecondQueue, ItsOrderImpliesNothingOfTheOther) {
    in(QueueKind::exec, samples::clear(), {r});  // 0
    scale_in(QueueKind::exec);                   // 1: after 0, as the queue has it
    scale_in(QueueKind::exec2);                  // 2: after 1
    scale_in(QueueKind::exec2);                  // 3: after 2, as the queue has it
    scale_in(QueueKind::exec);                   // 4: after 3
    EXPECT_THAT(implied_dependencies(finish()), ElementsAre(true, false, true, false));
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

TEST(SecondQueueOfSources, FaultsNameIt) {
    const auto told = [](const std::string& line) {
        const auto fault = sources::fault_of("hg program 2\nregister r f64 4x4\n" + line);
        return fault ? sources::place_of(*fault) + " " + fault->message() : "no fault";
    };
    EXPECT_THAT(told("EXEC2"), HasSubstr("3:6 expected the name of an instruction"));
    EXPECT_THAT(told("EXEC2 nothing r"), HasSubstr("3:1 no instruction is called `nothing`"));
    EXPECT_THAT(told("let EXEC2 = 1"), HasSubstr("3:5 "));
    EXPECT_THAT(told("EXEC3 clear r"), HasSubstr("3:1 no statement begins with `EXEC3`"));
}

/// Two kernels whose work-groups wait for each other could keep compute units from each other for ever.
TEST_F(SecondQueue, KernelsThatGatherStandInOneQueueOfADevice) {
    Instruction gathering = *samples::copy();
    gathering.name = "gathering_copy";
    gathering.needs.compute_units = 2;
    const auto instruction = std::make_shared<const Instruction>(gathering);
    in(QueueKind::exec, samples::clear(), {r});
    in(QueueKind::exec2, instruction, {r, new_register()});
    in(QueueKind::exec2, instruction, {r, new_register()});
    ProgramBuilder both = b;
    EXPECT_NO_THROW(finish());
    both.use_queue(QueueKind::exec);
    both.exec(instruction, {r, both.reg(0, ElementType::f64, 8, 8)});
    EXPECT_THROW((void)verify(std::move(both).finish()), Error);
}

}  // namespace
