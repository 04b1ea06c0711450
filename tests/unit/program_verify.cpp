#include <gtest/gtest.h>

#include "tests/support/program_faults.hpp"
#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using test::expect_fault;
using test::remove_edge;

constexpr CommandId id(std::uint32_t command) {
    return static_cast<CommandId>(command);
}

/// Each test plants one fault in the parts of a sound program.
struct Verify : testing::Test {
    /// A device copies M to N through r0 and r1, both of 4 x 4, then scales N:
    ///
    ///     0 LD r0 <- M    1 EXEC copy r0 r1    2 ST N <- r1
    ///     3 LD r0 <- N    4 EXEC scale r0      5 ST N <- r0
    static ProgramParts sound() {
        ProgramBuilder b(samples::target(2));
        const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
        const ParameterId n = b.matrix("N", ElementType::f64, 4, 4);
        const RegisterId r0 = b.reg(0, ElementType::f64, 4, 4);
        const RegisterId r1 = b.reg(0, ElementType::f64, 4, 4);
        b.load(r0, {m, 0, 0, 4, 4});
        b.exec(samples::copy(), {r0, r1});
        b.store({n, 0, 0, 4, 4}, r1);
        b.load(r0, {n, 0, 0, 4, 4});
        b.exec(samples::scale(), {r0}, {2.0});
        b.store({n, 0, 0, 4, 4}, r0);
        return std::move(b).finish().parts();
    }

    static void add_edge(ProgramParts& parts, std::uint32_t to, const Dependency& edge) {
        parts.dependencies.insert(parts.dependencies.begin() + parts.first_dependency[to + 1], edge);
        for (std::size_t c = to + 1; c < parts.first_dependency.size(); ++c) ++parts.first_dependency[c];
    }
};

TEST_F(Verify, FindsNothingInASoundProgram) {
    EXPECT_NO_THROW(verify(Program(sound())));
    EXPECT_NO_THROW(verify(samples::gemm(samples::target(3), 4, 3, 5, 8)));
    EXPECT_NO_THROW(verify(ProgramBuilder(samples::target()).finish()));
}

TEST_F(Verify, FindsAMissingEdgeOnASlot) {
    ProgramParts parts = sound();
    remove_edge(parts, id(0), id(1));
    expect_fault(std::move(parts), "not ordered after command 0", "1: EXEC copy");
}

TEST_F(Verify, FindsAMissingEdgeBetweenReadAndWriteOfASlot) {
    ProgramParts parts = sound();
    remove_edge(parts, id(1), id(3));
    // The load still waits for the store of N, which waits for the copy: sound until that edge is gone too.
    EXPECT_NO_THROW(verify(Program(parts)));
    remove_edge(parts, id(2), id(3));
    expect_fault(std::move(parts), "not ordered after command", "3: LD");
}

TEST_F(Verify, FindsAMissingEdgeOnAHostTile) {
    ProgramParts parts = sound();
    remove_edge(parts, id(2), id(3));
    expect_fault(std::move(parts), "not ordered after command 2, though both touch matrix N", "3: LD");
}

TEST_F(Verify, FindsHostTilesOfTwoDevicesThatOverlapUnordered) {
    ProgramBuilder b(samples::target(2));
    const ParameterId m = b.matrix("M", ElementType::f64, 10, 10);
    for (DeviceIndex d : {DeviceIndex{0}, DeviceIndex{1}}) {
        const RegisterId r = b.reg(d, ElementType::f64, 6, 6);
        b.exec(samples::clear(), {r});
        b.store({m, 4 * d, 4 * d, 6, 6}, r);
    }
    ProgramParts parts = std::move(b).finish().parts();
    remove_edge(parts, id(1), id(3));
    expect_fault(std::move(parts), "not ordered after command 1, though both touch matrix M", "3: ST");
}

TEST_F(Verify, KnowsThatExecQueuesAreStrictlyInOrder) {
    ProgramBuilder b(samples::target());
    const RegisterId r = b.reg(0, ElementType::f64, 4, 4);
    b.exec(samples::clear(), {r});
    b.exec(samples::scale(), {r}, {1.0});
    ProgramParts parts = std::move(b).finish().parts();
    remove_edge(parts, id(0), id(1));
    EXPECT_NO_THROW(verify(Program(std::move(parts))));
}

