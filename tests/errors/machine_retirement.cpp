#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "runtime/machine/opencl/platforms/opencl_platforms.hpp"
#include "runtime/machine/opencl/retirement.hpp"
#include "tests/support/test_devices.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Notes what it is told of one command.
class Notes final : public CompletionSink {
  public:
    void completed(CommandId, std::exception_ptr error) noexcept override {
        ++ends;
        failure = std::move(error);
    }
    void dropped(CommandId) noexcept override { ++dropped_stores; }
    [[nodiscard]] bool drops(CommandId) const noexcept override { return one_before_failed; }
    void stored(CommandId, std::int64_t bytes) noexcept override { told.push_back(bytes); }
    void spent(CommandId, const WorkSpan&) noexcept override {}
    [[nodiscard]] bool wants_spans() const noexcept override { return false; }

    std::vector<std::int64_t> told;
    std::exception_ptr failure;
    int ends = 0;
    int dropped_stores = 0;
    bool one_before_failed = false;
};

constexpr std::size_t kPartLength = 100;
constexpr std::size_t kParts = 4;

/// An ST in parts whose transfers end as the test says.
class StoreInParts : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::on_host()) GTEST_SKIP() << "the host device has no events to retire";
        context_.emplace(find_opencl_devices().at(0).device);
        retirement_.emplace(health_, clock_, 8, threads_);
    }

    /// Retires the parts of one ST with these statuses of their events.
    void store(const std::array<cl_int, kParts>& statuses, Notes& notes) {
        for (std::size_t i = 0; i < kParts; ++i) {
            cl::UserEvent event(*context_);
            event.setStatus(statuses[i]);
            const ColumnCopy copy{.to = caller_.data() + i * kPartLength,
                                  .to_stride = kPartLength,
                                  .from = chunk_.data() + i * kPartLength,
                                  .from_stride = kPartLength,
                                  .column_bytes = kPartLength,
                                  .columns = 1};
            retirement_->push({.ticket = {&notes, CommandId{3}},
                               .event = event,
                               .bytes = kPartLength,
                               .copy_out = copy,
                               .stored = static_cast<std::int64_t>((i + 1) * kPartLength),
                               .last = i + 1 == kParts});
        }
        retirement_->drain();
    }
    void expect_stored(std::size_t bytes) {
        for (std::size_t i = 0; i < caller_.size(); ++i)
            ASSERT_EQ(caller_[i], (i < bytes ? std::byte{7} : std::byte{1})) << i;
    }

    std::vector<std::byte> chunk_ = std::vector<std::byte>(kParts * kPartLength, std::byte{7});
    std::vector<std::byte> caller_ = std::vector<std::byte>(kParts * kPartLength, std::byte{1});
    OpenClHealth health_;
    DeviceClock clock_;
    CopyThreads threads_{2};
    std::optional<cl::Context> context_;
    std::optional<Retirement> retirement_;
};

TEST_F(StoreInParts, StoresNothingIfOneBeforeItHasFailed) {
    Notes notes;
    notes.one_before_failed = true;
    store({CL_COMPLETE, CL_COMPLETE, CL_COMPLETE, CL_COMPLETE}, notes);
    EXPECT_EQ(notes.dropped_stores, 1);
    EXPECT_EQ(notes.ends, 0);
    EXPECT_TRUE(notes.told.empty());
    expect_stored(0);
    Notes of_a_later_run;
    store({CL_COMPLETE, CL_COMPLETE, CL_COMPLETE, CL_COMPLETE}, of_a_later_run);
    EXPECT_EQ(of_a_later_run.ends, 1);
    expect_stored(kParts * kPartLength);
}

TEST_F(StoreInParts, TellsHowFarItIs) {
    Notes notes;
    store({CL_COMPLETE, CL_COMPLETE, CL_COMPLETE, CL_COMPLETE}, notes);
    EXPECT_EQ(notes.told, (std::vector<std::int64_t>{100, 200, 300, 400}));
    EXPECT_EQ(notes.failure, nullptr);
    EXPECT_EQ(notes.ends, 1);
    expect_stored(400);
}

TEST_F(StoreInParts, StoresNothingAfterAPartThatFailed) {
    Notes notes;
    store({CL_COMPLETE, CL_INVALID_VALUE, CL_COMPLETE, CL_COMPLETE}, notes);
    EXPECT_EQ(notes.told, std::vector<std::int64_t>{100});
    ASSERT_NE(notes.failure, nullptr);
    EXPECT_THROW(std::rethrow_exception(notes.failure), Error);
    EXPECT_EQ(notes.ends, 1);
    expect_stored(100);

    Notes next;
    store({CL_COMPLETE, CL_COMPLETE, CL_COMPLETE, CL_OUT_OF_RESOURCES}, next);
    EXPECT_EQ(next.told, (std::vector<std::int64_t>{100, 200, 300})) << "the next command is not concerned";
    EXPECT_TRUE(health_.lost());
    expect_stored(300);
}

}  // namespace
}  // namespace hg
