#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/program_samples.hpp"

namespace {

using namespace hg;
using testing::ElementsAre;

struct SharedLoad : testing::Test {
    ProgramBuilder b{samples::target(3)};
    ParameterId m = b.matrix("M", ElementType::f64, 8, 8);
    ParameterId n = b.matrix("N", ElementType::f64, 8, 8);
    HostTile tile{m, 0, 0, 4, 2};

    CommandId load(DeviceIndex device, const HostTile& from) {
        return b.load(b.reg(device, ElementType::f64, from.rows, from.cols), from);
    }
    CommandId store(DeviceIndex device, const HostTile& to) {
        const RegisterId r = b.reg(device, ElementType::f64, to.rows, to.cols);
        b.exec(samples::clear(), {r});
        return b.store(to, r);
    }
};

TEST_F(SharedLoad, OneTileOnSeveralDevicesIsAGroup) {
    const CommandId first = load(2, tile);
    const CommandId second = load(0, tile);
    const CommandId third = load(1, tile);
    const Program p = std::move(b).finish();
    ASSERT_EQ(p.shared_load_count(), 1U);
    for (CommandId c : {first, second, third}) EXPECT_EQ(p.shared_load(c), 0U);
    EXPECT_THAT(p.shared_load_users(0), ElementsAre(first, second, third));
}

TEST_F(SharedLoad, OneDeviceSharesNothing) {
    const CommandId first = load(1, tile);
    const CommandId second = load(1, tile);
    const CommandId stored = store(0, {n, 0, 0, 4, 2});
    const Program p = std::move(b).finish();
    EXPECT_EQ(p.shared_load_count(), 0U);
    for (CommandId c : {first, second, stored}) EXPECT_EQ(p.shared_load(c), kNotShared);
}

TEST_F(SharedLoad, TilesMustBeIdentical) {
    load(0, tile);
    load(1, {m, 0, 0, 4, 3});
    load(2, {m, 1, 0, 4, 2});
    load(2, {n, 0, 0, 4, 2});
    EXPECT_EQ(std::move(b).finish().shared_load_count(), 0U);
}

TEST_F(SharedLoad, AStoreToAnyPartOfTheTileEndsAGroup) {
    const CommandId old0 = load(0, tile);
    const CommandId old1 = load(1, tile);
    store(2, {m, 3, 1, 1, 1});
    const CommandId new1 = load(1, tile);
    const CommandId new2 = load(2, tile);
    const Program p = std::move(b).finish();
    ASSERT_EQ(p.shared_load_count(), 2U);
    EXPECT_THAT(p.shared_load_users(0), ElementsAre(old0, old1));
    EXPECT_THAT(p.shared_load_users(1), ElementsAre(new1, new2));
}

TEST_F(SharedLoad, AStoreToASmallerPartAfterALargerOneEndsAGroup) {
    store(2, {m, 0, 0, 8, 8});
    load(0, tile);
    store(2, {m, 0, 0, 1, 1});
    load(1, tile);
    store(2, {m, 0, 0, 8, 8});
    load(2, tile);
    EXPECT_EQ(std::move(b).finish().shared_load_count(), 0U);
}

TEST_F(SharedLoad, AStoreBesideTheTileOrToAnotherMatrixDoesNot) {
    load(0, tile);
    store(2, {m, 4, 0, 4, 2});
    store(2, {m, 0, 2, 4, 2});
    store(2, {n, 0, 0, 4, 2});
    load(1, tile);
    EXPECT_EQ(std::move(b).finish().shared_load_count(), 1U);
}

TEST_F(SharedLoad, EachDevicesTurnsAreGroupedWhateverTheirOrder) {
    const CommandId a0 = load(0, tile);
    const CommandId b0 = load(0, tile);
    const CommandId c0 = load(0, tile);
    const CommandId a1 = load(1, tile);
    const CommandId b1 = load(1, tile);
    const Program p = std::move(b).finish();
    ASSERT_EQ(p.shared_load_count(), 2U);
    EXPECT_THAT(p.shared_load_users(0), ElementsAre(a0, a1));
    EXPECT_THAT(p.shared_load_users(1), ElementsAre(b0, b1));
    EXPECT_EQ(p.shared_load(c0), kNotShared);
}

TEST_F(SharedLoad, GroupsAreNumberedByTheirFirstLoads) {
    const HostTile other{m, 0, 4, 4, 2};
    load(0, other);
    load(0, tile);
    load(1, tile);
    load(1, other);
    const Program p = std::move(b).finish();
    EXPECT_EQ(p.shared_load(CommandId{0}), 0U);
    EXPECT_EQ(p.shared_load(CommandId{1}), 1U);
    EXPECT_THAT(p.shared_load_users(0), ElementsAre(CommandId{0}, CommandId{3}));
}

TEST_F(SharedLoad, RowsOfBlocksShareTheWholeOfB) {
    const Program p = samples::gemm(samples::target(4), 4, 3, 2, 2);
    EXPECT_EQ(p.shared_load_count(), 3U * 2U);
    for (std::uint32_t g = 0; g < p.shared_load_count(); ++g) EXPECT_EQ(p.shared_load_users(g).size(), 4U);
}

TEST_F(SharedLoad, ATileOutsideItsMatrixIsNoGroup) {
    load(0, tile);
    load(1, tile);
    ProgramParts parts = std::move(b).finish().parts();
    for (HostTile& t : parts.tiles) t.row = std::numeric_limits<std::int64_t>::max() - 1;
    EXPECT_EQ(Program(std::move(parts)).shared_load_count(), 0U);
}

}  // namespace