TEST_F(Verify, KnowsThatQueuesStartInOrder) {
    ProgramBuilder b(samples::target());
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 8);
    const RegisterId r = b.reg(0, ElementType::f64, 4, 4);
    const RegisterId s = b.reg(0, ElementType::f64, 4, 4);
    b.exec(samples::clear(), {r});  // 0
    b.store({m, 0, 0, 4, 4}, r);    // 1
    b.load(s, {m, 0, 0, 4, 4});     // 2 waits for 1
    b.load(r, {m, 0, 0, 4, 4});     // 3 waits for 1 too, or starts after 2
    ProgramParts parts = std::move(b).finish().parts();
    remove_edge(parts, id(1), id(3));
    EXPECT_NO_THROW(verify(Program(parts)));
    remove_edge(parts, id(1), id(2));
    expect_fault(std::move(parts), "not ordered after command 1");
}

TEST_F(Verify, KnowsThatLoadsMayOverlap) {
    ProgramBuilder b(samples::target());
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    const RegisterId r = b.reg(0, ElementType::f64, 4, 4);
    b.load(r, {m, 0, 0, 4, 4});
    b.load(r, {m, 0, 0, 4, 4});
    ProgramParts parts = std::move(b).finish().parts();
    remove_edge(parts, id(0), id(1));
    expect_fault(std::move(parts), "not ordered after command 0, though both touch slot s0", "1: LD");
}

TEST_F(Verify, FindsEdgesThatPointForwards) {
    ProgramParts parts = sound();
    parts.dependencies[parts.first_dependency[1]].on = id(1);
    expect_fault(std::move(parts), "waits for command 1, which does not stand before it", "1: EXEC");
}

TEST_F(Verify, TakesEdgesOfAnyReason) {
    ProgramParts parts = sound();
    for (Dependency& edge : parts.dependencies) edge = {.on = edge.on};
    add_edge(parts, 4, {.on = id(0)});
    add_edge(parts, 4, {id(2), 1, Hazard::raw, true});
    EXPECT_NO_THROW(verify(Program(parts)));
    remove_edge(parts, id(2), id(3));
    expect_fault(std::move(parts), "not ordered after command 2, though both touch matrix N", "3: LD");
}

/// A program as a person writes it, whose commands follow.
std::string by_hand(const std::string& commands) {
    return "hg program 1\ndevice g\nmatrix A f64 4x8\nslot s0@g 128\nslot s1@g 128\n"
           "register r0@g.s0 f64 4x4\nregister r1@g.s1 f64 4x4\nregister r2@g.s0 f64 4x4\n"
           "instruction scale\ninstruction copy\n" +
           commands;
}

TEST_F(Verify, TakesEdgesByHand) {
    for (const char* commands :
         {// without reasons
          "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n1: EXEC scale r0@g.s0 ; 2 after 0\n2: ST A[0,0] 4x4 f64 <- "
          "r0@g.s0 after 1\n",
          // more than are needed, some twice
          "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n1: EXEC scale r0@g.s0 ; 2 after 0, 0 (RAW s0)\n"
          "2: EXEC scale r0@g.s0 ; 2 after 0, 1\n3: ST A[0,0] 4x4 f64 <- r0@g.s0 after 0 (WAR host A), 1, 2 "
          "(RAW s0)\n",
          // other reasons than those that are derived
          "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n1: EXEC scale r0@g.s0 ; 2 after 0 (WAW s0)\n"
          "2: ST A[0,0] 4x4 f64 <- r0@g.s0 after 1 (WAR host A)\n",
          // what nothing but the author asks for
          "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n1: LD r1@g.s1 <- A[0,4] 4x4 f64 after 0\n",
          // through a mark
          "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n1: MARK \"here\" @g.ST after 0\n2: EXEC scale r0@g.s0 ; 2 after "
          "1\n"})
        EXPECT_NO_THROW(verify(parse(by_hand(commands), samples::find))) << commands;
}

