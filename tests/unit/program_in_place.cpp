#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/program_faults.hpp"
#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/bounds.hpp>
#include <hg/runtime/program/builder.hpp>
#include <hg/runtime/program/order.hpp>
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::HasSubstr;

Target sharing(std::size_t devices = 1) {
    Target target = samples::target(devices);
    for (DeviceModel& device : target.devices) device.shares_host_memory = true;
    return target;
}

/// M and N are matrices of 64x8 elements; x and y are registers of that shape.
struct InPlace : testing::Test {
    explicit InPlace(const Target& target = sharing()) : b(target) {}

    CommandId copy(RegisterId from, RegisterId to) { return b.exec(samples::copy(), {from, to}); }
    /// Finishes the program and checks that verify() accepts it.
    Program finished() {
        Program program = std::move(b).finish();
        verify(program);
        return program;
    }

    ProgramBuilder b;
    ParameterId m = b.matrix("M", ElementType::f64, 64, 8);
    ParameterId n = b.matrix("N", ElementType::f64, 64, 8);
    RegisterId x = b.reg(0, ElementType::f64, 64, 8);
    RegisterId y = b.reg(0, ElementType::f64, 64, 8);
    const HostTile all_of_m{m, 0, 0, 64, 8};
    const HostTile all_of_n{n, 0, 0, 64, 8};
};

bool waits_for(const Program& program, CommandId later, CommandId earlier) {
    for (const Dependency& edge : program.dependencies(later))
        if (edge.on == earlier) return true;
    return false;
}

TEST_F(InPlace, IsWhatOnlyOneLoadWrites) {
    b.load(x, all_of_m);
    copy(x, y);
    b.store(all_of_n, y);
    const Program program = finished();
    EXPECT_TRUE(program.reg(x).in_place);
    EXPECT_FALSE(program.reg(y).in_place);
    EXPECT_TRUE(program.is_in_place(CommandId{0}));
}

TEST_F(InPlace, IsNothingThatIsWrittenOrLoadedTwice) {
    const RegisterId twice = b.reg(0, ElementType::f64, 64, 8);
    const RegisterId in_parts = b.reg(0, ElementType::f64, 64, 8);
    const RegisterId resident = b.resident("R", 0, ElementType::f64, 64, 8);
    b.load(x, all_of_m);
    b.exec(samples::scale(), {x}, {2.0});
    b.load(twice, all_of_m);
    b.load(twice, all_of_n);
    b.load(b.window(in_parts, 0, 0, 64, 2), {m, 0, 0, 64, 2});
    b.load(resident, all_of_m);
    for (const RegisterId read : {twice, in_parts, resident}) copy(read, y);
    const Program program = finished();
    for (const RegisterId reg : {x, twice, in_parts, resident}) EXPECT_FALSE(program.reg(reg).in_place);
}

TEST(InPlaceDevices, MustShareTheHostsMemory) {
    ProgramBuilder b(samples::target());
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    const RegisterId x = b.reg(0, ElementType::f64, 4, 4);
    b.load(x, {m, 0, 0, 4, 4});
    ProgramParts parts = std::move(b).finish().parts();
    EXPECT_FALSE(parts.registers[0].in_place);
    parts.registers[0].in_place = true;
    test::expect_fault(parts, "r0 cannot be in place");
}

/// An ST to a tile that overlaps the LD's: after the last read it waits for it, before it the LD copies.
TEST_F(InPlace, ReadersKeepTheTileFromStores) {
    b.load(x, all_of_m);
    b.exec(samples::clear(), {y});
    const CommandId reader = copy(b.window(x, 0, 0, 64, 8), b.reg(0, ElementType::f64, 64, 8));
    const CommandId store = b.store({m, 8, 2, 8, 2}, b.window(y, 0, 0, 8, 2));
    const Program program = finished();
    EXPECT_TRUE(program.reg(x).in_place);
    EXPECT_TRUE(waits_for(program, store, reader));

    ProgramParts parts = program.parts();
    test::remove_edge(parts, reader, store);
    test::expect_fault(parts, "both touch matrix M and one of them writes", "3: ST");
}

