#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "tests/support/program_faults.hpp"
#include "tests/support/program_sources.hpp"
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using test::expect_fault;
using test::remove_edge;

constexpr CommandId id(std::uint32_t command) {
    return static_cast<CommandId>(command);
}

/// A device copies M to N through r0 and r1, both of 4 x 4, then scales N. There is a second device.
const std::string kSound =
    "matrix M f64 4x4\nmatrix N f64 4x4\nregister r0 f64 4x4\nregister r1 f64 4x4\n"
    "LD r0 <- M[0, 0]\nEXEC copy r0 r1\nST N[0, 0] <- r1\nLD r0 <- N[0, 0]\nEXEC scale r0 ; 2\nST N[0, 0] <- "
    "r0\n";

ProgramParts sound() {
    return sources::built(kSound, {}, samples::target(2)).parts();
}

TEST(Verify, FindsNothingInASoundProgram) {
    EXPECT_NO_THROW(verify(Program(sound())));
    EXPECT_NO_THROW(verify(samples::gemm(samples::target(3), 4, 3, 5, 8)));
    EXPECT_NO_THROW(verify(ProgramBuilder(samples::target()).finish()));
}

/// A program that loses edges.
struct LostEdges {
    const char* what;
    std::string statements;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< from, to
    const char* rule;                                            ///< that is broken; null: none is
    const char* command = "";                                    ///< that breaks it
};

/// a, b and c are registers of the first device, q is one of the second.
const std::string kTwoDevices =
    "devices gpus\nmatrix M f64 10x10\nregister a f64 4x4\nregister b f64 4x4\nregister c f64 4x4\n"
    "register q f64 4x4 @ gpus[1]\n";

void expect_faults(const std::vector<LostEdges>& rows) {
    for (const LostEdges& row : rows) {
        SCOPED_TRACE(row.what);
        ProgramParts parts = sources::built(row.statements, {}, samples::target(2)).parts();
        for (const auto& [from, to] : row.edges) remove_edge(parts, id(from), id(to));
        if (row.rule == nullptr)
            EXPECT_NO_THROW(verify(Program(std::move(parts))));
        else
            expect_fault(std::move(parts), row.rule, row.command);
    }
}

TEST(Verify, FindsMissingEdges) {
    const std::string tiles =
        "devices gpus\nmatrix M f64 10x10\nregister a f64 6x6\nregister q f64 6x6 @ gpus[1]\n"
        "EXEC clear a\nST M[0, 0] <- a\nEXEC clear q\nST M[4, 4] <- q\n";
    const std::string starts =
        kTwoDevices + "EXEC clear a\nST M[0, 0] <- a\nLD b <- M[0, 0]\nLD a <- M[0, 0]\n";
    expect_faults({
        {"on a slot", kSound, {{0, 1}}, "not ordered after command 0", "1: EXEC copy"},
        {"on a host tile",
         kSound,
         {{2, 3}},
         "not ordered after command 2, though both touch matrix N",
         "3: LD"},
        // The load still waits for the store of N, which waits for the copy: sound until that edge is gone
        // too.
        {"between read and write of a slot, while another stands for it", kSound, {{1, 3}}, nullptr},
        {"between read and write of a slot", kSound, {{1, 3}, {2, 3}}, "not ordered after command", "3: LD"},
        {"between tiles of two devices that overlap",
         tiles,
         {{1, 3}},
         "not ordered after command 1, though both touch matrix M",
         "3: ST"},
        {"loads may overlap",
         kTwoDevices + "LD a <- M[0, 0]\nLD a <- M[0, 0]\n",
         {{0, 1}},
         "not ordered after command 0, though both touch slot s0",
         "1: LD"},
        {"EXEC is strictly in order", kTwoDevices + "EXEC clear a\nEXEC scale a ; 1\n", {{0, 1}}, nullptr},
        // The last waits for 1 as well, or starts after 2, which waits for 1.
        {"queues start in order", starts, {{1, 3}}, nullptr},
        {"queues start in order, behind nothing", starts, {{1, 3}, {1, 2}}, "not ordered after command 1"},
    });
}

