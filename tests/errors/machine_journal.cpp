#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tests/support/faulty_device.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/tile_programs.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

using test::FaultPlan;

constexpr std::int64_t kTileRows = 7, kTileCols = 5, kTiles = 8;
constexpr std::int64_t kTileBytes = kTileRows * kTileCols * 4;

class Journal : public ::testing::Test {
  protected:
    /// X := 2 X + 1, tile by tile on the devices in turn.
    Program make_program() {
        ProgramBuilder b(machine_.target());
        const ParameterId x = b.matrix("X", ElementType::i32, kTileRows, kTileCols * kTiles);
        const auto devices = static_cast<std::int64_t>(machine_.device_count());
        const InstructionPtr scale = test::scale<std::int32_t>();
        for (std::int64_t t = 0; t < kTiles; ++t)
            test::update_tile(b, static_cast<DeviceIndex>(t % devices),
                              {x, 0, kTileCols * t, kTileRows, kTileCols}, scale);
        return std::move(b).finish();
    }

    /// False if the run threw, which is the planned fault.
    bool run(std::int32_t* data) {
        try {
            machine_.run(program_, Bindings{}.matrix("X", data, kTileRows), nullptr, &journal_);
            return true;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), plans_[0].code) << error.what();
            return false;
        }
    }

    /// What memory holds must be what the journal says; returns the bytes stored in all.
    std::int64_t expect_true(const std::int32_t* data) {
        std::int64_t all = 0;
        for (std::size_t i = 0; i < program_.size(); ++i) {
            const auto id = static_cast<CommandId>(i);
            if (program_.command(id).operation != Operation::store) continue;
            const std::int64_t bytes = journal_.stored_bytes(id).value_or(-1);
            EXPECT_GE(bytes, 0);
            const std::int32_t* tile = data + program_.tile(id).col * kTileRows;
            for (std::int64_t e = 0; e < kTileRows * kTileCols; ++e)
                EXPECT_EQ(tile[e], 4 * e < bytes ? 9 : 4) << "command " << i << ", element " << e;
            all += bytes;
        }
        return all;
    }

    std::vector<std::int32_t> data_ = std::vector<std::int32_t>(kTileRows * kTileCols * kTiles, 4);
    std::array<FaultPlan, 2> plans_;
    Machine machine_{test::faulty_devices(test::test_options(), plans_)};
    Program program_ = make_program();
    RunJournal journal_;
};

TEST_F(Journal, OfARunThatWentWellSaysSo) {
    EXPECT_TRUE(run(data_.data()));
    EXPECT_EQ(expect_true(data_.data()), kTiles * kTileBytes);
    for (DeviceIndex d = 0; d < 2; ++d) EXPECT_FALSE(journal_.failed(d));
}

TEST_F(Journal, OfNoRunKnowsNothingStored) {
    for (std::size_t i = 0; i < program_.size(); ++i)
        EXPECT_EQ(journal_.stored_bytes(static_cast<CommandId>(i)), 0);
    EXPECT_FALSE(journal_.failed(0));
}

TEST_F(Journal, TellsWhatWasStoredWhereverADeviceFails) {
    plans_[0].recovers = true;
    const auto tiles = static_cast<int>(kTiles / static_cast<std::int64_t>(machine_.device_count()));
    for (ErrorCode code : {ErrorCode::device_lost, ErrorCode::device_failed})
        for (Operation operation : {Operation::load, Operation::exec, Operation::store})
            for (int position = 0; position < tiles; ++position)
                for (std::int64_t bytes : {std::int64_t{0}, std::int64_t{12}, kTileBytes}) {
                    plans_[0].restart();
                    plans_[0].code = code;
                    plans_[0].operation = operation;
                    plans_[0].position = position;
                    plans_[0].stored_before = bytes;
                    data_.assign(data_.size(), 4);
                    ASSERT_FALSE(run(data_.data()));
                    EXPECT_TRUE(journal_.failed(0));
                    EXPECT_FALSE(journal_.failed(1));
                    const std::int64_t stored = expect_true(data_.data());
                    EXPECT_LT(stored, kTiles * kTileBytes + (bytes == kTileBytes ? 1 : 0));
                    if (operation == Operation::store) {
                        EXPECT_GE(stored, position * kTileBytes + bytes)
                            << "the stores before it are counted";
                    }
                    EXPECT_EQ(machine_.available(0), code == ErrorCode::device_failed);
                }
    plans_[0].restart();
    plans_[0].position = -1;
    data_.assign(data_.size(), 4);
    EXPECT_TRUE(run(data_.data())) << "the journal starts anew";
    EXPECT_EQ(expect_true(data_.data()), kTiles * kTileBytes);
    EXPECT_FALSE(journal_.failed(0));
}

TEST_F(Journal, DoesNotKnowAboutPinnedMemory) {
    const std::shared_ptr<PinnedMemory> pinned = machine_.allocate_pinned(kTiles * kTileBytes);
    auto* data = reinterpret_cast<std::int32_t*>(pinned->data());
    std::fill_n(data, kTiles * kTileRows * kTileCols, 4);
    plans_[0].operation = Operation::store;
    plans_[0].position = 1;
    plans_[0].stored_before = 20;
    ASSERT_FALSE(run(data));
    int known = 0, unknown = 0;
    for (CommandId store : program_.queue({0, QueueKind::store}))
        ++(journal_.stored_bytes(store) ? known : unknown);
    EXPECT_GE(unknown, 1) << "the one that was under way";
    EXPECT_GT(known, 0);
}

TEST_F(Journal, NamesADeviceThatCouldNotBeMadeReady) {
    plans_[0].operation = Operation::exec;
    plans_[0].position = 0;
    ASSERT_FALSE(run(data_.data()));
    EXPECT_FALSE(machine_.available(0));
    const std::int64_t stored = expect_true(data_.data());
    ASSERT_FALSE(run(data_.data())) << "its driver gives no new context";
    EXPECT_TRUE(journal_.failed(0));
    EXPECT_FALSE(journal_.failed(1));
    EXPECT_FALSE(machine_.available(0));
    for (std::size_t i = 0; i < program_.size(); ++i)
        EXPECT_EQ(journal_.stored_bytes(static_cast<CommandId>(i)), 0) << "nothing of the run before";
    EXPECT_LT(stored, kTiles * kTileBytes);

    machine_.recover();
    EXPECT_FALSE(machine_.available(0));
    plans_[0].recovers = true;
    machine_.recover();
    EXPECT_TRUE(machine_.available(0));
    EXPECT_EQ(plans_[0].recoveries, 3);
    machine_.recover();
    EXPECT_EQ(plans_[0].recoveries, 3) << "nothing was lost";
    data_.assign(data_.size(), 4);
    EXPECT_TRUE(run(data_.data()));
}

TEST_F(Journal, OfBindingsThatDoNotFitIsEmpty) {
    EXPECT_TRUE(run(data_.data()));
    EXPECT_THROW(machine_.run(program_, Bindings{}, nullptr, &journal_), Error);
    for (std::size_t i = 0; i < program_.size(); ++i)
        EXPECT_EQ(journal_.stored_bytes(static_cast<CommandId>(i)), 0);
    EXPECT_FALSE(journal_.failed(0));
}

}  // namespace
}  // namespace hg