TEST_F(InPlace, IsNoTileThatAStoreChangesWhileItIsRead) {
    b.load(x, all_of_m);
    b.exec(samples::clear(), {y});
    b.store({m, 8, 2, 8, 2}, b.window(y, 0, 0, 8, 2));
    copy(x, y);
    const Program program = finished();
    EXPECT_FALSE(program.reg(x).in_place);
    ProgramParts parts = program.parts();
    parts.registers[index(x)].in_place = true;
    test::expect_fault(parts, "r0 cannot be in place");
}

TEST_F(InPlace, IsNoTileThatItsOwnRegisterOverwrites) {
    b.load(x, {m, 0, 0, 64, 8});
    b.store({m, 0, 0, 64, 8}, x);
    EXPECT_FALSE(finished().reg(x).in_place);
}

TEST_F(InPlace, SeesWhatWasStoredBefore) {
    b.exec(samples::clear(), {y});
    b.store({m, 0, 0, 64, 8}, y);
    b.load(x, all_of_m);
    copy(x, y);
    const Program program = finished();
    EXPECT_TRUE(program.reg(x).in_place);
    EXPECT_TRUE(waits_for(program, CommandId{2}, CommandId{1}));
}

TEST_F(InPlace, StoresWaitForTheLastReaderOfEachQueue) {
    b.load(x, all_of_m);
    const CommandId first = copy(x, y);
    const CommandId second = copy(x, b.reg(0, ElementType::f64, 64, 8));
    b.use_queue(QueueKind::exec2);
    const CommandId beside = copy(x, b.reg(0, ElementType::f64, 64, 8));
    const CommandId store = b.store(all_of_m, y);
    const Program program = finished();
    EXPECT_TRUE(waits_for(program, store, second));
    EXPECT_TRUE(waits_for(program, store, beside));
    EXPECT_EQ(program.dependencies(store).size(), 4U) << "and the LD, and the writer of y";
    EXPECT_TRUE(waits_for(program, store, first));
}

TEST_F(InPlace, IsInTheText) {
    b.load(x, all_of_m);
    copy(x, y);
    b.store(all_of_n, y);
    const Program program = finished();
    const std::string text = print(program);
    EXPECT_THAT(text, HasSubstr("shares_host_memory 1"));
    EXPECT_THAT(text, HasSubstr("0: LD r0@gpu.s0 <- M[0,0] 64x8 f64 in_place\n"));
    const Program read = parse(text, samples::find);
    EXPECT_EQ(print(read), text);
    EXPECT_TRUE(read.reg(x).in_place);
    verify(read);
    const std::string again = "3: LD r0@gpu.s0 <- N[0,0] 64x8 f64\n";
    EXPECT_THROW((void)parse(text + again, samples::find), Error);
}

TEST_F(InPlace, StaysSoInAnotherOrder) {
    b.load(x, all_of_m);
    copy(x, y);
    b.store(all_of_m, y);
    const Program program = finished();
    const Program ordered = ordered_by_rank(program, program.target());
    verify(ordered);
    EXPECT_TRUE(ordered.reg(x).in_place);
}

TEST_F(InPlace, TakesNoTimeInSimulations) {
    b.load(x, all_of_m);
    copy(x, y);
    const Program program = finished();
    Target target = program.target();
    const Simulation shared = simulate(program, target);
    EXPECT_EQ(shared.end[0], 0);
    EXPECT_EQ(shared.lanes[(QueueId{0, QueueKind::load}).index()].bytes, 0);
    EXPECT_EQ(bounds(program, target).link_in, 0);
    target.devices[0].shares_host_memory = false;
    EXPECT_GT(simulate(program, target).end[0], target.devices[0].link_latency);
    EXPECT_GT(bounds(program, target).link_in, 0);
}

TEST(InPlaceDevices, ShareNoStagingCopies) {
    ProgramBuilder b(sharing(2));
    const ParameterId m = b.matrix("M", ElementType::f64, 4, 4);
    for (const DeviceIndex d : {DeviceIndex{0}, DeviceIndex{1}})
        b.load(b.reg(d, ElementType::f64, 4, 4), {m, 0, 0, 4, 4});
    EXPECT_EQ(std::move(b).finish().shared_load_count(), 0U);
}

}  // namespace