TEST_F(Verify, FindsWhatGoesWrongByHand) {
    const auto expect = [](const std::string& commands, const std::string& rule) {
        expect_fault(parse(by_hand(commands), samples::find).parts(), rule);
    };
    const std::string load = "0: LD r0@g.s0 <- A[0,0] 4x4 f64\n";
    expect(load + "1: EXEC scale r0@g.s0 ; 2\n", "is not ordered after command 0, though both touch slot s0");
    expect(load + "1: EXEC scale r0@g.s0 ; 2 after 0\n2: ST A[0,0] 4x4 f64 <- r0@g.s0 after 0\n",
           "is not ordered after command 1, though both touch slot s0");
    expect(load + "1: EXEC copy r1@g.s1 r0@g.s0 after 0\n", "reads r1 before anything is written to it");
    expect(load + "1: LD r2@g.s0 <- A[0,4] 4x4 f64 after 0\n2: ST A[0,4] 4x4 f64 <- r0@g.s0 after 1\n",
           "r0 has lost slot s0 to r2");
    expect(load + "1: BAR \"\" @g.EXEC\n", "the barrier does not wait for command 0");
}

TEST_F(Verify, FindsRegistersLargerThanTheirSlot) {
    ProgramParts parts = sound();
    parts.slots[0].bytes = 127;
    expect_fault(std::move(parts), "r0 takes 128 bytes, slot s0 has 127", "0: LD");
}

TEST_F(Verify, FindsSlotsBeyondTheDevice) {
    ProgramParts parts = sound();
    parts.devices[0].memory = 2 * 128 - 1;
    expect_fault(parts, "exceeds the memory");
    parts.devices[0].memory = 1 << 20;
    parts.devices[0].largest_slot = 127;
    expect_fault(std::move(parts), "does not fit the largest buffer");
}

TEST_F(Verify, FindsSlotsWhoseSumOverflows) {
    ProgramParts parts = sound();
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    parts.devices[0].memory = parts.devices[0].largest_slot = most;
    parts.slots[0].bytes = parts.slots[1].bytes = most;
    expect_fault(std::move(parts), "exceeds the memory");
}

TEST_F(Verify, FindsARegisterInASlotOfAnotherDevice) {
    ProgramParts parts = sound();
    parts.slots[0].device = 1;
    expect_fault(std::move(parts), "r0 lies in a slot of another device", "0: LD");
}

TEST_F(Verify, FindsARegisterThatLostItsSlot) {
    ProgramBuilder b(samples::target());
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    const RegisterId r = b.reg(0, ElementType::f64, 4, 4);
    const RegisterId s = b.reg(0, ElementType::f64, 4, 4);
    b.exec(samples::clear(), {r});
    b.exec(samples::clear(), {s});
    b.store({m, 0, 0, 4, 4}, r);
    ProgramParts parts = std::move(b).finish().parts();
    parts.slot_of_register[1] = SlotId{0};
    expect_fault(std::move(parts), "r0 has lost slot s0 to r1", "2: ST");
}

TEST_F(Verify, FindsTwoRegistersOfOneCommandInOneSlot) {
    ProgramParts parts = sound();
    parts.slot_of_register[1] = parts.slot_of_register[0];
    parts.commands.resize(2);
    parts.first_dependency.resize(3);
    parts.dependencies.resize(parts.first_dependency.back());
    expect_fault(std::move(parts), "share slot s0 in one command", "1: EXEC copy");
}

TEST_F(Verify, FindsReadsOfWhatWasNeverWritten) {
    ProgramParts parts = sound();
    std::swap(parts.operands[1], parts.operands[2]);  // copy r1 to r0
    expect_fault(std::move(parts), "reads r1 before anything is written", "1: EXEC copy");
}

TEST_F(Verify, FindsCommandsInTheWrongQueue) {
    ProgramParts parts = sound();
    parts.commands[0].queue = QueueKind::store;
    expect_fault(parts, "LD stands in the LD queue only", "0: LD");
    parts = sound();
    parts.commands[1].queue = QueueKind::load;
    expect_fault(parts, "EXEC stands in the queues EXEC and EXEC2 only", "1: EXEC");
    parts = sound();
    parts.commands[2].queue = QueueKind::exec;
    expect_fault(std::move(parts), "ST stands in the ST queue only", "2: ST");
}

TEST_F(Verify, FindsCommandsOnTheWrongDevice) {
    ProgramParts parts = sound();
    parts.commands[0].device = 1;
    expect_fault(parts, "queue of its register's device", "0: LD");
    parts = sound();
    parts.registers[1].device = 1;
    expect_fault(std::move(parts), "operand Y lies on another device", "1: EXEC");
}

