#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program_samples.hpp"
#include <hg/runtime/program/dependency.hpp>
#include <hg/runtime/program/verify.hpp>

namespace {

using namespace hg;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Dependency on_slot(std::uint32_t on, Hazard hazard, std::uint32_t slot) {
    return {static_cast<CommandId>(on), slot, hazard, false};
}
Dependency on_host(std::uint32_t on, Hazard hazard, std::uint32_t matrix = 0) {
    return {static_cast<CommandId>(on), matrix, hazard, true};
}
Dependency asked_for(CommandId on) {
    return {.on = on};
}

/// One matrix M of 100 x 100 and one register of 10 x 10 on each of two devices.
struct Dependencies : testing::Test {
    ProgramBuilder b{samples::target(2)};
    ParameterId m = b.matrix("M", ElementType::f64, 100, 100);
    RegisterId r = b.reg(0, ElementType::f64, 10, 10);
    RegisterId q = b.reg(1, ElementType::f64, 10, 10);

    HostTile tile(std::int64_t row, std::int64_t col, std::int64_t rows = 10, std::int64_t cols = 10) const {
        return {m, row, col, rows, cols};
    }
    Program finish() {
        Program p = std::move(b).finish();
        verify(p);
        return p;
    }
};

TEST_F(Dependencies, ReadWaitsForTheLastWriteOfItsSlot) {
    b.load(r, tile(0, 0));
    const CommandId read = b.store(tile(50, 50), r);
    EXPECT_THAT(finish().dependencies(read), ElementsAre(on_slot(0, Hazard::raw, 0)));
}

TEST_F(Dependencies, WriteWaitsForTheReadsSinceTheLastWrite) {
    b.load(r, tile(0, 0));
    b.store(tile(50, 50), r);
    b.store(tile(60, 60), r);
    const CommandId write = b.load(r, tile(10, 10));
    EXPECT_THAT(finish().dependencies(write),
                ElementsAre(on_slot(1, Hazard::war, 0), on_slot(2, Hazard::war, 0)));
}

TEST_F(Dependencies, WriteWaitsForTheLastWriteWhereNothingReadIt) {
    b.load(r, tile(0, 0));
    const CommandId write = b.load(r, tile(10, 10));
    EXPECT_THAT(finish().dependencies(write), ElementsAre(on_slot(0, Hazard::waw, 0)));
}

TEST_F(Dependencies, UpdateInPlaceWaitsAsAReader) {
    b.load(r, tile(0, 0));
    const CommandId update = b.exec(samples::scale(), {r}, {2.0});
    EXPECT_THAT(finish().dependencies(update), ElementsAre(on_slot(0, Hazard::raw, 0)));
}

TEST_F(Dependencies, RegistersThatTakeTurnsInASlotAreOrdered) {
    ProgramBuilder tight(samples::target(), {.extra_slots = 0});
    const ParameterId a = tight.matrix("A", ElementType::f64, 10, 10);
    const ParameterId c = tight.matrix("B", ElementType::f64, 10, 10);
    for (int i = 0; i < 2; ++i) {
        const RegisterId x = tight.reg(0, ElementType::f64, 10, 10);
        tight.load(x, {a, 0, 0, 10, 10});
        tight.store({c, 0, 0, 10, 10}, x);
    }
    const Program p = std::move(tight).finish();
    EXPECT_THAT(p.dependencies(CommandId{2}), ElementsAre(on_slot(1, Hazard::war, 0)));
    EXPECT_THAT(p.dependencies(CommandId{3}),
                UnorderedElementsAre(on_host(1, Hazard::waw, 1), on_slot(2, Hazard::raw, 0)));
}

TEST_F(Dependencies, TwoDevicesOnOneHostTileAreOrdered) {
    b.exec(samples::clear(), {r});
    b.store(tile(20, 20), r);
    const CommandId read = b.load(q, tile(20, 20));
    EXPECT_THAT(finish().dependencies(read), ElementsAre(on_host(1, Hazard::raw)));
}

TEST_F(Dependencies, HostTilesThatOverlapInACornerAreOrdered) {
    b.load(r, tile(5, 5));
    b.exec(samples::clear(), {q});
    const CommandId write = b.store(tile(14, 14), q);
    EXPECT_THAT(finish().dependencies(write),
                UnorderedElementsAre(on_host(0, Hazard::war), on_slot(1, Hazard::raw, 1)));
}

TEST_F(Dependencies, HostTilesSideBySideAreNot) {
    b.load(r, tile(5, 5));
    b.exec(samples::clear(), {q});
    const CommandId write = b.store(tile(15, 5), q);
    EXPECT_THAT(finish().dependencies(write), ElementsAre(on_slot(1, Hazard::raw, 1)));
}

TEST_F(Dependencies, ReadsOfAMatrixThatNothingWritesNeedNoOrder) {
    b.load(r, tile(0, 0));
    const CommandId other = b.load(q, tile(0, 0));
    EXPECT_THAT(finish().dependencies(other), IsEmpty());
}

TEST_F(Dependencies, LargeTileWaitsForAllSmallOnesItCovers) {
    const RegisterId large = b.reg(1, ElementType::f64, 20, 20);
    for (std::int64_t i : {0, 10})
        for (std::int64_t j : {0, 10}) {
            b.exec(samples::clear(), {r});
            b.store(tile(i, j), r);
        }
    const CommandId read = b.load(large, tile(0, 0, 20, 20));
    EXPECT_THAT(finish().dependencies(read),
                UnorderedElementsAre(on_host(1, Hazard::raw), on_host(3, Hazard::raw),
                                     on_host(5, Hazard::raw), on_host(7, Hazard::raw)));
}

TEST_F(Dependencies, AWriteStandsForThoseItCovers) {
    const RegisterId large = b.reg(1, ElementType::f64, 20, 20);
    b.exec(samples::clear(), {r});
    b.exec(samples::clear(), {large});
    b.store(tile(0, 0), r);
    const CommandId cover = b.store(tile(0, 0, 20, 20), large);
    const CommandId read = b.load(r, tile(0, 0));
    EXPECT_THAT(finish().dependencies(read),
                testing::Contains(on_host(static_cast<std::uint32_t>(cover), Hazard::raw)));
}

TEST_F(Dependencies, OneEdgeForEachPairOfCommands) {
    const RegisterId s = b.reg(0, ElementType::f64, 10, 10);
    b.exec(samples::clear(), {r});
    const CommandId copied = b.exec(samples::copy(), {r, s});
    const CommandId again = b.exec(samples::copy(), {s, r});  // RAW on s, WAR on r: both on `copied`
    EXPECT_THAT(finish().dependencies(again),
                ElementsAre(on_slot(static_cast<std::uint32_t>(copied), Hazard::raw, 1)));
}

TEST_F(Dependencies, MarkWaitsForWhatItIsGivenAndHoldsThoseWhoAskForIt) {
    const CommandId first = b.load(r, tile(0, 0));
    const CommandId mark = b.mark("first tile", std::vector{first, first}, {0, QueueKind::exec});
    const CommandId later = b.load(q, tile(50, 50), std::vector{mark});
    const Program p = finish();
    EXPECT_THAT(p.dependencies(mark), ElementsAre(asked_for(first)));
    EXPECT_THAT(p.dependencies(later), ElementsAre(asked_for(mark)));
}

TEST_F(Dependencies, BarrierWaitsForAllAndHoldsTheNextOfEachQueue) {
    b.load(r, tile(0, 0));
    b.load(q, tile(10, 10));
    const CommandId barrier = b.barrier("all", {1, QueueKind::store});
    const CommandId next = b.load(r, tile(20, 20));
    const CommandId after_next = b.load(r, tile(30, 30));
    const Program p = finish();
    EXPECT_THAT(p.dependencies(barrier), ElementsAre(asked_for(CommandId{0}), asked_for(CommandId{1})));
    EXPECT_THAT(p.dependencies(next), UnorderedElementsAre(asked_for(barrier), on_slot(0, Hazard::waw, 0)));
    EXPECT_THAT(p.dependencies(after_next), ElementsAre(on_slot(3, Hazard::waw, 0)));
}

TEST_F(Dependencies, BarrierOnManyCommandsIsLinear) {
    constexpr int kCommands = 100'000;
    for (int i = 0; i < kCommands; ++i) b.load(r, tile(0, 0));
    const CommandId barrier = b.barrier();
    EXPECT_EQ(std::move(b).finish().dependencies(barrier).size(), std::size_t{kCommands});
}

}  // namespace