TEST(Verify, FindsMissingEdgesOfBarriers) {
    const std::string loads = kTwoDevices + "LD a <- M[0, 0]\nLD q <- M[0, 0]\nBAR\n";
    const std::string between =
        kTwoDevices + "LD a <- M[0, 0]\nBAR @ gpus[0].EXEC\nLD q <- M[0, 0]\nBAR @ gpus[0].EXEC\n";
    const std::string queues = kTwoDevices + "EXEC2 clear a\nBAR\nEXEC2 clear b\nEXEC scale a ; 2\n";
    expect_faults({
        {"a barrier waits", loads, {{1, 2}}, "the barrier does not wait for command 1", "2: BAR"},
        {"two barriers", between, {}, nullptr},
        {"a command waits for it", between, {{1, 2}}, "does not wait for the barrier, command 1", "2: LD"},
        {"it orders both queues of EXECs", queues, {{0, 3}}, nullptr},
        {"it waits for EXEC2", queues, {{0, 1}}, "the barrier does not wait for command 0", "1: BAR"},
        {"EXEC2 waits for it", queues, {{1, 2}}, "does not wait for the barrier, command 1", "2: EXEC2"},
    });
    const Program own_queue = sources::built(
        kTwoDevices + "EXEC clear a\nBAR @ gpus[0].LD\nLD b <- M[0, 0]\n", {}, samples::target(2));
    EXPECT_TRUE(own_queue.dependencies(id(2)).empty());
    EXPECT_NO_THROW(verify(own_queue));
}

TEST(Verify, FindsMissingEdgesOfTheSecondQueue) {
    const std::string readers =
        kTwoDevices + "LD a <- M[0, 0]\nEXEC copy a b\nEXEC2 copy a c\nLD a <- M[0, 4]\n";
    expect_faults({
        {"after the first",
         kTwoDevices + "EXEC clear a\nEXEC2 scale a ; 2\n",
         {{0, 1}},
         "not ordered after command 0, though both touch slot s0 and one of them writes",
         "1: EXEC2 scale"},
        {"a write after readers in EXEC", readers, {{1, 3}}, "not ordered after command 1", "3: LD"},
        {"a write after readers in EXEC2", readers, {{2, 3}}, "not ordered after command 2", "3: LD"},
        {"strictly in order", kTwoDevices + "EXEC2 clear a\nEXEC2 scale a ; 2\n", {{0, 1}}, nullptr},
    });
}