TEST_F(Verify, FindsWrongTypesAndShapes) {
    ProgramParts parts = sound();
    parts.matrices[0].type = ElementType::f32;
    expect_fault(parts, "matrix M holds f32", "0: LD");
    parts = sound();
    parts.registers[1].type = ElementType::i32;
    expect_fault(parts, "operand Y of copy is f64, not i32", "1: EXEC");
    parts = sound();
    parts.tiles[0].rows = 3;
    expect_fault(parts, "the tile 3x4", "0: LD");
    parts = sound();
    parts.registers[0].ld = 3;
    expect_fault(std::move(parts), "leading dimension 3 is below its rows", "0: LD");
}

TEST_F(Verify, FindsTilesOutsideTheirMatrix) {
    ProgramParts parts = sound();
    parts.tiles[0].row = 1;
    expect_fault(parts, "outside matrix M", "0: LD");
    parts.tiles[0].row = std::numeric_limits<std::int64_t>::max();
    expect_fault(parts, "outside matrix M", "0: LD");
    parts.tiles[0].row = -1;
    expect_fault(std::move(parts), "outside matrix M", "0: LD");
}

TEST_F(Verify, AsksTheInstructionsOwnCheck) {
    ProgramParts parts = samples::gemm(samples::target(), 1, 1, 1, 8).parts();
    for (Register& r : parts.registers) r.cols = 4;
    for (HostTile& t : parts.tiles) t.cols = 4;
    expect_fault(std::move(parts), "the columns of A are not the rows of B", "EXEC multiply");
}

TEST_F(Verify, FindsBadNames) {
    ProgramParts parts = sound();
    parts.matrices[0].name = "a b";
    expect_fault(parts, "cannot be called 'a b'");
    parts.matrices[0].name = "N";
    expect_fault(parts, "two matrices are called N");
    parts = sound();
    parts.scalars = {"x", "x"};
    expect_fault(parts, "two scalars are called x");
    parts = sound();
    parts.instructions.push_back(parts.instructions.front());
    expect_fault(std::move(parts), "two instructions are called copy");
}

TEST_F(Verify, FindsABarrierThatDoesNotWait) {
    ProgramBuilder b(samples::target(2));
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    b.load(b.reg(0, ElementType::f64, 4, 4), {m, 0, 0, 4, 4});
    b.load(b.reg(1, ElementType::f64, 4, 4), {m, 0, 0, 4, 4});
    b.barrier();
    ProgramParts parts = std::move(b).finish().parts();
    remove_edge(parts, id(1), id(2));
    expect_fault(std::move(parts), "the barrier does not wait for command 1", "2: BAR");
}

TEST_F(Verify, FindsACommandThatDoesNotWaitForTheBarrier) {
    ProgramBuilder b(samples::target(2));
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    b.load(b.reg(0, ElementType::f64, 4, 4), {m, 0, 0, 4, 4});
    b.barrier("", {0, QueueKind::exec});
    b.load(b.reg(1, ElementType::f64, 4, 4), {m, 0, 0, 4, 4});
    b.barrier("", {0, QueueKind::exec});
    ProgramParts parts = std::move(b).finish().parts();
    EXPECT_NO_THROW(verify(Program(parts)));
    remove_edge(parts, id(1), id(2));
    expect_fault(std::move(parts), "does not wait for the barrier, command 1", "2: LD");
}

TEST_F(Verify, ABarrierHoldsItsOwnQueueByStandingInIt) {
    ProgramBuilder b(samples::target());
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    const RegisterId r = b.reg(0, ElementType::f64, 4, 4);
    b.exec(samples::clear(), {r});
    b.barrier("", {0, QueueKind::load});
    const CommandId load = b.load(b.reg(0, ElementType::f64, 4, 4), {m, 0, 0, 4, 4});
    const Program p = std::move(b).finish();
    EXPECT_TRUE(p.dependencies(load).empty());
    EXPECT_NO_THROW(verify(p));
}

TEST_F(Verify, GridOfManyTilesIsQuick) {
    EXPECT_NO_THROW(verify(samples::gemm(samples::target(2), 100, 100, 1, 4)));
}

}  // namespace