TEST(Verify, TakesEdgesOfAnyReason) {
    ProgramParts parts = sound();
    for (Dependency& edge : parts.dependencies) edge = {.on = edge.on};
    for (const Dependency& edge : {Dependency{.on = id(0)}, Dependency{id(2), 1, Hazard::raw, true}}) {
        parts.dependencies.insert(parts.dependencies.begin() + parts.first_dependency[5], edge);
        for (std::size_t c = 5; c < parts.first_dependency.size(); ++c) ++parts.first_dependency[c];
    }
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

TEST(Verify, TakesEdgesByHand) {
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

TEST(Verify, FindsWhatGoesWrongByHand) {
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

/// What is changed in the parts of the sound program.
struct PlantedFault {
    std::function<void(ProgramParts&)> plant;
    const char* rule;
    const char* command = "";
};

void expect_found(const std::vector<PlantedFault>& faults) {
    for (const PlantedFault& fault : faults) {
        SCOPED_TRACE(fault.rule);
        ProgramParts parts = sound();
        fault.plant(parts);
        expect_fault(std::move(parts), fault.rule, fault.command);
    }
}

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

TEST(Verify, FindsFaultsOfSlots) {
    expect_found({
        {[](auto& p) { p.slots[0].bytes = 127; }, "r0 takes 128 bytes, slot s0 has 127", "0: LD"},
        {[](auto& p) { p.target.devices[0].memory = 2 * 128 - 1; }, "exceeds the memory"},
        {[](auto& p) { p.target.devices[0].largest_slot = 127; }, "does not fit the largest buffer"},
        // Their sum overflows.
        {[](auto& p) {
             p.target.devices[0].memory = p.target.devices[0].largest_slot = kMost;
             p.slots[0].bytes = p.slots[1].bytes = kMost;
         },
         "exceeds the memory"},
        {[](auto& p) { p.slots[0].device = 1; }, "r0 lies in a slot of another device", "0: LD"},
        {[](auto& p) {
             p.slot_of_register[1] = p.slot_of_register[0];
             p.commands.resize(2);
             p.first_dependency.resize(3);
             p.dependencies.resize(p.first_dependency.back());
         },
         "share slot s0 in one command", "1: EXEC copy"},
    });
    ProgramParts parts = sources::built(
                             "matrix M f64 4x4\nregister r f64 4x4\nregister s f64 4x4\n"
                             "EXEC clear r\nEXEC clear s\nST M[0, 0] <- r\n")
                             .parts();
    parts.slot_of_register[1] = SlotId{0};
    expect_fault(std::move(parts), "r0 has lost slot s0 to r1", "2: ST");
}

TEST(Verify, FindsFaultsOfCommands) {
    expect_found({
        {[](auto& p) { p.dependencies[p.first_dependency[1]].on = id(1); },
         "waits for command 1, which does not come before it", "1: EXEC"},
        {[](auto& p) { std::swap(p.operands[1], p.operands[2]); },  // copy r1 to r0
         "reads r1 before anything is written", "1: EXEC copy"},
        {[](auto& p) { p.commands[0].queue = QueueKind::store; }, "LD belongs in the LD queue", "0: LD"},
        {[](auto& p) { p.commands[0].queue = QueueKind::exec2; }, "LD belongs in the LD queue", "0: LD"},
        {[](auto& p) { p.commands[1].queue = QueueKind::load; }, "EXEC belongs in the queue EXEC or EXEC2",
         "1: EXEC"},
        {[](auto& p) { p.commands[2].queue = QueueKind::exec; }, "ST belongs in the ST queue", "2: ST"},
        {[](auto& p) { p.commands[0].device = 1; }, "queue of its register's device", "0: LD"},
        {[](auto& p) { p.registers[1].device = 1; }, "operand Y lies on another device", "1: EXEC"},
    });
}

TEST(Verify, FindsWrongTypesShapesAndNames) {
    expect_found({
        {[](auto& p) { p.matrices[0].type = ElementType::f32; }, "matrix M holds f32", "0: LD"},
        {[](auto& p) { p.registers[1].type = ElementType::i32; }, "operand Y of copy is f64, not i32",
         "1: EXEC"},
        {[](auto& p) { p.tiles[0].rows = 3; }, "the tile 3x4", "0: LD"},
        {[](auto& p) { p.registers[0].ld = 3; }, "leading dimension 3 is below its rows", "0: LD"},
        {[](auto& p) { p.tiles[0].row = 1; }, "outside matrix M", "0: LD"},
        {[](auto& p) { p.tiles[0].row = kMost; }, "outside matrix M", "0: LD"},
        {[](auto& p) { p.tiles[0].row = -1; }, "outside matrix M", "0: LD"},
        {[](auto& p) { p.matrices[0].name = "a b"; }, "cannot be called 'a b'"},
        {[](auto& p) { p.matrices[0].name = "N"; }, "two matrices are called N"},
        {[](auto& p) {
             p.scalars = {"x", "x"};
         },
         "two scalars are called x"},
        {[](auto& p) { p.instructions.push_back(p.instructions.front()); },
         "two instructions are called copy"},
    });
}

TEST(Verify, AsksTheInstructionsOwnCheck) {
    ProgramParts parts = samples::gemm(samples::target(), 1, 1, 1, 8).parts();
    for (Register& r : parts.registers) r.cols = 4;
    for (HostTile& t : parts.tiles) t.cols = 4;
    expect_fault(std::move(parts), "the columns of A are not the rows of B", "EXEC multiply");
}

TEST(Verify, GridOfManyTilesIsQuick) {
    EXPECT_NO_THROW(verify(samples::gemm(samples::target(2), 100, 100, 1, 4)));
}

}  // namespace
